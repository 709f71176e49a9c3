-- What heuristics that decide by rules want to know of every op, asked once.
local facts = {}

-- Of one element: "bf16" has 16 bits, "bool" 8.
local function bytes_of(dtype) return math.max(tonumber(dtype:match("%d+") or 8) // 8, 1) end

local function product(sizes)
  local count = 1
  for _, size in ipairs(sizes) do count = count * size end
  return count
end

-- Iteration space of a reduction: its axes in operand 1, which are kept and which are reduced.
local function reduction(op, fact)
  local operand = fact.operands[1]
  if not operand then return end
  local reduced = {}
  for _, axis in ipairs(op.reduced_axes) do reduced[axis] = true end
  fact.reduced, fact.rnumel = reduced, 1
  for axis, size in ipairs(operand.shape) do
    if reduced[axis] then fact.rnumel = fact.rnumel * size end
  end
  local all = product(operand.shape)
  fact.numel = fact.rnumel > 0 and all // fact.rnumel or 0
end

-- The operands, with their producers as facts, and the bytes of one element.
local function operands_of(op, by_index)
  local all = {}
  for i, operand in ipairs(op.operands) do
    local made_by = operand.producer and by_index[operand.producer.index]
    if made_by then made_by.results[operand.tensor] = operand.bytes end
    all[i] = {
      tensor = operand.tensor, bytes = operand.bytes, shape = operand.shape, strides = operand.strides, offset = operand.offset,
      bytes_each = bytes_of(operand.dtype), made_by = made_by,
    }
  end
  return all
end

local function of(op, by_index)
  local fact = {
    op = op, index = op.index, name = op.name, kind = op.kind, class = op.class, shape = op.shape, strides = op.strides,
    elements = op.elements, bytes = op.bytes, operands = operands_of(op, by_index), is_output = op.is_output, is_kept = op.is_kept, mutates = op.mutates,
    is_library = op.kernel.is_library, rnumel = 1, results = {},
  }
  fact.numel = fact.elements
  if fact.class == "reduce" and not fact.is_library then reduction(op, fact) end
  return fact
end

-- A list of facts in topological order, and the same by op.index. Each has what an op has, and besides:
-- producers, readers: facts of the ops before and behind it; operands[i].made_by: that of its producer; is_library: a library runs it;
-- results: names of the tensors that it makes and others read, with their bytes;
-- numel, rnumel: points of its outer loops and of its reduction (1: it is none); reduced: the reduced axes.
function facts.of_plan(plan)
  local list, by_index = {}, {}
  for op in plan:ops() do
    local fact = of(op, by_index)
    list[#list + 1], by_index[fact.index] = fact, fact
  end
  for _, fact in ipairs(list) do
    fact.producers, fact.readers = {}, {}
    for i, other in ipairs(fact.op.producers) do fact.producers[i] = by_index[other.index] end
    for i, other in ipairs(fact.op.readers) do fact.readers[i] = by_index[other.index] end
  end
  return list, by_index
end

return facts
