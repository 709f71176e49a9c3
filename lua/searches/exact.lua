local fusion, moves = require "fusion", require "moves"

-- Bit i is op i of a part, in topological order. Of every op, the ops of the part that must come before.
local function befores(ops)
  local bit_of, before = {}, {}
  for i, op in ipairs(ops) do bit_of[op.index] = 1 << i - 1 end
  for i, op in ipairs(ops) do
    before[i] = 0
    for _, producer in ipairs(op.producers) do before[i] = before[i] | (bit_of[producer.index] or 0) end
  end
  return before
end

-- Sets of ops that hold all that their ops need: what is done at some time. Ascending, so that smaller ones come first.
local function downsets(before)
  local list = {}
  for set = 0, (1 << #before) - 1 do
    local closed = true
    for i, need in ipairs(before) do
      closed = closed and (set & 1 << i - 1 == 0 or need & ~set == 0)
    end
    if closed then list[#list + 1] = set end
  end
  return list
end

local function members(ops, set)
  local list = {}
  for i, op in ipairs(ops) do
    if set & 1 << i - 1 ~= 0 then list[#list + 1] = op end
  end
  return list
end

-- Puts ops that are alone together; one that cannot join yet is asked again after the others.
local function join(plan, list)
  local first, rest = list[1], table.move(list, 2, #list, 1, {})
  while #rest > 0 do
    local refused = {}
    for _, op in ipairs(rest) do
      if not plan:fuse(first, op) then refused[#refused + 1] = op end
    end
    if #refused == #rest then return false end
    rest = refused
  end
  return true
end

-- What a set takes as one kernel. All ops of the part are alone.
local function price(plan, list)
  local time_us = math.huge
  plan:try(function()
    if join(plan, list) then time_us = list[1].kernel.estimate.time_us end
    return false
  end)
  return time_us
end

-- The kernels of the part that take least together: over all downsets, what was done last.
local function best_kernels(plan, ops)
  local sets = downsets(befores(ops))
  local best, last, prices = { [0] = 0 }, {}, {}
  for i, done in ipairs(sets) do
    for j = i + 1, #sets do
      local after = sets[j]
      if best[done] and after & done == done then
        local kernel = after & ~done
        prices[kernel] = prices[kernel] or price(plan, members(ops, kernel))
        local time_us = best[done] + prices[kernel]
        if time_us < (best[after] or math.huge) then
          best[after], last[after] = time_us, kernel
        end
      end
    end
  end
  local kernels, set = {}, sets[#sets]
  while set and set ~= 0 and last[set] do
    kernels[#kernels + 1] = members(ops, last[set])
    set = set & ~last[set]
  end
  return set == 0 and kernels or {}
end

local function solve(walk, firsts, ops)
  local plan = walk.plan
  return walk:try(function()
    moves.take_apart(plan, firsts)
    for _, kernel in ipairs(best_kernels(plan, ops)) do
      if not join(plan, kernel) then return false end
    end
  end)
end

-- A kernel, and neighbours of it as long as there are at most so many ops.
local function part(first, most)
  local firsts, ops = { first }, first.kernel.ops
  for _, other in ipairs(fusion.neighbours(first.kernel)) do
    local more = other.ops
    if #ops + #more <= most then
      firsts[#firsts + 1] = other.first
      table.move(more, 1, #more, #ops + 1, ops)
    end
  end
  table.sort(ops, function(a, b) return a.index < b.index end)
  return firsts, ops
end

return {
  name = "exact",
  help = "The best grouping of small parts, a kernel and its neighbours at a time: dynamic programming over what is done.",
  options = {
    start = { default = "greedy", help = "the plan to begin with: compiler (without one greedy), here, or a heuristic" },
    ops = { default = 8, help = "most ops of a part" },
    evaluations = { default = 1000, help = "most parts" },
  },
  run = function(plan, opt)
    moves.start(plan, opt.start)
    local walk = fusion.walk(plan, opt.evaluations)
    for _, first in ipairs(fusion.firsts(plan)) do
      local firsts, ops = part(first, opt.ops)
      if #ops > 1 and #ops <= opt.ops then solve(walk, firsts, ops) end
    end
  end,
}
