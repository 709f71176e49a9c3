-- Modules that are none: other folders, devices, itself.
return {
  run = function(plan)
    local names = { "..", "../x", "../greedy", "/etc/passwd", "/dev/zero", "/dev/stdin", "", "a/b", "a.b", "a\0b",
      ("x"):rep(100000), "\27[2J", "%s%n", "tried", "require_places", "proc/self/mem", "CON", "é" }
    for _, name in ipairs(names) do
      local required, why = pcall(require, name)
      local own = name == "tried" or name == "require_places"
      print(name:sub(1, 30), required, why)
      if required and not own then error("BROKEN: a module " .. name:sub(1, 30)) end
      if pcall(plan.run, plan, name) and not own then error("BROKEN: a heuristic " .. name:sub(1, 30)) end
    end
    for _, value in ipairs({ 1, 0.5, true, {}, print, setmetatable({}, { __tostring = function() return "rng" end }) }) do
      print(pcall(require, value))
      print(pcall(plan.run, plan, value))
    end
    print(pcall(require))
    require("tried")
    require("require_places")
  end,
}
