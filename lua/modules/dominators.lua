-- Which op all that an op computes must pass through: post-dominators of a graph whose ops are facts (see facts.lua).
local dominators = {}

local EXIT = {}

-- { op.index -> the fact that immediately post-dominates it }; none: what it computes leaves the graph, or is lost, on
-- more ways than one.
function dominators.post(list)
  local depth, next_of = { [EXIT] = 0 }, {}
  local function meet(a, b)
    while a ~= b do
      if depth[a] < depth[b] then b = next_of[b] else a = next_of[a] end
    end
    return a
  end
  for i = #list, 1, -1 do
    local fact = list[i]
    local meeting = (fact.is_kept or #fact.readers == 0) and EXIT or nil
    for _, reader in ipairs(fact.readers) do meeting = meeting and meet(meeting, reader) or reader end
    next_of[fact], depth[fact] = meeting, depth[meeting] + 1
  end
  local post = {}
  for _, fact in ipairs(list) do
    if next_of[fact] ~= EXIT then post[fact.index] = next_of[fact] end
  end
  return post
end

-- The facts on all ways from one to another that post-dominates it, both excluded, in the graph's order; nil as soon as
-- `may(fact)` is false for one.
function dominators.between(from, to, may)
  local seen, found, open = {}, {}, { from }
  while #open > 0 do
    local fact = table.remove(open)
    for _, reader in ipairs(fact.readers) do
      if reader ~= to and not seen[reader] then
        if not may(reader) then return nil end
        seen[reader] = true
        found[#found + 1] = reader
        open[#open + 1] = reader
      end
    end
  end
  table.sort(found, function(a, b) return a.index < b.index end)
  return found
end

return dominators
