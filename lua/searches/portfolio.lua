local fusion, moves = require "fusion", require "moves"

-- What the descents begin with.
local STARTS = {
  { "compiler" },
  { "inductor-like" },
  { "xla-priority-like" },
  { "greedy" },
  { "greedy", { copies = false } },
}

return {
  name = "portfolio",
  help = "The best of many: a descent from the compiler's plan and from several heuristics', then a local search.",
  options = {
    evaluations = { default = 6000, help = "most edits that each descent tries" },
    groupings = { default = 1500, help = "groupings that the local search tries" },
    seed = { default = 1, help = "of the random choices" },
  },
  run = function(plan, opt)
    local from, best, best_us = plan:save(), nil, math.huge
    for _, start in ipairs(STARTS) do
      plan:load(from)
      local name, options = table.unpack(start)
      local there = true
      if name == "compiler" then
        there = plan:load("compiler")
      else
        plan:run(name, options)
      end
      if there then
        local walk = fusion.walk(plan, opt.evaluations)
        moves.descend(walk)
        if walk:look() < best_us - fusion.LEAST then
          best, best_us = plan:save(), walk.now
        end
      end
    end
    plan:load(best)
    plan:run("local", { start = "here", evaluations = opt.groupings, seed = opt.seed })
  end,
}
