-- As FuseOps of TVM's Relax: an op goes to the op that post-dominates it when the kinds of all ops between allow. Nothing
-- is computed twice, and no cost is asked.
local facts = require "facts"
local dominators = require "dominators"

local ELEMENTWISE, BROADCAST, INJECTIVE, REDUCTION, ANCHOR, OPAQUE = 0, 1, 2, 3, 4, 8

local KINDS = { layout = INJECTIVE, create = ELEMENTWISE, reduce = REDUCTION, contraction = ANCHOR }

local function same_shape(a, b)
  if #a ~= #b then return false end
  for axis, size in ipairs(a) do
    if b[axis] ~= size then return false end
  end
  return true
end

-- An op's pattern: how its result's elements depend on those of its operands.
local function kind_of(fact)
  if fact.mutates or fact.class == "index" and fact.kind:find("put") then return OPAQUE end
  if fact.class == "index" then return INJECTIVE end
  if fact.kind == "conv" or fact.kind == "convolution" then return ANCHOR end
  if fact.class ~= "pointwise" then return KINDS[fact.class] or OPAQUE end
  for _, operand in ipairs(fact.operands) do
    if not same_shape(operand.shape, fact.shape) then return BROADCAST end
  end
  return ELEMENTWISE
end

-- Groups: each op's, the most complex kind in it, and how many ops it has.
local Groups = {}
Groups.__index = Groups

local function groups_of(list)
  local groups = setmetatable({ parent = {}, kind = {}, size = {} }, Groups)
  for _, fact in ipairs(list) do
    groups.parent[fact], groups.kind[fact], groups.size[fact] = fact, kind_of(fact), 1
  end
  return groups
end

function Groups:root(fact)
  while self.parent[fact] ~= fact do fact = self.parent[fact] end
  return fact
end

function Groups:kind_at(fact) return self.kind[self:root(fact)] end

function Groups:unite(into, fact)
  local root, other = self:root(into), self:root(fact)
  if root == other then return end
  self.parent[other] = root
  self.kind[root] = math.max(self.kind[root], self.kind[other])
  self.size[root] = self.size[root] + self.size[other]
end

-- In each phase, by the kind of an op's group: the most complex kinds on the way and at its end.
local PHASES = {
  {
    [ANCHOR] = { way = BROADCAST, last = { [ELEMENTWISE] = true } },
    [ELEMENTWISE] = { way = INJECTIVE, last = { [ELEMENTWISE] = true, [BROADCAST] = true, [INJECTIVE] = true, [REDUCTION] = true, [ANCHOR] = true } },
  },
  { [INJECTIVE] = { way = INJECTIVE, last = { [ELEMENTWISE] = true, [BROADCAST] = true, [INJECTIVE] = true } } },
}
PHASES[1][BROADCAST] = PHASES[1][ELEMENTWISE]

-- From the end backwards, so that what is read is always there already.
local function commit(plan, fact, way, last)
  return plan:try(function()
    for i = #way, 1, -1 do
      if way[i].op.kernel ~= last.op.kernel and not plan:fuse(way[i].op, last.op) then return false end
    end
    return fact.op.kernel == last.op.kernel or (plan:fuse(fact.op, last.op))
  end)
end

local function fuse_into_dominator(plan, groups, fact, last, rule, most)
  local may = function(other) return groups:kind_at(other) <= rule.way end
  local way = rule.last[groups:kind_at(last)] and dominators.between(fact, last, may)
  if not way then return end
  local ops, counted = groups.size[groups:root(fact)], { [groups:root(fact)] = true }
  way[#way + 1] = last
  for _, other in ipairs(way) do
    local root = groups:root(other)
    if not counted[root] then counted[root], ops = true, ops + groups.size[root] end
  end
  way[#way] = nil
  if ops > most or not commit(plan, fact, way, last) then return end
  groups:unite(last, fact)
  for _, other in ipairs(way) do groups:unite(last, other) end
end

return {
  name = "tvm-like",
  help = "As TVM's FuseOps: each op into the one that all its uses lead to, by kinds of ops; nothing twice, no costs.",
  options = { max_depth = { default = 256, help = "most ops in a kernel" } },
  run = function(plan, opt)
    local list = facts.of_plan(plan)
    local post, groups = dominators.post(list), groups_of(list)
    for _, phase in ipairs(PHASES) do
      for _, fact in ipairs(list) do
        local last, rule = post[fact.index], phase[groups:kind_at(fact)]
        local own = groups.kind[fact] == ANCHOR or not (rule and rule == PHASES[1][ANCHOR])
        if last and rule and own and groups:root(fact) ~= groups:root(last) then
          fuse_into_dominator(plan, groups, fact, last, rule, opt.max_depth)
        end
      end
    end
  end,
}
