-- What PyTorch's Inductor 2.11 makes buffers of while it lowers a graph: which values are computed again where they are
-- read, which are stored, and what the loops that compute a stored one read and where.
local access = require "access"

local buffers = {}

local REUSED_READS, MOST_READS, MANY_OPS, MOST_OPS = 4, 8, 30, 100 -- realize_reads_threshold and so on
local MANY_PIECES = 8 -- of a concatenation
local UNROLLED = 8 -- a reduction over fewer is written out

local INLINES = { pointwise = true, create = true, layout = true, index = true }

-- ---- What is inlined into its readers, and what becomes a buffer.

-- A concatenation of many is written piece by piece, by whoever makes the pieces.
local function is_long_cat(fact) return fact.kind == "cat" and #fact.operands > MANY_PIECES end

local function is_inlinable(fact)
  if is_long_cat(fact) then return false end
  if fact.is_library or fact.is_output or fact.mutates or #fact.readers == 0 then return false end
  return INLINES[fact.class] or fact.class == "reduce" and fact.rnumel < UNROLLED
end

-- The op before which a value is inlined into what reads it, by index: none when it becomes a buffer at once, all when it
-- never does, else the first library that reads it, which wants it in memory.
local function inlined_before(fact)
  if not is_inlinable(fact) then return -1 end
  local reads, ops, reused = fact.reads, fact.ops, #fact.readers > 1
  if ops > MOST_OPS or (reads > MOST_READS or ops > MANY_OPS) and fact.wide > 1 then return -1 end
  if reused and (reads > REUSED_READS or ops > MANY_OPS) then return -1 end
  for _, reader in ipairs(fact.readers) do
    if is_long_cat(reader) or reader.class == "window" and fact.wide > 1 then return -1 end
    if reader.is_library then return reused and fact.wide > 1 and -1 or reader.index end
  end
  return math.huge
end

local function is_inlined(from, into) return from and into.index < from.inlined_before end

-- What an op's expression reads from memory once inlined producers are part of it, how many of these are more than one
-- element, and how many ops it has.
local function expression(fact)
  local places, reads, wide, ops = {}, 0, 0, 1
  local turns = fact.class == "reduce" and fact.rnumel < UNROLLED and math.max(fact.rnumel, 1) or 1
  local function read(place, is_wide)
    if places[place] ~= nil then return end
    places[place], reads, ops = is_wide, reads + 1, ops + 1
    if is_wide then wide = wide + 1 end
  end
  for _, operand in ipairs(fact.operands) do
    local from = operand.made_by
    if is_inlined(from, fact) then
      for turn = 1, turns do
        for place, is_wide in pairs(from.places) do read(turn > 1 and place .. "#" .. turn or place, is_wide) end
      end
      ops = ops + turns * (from.ops - from.reads)
    else
      for turn = 1, turns do
        local place = operand.tensor .. "+" .. operand.offset .. (turn > 1 and "#" .. turn or "")
        read(place, operand.bytes > operand.bytes_each)
      end
    end
  end
  fact.places, fact.reads, fact.wide, fact.ops = places, reads, wide, ops
  fact.inlined_before = inlined_before(fact)
end

-- ---- Buffers: what the scheduler fuses.

-- The keys of a place: of the loops as they are, with those merged that walk as one, and whatever their order.
local ORDERS = { exact = access.squeezed, merged = access.merged, loose = access.unordered }

