-- How ops walk over tensors, by shapes and strides alone: what compilers compare when they ask whether two loop nests
-- read the same memory in the same order.
--
-- An access is a list of loops, outermost first, each { size, stride }: stride elements of memory from one turn to the
-- next, 0 when the loop does not move over the tensor.
local access = {}

-- The axes of a tensor in the order in which its memory lies, slowest first.
function access.memory_order(strides)
  local axes = {}
  for axis = 1, #strides do axes[axis] = axis end
  table.sort(axes, function(a, b)
    if strides[a] ~= strides[b] then return strides[a] > strides[b] end
    return a < b
  end)
  return axes
end

-- Loops over all axes in memory's order.
function access.in_memory_order(shape, strides)
  local loops = {}
  for i, axis in ipairs(access.memory_order(strides)) do loops[i] = { shape[axis], strides[axis] } end
  return loops
end

-- The loops of an op over its own result.
function access.of_result(facts) return access.in_memory_order(facts.shape, facts.strides) end

-- Without loops of one turn, and without the trailing ones that do not move: a row's figure is read at the same place in
-- all of the row.
function access.squeezed(loops)
  local squeezed = {}
  for _, loop in ipairs(loops) do
    if loop[1] ~= 1 then squeezed[#squeezed + 1] = loop end
  end
  while #squeezed > 0 and squeezed[#squeezed][2] == 0 do squeezed[#squeezed] = nil end
  return squeezed
end

-- The same with neighbours that walk as one merged.
function access.merged(loops)
  local merged = {}
  for _, loop in ipairs(access.squeezed(loops)) do
    local last = merged[#merged]
    if last and last[2] == loop[1] * loop[2] then
      merged[#merged] = { last[1] * loop[1], loop[2] }
    else
      merged[#merged + 1] = loop
    end
  end
  return merged
end

-- What is touched, in whatever order: loops that move, in memory's order, neighbours that walk as one merged.
function access.unordered(loops)
  local moving = {}
  for _, loop in ipairs(loops) do
    if loop[1] ~= 1 and loop[2] ~= 0 then moving[#moving + 1] = loop end
  end
  table.sort(moving, function(a, b) return a[2] > b[2] end)
  return access.merged(moving)
end

function access.text(loops)
  local parts = {}
  for i, loop in ipairs(loops) do parts[i] = loop[1] .. ":" .. loop[2] end
  return table.concat(parts, ",")
end

-- Elements that an access touches.
function access.elements(loops)
  local count = 1
  for _, loop in ipairs(loops) do
    if loop[2] ~= 0 then count = count * loop[1] end
  end
  return count
end

-- Turns of all loops together.
function access.turns(loops)
  local count = 1
  for _, loop in ipairs(loops) do count = count * loop[1] end
  return count
end

-- The pieces of one loop over a tensor with these sizes and strides: { size, axis, steps along it a turn }, outermost
-- first; nil when the loop does not go along its axes.
local function pieces_of(size, stride, shape, strides, by_memory)
  if stride == 0 then return { { size } } end
  local pieces = {}
  while size > 1 do
    local found
    for _, axis in ipairs(by_memory) do
      if shape[axis] > 1 and strides[axis] > 0 and strides[axis] <= stride and stride < strides[axis] * shape[axis] then
        found = axis
        break
      end
    end
    if not found or stride % strides[found] ~= 0 then return nil end
    local steps = stride // strides[found]
    if shape[found] % steps ~= 0 then return nil end
    local room = math.min(shape[found] // steps, size)
    if size % room ~= 0 then return nil end
    table.insert(pieces, 1, { room, found, steps })
    size, stride = size // room, strides[found] * shape[found]
  end
  return pieces
end

-- How loops over a tensor in memory go along the axes of the op that made it: a list of pieces, nil when they cannot be
-- told.
function access.along_axes(loops, facts)
  local by_memory, all = access.memory_order(facts.strides), {}
  for number, loop in ipairs(loops) do
    local pieces = pieces_of(loop[1], loop[2], facts.shape, facts.strides, by_memory)
    if not pieces then return nil end
    for _, piece in ipairs(pieces) do
      piece.loop = number
      all[#all + 1] = piece
    end
  end
  return all
end

-- The access to an operand of an op by loops that go along the axes of its result so: pieces of one loop are one where they
-- can be.
function access.of_operand(pieces, operand, rank)
  if not operand.strides then return nil end
  local loops, missing = {}, rank - #operand.shape
  for _, piece in ipairs(pieces) do
    local axis = piece[2] and piece[2] - missing
    local moves = axis and axis >= 1 and operand.shape[axis] > 1
    local stride, last = moves and operand.strides[axis] * piece[3] or 0, loops[#loops]
    if last and last.loop == piece.loop and last[2] == piece[1] * stride then
      last[1], last[2] = last[1] * piece[1], stride
    else
      loops[#loops + 1] = { piece[1], stride, loop = piece.loop }
    end
  end
  return loops
end

return access
