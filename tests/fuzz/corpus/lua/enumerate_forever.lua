return { run = function(plan) while true do pcall(plan.enumerate, plan, function() end, math.maxinteger) end end }
