-- As nvFuser's segmenter: groups grow level by level as long as one of its schedulers takes them, the first that fits; then
-- producers and consumers wherever they are. No cost is asked, and nothing but widening casts is computed twice.
local facts = require "facts"

local ROW_BYTES = 128 << 10 -- what a multiprocessor keeps of a row in registers
local CLUSTER = 16 -- most blocks that share a row
local OUTER_BYTES = 224 << 10 -- of sums over rows, kept beside rows

local ALONE = { scan = true, window = true, opaque = true, library = true, contraction = true }

-- ---- What of a group decides which scheduler takes it.

local function reductions_of(fact)
  if fact.class ~= "reduce" then return {} end
  local last = #fact.operands[1].shape
  local inner = fact.reduced[last] or fact.operands[1].shape[last] == 1
  return { { outer = fact.numel, reduced = fact.rnumel, inner = inner or false, fact = fact } }
end

local function group_of(fact)
  local group = { fact = fact, ops = { fact }, reductions = reductions_of(fact), has = { [fact] = true }, most = fact.elements }
  group.alone = fact.is_library or ALONE[fact.class] or fact.class == "index" and fact.mutates
  if fact.class == "reduce" then group.most = fact.numel * fact.rnumel end
  return group
end

-- Which ops of a group run once a reduction in it is done (after), which lead to one (before), and which are wanted by
-- what runs after one (again).
local function phases_of(ops, has)
  local after, before, again = {}, {}, {}
  for _, fact in ipairs(ops) do
    for _, producer in ipairs(fact.producers) do
      if has[producer] and (producer.class == "reduce" or after[producer]) then after[fact] = true end
    end
  end
  for i = #ops, 1, -1 do
    local fact = ops[i]
    for _, reader in ipairs(fact.readers) do
      if has[reader] and (reader.class == "reduce" or before[reader]) then before[fact] = true end
      if has[reader] and reader.class ~= "reduce" and (after[reader] or again[reader]) then again[fact] = true end
    end
  end
  return after, before, again
end

-- Bytes of a row that wait until its reduction is done: what is read from memory before it and after it.
local function row_bytes(group, reduction)
  table.sort(group.ops, function(a, b) return a.index < b.index end)
  local after, before, again = phases_of(group.ops, group.has)
  local early, bytes, row = {}, 0, reduction.reduced
  for _, late in ipairs { false, true } do
    for _, fact in ipairs(group.ops) do
      for _, operand in ipairs(fact.operands) do
        local outside = not (operand.made_by and group.has[operand.made_by])
        local whole = outside and operand.bytes >= reduction.outer * row * operand.bytes_each
        if whole and not late and (before[fact] or fact.class == "reduce") then early[operand.tensor] = true end
        if whole and late and early[operand.tensor] and (after[fact] or again[fact]) then
          bytes, early[operand.tensor] = bytes + row * operand.bytes_each, nil
        end
      end
    end
  end
  return bytes
end

local function alike(a, b) return a.outer == b.outer and a.reduced == b.reduced and a.inner == b.inner end

-- Rows and columns of the same tensor, the sums over rows small enough to keep.
local function are_crossing(rows, columns)
  local outer_bytes = 0
  for _, one in ipairs(rows) do
    if one.outer ~= columns[1].reduced or one.reduced ~= columns[1].outer then return false end
  end
  for _, one in ipairs(columns) do
    if one.fact.kind ~= "sum" or not alike(one, columns[1]) then return false end
    outer_bytes = outer_bytes + 4 * one.outer
  end
  return outer_bytes <= OUTER_BYTES
end

