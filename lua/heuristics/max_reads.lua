local fusion = require "fusion"

return {
  name = "max_reads",
  help = "As bytes, but no kernel may read more than so many distinct buffers (the rule that fixed PyTorch issue 179423).",
  options = {
    max_reads = { default = 10, help = "most distinct buffers that one kernel may read" },
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
  },
  run = function(plan, opt)
    if opt.copies then fusion.copy_cheap(plan) end
    fusion.best_first(plan, function(what)
      return what.parts == 1 and what.reads <= opt.max_reads and what.saved_dram_bytes or 0
    end)
  end,
}
