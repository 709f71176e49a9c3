-- Finalizers by way of the metatables of answers, which run where nothing would end them.
local function endless() while true do end end
return {
  run = function(plan)
    local ops = {}
    for op in plan:ops() do ops[#ops + 1] = op end
    local function give(table)
      local of = getmetatable(table)
      if type(of) ~= "table" then return end
      of.__gc = endless
      of.__close = endless
      of.__mode = "kv"
      of.__index = of
      of.__metatable = nil
    end
    local function all()
      local what = plan:what_if(ops[1], ops[2])
      give(what)
      give(what.after or what.reason)
      give(what.terms or {})
      local effect = plan:what_if(function() plan:fuse(ops[1], ops[2]) end)
      give(effect)
      for _, change in ipairs(effect.changes or {}) do give(change) end
      give(plan:estimate())
      give(plan:memory())
      for _, object in ipairs({ ops[1], plan, plan:save(), plan:tensors()() }) do give(object) end
      local _, reason = plan:fuse(ops[1], ops[1])
      if type(reason) == "table" then give(reason) end
      give("text")
    end
    print(pcall(all))
    for i = 1, 1000 do pcall(all) end
    local garbage = {}
    for i = 1, 1000000 do garbage[i % 100] = { i } end
    error("nothing ran", 0)
  end,
}
