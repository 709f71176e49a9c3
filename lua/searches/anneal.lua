local fusion, moves, rng = require "fusion", require "moves", require "rng"

return {
  name = "anneal",
  help = "Simulated annealing: random edits, worse ones too while it is hot. The same seed gives the same plan.",
  options = {
    start = { default = "greedy", help = "the plan to begin with: compiler (without one greedy), here, or a heuristic" },
    evaluations = { default = 20000, help = "edits that are tried" },
    hot = { default = 0.005, help = "temperature at first, as a share of the plan's time" },
    cold = { default = 0.00002, help = "temperature at last" },
    seed = { default = 1, help = "of the random choices" },
  },
  run = function(plan, opt)
    moves.start(plan, opt.start)
    local random, ops = rng(opt.seed), moves.movable(plan)
    if #ops == 0 then return end
    local from = plan:estimate().time_us
    local now, best, best_us = from, plan:save(), from
    for step = 1, opt.evaluations do
      local edit = moves.draw(plan, random, ops[random(#ops)])
      local temperature, time_us = from * opt.hot * (opt.cold / opt.hot) ^ (step / opt.evaluations), nil
      local kept = edit and plan:try(function()
        if not edit() then return false end
        time_us = plan:estimate().time_us
        return time_us <= now or random() < math.exp((now - time_us) / temperature)
      end)
      if kept then now = time_us end
      if now < best_us - fusion.LEAST then
        best, best_us = plan:save(), now
      end
    end
    plan:load(best)
    moves.descend(fusion.walk(plan, opt.evaluations))
  end,
}
