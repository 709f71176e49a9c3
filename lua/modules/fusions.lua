-- A graph as XLA has it while it fuses: fusions, each with one result, whose ops may be computed in several of them. The
-- plan follows.
local Fusions = {}
Fusions.__index = Fusions

-- A fusion for every op of a list of facts. Each has ops: a set of facts; root: the one whose result it gives (after
-- multi-output fusion the last of them); number: its place in the order of making.
function Fusions.new(plan, list)
  local fusions = setmetatable({ plan = plan, all = {}, of = {} }, Fusions)
  for _, fact in ipairs(list) do
    local fusion = { ops = { [fact] = true }, list = { fact }, root = fact, number = #fusions.all + 1 }
    fusions.all[#fusions.all + 1] = fusion
    fusions.of[fact] = { [fusion.number] = fusion }
  end
  return fusions
end

-- In order of making, without those that are gone.
function Fusions:alive()
  local alive = {}
  for _, fusion in ipairs(self.all) do
    if not fusion.gone then alive[#alive + 1] = fusion end
  end
  return alive
end

-- Of a set by number, in order.
local function listed(set)
  local list = {}
  for _, fusion in pairs(set) do list[#list + 1] = fusion end
  return list
end

-- The first fusion that computes an op.
function Fusions:first_of(fact)
  for _, fusion in pairs(self.of[fact]) do return fusion end
end

-- The fusions that read its result from memory.
function Fusions:users(fusion)
  local users = {}
  for _, fact in ipairs(fusion.list) do
    for _, reader in ipairs(fact.readers) do
      for number, other in pairs(self.of[reader]) do
        if not other.ops[fact] then users[number] = other end
      end
    end
  end
  return listed(users)
end

-- The fusions whose results it reads: of the ops that it does not compute itself, those that give them.
function Fusions:operands(fusion)
  local operands = {}
  for _, fact in ipairs(fusion.list) do
    for _, producer in ipairs(fact.producers) do
      if not fusion.ops[producer] then
        for number, other in pairs(self.of[producer]) do
          if other.root == producer or other.is_multi then operands[number] = other end
        end
      end
    end
  end
  return listed(operands)
end

-- Tensors that it reads from memory: { name -> operand }, and how many.
function Fusions:tensors(fusion)
  local tensors, count = {}, 0
  for _, fact in ipairs(fusion.list) do
    for _, operand in ipairs(fact.operands) do
      if not (operand.made_by and fusion.ops[operand.made_by]) and not tensors[operand.tensor] then
        tensors[operand.tensor], count = operand, count + 1
      end
    end
  end
  return tensors, count
end

local function by_index(a, b) return a.index < b.index end

-- The edits that compute a fusion in each of its users: false when one is refused.
function Fusions:edit(fusion, users)
  if #users == 1 then
    return fusion.root.op.kernel == users[1].root.op.kernel or (self.plan:fuse(fusion.root.op, users[1].root.op))
  end
  for _, user in ipairs(users) do
    for i = #fusion.list, 1, -1 do
      local fact, wanted = fusion.list[i], fusion.list[i] == fusion.root
      for _, reader in ipairs(fact.readers) do wanted = wanted or fusion.ops[reader] or user.ops[reader] or false end
      local kernel = user.root.op.kernel
      if wanted and not user.ops[fact] and fact.op.kernel ~= kernel and not self.plan:recompute(fact.op, kernel) then return false end
    end
  end
  return true
end

local function take_in(fusions, user, fusion)
  for _, fact in ipairs(fusion.list) do
    if not user.ops[fact] then
      user.ops[fact] = true
      user.list[#user.list + 1] = fact
      fusions.of[fact][user.number] = user
    end
  end
  table.sort(user.list, by_index)
end

local function drop(fusions, fusion)
  fusion.gone = true
  for _, fact in ipairs(fusion.list) do fusions.of[fact][fusion.number] = nil end
end

-- Computes a fusion in each of its users, and is rid of it; false when the plan refuses.
function Fusions:into_users(fusion, users)
  if not self.plan:try(function() return self:edit(fusion, users) end) then return false end
  for _, user in ipairs(users) do take_in(self, user, fusion) end
  drop(self, fusion)
  return true
end

-- What a fusion and another would be as one, without making it.
function Fusions:merged(fusion, other)
  local merged = { ops = {}, list = {}, root = fusion.root.index > other.root.index and fusion.root or other.root }
  for _, one in ipairs { fusion, other } do
    for _, fact in ipairs(one.list) do
      if not merged.ops[fact] then
        merged.ops[fact] = true
        merged.list[#merged.list + 1] = fact
      end
    end
  end
  table.sort(merged.list, by_index)
  return merged
end

-- Puts `other` beside or behind a fusion; both give their results.
function Fusions:unite(fusion, other)
  if not self.plan:fuse(fusion.root.op, other.root.op) then return false end
  take_in(self, fusion, other)
  drop(self, other)
  fusion.is_multi = true
  if other.root.index > fusion.root.index then fusion.root = other.root end
  return true
end

return Fusions
