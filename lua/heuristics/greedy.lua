local fusion = require "fusion"

return {
  name = "greedy",
  help = "Fuse the legal pair of kernels that saves most DRAM bytes, until none saves any.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    fusion.best_first(plan, function(what) return what.saved_dram_bytes end)
  end,
}
