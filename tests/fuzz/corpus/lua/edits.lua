-- Edits within searches within trials, which fail.
return {
  run = function(plan)
    local ops = {}
    for op in plan:ops() do ops[#ops + 1] = op end
    print(pcall(function()
      return plan:enumerate(function(n)
        plan:reset()
        plan:fuse(ops[1], ops[2])
        if n > 2 then error("enough") end
      end, 100)
    end))
    print(pcall(function()
      return plan:enumerate(function() return plan:enumerate(function() plan:cut(ops[2]) end, 50) end, 100)
    end))
    print(pcall(function()
      return plan:try(function()
        plan:enumerate(function()
          return plan:try(function()
            plan:fuse(ops[3], ops[4])
            error("within")
          end)
        end, 5)
      end)
    end))
    print(pcall(plan.schedule, plan, ops[1], "rows", math.maxinteger))
    print(pcall(plan.enumerate, plan, function() end, math.mininteger))
    local function nested(n)
      return plan:try(function()
        plan:reset()
        return n == 0 or nested(n - 1)
      end)
    end
    print(pcall(nested, 500))
    while true do plan:fuse_random(1) end
  end,
}
