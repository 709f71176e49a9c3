return { run = function(plan) while true do pcall(plan.fuse_random, plan, 1); plan:reset(); pcall(plan.estimate, plan) end end }
