-- What heuristics and searches share: copying cheap ops to their readers, best-first fusion, and keeping what is better.

local Heap = require "heap"
local fusion = {}

-- What is left of a hub's gains with each of its many readers shrinks a little with every fusion; to put all of them in
-- order again each time would be in vain. So a pair of more ops than LARGE is fused when it gains nearly what the next does.
local NEAR, LARGE = 0.99, 32

-- Less saved than that, in microseconds, is nothing: sums of the same times in another order differ by less.
fusion.LEAST = 1e-6

-- Ops that cost less to compute again than to load: constants, and casts that do not read more than they write.
local function is_cheap(op)
  if op.is_output or op.mutates then return false end
  if op.class == "create" then return true end
  return op.kind == "cast" and op.read_bytes <= op.bytes
end

-- Copies cheap ops into every kernel that reads them, so that none is stored for several readers.
function fusion.copy_cheap(plan)
  for op in plan:ops() do
    if is_cheap(op) and op.bytes > 0 then
      local readers = op.readers
      if #readers > 1 then
        for _, reader in ipairs(readers) do
          if reader.kernel ~= op.kernel then plan:recompute(op, reader.kernel) end
        end
      end
    end
  end
end

-- What fusing a pair gains, of plan:what_if's answer: microseconds; the share of its time that is saved, which puts small
-- kernels that have little to lose before large ones; and DRAM bytes, of fusions that take no longer.
function fusion.by_time(what) return what.saved_us end
function fusion.by_share(what) return what.saved_us / (what.after.time_us + what.saved_us) end
function fusion.by_bytes(what) return what.saved_us > 0 and what.saved_dram_bytes or 0 end

-- More gain first, then more bytes, then the smaller ops, so that the order is defined.
local function better(x, y)
  if x.gain ~= y.gain then return x.gain > y.gain end
  if x.bytes ~= y.bytes then return x.bytes > y.bytes end
  return x.id < y.id
end

