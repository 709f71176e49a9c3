-- Which stored values a kernel had better compute again: a minimum cut between what lies in memory anyway and what it
-- loads, as compilers decide what a forward pass saves for the backward one. The cut is by bytes; the estimate decides.

local Flow, fusion = require "flow", require "fusion"
local recompute = {}

-- The farthest op from a load that is thought of, the most of them, and the most that a kernel computes again at once.
local DEPTH, REGION, MOST = 12, 200, 60

local AGAIN = { pointwise = true, create = true, layout = true, index = true }

-- The ops outside a kernel that it could compute again, with those that they would need: breadth first from what it loads.
-- A list of { op, loaded: does the kernel read it?, producers: those outside as places in the list, outside_bytes: what else
-- it reads; both are nil when it is not computed again }; nil: none could be.
local function region_of(kernel)
  local ops, copies = kernel.ops, kernel.copies
  local inside, place, region, any = fusion.set(ops, copies), {}, {}, false
  local function add(op, far)
    if inside[op.index] or place[op.index] or #region >= REGION then return end
    region[#region + 1] = { op = op, far = far, loaded = far == 0 }
    place[op.index] = #region
  end
  for _, list in ipairs { ops, copies } do
    for _, op in ipairs(list) do
      for _, producer in ipairs(op.producers) do add(producer, 0) end
    end
  end
  local i = 1
  while region[i] do
    local op, far = region[i].op, region[i].far
    if far < DEPTH and AGAIN[op.class] and not op.mutates then
      local producers, all, outside_bytes = {}, true, op.read_bytes
      for _, producer in ipairs(op.producers) do
        add(producer, far + 1)
        producers[#producers + 1] = place[producer.index]
        all = all and (inside[producer.index] or place[producer.index]) ~= nil
        outside_bytes = outside_bytes - producer.bytes
      end
      if all then
        region[i].producers, region[i].outside_bytes, any = producers, outside_bytes, true
      end
    end
    i = i + 1
  end
  return any and region or nil
end

-- Does a kernel other than this one and the op's own read it, or the caller?
local function is_stored_for_others(op, kernel)
  if op.is_output then return true end
  local home = op.kernel
  for _, reader in ipairs(op.readers) do
    local its = reader.kernel
    if its ~= kernel and its ~= home then return true end
  end
  return false
end

-- What each op costs in bytes to load, and to store when that is for this kernel alone; as text, all that the cuts go by:
-- repeated layers have the same.
local function cost_of(region, kernel)
  local bytes, key = {}, {}
  for i, it in ipairs(region) do
    bytes[i] = it.op.bytes * (is_stored_for_others(it.op, kernel) and 1 or 2)
    key[#key + 1] = bytes[i]
    key[#key + 1] = it.loaded and "l" or "-"
    if it.producers then
      key[#key + 1] = it.outside_bytes
      key[#key + 1] = table.concat(it.producers, ",")
    end
  end
  return bytes, table.concat(key, " ")
end

-- The network of what it costs to load each op, or to compute it again from others; the graph's inputs cost nothing.
local function network_of(region, bytes)
  local flow, source, sink = Flow.new(), 1, 2 * #region + 2
  for i, it in ipairs(region) do
    flow:edge(2 * i, 2 * i + 1, bytes[i])
    if it.loaded then flow:edge(2 * i + 1, sink, math.huge) end
    if not it.producers then flow:edge(source, 2 * i, math.huge) end
    for _, producer in ipairs(it.producers or {}) do flow:edge(2 * producer + 1, 2 * i, math.huge) end
  end
  return flow, source, sink
end

-- What the kernel had better compute again, as places in the region.
local function places_of_cut(region, flow, source, sink)
  local kept, places = flow:cut(source, sink), {}
  for i, it in ipairs(region) do
    if it.producers and not kept[2 * i] then places[#places + 1] = i end
  end
  return places
end

-- The same, and when every byte of an input that an op reads costs one, too, and not only when the kernel reads it for the
-- first time.
local function find_cuts(region, bytes)
  local flow, source, sink = network_of(region, bytes)
  local most = places_of_cut(region, flow, source, sink)
  if #most == 0 then return { most = most, fewer = most } end
  for i, it in ipairs(region) do
    if it.producers and it.outside_bytes > 0 then flow:edge(source, 2 * i, it.outside_bytes) end
  end
  return { most = most, fewer = places_of_cut(region, flow, source, sink) }
end

-- Cuts that were found, by what they go by; so many at most.
local KNOWN_MOST, known, known_count = 10000, {}, 0

local function cuts_of(region, kernel)
  local bytes, key = cost_of(region, kernel)
  if not known[key] then
    if known_count == KNOWN_MOST then known, known_count = {}, 0 end
    known[key], known_count = find_cuts(region, bytes), known_count + 1
  end
  return known[key]
end

-- Their ops, last first.
local function ops_at(region, places)
  local ops = {}
  for i, place in ipairs(places) do ops[i] = region[place].op end
  table.sort(ops, function(a, b) return a.index > b.index end)
  return ops
end

local function one_by_one(plan, first, ops)
  local any = false
  for _, op in ipairs(ops) do
    if op.kernel ~= first.kernel then any = plan:recompute(op, first.kernel) or any end
  end
  return any
end

-- The kernels of some ops and those that read what these leave, by their first ops.
local function firsts_near(ops)
  local list, seen = {}, {}
  local function add(kernel)
    if seen[kernel.id] or kernel.is_library then return end
    seen[kernel.id] = true
    list[#list + 1] = kernel.first
  end
  for _, op in ipairs(ops) do
    add(op.kernel)
    for _, consumer in ipairs(op.kernel.consumers) do add(consumer) end
  end
  return list
end

-- What computing these again with a kernel would save; nil: they cannot be as a whole.
local function saving(plan, first, ops)
  local saved_us
  plan:try(function()
    local before = plan:estimate().time_us
    if plan:recompute(ops, first.kernel) then saved_us = before - plan:estimate().time_us end
    return false
  end)
  return saved_us
end

-- Computes again what saves time, kernel by kernel, and loads what was computed again in vain. Of a walk; the ops whose
-- kernels changed. `near`, when given, are ops that changed since: only kernels there are looked at.
function recompute.cut(walk, near)
  local plan, changed = walk.plan, {}
  local function take(first, ops)
    if #ops == 0 or #ops > MOST then return false end
    local saved_us = saving(plan, first, ops)
    if saved_us and saved_us <= fusion.LEAST then return false end
    local kept = walk:try(function() return one_by_one(plan, first, ops) end)
    if kept then
      table.move(ops, 1, #ops, #changed + 1, changed)
      changed[#changed + 1] = first
    end
    return kept
  end
  for _, first in ipairs(near and firsts_near(near) or fusion.firsts(plan)) do
    local region = region_of(first.kernel)
    if region then
      local cuts = cuts_of(region, first.kernel)
      local taken = #cuts.most > 0 and take(first, ops_at(region, cuts.most))
      if not taken and #cuts.fewer < #cuts.most then take(first, ops_at(region, cuts.fewer)) end
    end
    for _, copy in ipairs(first.kernel.copies) do
      if walk:try(function() return (plan:unrecompute(copy, first.kernel)) end) then
        changed[#changed + 1], changed[#changed + 2] = first, copy
      end
    end
  end
  return changed
end

return recompute
