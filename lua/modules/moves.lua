-- Moves of a local search on a walk (fusion.walk): each is kept when the plan's estimated time falls.

local fusion, recompute = require "fusion", require "recompute"
local moves = {}

-- The most ops that are taken apart and put together anew.
local MOST = 60

-- Where a search begins: "compiler", which is greedy's for a graph that came without one; "here", the plan as it is; or
-- what a heuristic of that name makes.
function moves.start(plan, name)
  if name == "here" then return end
  if name ~= "compiler" or not plan:load("compiler") then plan:run(name == "compiler" and "greedy" or name) end
end

-- The ops that no library runs, as a list.
function moves.movable(plan)
  local ops = {}
  for op in plan:ops() do
    if not op.kernel.is_library then ops[#ops + 1] = op end
  end
  return ops
end

local function move_to(walk, op, others, copy)
  local plan, seen = walk.plan, {}
  for _, other in ipairs(others) do
    local kernel = other.kernel
    if kernel ~= op.kernel and not kernel.is_library and not seen[kernel.id] then
      seen[kernel.id] = true
      local moved = walk:try(function() return (plan:move(op, other.kernel)) end)
      if copy and not moved then walk:try(function() return (plan:recompute(op, other.kernel)) end) end
    end
  end
end

-- Every op into the kernel of a producer or reader, and again in those of its readers; with `cuts` out of its own before.
function moves.ops(walk, cuts)
  local plan = walk.plan
  for op in plan:ops() do
    if walk.left <= 0 then return end
    if not op.kernel.is_library then
      if cuts and #op.kernel.ops > 1 then walk:try(function() return (plan:cut(op)) end) end
      move_to(walk, op, op.producers, false)
      move_to(walk, op, op.readers, true)
    end
  end
end

-- Kernels, given by their first ops, as ops alone.
function moves.take_apart(plan, firsts)
  for _, first in ipairs(firsts) do plan:take_apart(first) end
end

-- Takes kernels apart and puts their ops together in another order. `firsts` are ops of them.
function moves.regrow(walk, firsts)
  local plan, ops = walk.plan, {}
  for _, first in ipairs(firsts) do
    for _, op in ipairs(first.kernel.ops) do ops[#ops + 1] = op end
  end
  if #ops < 3 or #ops > MOST then return false end
  table.sort(ops, function(a, b) return a.index < b.index end)
  for _, gain in ipairs { fusion.by_time, fusion.by_share, fusion.by_bytes } do
    if
      walk:try(function()
        moves.take_apart(plan, firsts)
        fusion.best_first(plan, gain, ops, true)
        if gain == fusion.by_bytes then fusion.best_first(plan, fusion.by_time, ops, true) end
      end)
    then
      return true
    end
  end
  return false
end

-- Models repeat their layers: what two kernels are like, by what they take alone and together.
local function likeness(plan, a, b)
  local what, x, y = plan:what_if(a, b), a.kernel, b.kernel
  local together = what.legal and what.saved_us or what.reason.code
  return table.concat({ #x.ops, #x.copies, x.estimate.time_us, #y.ops, #y.copies, y.estimate.time_us, together }, " ")
end

-- Each kernel with each of its neighbours, those that take longest first. Pairs like one that gave nothing are left alone;
-- after `patience` that gave nothing one after another, if it is given, so are all.
function moves.pairs(walk, patience)
  local firsts, time_us, vain = fusion.firsts(walk.plan), {}, 0
  for _, first in ipairs(firsts) do time_us[first.index] = first.kernel.estimate.time_us end
  table.sort(firsts, function(a, b)
    local x, y = time_us[a.index], time_us[b.index]
    if x ~= y then return x > y end
    return a.index < b.index
  end)
  for _, first in ipairs(firsts) do
    if first.kernel.first == first then
      local others = fusion.neighbours(first.kernel)
      for i, other in ipairs(others) do others[i] = other.first end
      for _, other in ipairs(others) do
        if walk.left <= 0 or vain == patience then return end
        if other.kernel ~= first.kernel then
          local like = likeness(walk.plan, first, other)
          if not walk.vain[like] then
            walk.vain[like] = not moves.regrow(walk, { first, other })
            vain = walk.vain[like] and vain + 1 or 0
          end
        end
      end
    end
  end
end

-- An op of a kernel that no library runs, and its neighbours' neighbours at random: kernels side by side.
function moves.near(random, ops, most)
  local first = ops[random(#ops)]
  local list, seen = { first }, { [first.kernel.id] = true }
  for _ = 2, most do
    local around = fusion.neighbours(list[random(#list)].kernel)
    local other = around[random(math.max(#around, 1))]
    if other and not seen[other.id] then
      seen[other.id] = true
      list[#list + 1] = other.first
    end
  end
  return list
end

-- A random edit of the plan, as a function; nil: none of that kind is there.
function moves.draw(plan, random, op)
  local kernel, kind = op.kernel, random()
  local function pick(list) return #list > 0 and list[random(#list)] or nil end
  if kind < 0.45 then
    local other = pick(fusion.neighbours(kernel))
    return other and function() return (plan:fuse(kernel, other)) end
  elseif kind < 0.65 then
    return #kernel.ops > 1 and function() return (plan:cut(op)) end
  elseif kind < 0.8 then
    local other = pick(random() < 0.5 and op.producers or op.readers)
    return other and other.kernel ~= kernel and function() return (plan:move(op, other.kernel)) end
  elseif kind < 0.93 then
    local reader = pick(op.readers)
    return reader and reader.kernel ~= kernel and function() return (plan:recompute(op, reader.kernel)) end
  end
  local copy = pick(kernel.copies)
  return copy and function() return (plan:unrecompute(copy, kernel)) end
end

-- All moves in turns, until a turn saves nothing.
function moves.descend(walk)
  local before
  repeat
    before = walk:look()
    moves.ops(walk, true)
    moves.pairs(walk)
    fusion.best_first(walk.plan, fusion.by_time)
    walk:look()
    recompute.cut(walk)
  until walk.left <= 0 or walk.now >= before - fusion.LEAST
end

return moves
