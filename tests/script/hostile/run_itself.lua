-- A heuristic that runs itself, and a module that is its own heuristic.
return {
  run = function(plan)
    plan:fuse_random(1)
    local ok, why = pcall(plan.run, plan, "run_itself")
    if ok then error("BROKEN: it ran") end
    print(why)
    plan:run("tried")
    plan:run("run_itself")
  end,
}
