-- Save or compute again: what a training step's forward pass leaves in memory for its backward pass, by a minimum cut, as
-- in memory-efficient fusion. Then each pass is fused alone, best first by time.
local facts = require "facts"
local saving = require "saving"
local Heap = require "heap"

-- Where the forward pass ends: the op of that name, else the first whose result leaves the graph.
local function last_of(plan, list, name)
  if name ~= "" then name = plan:op(name).name end
  for _, fact in ipairs(list) do
    if fact.name == name or name == "" and fact.is_kept then return fact end
  end
end

local function before(a, b)
  if a.saved ~= b.saved then return a.saved > b.saved end
  if a.a.index ~= b.a.index then return a.a.index < b.a.index end
  return a.b.index < b.b.index
end

-- Fuses kernels that are of one pass while that saves time. `is_forward`: by op.index.
local function fuse_passes(plan, is_forward)
  local queue, stamp = Heap.new(before), {}
  local function stamp_of(op) return stamp[op.kernel.id] or 0 end
  local function consider(a, b)
    if a.is_library or b.is_library then return end
    a, b = a.first, b.first
    if is_forward[a.index] ~= is_forward[b.index] then return end
    local what = plan:what_if(a, b)
    if what.legal and what.parts == 1 and what.saved_us > 0 then
      queue:push { saved = what.saved_us, a = a, b = b, at = stamp_of(a) + stamp_of(b), first = a.kernel.first, second = b.kernel.first }
    end
  end
  local function consider_around(kernel, later_only)
    for _, near in ipairs { kernel.producers, kernel.consumers, kernel.siblings } do
      for _, other in ipairs(near) do
        if not later_only or other.id > kernel.id then consider(kernel, other) end
      end
    end
  end
  for kernel in plan:kernels() do consider_around(kernel, true) end
  while true do
    local best = queue:pop()
    if not best then return end
    local same = best.a.kernel.first == best.first and best.b.kernel.first == best.second and best.a.kernel ~= best.b.kernel
    if same and stamp_of(best.a) + stamp_of(best.b) == best.at and plan:fuse(best.a, best.b) then
      local kernel = best.a.kernel
      stamp[kernel.id] = best.at + 1
      consider_around(kernel, false)
    end
  end
end

return {
  name = "min-cut",
  help = "For a forward and backward pass in one graph: a minimum cut decides what is saved between them, then each is fused.",
  options = {
    last = { default = "", help = "the op that ends the forward pass; empty: the first whose result leaves the graph" },
    budget = { default = 1, help = "most that is saved, as a part of what the cut for time saves; 0: only what must be" },
  },
  run = function(plan, opt)
    local list = facts.of_plan(plan)
    local last = last_of(plan, list, opt.last)
    if not last then return end
    local forward, is_forward = saving.forward(list, last), {}
    for _, fact in ipairs(list) do is_forward[fact.index] = forward[fact] or false end
    local again, bytes, reached = saving.within(list, forward, opt.budget)
    saving.compute_again(plan, list, forward, again)
    fuse_passes(plan, is_forward)
    print(string.format("the forward pass ends at %s and saves %.1f MB beside its results%s", last.name, bytes / 1e6,
      reached and "" or ": no less can be"))
  end,
}
