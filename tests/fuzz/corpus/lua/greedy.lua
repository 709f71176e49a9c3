local fusion = require "fusion"

return {
  name = "greedy",
  help = "Fuse the legal pair of kernels that saves most DRAM bytes, until none saves any.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
    slower = {
      default = 1.25,
      help = "most that a fused kernel may take of what its parts take by the estimate, whatever it saves; 1: no longer than they",
    },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    fusion.greedy(plan, opt.slower)
  end,
}
