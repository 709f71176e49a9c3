-- A binary heap: pops what comes before all others by `before(a, b)`.
local Heap = {}
Heap.__index = Heap

function Heap.new(before) return setmetatable({ before = before }, Heap) end

function Heap:push(item)
  local i = #self + 1
  self[i] = item
  while i > 1 do
    local parent = i // 2
    if not self.before(self[i], self[parent]) then break end
    self[i], self[parent] = self[parent], self[i]
    i = parent
  end
end

function Heap:pop()
  local top, last = self[1], #self
  if not top then return nil end
  self[1] = self[last]
  self[last] = nil
  local i, n, before = 1, last - 1, self.before
  while true do
    local best, left = i, 2 * i
    if left <= n and before(self[left], self[best]) then best = left end
    if left + 1 <= n and before(self[left + 1], self[best]) then best = left + 1 end
    if best == i then return top end
    self[i], self[best] = self[best], self[i]
    i = best
  end
end

return Heap
