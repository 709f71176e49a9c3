local batches, fusion, moves, recompute = require "batches", require "fusion", require "moves", require "recompute"

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

-- Where to begin. Of equals the first.
local STARTS = {
  function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    by(plan, fusion.by_time)
  end,
  function(plan) by(plan, fusion.by_share) end,
  function(plan) by(plan, fusion.by_bytes) end,
  from_compiler,
}

-- A process for each start is worth its while from so many ops, and would need much memory beyond so many. With fewer ops
-- there is the time to finish what comes of each start before they are compared: what batches save may decide.
local FEW, MANY = 400, 20000

local function finish(plan, opt)
  moves.pairs(fusion.walk(plan, opt.regroups))
  batches.settle(plan, opt.moves)
end

local function is_small(plan) return #fusion.ops(plan) <= FEW end

return {
  name = "greedy",
  help = "Fuse the pair of kernels that saves most time, until none does; compute again what takes longer to store. Or begin with "
    .. "the compiler's plan, where that ends faster.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
    regroups = { default = 150, help = "at the end, how often two neighbours are taken apart and grouped anew, if that saves time" },
    moves = { default = 3000, help = "and behind batches, how often an op is moved or computed again, if that saves time" },
  },
  branches = function(plan) return not is_small(plan) and #fusion.ops(plan) < MANY and #STARTS or 0 end,
  -- The best of three orders: what saves most bytes first, the largest share of its time, or most time; and of the compiler.
  run = function(plan, opt, branch)
    if branch then return STARTS[branch](plan, opt) end
    local starts, small = {}, is_small(plan)
    for i, start in ipairs(STARTS) do
      starts[#STARTS + 1 - i] = function()
        start(plan, opt)
        if small then finish(plan, opt) end
      end
    end
    fusion.best_of(plan, starts)
    if not small then finish(plan, opt) end
  end,
  finish = finish,
}
