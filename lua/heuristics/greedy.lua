local fusion = require "fusion"

return {
  name = "greedy",
  help = "Fuse the legal pair of kernels that saves most DRAM bytes, until none saves any.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
    faster = { default = false, help = "leave out fusions that save bytes but take longer by the estimate" },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    fusion.best_first(plan, function(what)
      if opt.faster and what.saved_us <= 0 then return 0 end
      return what.saved_dram_bytes
    end)
  end,
}