local function joined(a, b)
  local both = { ops = {}, has = {}, reductions = {}, most = math.max(a.most, b.most) }
  for _, group in ipairs { a, b } do
    for _, fact in ipairs(group.ops) do
      both.ops[#both.ops + 1] = fact
      both.has[fact] = true
    end
    for _, reduction in ipairs(group.reductions) do both.reductions[#both.reductions + 1] = reduction end
  end
  return both
end

-- The scheduler that takes the group: its name, or nil.
local function scheduler_of(group)
  local first, rows, columns = group.reductions[1], {}, {}
  if not first then
    for _, fact in ipairs(group.ops) do
      local leaves = fact.is_kept or #fact.readers == 0
      for _, reader in ipairs(fact.readers) do leaves = leaves or not group.has[reader] end
      if leaves and fact.elements == group.most then return "pointwise" end
    end
    return nil
  end
  for _, one in ipairs(group.reductions) do
    if one.inner then rows[#rows + 1] = one else columns[#columns + 1] = one end
  end
  for _, list in ipairs { rows, columns } do
    for _, one in ipairs(list) do
      if not alike(one, list[1]) then return nil end
    end
  end
  if group.most > first.outer * first.reduced then return nil end
  if #rows > 0 and #columns > 0 then return are_crossing(rows, columns) and "inner and outer" or nil end
  local bytes = row_bytes(group, first)
  if bytes > ROW_BYTES * (first.inner and CLUSTER or 1) then return nil end
  return first.inner and "inner" or "outer"
end

-- ---- Whole regions: what libraries leave between them is tried as it is first.

local function region_of(fact, groups, taken)
  local region, open = joined(groups[fact], { ops = {}, reductions = {}, most = 0 }), { fact }
  taken[fact] = true
  while #open > 0 do
    local one = table.remove(open)
    for _, near in ipairs { one.producers, one.readers } do
      for _, other in ipairs(near) do
        if not taken[other] and not groups[other].alone then
          taken[other] = true
          open[#open + 1], region.ops[#region.ops + 1], region.has[other] = other, other, true
          region.reductions[#region.reductions + 1] = groups[other].reductions[1]
          region.most = math.max(region.most, groups[other].most)
        end
      end
    end
  end
  return region
end

-- Round by round, as only what shares something can be put together.
local function fuse_whole(plan, region)
  return plan:try(function()
    local first, waiting, before = region.ops[1].op, region.ops, nil
    while #waiting > 0 and #waiting ~= before do
      local left = {}
      before = #waiting
      for _, fact in ipairs(waiting) do
        if fact.op.kernel ~= first.kernel and not plan:fuse(first, fact.op) then left[#left + 1] = fact end
      end
      waiting = left
    end
    return #waiting == 0
  end)
end

-- The ops of regions that no scheduler takes whole, in order.
local function fuse_regions(plan, list)
  local groups, taken, left = {}, {}, {}
  for _, fact in ipairs(list) do groups[fact] = group_of(fact) end
  for _, fact in ipairs(list) do
    if not taken[fact] and not groups[fact].alone then
      local region = region_of(fact, groups, taken)
      region.whole = scheduler_of(region) and fuse_whole(plan, region)
      for _, one in ipairs(region.ops) do groups[one].whole = region.whole end
    end
    if not groups[fact].whole then left[#left + 1] = fact end
  end
  return left
end

-- ---- Segments.

local Segments = {}
Segments.__index = Segments

local function segments_of(plan, list)
  local segments = setmetatable({ plan = plan, of = {}, all = {} }, Segments)
  for _, fact in ipairs(list) do
    local group = group_of(fact)
    segments.of[fact], segments.all[#segments.all + 1] = group, group
  end
  return segments
end

function Segments:near(group, which)
  local found, seen = {}, { [group] = true }
  for _, fact in ipairs(group.ops) do
    for _, other in ipairs(fact[which]) do
      local there = self.of[other]
      if there and not seen[there] then
        seen[there] = true
        found[#found + 1] = there
      end
    end
  end
  return found
end

-- Puts b into a if a scheduler takes both.
function Segments:merge(a, b)
  if a.alone or b.alone then return false end
  local both = joined(a, b)
  if not scheduler_of(both) or not self.plan:fuse(a.fact.op, b.fact.op) then return false end
  for key, value in pairs(both) do a[key] = value end
  for _, fact in ipairs(b.ops) do self.of[fact] = a end
  b.gone = true
  return true
end

function Segments:alive()
  local alive = {}
  for _, group in ipairs(self.all) do
    if not group.gone then alive[#alive + 1] = group end
  end
  self.all = alive
  return alive
end

-- How many groups must be done before each. Groups are told when all their producers have been.
function Segments:levels()
  local level, waiting, open = {}, {}, {}
  for _, group in ipairs(self:alive()) do
    waiting[group] = #self:near(group, "producers")
    if waiting[group] == 0 then open[#open + 1], level[group] = group, 0 end
  end
  local at = 1
  while open[at] do
    for _, consumer in ipairs(self:near(open[at], "readers")) do
      level[consumer] = math.max(level[consumer] or 0, level[open[at]] + 1)
      waiting[consumer] = waiting[consumer] - 1
      if waiting[consumer] == 0 then open[#open + 1] = consumer end
    end
    at = at + 1
  end
  return level
end

local function neighbours(segments, group)
  local all = segments:near(group, "producers")
  for _, consumer in ipairs(segments:near(group, "readers")) do all[#all + 1] = consumer end
  return all
end

-- Has a neighbour at most one level away been merged in this round?
local function is_crowded(segments, group, level, merged)
  for _, other in ipairs(neighbours(segments, group)) do
    if merged[other] and math.abs(level[other] - level[group]) <= 1 then return true end
  end
  return false
end

local function merge_levels(segments)
  local level, merged, any = segments:levels(), {}, false
  for _, group in ipairs(segments.all) do
    if not group.gone and not merged[group] and not group.alone and not is_crowded(segments, group, level, merged) then
      for _, other in ipairs(neighbours(segments, group)) do
        local close = math.abs(level[group] - level[other]) <= 1
        if close and not merged[other] and not is_crowded(segments, other, level, merged) and segments:merge(group, other) then
          merged[group], any = true, true
          break
        end
      end
    end
  end
  return any
end

local function merge_rest(segments)
  local any = false
  for _, group in ipairs(segments:alive()) do
    local again = not group.gone
    while again do
      again = false
      for _, consumer in ipairs(segments:near(group, "readers")) do
        if segments:merge(group, consumer) then
          again, any = true, true
          break
        end
      end
    end
  end
  return any
end

local function replaced(list, old, new)
  local all, seen = {}, {}
  for _, item in ipairs(list) do
    for _, one in ipairs(item == old and new or { item }) do
      if not seen[one] then
        seen[one] = true
        all[#all + 1] = one
      end
    end
  end
  return all
end

-- From now on the readers of a cast read what it casts.
local function take_out(cast)
  for _, reader in ipairs(cast.readers) do
    reader.producers = replaced(reader.producers, cast, cast.producers)
    for i, operand in ipairs(reader.operands) do
      if operand.made_by == cast then
        local narrow = cast.operands[1]
        reader.operands[i] = {
          tensor = narrow.tensor, made_by = narrow.made_by, bytes = narrow.bytes, bytes_each = narrow.bytes_each,
          shape = operand.shape, strides = operand.strides, offset = operand.offset,
        }
      end
    end
  end
  for _, producer in ipairs(cast.producers) do producer.readers = replaced(producer.readers, cast, cast.readers) end
end

-- Widening casts are computed where they are read, so that a boundary lies at the narrow tensor. What is left of the ops.
local function copy_casts(plan, list)
  local left = {}
  for _, fact in ipairs(list) do
    local operand = fact.operands[1]
    local widens = fact.kind == "cast" and not fact.is_kept and operand and operand.bytes < fact.bytes
    local copied = widens and #fact.readers > 1 and plan:try(function()
      for _, reader in ipairs(fact.readers) do
        if not plan:recompute(fact.op, reader.op.kernel) then return false end
      end
      return true
    end)
    if copied then take_out(fact) else left[#left + 1] = fact end
  end
  return left
end

return {
  name = "nvfuser-like",
  help = "As nvFuser's segmenter: groups grow while one of its schedulers takes them, the first that fits; no costs.",
  options = { casts = { default = true, help = "first copy widening casts into every kernel that reads them" } },
  run = function(plan, opt)
    local list = fuse_regions(plan, facts.of_plan(plan))
    if opt.casts then list = copy_casts(plan, list) end
    local segments = segments_of(plan, list)
    while merge_levels(segments) do end
    while merge_rest(segments) do end
  end,
}
