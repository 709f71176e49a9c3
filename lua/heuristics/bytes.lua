local fusion = require "fusion"

return {
  name = "bytes",
  help = "Fuse the pair of kernels that saves most DRAM bytes, until none saves any: it never asks what takes how long.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    fusion.best_first(plan, function(what) return what.parts == 1 and what.saved_dram_bytes or 0 end)
  end,
}
