-- Figures that are none, and more than there may be.
return {
  run = function(plan)
    local cyclic = {}
    cyclic.self = cyclic
    for _, value in ipairs({ cyclic, { cyclic }, { a = cyclic }, { [1] = 1 }, { [cyclic] = 1 }, { a = 0 / 0 }, { a = 1 / 0 },
      { a = ("x"):rep(200000) }, { [("n"):rep(1000)] = 1 }, { ["\27[2J"] = 1 }, { ["a\0b"] = 1 }, { a = "\27[2J\n\r\0x" },
      { a = print }, { a = plan }, { [""] = 1 }, { __proto__ = 1 }, setmetatable({}, { __pairs = error, __len = error, __index = error }) }) do
      print(pcall(plan.report, plan, value))
    end
    plan:report({ text = "\27]0;title\7\nnew line\u{202e}turned", huge = math.maxinteger, small = 5e-324, large = 1e308, yes = true })
    for i = 1, 100000 do
      local ok, why = pcall(plan.report, plan, { ["n" .. i] = ("x"):rep(200) })
      if not ok then print(i, why) break end
    end
    while true do pcall(plan.report, plan, { text = ("y"):rep(100) }) end
  end,
}
