local batches, fusion, moves, recompute = require "batches", require "fusion", require "moves", require "recompute"

-- The most that a kernel takes in microseconds to be put beside others in one launch.
local SMALL_US = 100

-- Fuses by `gain`, then by time, and computes again what saves time, in turns until nothing does.
local function by(plan, gain)
  fusion.best_first(plan, gain)
  local changed
  repeat
    fusion.best_first(plan, fusion.by_time, changed)
    changed = recompute.cut(fusion.walk(plan), changed)
  until #changed == 0
end

-- The compiler's plan, where it is all that there is to begin with, and what fusions save there.
local function from_compiler(plan)
  if plan:kernel_count() == #fusion.ops(plan) and plan:load("compiler") then fusion.best_first(plan, fusion.by_time) end
end

return {
  name = "greedy",
  help = "Fuse the pair of kernels that saves most time, until none does; compute again what takes longer to store. Or begin with "
    .. "the compiler's plan, where that ends faster.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
    regroups = { default = 150, help = "at the end, how often two neighbours are taken apart and grouped anew, if that saves time" },
  },
  -- The best of three orders: what saves most bytes first, the largest share of its time, or most time; and of the compiler.
  run = function(plan, opt)
    fusion.best_of(plan, {
      function() from_compiler(plan) end,
      function() by(plan, fusion.by_bytes) end,
      function() by(plan, fusion.by_share) end,
      function()
        if opt.copies then fusion.copy_cheap(plan) end
        by(plan, fusion.by_time)
      end,
    })
    moves.pairs(fusion.walk(plan, opt.regroups))
    batches.make(plan, SMALL_US)
  end,
}
