local fusion = require "fusion"

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

-- One launch for as many of the kernels as save time, then another for the rest.
local function batch(plan, kernels)
  while #kernels > 1 do
    local first, rest = kernels[1].ops[1], {}
    for i = 2, #kernels do
      local other = kernels[i].ops[1]
      local what = plan:what_if(first, other)
      if not (what.legal and what.saved_us > 0 and plan:fuse(first, other, true)) then
        table.insert(rest, kernels[i])
      end
    end
    kernels = rest
  end
end

return {
  name = "horizontal",
  help = "Greedy, then one launch for small kernels that need nothing of each other: an optimizer's steps over many tensors.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
    slower = {
      default = 1.25,
      help = "most that a fused kernel may take of what its parts take by the estimate, whatever it saves; 1: no longer than they",
    },
    small_us = { default = 100, help = "most that a kernel may take by the estimate to be worth putting into a launch with others" },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    fusion.greedy(plan, opt.slower)
    for _, kernels in ipairs(by_depth(plan)) do
      local small = {}
      for _, kernel in ipairs(kernels) do
        if not kernel.is_library and kernel.estimate.time_us <= opt.small_us then table.insert(small, kernel) end
      end
      batch(plan, small)
    end
  end,
}