-- Kernels that could share a launch with one: along edges, and those that read what it reads; of these the nearest `most`,
-- if it is given.
function fusion.neighbours(kernel, most)
  local list, seen = {}, { [kernel.id] = true }
  local function add(found, count)
    for i = 1, math.min(#found, count) do
      local other = found[i]
      if not seen[other.id] and not other.is_library then list[#list + 1] = other end
      seen[other.id] = true
    end
  end
  add(kernel.producers, math.huge)
  add(kernel.consumers, math.huge)
  add(kernel.siblings, most or math.huge)
  return list
end

-- What ops are among a list, by their place in the graph.
function fusion.set(...)
  local set = {}
  for _, ops in ipairs { ... } do
    for _, op in ipairs(ops) do set[op.index] = true end
  end
  return set
end

-- The first ops of all kernels that no library runs: handles that outlive edits.
function fusion.firsts(plan)
  local list = {}
  for kernel in plan:kernels() do
    if not kernel.is_library then list[#list + 1] = kernel.first end
  end
  return list
end

-- All ops of a plan but views, as a list.
function fusion.ops(plan)
  local list = {}
  for op in plan:ops() do list[#list + 1] = op end
  return list
end

-- The most ops of a kernel that is made: any number, but in a plan of more than MANY ops, where asking about kernels that grow
-- without end, op by op, would take their square. 64 ops are what Inductor takes, too. Of the readers of a tensor so many are
-- asked about there.
local MANY, MOST, MOST_SIBLINGS = 20000, 64, 4
function fusion.most_ops(plan) return #fusion.ops(plan) > MANY and MOST or math.huge end

-- The ops of kernels by id, counted when they are first asked for; a fusion joins two counts.
local function counts()
  local count = {}
  local function of(kernel)
    local id = kernel.id
    count[id] = count[id] or #kernel.ops
    return count[id]
  end
  local function join(one, two, both) count[one], count[two], count[both] = nil, nil, count[one] + count[two] end
  return of, join
end

-- Fuses the pair of kernels with the largest gain until none gains. `gain(what)` maps plan:what_if's answer to a number;
-- pairs that gain nothing are not made. `around`: the ops about whose kernels it asks; all when it is nil. `alone`: no
-- others are fused with these. A pair is asked about when it is found and when it comes up, as fusions around it may have
-- changed the answer: it is then fused or put back. After a fusion new pairs are looked for around the smaller half alone:
-- those of the larger half are known, and a hub with thousands of readers is not gone through once for each.
function fusion.best_first(plan, gain, around, alone)
  local heap, queued, only = Heap.new(better), {}, alone and fusion.set(around)
  local most, size, join_sizes = fusion.most_ops(plan), counts()
  local most_siblings = most < math.huge and MOST_SIBLINGS or math.huge

  local function ask(pair)
    local what = plan:what_if(pair.a, pair.b)
    pair.gain = what.legal and gain(what) or 0
    pair.bytes = what.saved_dram_bytes
    return pair.gain > fusion.LEAST
  end

  local function consider(a, b)
    if b.index < a.index then a, b = b, a end
    local id = a.index << 32 | b.index
    if queued[id] or only and not (only[a.index] and only[b.index]) then return end
    if most < math.huge and size(a.kernel) + size(b.kernel) > most then return end
    local pair = { a = a, b = b, id = id }
    if ask(pair) then
      queued[id] = true
      heap:push(pair)
    end
  end

  -- By the ops that were asked about, so that the answer is told with the fusion.
  local function fuse(a, b)
    local one, two = a.kernel, b.kernel
    local ids, firsts, smaller = { one.id, two.id }, {}, size(one) < size(two) and one or two
    for i, other in ipairs(fusion.neighbours(smaller, most_siblings)) do firsts[i] = other.first end
    if not plan:fuse(a, b) then return end
    join_sizes(ids[1], ids[2], a.kernel.id)
    local first = a.kernel.first
    for _, other in ipairs(firsts) do
      if other.kernel ~= first.kernel then consider(first, other.kernel.first) end
    end
  end

  local done = {}
  for _, op in ipairs(around or fusion.ops(plan)) do
    local kernel = op.kernel
    if not kernel.is_library and not done[kernel.id] then
      done[kernel.id] = true
      for _, other in ipairs(fusion.neighbours(kernel, most_siblings)) do
        if not done[other.id] then consider(kernel.first, other.first) end
      end
    end
  end
  while true do
    local best = heap:pop()
    if not best then return end
    queued[best.id] = nil
    local one, two = best.a.kernel, best.b.kernel
    if one ~= two and size(one) + size(two) <= most and ask(best) then
      local enough = size(one) + size(two) > LARGE and NEAR or 1
      if heap[1] and best.gain < enough * heap[1].gain then
        queued[best.id] = true
        heap:push(best)
      else
        fuse(best.a, best.b)
      end
    end
  end
end

-- A walk from plan to plan: `now` is what the plan takes in microseconds; `left`, how many more edits may be tried; `vain`,
-- what it keeps of those that gave nothing.
local Walk = {}
Walk.__index = Walk

function fusion.walk(plan, most)
  return setmetatable({ plan = plan, now = plan:estimate().time_us, left = most or math.huge, vain = {} }, Walk)
end

-- Makes edits, and keeps them when the plan then takes less. The function returns false to give up.
function Walk:try(edits)
  if self.left <= 0 then return false end
  self.left = self.left - 1
  local time_us
  local kept = self.plan:try(function()
    if edits() == false then return false end
    time_us = self.plan:estimate().time_us
    return time_us < self.now - fusion.LEAST
  end)
  if kept then self.now = time_us end
  return kept
end

-- Looks anew after edits that the walk did not make.
function Walk:look()
  self.now = self.plan:estimate().time_us
  return self.now
end

return fusion
