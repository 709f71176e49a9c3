-- What lessons look for in a plan.
local look = {}

-- Bytes that an estimate reads and writes, each tensor of a kernel once.
function look.moved(estimate)
  return estimate.read_bytes + estimate.write_bytes
end

-- Do all these ops run in one kernel? Else false, and the first that does not run with the first of them.
function look.together(plan, names)
  local kernel = plan:op(names[1]).kernel
  for _, name in ipairs(names) do
    if plan:op(name).kernel ~= kernel then return false, name end
  end
  return true
end

-- 65536 as "65,536".
function look.thousands(number)
  local text = string.format("%d", number)
  local first = (#text - 1) % 3 + 1
  local parts = { text:sub(1, first) }
  for i = first + 1, #text, 3 do parts[#parts + 1] = text:sub(i, i + 2) end
  return table.concat(parts, ",")
end

-- A check that the student has set a named size.
function look.size_is(name, size)
  return function(_, lesson)
    if lesson.sizes[name] == size then return true end
    return false, string.format("The size %s is %d, not %d.", name, lesson.sizes[name], size)
  end
end

return look
