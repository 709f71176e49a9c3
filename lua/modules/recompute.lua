-- Which stored values a kernel had better compute again: a minimum cut between what lies in memory anyway and what it
-- loads, as compilers decide what a forward pass saves for the backward one. The cut is by bytes; the estimate decides.

local Flow, fusion = require "flow", require "fusion"
local recompute = {}

-- The farthest op from a load that is thought of, the most of them, and the most that a kernel computes again at once.
local DEPTH, REGION, MOST = 12, 200, 60

local AGAIN = { pointwise = true, create = true, layout = true, index = true }

-- The ops outside a kernel that it could compute again, with those that they would need: breadth first from what it loads.
local function region_of(kernel)
  local ops, copies = kernel.ops, kernel.copies
  local inside, depth, again, loads, region = fusion.set(ops, copies), {}, {}, {}, {}
  local function add(op, far)
    if inside[op.index] or depth[op.index] or #region >= REGION then return end
    depth[op.index] = far
    region[#region + 1] = op
  end
  for _, list in ipairs { ops, copies } do
    for _, op in ipairs(list) do
      for _, producer in ipairs(op.producers) do
        loads[producer.index] = true
        add(producer, 0)
      end
    end
  end
  local i = 1
  while region[i] do
    local op, far = region[i], depth[region[i].index]
    if far < DEPTH and AGAIN[op.class] and not op.mutates then
      local producers, all = op.producers, true
      for _, producer in ipairs(producers) do
        add(producer, far + 1)
        all = all and (inside[producer.index] or depth[producer.index]) ~= nil
      end
      again[op.index] = all and producers or nil
    end
    i = i + 1
  end
  return region, again, loads, inside
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

-- Ops that the kernel had better compute again, last first. `input_price` is what a byte of the graph's inputs counts that
-- they read: 1, or 0 when the kernel is thought to read them anyway.
local function cut_of(kernel, input_price, region, again, loads, inside)
  local flow, source, sink = Flow.new(), -1, -2
  for _, op in ipairs(region) do
    local enter, leave = 2 * op.index, 2 * op.index + 1
    -- to load it, and to store it when that is for this kernel alone
    flow:edge(enter, leave, op.bytes * (is_stored_for_others(op, kernel) and 1 or 2))
    if loads[op.index] then flow:edge(leave, sink, math.huge) end
    local producers, inputs = again[op.index], op.read_bytes
    for _, producer in ipairs(producers or {}) do
      inputs = inputs - producer.bytes
      if not inside[producer.index] then flow:edge(2 * producer.index + 1, enter, math.huge) end
    end
    if not producers then
      flow:edge(source, enter, math.huge)
    elseif inputs > 0 then
      flow:edge(source, enter, inputs * input_price)
    end
  end
  local kept, ops = flow:cut(source, sink), {}
  for _, op in ipairs(region) do
    if again[op.index] and not kept[2 * op.index] then ops[#ops + 1] = op end
  end
  table.sort(ops, function(a, b) return a.index > b.index end)
  return ops
end

local function compute_again(plan, first, ops)
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

-- Computes again what saves time, kernel by kernel, and loads what was computed again in vain. Of a walk; the ops whose
-- kernels changed. `near`, when given, are ops that changed since: only kernels there are looked at.
function recompute.cut(walk, near)
  local plan, changed = walk.plan, {}
  local function take(first, ops)
    local kept = walk:try(function() return compute_again(plan, first, ops) end)
    if kept then
      table.move(ops, 1, #ops, #changed + 1, changed)
      changed[#changed + 1] = first
    end
    return kept
  end
  for _, first in ipairs(near and firsts_near(near) or fusion.firsts(plan)) do
    local kernel = first.kernel
    local region, again, loads, inside = region_of(kernel)
    for _, input_price in ipairs { 0, 1 } do
      local ops = cut_of(kernel, input_price, region, again, loads, inside)
      if #ops > 0 and #ops <= MOST and take(first, ops) then break end
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
