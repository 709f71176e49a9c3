-- A cost model that edits the plan which is being estimated, asks by itself again, and asks by so many others
-- that it is forgotten while it answers.
return {
  run = function(plan)
    local ops = {}
    for op in plan:ops() do ops[#ops + 1] = op end
    local function others(count)
      for i = 1, count do
        pcall(plan.estimate, plan, { model = function(kernel) return kernel.time_us + i end })
      end
    end
    local function edits(kernel)
      plan:fuse_random(1)
      plan:reset()
      plan:fuse(ops[1], ops[2])
      return kernel.time_us
    end
    local function asks(kernel)
      others(20)
      return kernel.time_us
    end
    local deep = 0
    local function again(kernel)
      deep = deep + 1
      if deep < 100 then pcall(plan.what_if, plan, ops[1], ops[2], { model = again }) end
      return kernel.time_us
    end
    again = again
    local function loads(kernel)
      plan:load(plan:save())
      plan:enumerate(function() return true end)
      return kernel.time_us
    end
    local function fails() error({}) end
    for _, model in ipairs({ edits, asks, again, loads, fails }) do
      local options = { model = model }
      print(pcall(plan.estimate, plan, options))
      print(pcall(plan.what_if, plan, ops[1], ops[2], options))
      print(pcall(plan.what_if, plan, function(p)
        p:fuse(ops[1], ops[2])
        p:fuse(ops[2], ops[3])
      end, options))
      print(pcall(plan.what_ifs, plan, { { ops[1], ops[2] }, function(p) p:fuse(ops[1], ops[2]) end, { ops[3], ops[4] } }, options))
      for kernel in plan:kernels() do print(pcall(kernel.estimate, kernel, options)) end
      print(#plan:places(ops[1], ops[2]))
    end
    while true do
      pcall(plan.estimate, plan, { model = asks })
      pcall(plan.what_if, plan, function(p) p:fuse_random(2) end, { model = edits })
    end
  end,
}
