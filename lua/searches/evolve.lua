local fusion, moves, rng = require "fusion", require "moves", require "rng"

-- Plans that the first of the population come from.
local STARTS = { "here", "compiler", "greedy", "bytes", "inductor-like", "xla-priority-like" }

-- Some kernels side by side of the plan as it is: their ops, and what they compute again.
local function take_kernels(random, ops, most)
  local groups = {}
  for _, first in ipairs(moves.near(random, ops, most)) do
    groups[#groups + 1] = { ops = first.kernel.ops, copies = first.kernel.copies }
  end
  return groups
end

-- The plan gets these kernels in the place of what it has there; as much of them as is legal.
local function put_kernels(plan, groups)
  for _, group in ipairs(groups) do
    for i = #group.ops, 1, -1 do
      if #group.ops[i].kernel.ops > 1 then plan:cut(group.ops[i]) end
    end
    if #group.ops > 1 then plan:fuse_all(group.ops) end
    for _, copy in ipairs(group.copies) do
      local kernel = group.ops[1].kernel
      if copy.kernel ~= kernel then plan:recompute(copy, kernel) end
    end
  end
end

-- The better of two of the population at random, which is sorted.
local function choose(random, population)
  return population[math.min(random(#population), random(#population))]
end

local function add(population, seen, plan, most)
  local hash = plan:hash()
  if seen[hash] then return end
  seen[hash] = true
  local one = { plan = plan:save(), time_us = plan:estimate().time_us }
  local at = #population + 1
  while at > 1 and population[at - 1].time_us > one.time_us do at = at - 1 end
  table.insert(population, at, one)
  population[most + 1] = nil
end

return {
  name = "evolve",
  help = "Evolution: plans get kernels of one another, or random edits, and the quickest stay. The same seed gives the same plan.",
  options = {
    evaluations = { default = 6000, help = "plans that are made" },
    population = { default = 24, help = "plans that are kept" },
    kernels = { default = 4, help = "most kernels that one plan gets of another" },
    edits = { default = 3, help = "most random edits of a plan" },
    seed = { default = 1, help = "of the random choices" },
  },
  run = function(plan, opt)
    local random, from, population, seen, ops = rng(opt.seed), plan:save(), {}, {}, moves.movable(plan)
    for _, start in ipairs(STARTS) do
      plan:load(from)
      moves.start(plan, start)
      add(population, seen, plan, opt.population)
    end
    for _ = 1, #ops > 1 and opt.evaluations or 0 do
      plan:load(choose(random, population).plan)
      if random() < 0.5 then
        local groups = take_kernels(random, ops, random(opt.kernels))
        plan:load(choose(random, population).plan)
        put_kernels(plan, groups)
      end
      for _ = 1, random(opt.edits + 1) - 1 do
        local edit = moves.draw(plan, random, ops[random(#ops)])
        if edit then edit() end
      end
      add(population, seen, plan, opt.population)
    end
    plan:load(population[1].plan)
    moves.descend(fusion.walk(plan, opt.evaluations))
  end,
}
