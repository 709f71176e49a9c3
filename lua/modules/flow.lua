-- Minimum cuts of networks: Dinic's algorithm on flat arrays, as networks of whole training steps are large.
local Flow = {}
Flow.__index = Flow

-- A network without edges. Nodes are integers of the caller's choice.
function Flow.new() return setmetatable({ first = {}, next = {}, to = {}, left = {}, count = 0 }, Flow) end

local function half(flow, from, to, capacity)
  local edge = flow.count
  flow.to[edge], flow.left[edge], flow.next[edge], flow.first[from] = to, capacity, flow.first[from], edge
  flow.count = edge + 1
end

-- An edge; math.huge: it is never cut. Edges 2i and 2i + 1 are each other's reverse.
function Flow:edge(from, to, capacity)
  half(self, from, to, capacity)
  half(self, to, from, 0)
end

-- How many edges with room each node is from the source; none: nothing flows there.
local function levels(flow, source)
  local level, queue, head = { [source] = 0 }, { source }, 1
  while queue[head] do
    local node = queue[head]
    local edge = flow.first[node]
    while edge do
      local to = flow.to[edge]
      if flow.left[edge] > 0 and not level[to] then
        level[to] = level[node] + 1
        queue[#queue + 1] = to
      end
      edge = flow.next[edge]
    end
    head = head + 1
  end
  return level
end

-- The edges of a way that goes one level up at each, from the source to the sink; nil when there is none left. `at` is the
-- edge of each node that is tried next: those before it lead nowhere. None yet: its first; false: all lead nowhere.
local function way_up(flow, source, sink, level, at)
  local way, node = {}, source
  while node ~= sink do
    local edge = at[node]
    if edge == nil then edge = flow.first[node] end
    while edge and not (flow.left[edge] > 0 and level[flow.to[edge]] == level[node] + 1) do edge = flow.next[edge] end
    at[node] = edge or false
    if edge then
      way[#way + 1] = edge
      node = flow.to[edge]
    elseif node == source then
      return nil
    else
      local back = table.remove(way)
      node = flow.to[back ~ 1]
      at[node] = flow.next[back] or false
    end
  end
  return way
end

local function fill(flow, way)
  local most = math.huge
  for _, edge in ipairs(way) do most = math.min(most, flow.left[edge]) end
  for _, edge in ipairs(way) do
    flow.left[edge], flow.left[edge ~ 1] = flow.left[edge] - most, flow.left[edge ~ 1] + most
  end
  return most
end

-- The nodes on the source's side of a minimum cut, as a set, and its capacity; after more edges, what these add to it. An
-- error when no cut is finite.
function Flow:cut(source, sink)
  local total = 0
  while true do
    local level = levels(self, source)
    if not level[sink] then return level, total end
    local at = {}
    local way = way_up(self, source, sink, level, at)
    while way do
      local most = fill(self, way)
      assert(most < math.huge, "no cut between source and sink is finite")
      total = total + most
      way = way_up(self, source, sink, level, at)
    end
  end
end

return Flow
