-- As XLA's PriorityFusion for GPUs and the multi-output fusion behind it: the producer that saves most time by XLA's cost
-- model is computed in all that read it, again and again.
local facts = require "facts"
local Fusions = require "fusions"
local Heap = require "heap"
local cost = require "xla_cost"

local MOST_BUFFERS, MOST_REDUCTIONS, STEEP = 96, 8, 16

local UNARY = {
  cast = true, neg = true, abs = true, exp = true, log = true, tanh = true, sqrt = true, rsqrt = true, sigmoid = true,
  logical_not = true, is_nan = true, floor = true, ceil = true, sin = true, cos = true, erf = true, clone = true,
}

local FUSIBLE = { pointwise = true, create = true, layout = true, index = true, reduce = true, window = true }

local function is_fusible(fact) return FUSIBLE[fact.class] and not fact.is_library end

-- ---- What one may do.

local function is_fast_reduction(fact)
  return fact.class == "reduce" and (fact.rnumel >= 32 or fact.rnumel > 0 and 32 % fact.rnumel == 0)
end

local function reductions(fusion, may)
  local count = 0
  for _, fact in ipairs(fusion.list) do
    if fact.class == "reduce" and may(fact) then count = count + 1 end
  end
  return count
end

local function is_steep(fact) return fact.rnumel >= STEEP end

-- Does nothing but change each element of the result of a reduction, so that its kernel remains one of a reduction?
local function is_plain_end(fusion)
  for _, fact in ipairs(fusion.list) do
    if not UNARY[fact.kind] then return false end
  end
  return true
end

-- Can XLA's Triton emitter take it?
local function is_tiled(fusion)
  for _, fact in ipairs(fusion.list) do
    if not (fact.class == "pointwise" or fact.class == "create" or fact.class == "reduce" and fusion.is_diamond) then return false end
  end
  return true
end

local function may_fuse(fusions, producer, user)
  if not is_fusible(user.root) then return false end
  if producer.is_diamond or user.is_diamond then return is_tiled(producer) and is_tiled(user) end
  if reductions(producer, is_steep) > 0 and reductions(user, is_steep) > 0 then return false end
  if reductions(producer, is_fast_reduction) > 0 and not is_plain_end(user) then return false end
  local _, read = fusions:tensors(producer)
  local _, read_there = fusions:tensors(user)
  local all = function() return true end
  return read + read_there <= MOST_BUFFERS and reductions(producer, all) + reductions(user, all) <= MOST_REDUCTIONS
end

-- ---- The queue.

local function is_root(fusion)
  return function(fact) return fact == fusion.root end
end

local function time_of(fusion)
  if fusion.time_of ~= #fusion.list then fusion.time, fusion.time_of = cost.of(fusion, is_root(fusion)), #fusion.list end
  return fusion.time
end

-- Microseconds that are saved when a fusion is computed in all its users, and these; nil: it may not.
local function priority(fusions, fusion)
  local root = fusion.root
  if root.is_kept or root.mutates or fusion.is_gemm or not is_fusible(root) then return nil end
  local users = fusions:users(fusion)
  if #users == 0 then return nil end
  for _, user in ipairs(users) do
    if user.is_gemm or not may_fuse(fusions, fusion, user) then return nil end
  end
  local saved = time_of(fusion)
  for _, user in ipairs(users) do
    local merged = fusions:merged(fusion, user)
    saved = saved + time_of(user) - cost.of(merged, is_root(user))
  end
  return saved, users
end

local function before(a, b)
  if a.saved ~= b.saved then return a.saved > b.saved end
  return a.fusion.number > b.fusion.number
end

local function fuse_by_priority(fusions)
  local queue, stamp = Heap.new(before), {}
  local function enqueue(fusion)
    stamp[fusion] = (stamp[fusion] or 0) + 1
    local saved, users = priority(fusions, fusion)
    if saved and saved >= 0 then queue:push { saved = saved, fusion = fusion, users = users, stamp = stamp[fusion] } end
  end
  for _, fusion in ipairs(fusions.all) do enqueue(fusion) end
  while true do
    local best = queue:pop()
    if not best then return end
    if not best.fusion.gone and stamp[best.fusion] == best.stamp and fusions:into_users(best.fusion, best.users) then
      local again = {}
      for _, user in ipairs(best.users) do
        again[user.number] = user
        for _, operand in ipairs(fusions:operands(user)) do again[operand.number] = operand end
      end
      for _, fusion in pairs(again) do enqueue(fusion) end
    end
  end
end

-- ---- What is fused before: pointwise ops into products of matrices, and normalizations of rows.

-- An op that a matrix product takes into its own kernel: its other operands come from outside.
local function is_prologue(fact)
  if fact.class ~= "pointwise" or #fact.readers ~= 1 or fact.is_kept then return false end
  local made = 0
  for _, operand in ipairs(fact.operands) do
    if operand.made_by then made = made + 1 end
  end
  return made <= 1 and #fact.operands > 1
end

local function fuse_prologues(fusions, list)
  for i = #list, 1, -1 do
    local fact = list[i]
    local reader = #fact.readers == 1 and fact.readers[1]
    local into = reader and fusions:first_of(reader)
    if is_prologue(fact) and (reader.class == "contraction" or into.is_gemm) then
      local fusion = fusions:first_of(fact)
      if reader.class == "contraction" then
        fusion.is_gemm = true
      else
        fusions:into_users(fusion, { into })
      end
    end
  end
end

local STEPS = 8