-- A read or a write, under a key of each kind. Keys begin with the tensor.
local function add(buffer, side, tensor, loops, offset, bytes_each)
  local bytes, parts = bytes_each * access.elements(loops), side == "reads" and buffer.splits > 1 and "/" .. buffer.splits or ""
  for order, form in pairs(ORDERS) do
    buffer[side][order][tensor .. "|" .. access.text(form(loops)) .. "+" .. offset .. parts] = bytes
  end
  if side == "writes" then return end
  local last = loops[#loops]
  if last and last[2] > 1 and last[1] > 1 then buffer.is_contiguous = false end
  buffer.full[tensor] = buffer.full[tensor] or access.elements(loops) == access.turns(loops)
end

local function add_opaque(buffer, tensor, place, bytes)
  for order in pairs(ORDERS) do buffer.reads[order][tensor .. "|?" .. place] = bytes end
end

-- What a buffer's expression reads when its loops go over `fact` so. buffer.ops gets what is inlined.
local function read_all(buffer, fact, loops, seen)
  local pieces = access.along_axes(loops, fact)
  for i, operand in ipairs(fact.operands) do
    local known = pieces and (fact.class == "pointwise" or fact.kind == "clone")
    local there = known and access.of_operand(pieces, operand, #fact.shape)
    local from = operand.made_by
    if is_inlined(from, fact) then
      buffer.ops[from.index] = from
      local inner = there or access.of_result(from)
      local key = from.index .. "|" .. access.text(access.squeezed(inner))
      if not seen[key] then
        seen[key] = true
        read_all(buffer, from, inner, seen)
      end
    elseif there then
      add(buffer, "reads", operand.tensor, there, operand.offset, operand.bytes_each)
    else
      add_opaque(buffer, operand.tensor, fact.index .. "." .. i .. access.text(access.squeezed(loops)), operand.bytes)
    end
  end
end

local function reduction_loops(fact)
  local operand, loops = fact.operands[1], {}
  if not operand.strides then return nil end
  local order = access.memory_order(operand.strides)
  for _, reduced in ipairs { false, true } do
    for _, axis in ipairs(order) do
      if (fact.reduced[axis] or false) == reduced then loops[#loops + 1] = { operand.shape[axis], operand.strides[axis] } end
    end
  end
  return loops
end

local function read_reduction(buffer, fact)
  for i, operand in ipairs(fact.operands) do
    local loops = i == 1 and reduction_loops(fact)
    local from = operand.made_by
    if is_inlined(from, fact) then
      buffer.ops[from.index] = from
      read_all(buffer, from, loops or access.of_result(from), {})
    elseif loops then
      add(buffer, "reads", operand.tensor, loops, operand.offset, operand.bytes_each)
    else
      add_opaque(buffer, operand.tensor, fact.index, operand.bytes)
    end
  end
end

-- ---- Reductions in two kernels, when one would leave multiprocessors idle.

local SMS, THREADS, MANY_SPLITS, FEW_ELEMENTS, LONG_ROW = 132, 2048, 512, 32, 8192 -- of an H200

-- The divisor of `count` nearest to `about` if it is within `reach`, else `about`.
local function snapped(count, about, reach)
  local best
  for divisor = 1, math.floor(math.sqrt(count)) do
    if count % divisor == 0 then
      for _, candidate in ipairs { divisor, count // divisor } do
        if not best or math.abs(candidate - about) < math.abs(best - about) then best = candidate end
      end
    end
  end
  return best and math.abs(best - about) < reach and best or about
end

local function up(a, b) return (a + b - 1) // b end

-- Elements that a thread takes, when `wanted` would fill the GPU.
local function work_of(fact, wanted, reach)
  local all = fact.numel * fact.rnumel
  if all <= FEW_ELEMENTS * SMS * THREADS then return FEW_ELEMENTS end
  if all >= MANY_SPLITS * SMS * THREADS then return snapped(fact.rnumel, MANY_SPLITS, 50) end
  return math.max(snapped(fact.rnumel, wanted, reach), FEW_ELEMENTS)
end

-- In how many parts a row is reduced: 1, or more in a first kernel and these in a second.
local function splits_of(fact, is_inner)
  local numel, rnumel = fact.numel, fact.rnumel
  if numel == 0 or rnumel <= 32 or numel >= SMS * 64 or fact.kind:find("^arg") then return 1 end
  if is_inner then
    if numel >= 2 * SMS or rnumel <= LONG_ROW then return 1 end
    local blocks = up(SMS * THREADS // 512, numel)
    return up(rnumel, 256 * work_of(fact, up(rnumel, 256 * blocks), 30))
  end
  local blocks = up(SMS * THREADS // 256, up(numel, 128))
  return up(rnumel, 4 * work_of(fact, up(rnumel, 4 * blocks), 20))
end

local function new_buffer(place)
  return {
    first = place, last = place, count = 1, ops = {}, reads = { exact = {}, merged = {}, loose = {} },
    writes = { exact = {}, merged = {}, loose = {} },
    tensors = {}, full = {}, is_contiguous = true, splits = 1,
  }
end

local function add_writes(buffer, fact, loops)
  for tensor in pairs(fact.results) do
    buffer.tensors[tensor] = true
    add(buffer, "writes", tensor, loops, 0, fact.elements > 0 and fact.results[tensor] // fact.elements or 0)
  end
end

-- The second kernel of a reduction in two: it has no op of its own, the first has it.
local function second_of(buffer, place)
  local fact, second = buffer.fact, new_buffer(place)
  second.is_reduction, second.numel, second.rnumel = true, fact.numel, buffer.splits
  add_opaque(second, "parts of " .. fact.index, "", 0)
  add_writes(second, fact, access.of_result(fact))
  buffer.numel, buffer.rnumel = fact.numel * buffer.splits, fact.rnumel // buffer.splits
  return second
end

local function is_shape_of(shape, fact)
  if #shape ~= #fact.shape then return false end
  for axis, size in ipairs(shape) do
    if fact.shape[axis] ~= size then return false end
  end
  return true
end

-- The loops of a value that becomes a buffer. One of a single tensor that all read through a view, a library among them, is
-- copied for that library: in the loops of the view.
local function loops_of(fact)
  local seen
  if fact.wide > 1 then return access.of_result(fact) end
  for _, reader in ipairs(fact.readers) do
    for _, operand in ipairs(reader.operands) do
      if operand.made_by == fact then
        if fact.is_output or is_shape_of(operand.shape, fact) then return access.of_result(fact) end
        if reader.is_library and operand.strides and not seen then
          seen = access.in_memory_order(operand.shape, operand.strides)
        end
      end
    end
  end
  return seen or access.of_result(fact)
end

local function buffer_of(fact, place)
  local buffer = new_buffer(place)
  buffer.fact, buffer.is_library, buffer.numel, buffer.rnumel = fact, fact.is_library, fact.elements, 1
  buffer.is_reduction = not fact.is_library and fact.class == "reduce" and fact.rnumel >= UNROLLED
  if buffer.is_reduction then
    local loops = reduction_loops(fact)
    buffer.numel, buffer.rnumel = fact.numel, fact.rnumel
    buffer.whole = { fact.numel, fact.rnumel }
    buffer.is_inner = not loops or #loops == 0 or loops[#loops][2] <= 1
    buffer.is_sum = fact.kind == "sum" or fact.kind == "mean" or fact.kind == "prod"
    buffer.splits = splits_of(fact, buffer.is_inner)
    read_reduction(buffer, fact)
    if buffer.splits == 1 then add_writes(buffer, fact, access.of_result(fact)) end
    return buffer
  end
  local loops = loops_of(fact)
  if fact.is_library then
    for _, operand in ipairs(fact.operands) do add_opaque(buffer, operand.tensor, fact.index, operand.bytes) end
  else
    read_all(buffer, fact, loops, {})
  end
  add_writes(buffer, fact, loops)
  return buffer
end

-- The buffers of a graph, as facts.of_plan tells of its ops, in order. Each has
-- fact: the op that it is the result of; ops: what is inlined, by index; is_library: a library makes it;
-- reads, writes: { exact, merged, loose }, of each { key -> bytes }, see `add`; tensors: names of what it makes;
-- numel, rnumel: points of its outer loops and of its reduction; is_reduction, is_inner, is_sum; whole: both before the
-- reduction was split; is_contiguous: it reads along rows; full: tensors read whole; first, last: places; count: buffers.
function buffers.of(list)
  local all = {}
  for _, fact in ipairs(list) do
    expression(fact)
    if fact.is_kept or fact.inlined_before < math.huge then
      local buffer = buffer_of(fact, #all + 1)
      all[#all + 1] = buffer
      if buffer.splits > 1 then all[#all + 1] = second_of(buffer, #all + 1) end
    end
  end
  return all
end

-- An empty one, to put others into.
buffers.new = new_buffer

-- The tensor of a key.
function buffers.tensor_of(key) return key:match("^(.*)|") end

return buffers
