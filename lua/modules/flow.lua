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

-- How many edges with room each node is from the source; none: nothing flows there, or no nearer than to the sink.
local function levels(flow, source, sink)
  local first, next, to, left = flow.first, flow.next, flow.to, flow.left
  local level, queue, head, tail = { [source] = 0 }, { source }, 1, 1
  while head <= tail do
    local node = queue[head]
    local edge, above = first[node], level[node] + 1
    while edge do
      local other = to[edge]
      if not level[other] and left[edge] > 0 then
        level[other] = above
        if other == sink then return level end
        tail = tail + 1
        queue[tail] = other
      end
      edge = next[edge]
    end
    head = head + 1
  end
  return level
end

-- The edges of a way that goes one level up at each, from the source to the sink; nil when there is none left. `at` is the
-- edge of each node that is tried next: those before it lead nowhere. None yet: its first; false: all lead nowhere.
local function way_up(flow, source, sink, level, at)
  local first, next, to, left = flow.first, flow.next, flow.to, flow.left
  local way, length, node = {}, 0, source
  while node ~= sink do
    local edge, above = at[node], level[node] + 1
    if edge == nil then edge = first[node] end
    while edge and not (level[to[edge]] == above and left[edge] > 0) do edge = next[edge] end
    at[node] = edge or false
    if edge then
      length = length + 1
      way[length] = edge
      node = to[edge]
    elseif node == source then
      return nil
    else
      local back = way[length]
      way[length] = nil
      length = length - 1
      node = to[back ~ 1]
      at[node] = next[back] or false
    end
  end
  return way
end

local function fill(flow, way)
  local left, most = flow.left, math.huge
  for i = 1, #way do
    local room = left[way[i]]
    if room < most then most = room end
  end
  for i = 1, #way do
    local edge = way[i]
    left[edge], left[edge ~ 1] = left[edge] - most, left[edge ~ 1] + most
  end
  return most
end

-- The nodes on the source's side of a minimum cut, as a set, and its capacity; after more edges, what these add to it. An
-- error when no cut is finite.
function Flow:cut(source, sink)
  local total = 0
  while true do
    local level = levels(self, source, sink)
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
