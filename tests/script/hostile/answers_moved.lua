-- What answers keep for fields that are made when they are read, moved to answers of another kind and to none.
return {
  run = function(plan)
    local ops = {}
    for op in plan:ops() do ops[#ops + 1] = op end
    local legal, refused = plan:what_if(ops[1], ops[2]), plan:what_if(ops[1], ops[#ops])
    local effect = plan:what_if(function() plan:fuse(ops[1], ops[2]) end)
    local answers = { legal, refused, effect, plan:estimate(), plan:memory(), legal.after or {}, (select(2, plan:fuse(ops[1], ops[1]))) }
    local stuff = { plan, ops[1], plan:save(), math.rng(1), {}, 1, "x", true }
    for _, answer in ipairs(answers) do
      if type(answer) == "table" then stuff[#stuff + 1] = rawget(answer, false) end
    end
    local fields = { "after", "terms", "reason", "legal", "changes", "x", "time_us", "dram", "peak_at", "code" }
    for _, answer in ipairs(answers) do
      if type(answer) == "table" then
        for _, thing in ipairs(stuff) do
          answer[false] = thing
          for _, field in ipairs(fields) do
            answer[field] = nil
            print(pcall(function() return answer[field] end))
          end
          print(pcall(function() for k, v in pairs(answer) do print(k, v) end end))
          print(pcall(function() return setmetatable({ [false] = thing }, getmetatable(answer)).after end))
          print(pcall(function() return getmetatable(answer).__index(thing, "after") end))
          print(pcall(function() return getmetatable(answer).__index("after", "after") end))
          print(pcall(function() return getmetatable(answer).__index() end))
        end
      end
    end
    print(answers)
    error("done", 0)
  end,
}
