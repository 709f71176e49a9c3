local batches, fusion, moves = require "batches", require "fusion", require "moves"

-- What the descents begin with, one a branch.
local STARTS = {
  { "compiler" },
  { "inductor-like" },
  { "xla-priority-like" },
  { "greedy" },
  { "greedy", { copies = false } },
}

return {
  name = "portfolio",
  help = "The best of many: a descent from the compiler's plan and from several heuristics', and batches, then a local search.",
  options = {
    evaluations = { default = 6000, help = "most edits that each descent tries" },
    groupings = { default = 1500, help = "groupings that the local search tries" },
    seed = { default = 1, help = "of the random choices" },
  },
  branches = #STARTS,
  run = function(plan, opt, branch)
    local name, options = table.unpack(STARTS[branch])
    if name == "compiler" then
      if not plan:load(name) then return end
    else
      plan:run(name, options)
    end
    moves.descend(fusion.walk(plan, opt.evaluations))
    batches.settle(plan, opt.evaluations)
  end,
  finish = function(plan, opt) plan:run("local", { start = "here", evaluations = opt.groupings, seed = opt.seed }) end,
}
