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

-- A check that the student has set a named size.
function look.size_is(name, size)
  return function(_, lesson)
    if lesson.sizes[name] == size then return true end
    return false, string.format("The size %s is %d, not %d.", name, lesson.sizes[name], size)
  end
end

return look
