-- What the shipped heuristics share: copying cheap ops to their readers, and best-first fusion.

local fusion = {}

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

-- A binary heap of candidates, best first; ties go to the smaller ops, so that the order is defined.
local function better(x, y)
  if x.gain ~= y.gain then return x.gain > y.gain end
  if x.a.index ~= y.a.index then return x.a.index < y.a.index end
  return x.b.index < y.b.index
end

local Heap = {}
Heap.__index = Heap

function Heap:push(item)
  local i = #self + 1
  self[i] = item
  while i > 1 do
    local parent = i // 2
    if not better(self[i], self[parent]) then break end
    self[i], self[parent] = self[parent], self[i]
    i = parent
  end
end

function Heap:pop()
  local top, last = self[1], #self
  if not top then return nil end
  self[1] = self[last]
  self[last] = nil
  local i, n = 1, last - 1
  while true do
    local best, left = i, 2 * i
    if left <= n and better(self[left], self[best]) then best = left end
    if left + 1 <= n and better(self[left + 1], self[best]) then best = left + 1 end
    if best == i then return top end
    self[i], self[best] = self[best], self[i]
    i = best
  end
end

-- Fuses the pair of kernels with the largest gain until none gains. `gain(what)` maps plan:what_if's answer to a number;
-- pairs that gain nothing are not made, nor are batches: kernels side by side in one launch. A kernel's stamp grows
-- when it changes, which makes its old candidates stale.
function fusion.best_first(plan, gain)
  local heap, stamp = setmetatable({}, Heap), {}

  local function value_of(what)
    return what.legal and what.parts == 1 and gain(what) or 0
  end

  local function consider(k1, k2)
    if k1.is_library or k2.is_library then return end
    local a, b = k1.first, k2.first
    if b.index < a.index then a, b, k1, k2 = b, a, k2, k1 end
    local what = plan:what_if(a, b)
    local value = value_of(what)
    if value > 0 then
      heap:push { gain = value, a = a, b = b, ka = k1.id, kb = k2.id, sa = stamp[k1.id] or 0, sb = stamp[k2.id] or 0 }
    end
  end

  local function consider_around(kernel, later_only)
    for _, list in ipairs { kernel.producers, kernel.consumers, kernel.siblings } do
      for _, other in ipairs(list) do
        if not later_only or other.id > kernel.id then consider(kernel, other) end
      end
    end
  end

  for kernel in plan:kernels() do consider_around(kernel, true) end
  while true do
    local best = heap:pop()
    if not best then return end
    local fresh = (stamp[best.ka] or 0) == best.sa and (stamp[best.kb] or 0) == best.sb
    if fresh then
      -- what other fusions did to the graph around may have changed the answer: ask again
      local what = plan:what_if(best.a, best.b)
      local value = value_of(what)
      if value == best.gain then
        if plan:fuse(best.a, best.b) then
          local merged = best.a.kernel
          stamp[best.ka] = best.sa + 1
          stamp[best.kb] = best.sb + 1
          consider_around(merged, false)
        end
      elseif value > 0 then
        best.gain = value
        heap:push(best)
      end
    end
  end
end

-- Best first by saved DRAM bytes; `slower` is the most that a fused kernel may take of what its parts take.
function fusion.greedy(plan, slower)
  fusion.best_first(plan, function(what)
    if what.after.time_us > slower * (what.after.time_us + what.saved_us) then return 0 end
    return what.saved_dram_bytes
  end)
end

return fusion
