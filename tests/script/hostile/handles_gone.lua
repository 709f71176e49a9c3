-- Handles of kernels that edits, loads and trials took away, at the top of a file and within callbacks.
local kept
return {
  run = function(plan)
    local ops, kernels, snapshots = {}, {}, {}
    for op in plan:ops() do ops[#ops + 1] = op end
    local function keep() for kernel in plan:kernels() do kernels[#kernels + 1] = kernel end end
    local function use()
      for _, kernel in ipairs(kernels) do
        pcall(function() return kernel.ops, kernel.estimate, kernel.reads_of, kernel.writes_of, tostring(kernel) end)
        pcall(plan.fuse, plan, kernel, ops[1])
        pcall(plan.move, plan, ops[2], kernel)
        pcall(plan.recompute, plan, ops[2], kernel)
        pcall(plan.recompute_deep, plan, ops[3], kernel)
        pcall(plan.recompute, plan, { ops[2], ops[3] }, kernel)
        pcall(plan.take_apart, plan, kernel)
        pcall(plan.unrecompute, plan, ops[2], kernel)
        pcall(plan.fuse_into_readers, plan, kernel)
        pcall(plan.places, plan, kernel, ops[1])
        pcall(plan.shared, plan, kernel, kernels[1])
        pcall(plan.what_if, plan, kernel, ops[1])
        pcall(plan.schedule, plan, kernel, "threads", 256)
        pcall(plan.split, plan, { kernel, ops[1] })
        pcall(plan.fuse_all, plan, { kernel, kernels[1], ops[2] })
      end
    end
    keep()
    for round = 1, 40 do
      snapshots[round] = plan:save()
      plan:fuse_random(round)
      keep()
      use()
      plan:what_if(function() plan:fuse_random(round + 1); keep() end)
      use()
      plan:try(function() plan:fuse_random(round + 2); keep(); plan:load(snapshots[(round * 5) % round + 1]); keep() end)
      use()
      pcall(plan.enumerate, plan, function(n) keep(); return n == 3 end, 50)
      use()
      while #kernels > 60 do table.remove(kernels, 1) end
    end
    error("done", 0)
  end,
}
