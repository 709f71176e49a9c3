-- Trials in trials in runs: each leaves the plan as it found it, whatever fails within.
return {
  run = function(plan)
    local ops = {}
    for op in plan:ops() do ops[#ops + 1] = op end
    local before = plan:hash()
    local function check(what) if plan:hash() ~= before then error("BROKEN: another plan when " .. what, 0) end end
    local function tries(...)
      print(pcall(...))
      check("tried")
    end
    local snapshot = plan:save()
    tries(plan.what_if, plan, function() plan:fuse(ops[1], ops[2]); error("within") end)
    tries(plan.what_if, plan, function() plan:fuse(ops[1], ops[2]); error() end)
    tries(plan.what_if, plan, function() plan:fuse(ops[1], ops[2]); error({}) end)
    tries(plan.what_if, plan, function() plan:fuse(ops[1], ops[2]); return 0, 1, 2 end, nil)
    tries(plan.what_if, plan, function() plan:what_if(function() plan:reset() end) end)
    tries(plan.what_if, plan, function() return pcall(plan.what_if, plan, function() plan:reset() end) end)
    tries(plan.what_if, plan, function() plan:try(function() plan:fuse(ops[1], ops[2]); error("deep") end) end)
    tries(plan.what_if, plan, function() plan:try(function() plan:fuse(ops[1], ops[2]); return true end) end)
    tries(plan.what_if, plan, function() pcall(plan.try, plan, function() plan:cut(ops[2]); error("deep") end) end)
    tries(plan.what_if, plan, function() plan:load(snapshot) end)
    tries(plan.what_if, plan, function() plan:fuse_random(3); plan:load(snapshot); plan:fuse_random(4) end)
    tries(plan.what_if, plan, function() plan:fuse_random(3); snapshot = plan:save() end)
    local other = snapshot
    snapshot = plan:save()
    tries(plan.what_if, plan, function() plan:load(other); plan:load(snapshot); plan:load(other) end)
    tries(plan.what_if, plan, function() plan:load("compiler") end)
    tries(plan.what_if, plan, function() plan:enumerate(function(n) return n > 2 end) end)
    tries(plan.what_if, plan, function() plan:enumerate(function() error("visit") end) end)
    tries(plan.what_if, plan, function() plan:enumerate(function() plan:what_if(function() end) end) end)
    tries(plan.what_if, plan, function() plan:run("greedy") end)
    tries(plan.what_if, plan, function() plan:run("greedy", { none = 1 }) end)
    tries(plan.what_if, plan, function() plan:report({ name = 1 }); plan:report({ name = {} }) end)
    tries(plan.what_if, plan, function(p) p:pin("apart", ops[1], ops[2]) p:schedule(ops[1], "threads", 128) end)
    tries(plan.what_ifs, plan, { function() plan:fuse_random(5) end, { ops[1], ops[2] }, function() error("second") end })
    tries(plan.try, plan, function() plan:what_if(function() plan:fuse_random(6) end); plan:load(other); return false end)
    tries(plan.try, plan, function() plan:load(other); plan:what_if(function() error("x") end) return true end)
    tries(plan.try, plan, function() plan:enumerate(function() plan:load(other) return true end); return false end)
    tries(plan.enumerate, plan, function() plan:load(other); plan:fuse_random(1); error("visit") end)
    tries(plan.enumerate, plan, function() plan:what_if(function() plan:fuse_random(1); error("visit") end) end)
    local function deep(n) plan:what_if(function() deep(n + 1) end) end
    tries(deep, 1)
    local function trials(n)
      return plan:try(function() plan:fuse_random(n); plan:what_if(function() plan:reset() end); trials(n + 1) end)
    end
    tries(trials, 1)
    local function runs() plan:run("what_if_nested") end
    tries(plan.try, plan, function() runs() return false end)
    error("the plan is as it was", 0)
  end,
}
