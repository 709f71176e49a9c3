local fusion, moves, rng = require "fusion", require "moves", require "rng"

return {
  name = "local",
  help = "Local search: takes a few kernels side by side apart at random and groups their ops anew, when that saves time.",
  options = {
    start = { default = "greedy", help = "the plan to begin with: compiler (without one greedy), here, or a heuristic" },
    evaluations = { default = 3000, help = "most groupings that are tried" },
    kernels = { default = 4, help = "most kernels that are taken apart at once" },
    seed = { default = 1, help = "of the random choices" },
  },
  run = function(plan, opt)
    moves.start(plan, opt.start)
    local walk, random, ops = fusion.walk(plan, opt.evaluations), rng(opt.seed), moves.movable(plan)
    if #ops < 2 then return end
    for _ = 1, opt.evaluations do
      if walk.left <= 0 then return end
      moves.regrow(walk, moves.near(random, ops, 1 + random(opt.kernels - 1)))
    end
  end,
}
