-- Kernels that are there no more, everything with everything, and numbers that nothing has.
return {
  run = function(plan)
    local ops, kernels = {}, {}
    for op in plan:ops() do ops[#ops + 1] = op end
    for kernel in plan:kernels() do kernels[#kernels + 1] = kernel end
    for a = 1, #ops do
      for b = 1, #ops do
        plan:fuse(ops[a], ops[b], true)
        plan:pin("apart", ops[a], ops[b])
        plan:pin("together", ops[b], ops[a])
        plan:cut(ops[a])
      end
    end
    for _, kernel in ipairs(kernels) do
      print(pcall(function() return kernel.ops, kernel.estimate, tostring(kernel) end))
    end
    for kernel in plan:kernels() do
      plan:reset()
      print(pcall(function() return kernel.ops end))
    end
    for _, number in ipairs({ math.maxinteger, math.mininteger, 1 << 31, 1 << 30, 0, -5 }) do
      print(pcall(plan.schedule, plan, ops[1], "rows", number))
      print(pcall(plan.schedule, plan, ops[1], "threads", number))
      print(pcall(plan.fuse_random, plan, number))
    end
  end,
}
