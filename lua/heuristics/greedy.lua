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

-- With few ops there is the time to finish what comes of each start before they are compared: what batches save may decide.
-- A process for each start is worth its while from so many ops - with fewer, what one start asked answers the next -, and
-- would need much memory beyond so many: there only the first is tried.
local FEW, ENOUGH, MANY = 400, 4000, 20000

-- After so many neighbours that were grouped anew in vain, the rest is left alone: of 250 that saved time in the fitting
-- half of tests/corpus, 19 of 20 came sooner.
local PATIENCE = 36

local function finish(plan, opt)
  moves.pairs(fusion.walk(plan, opt.regroups), PATIENCE)
  batches.settle(plan, opt.moves)
end

-- What batches and moves have changed may make more fusions worth it: in turns until nothing is.
local function again(plan, opt)
  local now, before = plan:estimate().time_us, nil
  repeat
    before = now
    by(plan, fusion.by_time)
    finish(plan, opt)
    now = plan:estimate().time_us
  until now > before - fusion.LEAST
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
  branches = function(plan)
    local count = #fusion.ops(plan)
    return count > ENOUGH and count < MANY and #STARTS or 0
  end,
  -- The best of three orders: what saves most bytes first, the largest share of its time, or most time; and of the compiler.
  run = function(plan, opt, branch)
    if branch then return STARTS[branch](plan, opt) end
    if #fusion.ops(plan) > MANY then
      STARTS[1](plan, opt)
      return batches.make(plan, batches.SMALL_US)
    end
    local starts, small = {}, is_small(plan)
    for i, start in ipairs(STARTS) do
      starts[#STARTS + 1 - i] = function()
        start(plan, opt)
        if small then finish(plan, opt) end
      end
    end
    plan:best_of(starts)
    if small then
      again(plan, opt)
    else
      finish(plan, opt)
    end
  end,
  finish = finish,
}
