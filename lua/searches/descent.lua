local fusion, moves = require "fusion", require "moves"

return {
  name = "descent",
  help = "From the compiler's plan, every edit that saves time, until none does: fuse, cut, move, compute again, regroup.",
  options = {
    start = { default = "compiler", help = "the plan to begin with: compiler (without one greedy), here, or a heuristic" },
    evaluations = { default = 30000, help = "most edits that are tried" },
  },
  run = function(plan, opt)
    moves.start(plan, opt.start)
    moves.descend(fusion.walk(plan, opt.evaluations))
  end,
}
