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
    fusion.best_first(plan, function(what)
      if what.after.time_us > opt.slower * (what.after.time_us + what.saved_us) then return 0 end
      return what.saved_dram_bytes
    end)
  end,
}
