-- Kernels that need nothing of each other, side by side in one launch.

local fusion, moves, recompute = require "fusion", require "moves", require "recompute"
local batches = {}

-- The most that a kernel takes in microseconds to be put beside others.
batches.SMALL_US = 100

-- After so many that fit no other, the rest of a level is left alone.
local PATIENCE = 16

-- Kernels by how many others must run before them, one after another: those of one depth need nothing of each other.
local function by_depth(plan)
  local depth, levels = {}, {}
  for kernel in plan:kernels() do
    local mine = 1
    for _, producer in ipairs(kernel.producers) do mine = math.max(mine, depth[producer.id] + 1) end
    depth[kernel.id] = mine
    levels[mine] = levels[mine] or {}
    table.insert(levels[mine], kernel)
  end
  return levels
end

-- One launch for as many of the kernels, given by their first ops, as save time; then another for the rest, each of at
-- most so many ops. Kernels of which none of the next few fits any other are left alone.
local function batch(plan, firsts, most)
  local lonely, size = 0, nil
  local function joins(first, other)
    if most < math.huge and size + #other.kernel.ops > most then return false end
    local what = plan:what_if(first, other)
    if not (what.legal and what.saved_us > 0 and plan:fuse(first, other, true)) then return false end
    size = most < math.huge and #first.kernel.ops
    return true
  end

  while #firsts > 1 and lonely < PATIENCE do
    local first, rest = firsts[1], {}
    size = most < math.huge and #first.kernel.ops
    for i = 2, #firsts do
      if size == most or not joins(first, firsts[i]) then table.insert(rest, firsts[i]) end
    end
    lonely = #rest == #firsts - 1 and lonely + 1 or 0
    firsts = rest
  end
end

-- Of kernels that take at most `small_us` by the estimate.
function batches.make(plan, small_us)
  local most = fusion.most_ops(plan)
  for _, kernels in ipairs(by_depth(plan)) do
    local small = {}
    for _, kernel in ipairs(kernels) do
      if not kernel.is_library and kernel.estimate.time_us <= small_us then table.insert(small, kernel.first) end
    end
    batch(plan, small, most)
  end
end

-- Batches, and what only they make worth it, in turns until nothing is: what one kernel of a batch computes another may
-- read, or compute again, without a launch more. `most`: of the edits that are tried.
function batches.settle(plan, most)
  batches.make(plan, batches.SMALL_US)
  local walk, before = fusion.walk(plan, most), nil
  repeat
    before = walk.now
    local changed = recompute.cut(walk)
    moves.ops(walk)
    fusion.best_first(plan, fusion.by_time, changed)
  until walk:look() > before - fusion.LEAST or walk.left <= 0
end

return batches
