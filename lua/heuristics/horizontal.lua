local batches = require "batches"

return {
  name = "horizontal",
  help = "As bytes, then one launch for small kernels that need nothing of each other: an optimizer's steps over many tensors.",
  options = {
    copies = { default = true, help = "first copy constants and widening casts into every kernel that reads them" },
    small_us = { default = 100, help = "most that a kernel may take by the estimate to be worth putting into a launch with others" },
  },
  run = function(plan, opt)
    plan:run("bytes", { copies = opt.copies })
    batches.make(plan, opt.small_us)
  end,
}
