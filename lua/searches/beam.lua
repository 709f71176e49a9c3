local fusion, recompute, moves = require "fusion", require "recompute", require "moves"

local function faster(x, y)
  if x.time_us ~= y.time_us then return x.time_us < y.time_us end
  return x.order < y.order
end

-- The fusions that save most time, at most `most` of them.
local function best_pairs(plan, most)
  local pairs_, seen = {}, {}
  for kernel in plan:kernels() do
    seen[kernel.id] = true
    for _, other in ipairs(kernel.is_library and {} or fusion.neighbours(kernel)) do
      local what = not seen[other.id] and plan:what_if(kernel, other)
      if what and what.legal and what.saved_us > fusion.LEAST then
        pairs_[#pairs_ + 1] = { a = kernel.first, b = other.first, time_us = -what.saved_us, order = #pairs_ }
      end
    end
  end
  table.sort(pairs_, faster)
  return table.move(pairs_, 1, math.min(most, #pairs_), 1, {})
end

-- The best of the plans that are one fusion from these, each plan once.
local function step(plan, states, opt, left)
  local found, seen = {}, {}
  for _, state in ipairs(states) do
    plan:load(state.plan)
    for _, pair in ipairs(best_pairs(plan, opt.branch)) do
      left = left - 1
      plan:try(function()
        if not plan:fuse(pair.a, pair.b) or seen[plan:hash()] then return false end
        seen[plan:hash()] = true
        found[#found + 1] = { plan = plan:save(), time_us = plan:estimate().time_us, order = #found }
        return false
      end)
    end
  end
  table.sort(found, faster)
  return table.move(found, 1, math.min(opt.width, #found), 1, {}), left
end

return {
  name = "beam",
  help = "Beam search: of the plans that are one fusion from those kept, the fastest are kept; then greedy to the end.",
  options = {
    width = { default = 4, help = "plans that are kept" },
    branch = { default = 4, help = "fusions of each that are made" },
    evaluations = { default = 5000, help = "most fusions that are made" },
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    local states, left = { { plan = plan:save() } }, opt.evaluations
    local last = states
    while #states > 0 and left > 0 do
      last = states
      states, left = step(plan, states, opt, left)
    end
    plan:load((states[1] or last[1]).plan)
    fusion.best_first(plan, fusion.by_time)
    recompute.cut(fusion.walk(plan))
    moves.descend(fusion.walk(plan, math.max(left, 0)))
  end,
}