-- The pointwise ops on the ways back from an op over as many elements, it included, as a set of names.
local function row_above(fact, elements, found, steps)
  if steps > STEPS or found[fact.name] or fact.elements ~= elements then return found end
  found[fact.name] = true
  if fact.class ~= "pointwise" then return found end
  for _, operand in ipairs(fact.operands) do
    if operand.made_by then row_above(operand.made_by, elements, found, steps + 1) else found[operand.tensor] = true end
  end
  return found
end

-- The op that reads the row of a reduction again, with what is made of its result; and the ops between, last first.
local function diamond_of(reduction, elements)
  local above, between, fact = row_above(reduction.operands[1].made_by, elements, {}, 1), {}, reduction
  while #between < STEPS do
    table.insert(between, 1, fact)
    if #fact.readers ~= 1 or fact.is_kept then return nil end
    fact = fact.readers[1]
    if fact.class ~= "pointwise" then return nil end
    if fact.elements == elements then break end
  end
  for _, operand in ipairs(fact.operands) do
    local from = operand.made_by
    local again = from and from.elements == elements and row_above(from, elements, {}, 1) or { [operand.tensor] = true }
    for name in pairs(again) do
      if above[name] then return fact, between end
    end
  end
end

local function operand_elements(fact)
  local count = 1
  for _, size in ipairs(fact.operands[1].shape) do count = count * size end
  return count
end

-- Does it make its result of one tensor as large, each element of one?
local function is_row_op(fact)
  local tensor
  for _, operand in ipairs(fact.operands) do
    if tensor and operand.tensor ~= tensor then return false end
    tensor = operand.tensor
  end
  local shape = fact.operands[1] and fact.operands[1].shape
  return fact.class == "pointwise" and shape ~= nil and #shape == #fact.shape and operand_elements(fact) == fact.elements
end

-- Takes in what only a normalization reads: what it makes of its row first, and the normalization before.
local function grow(fusions, diamond)
  local again = true
  while again do
    again = false
    for _, operand in ipairs(fusions:operands(diamond)) do
      local fits = operand.is_diamond or #operand.list == 1 and is_row_op(operand.root)
      if fits and not operand.root.is_kept and #fusions:users(operand) == 1 and fusions:into_users(operand, { diamond }) then
        again = true
      end
    end
  end
end

local function fuse_diamonds(fusions, list)
  for _, fact in ipairs(list) do
    local row = fact.class == "reduce" and not fact.is_library and fact.operands[1]
    if row and row.made_by and fact.reduced[#row.shape] then
      local last, between = diamond_of(fact, fact.numel * fact.rnumel)
      for _, one in ipairs(last and between or {}) do
        local from, into = fusions:first_of(one), fusions:first_of(last)
        if from ~= into and #fusions:users(from) == 1 and fusions:into_users(from, { into }) then into.is_diamond = true end
      end
      if last and fusions:first_of(last).is_diamond then grow(fusions, fusions:first_of(last)) end
    end
  end
end

-- ---- Fusions with several results.

local function loops_of(fusion)
  for _, fact in ipairs(fusion.list) do
    if is_fast_reduction(fact) then return fact.numel * fact.rnumel, "reduce " .. fact.numel end
  end
  return fusion.root.elements, "loop"
end

local function are_siblings(fusions, a, b)
  local size, kind = loops_of(a)
  local other_size, other_kind = loops_of(b)
  if size ~= other_size or kind ~= other_kind or a.is_diamond or b.is_diamond then return false end
  local _, read = fusions:tensors(a)
  local _, read_there = fusions:tensors(b)
  return read + read_there <= MOST_BUFFERS
end

local function fuse_siblings(fusions, fusion)
  local users = fusions:users(fusion)
  for i, user in ipairs(users) do
    for j = i + 1, #users do
      local other = users[j]
      if not user.gone and not other.gone and is_fusible(user.root) and is_fusible(other.root) and are_siblings(fusions, user, other) then
        local what = fusions.plan:what_if(user.root.op, other.root.op)
        if what.legal and what.parts == 1 then fusions:unite(user, other) end
      end
    end
  end
end

local function fuse_with_user(fusions, fusion)
  for _, user in ipairs(fusions:users(fusion)) do
    if not user.gone and is_fusible(user.root) and may_fuse(fusions, fusion, user) then
      local merged = fusions:merged(fusion, user)
      local both = cost.of(merged, function(fact) return fact == fusion.root or fact == user.root end)
      if both <= time_of(fusion) + time_of(user) and fusions:unite(user, fusion) then return end
    end
  end
end

local function fuse_multi_output(fusions)
  local all = fusions:alive()
  for i = #all, 1, -1 do
    if not all[i].gone then fuse_siblings(fusions, all[i]) end
    if not all[i].gone and is_fusible(all[i].root) then fuse_with_user(fusions, all[i]) end
  end
end

return {
  name = "xla-priority-like",
  help = "As XLA's PriorityFusion: the producer that saves most by XLA's cost model goes into all that read it.",
  options = {
    triton = { default = true, help = "first what its Triton emitter takes: prologues of matrix products, normalizations of rows" },
    multi_output = { default = true, help = "last let kernels have several results" },
  },
  run = function(plan, opt)
    local list = facts.of_plan(plan)
    local fusions = Fusions.new(plan, list)
    if opt.triton then
      fuse_prologues(fusions, list)
      fuse_diamonds(fusions, list)
    end
    fuse_by_priority(fusions)
    if opt.multi_output then fuse_multi_output(fusions) end
  end,
}
