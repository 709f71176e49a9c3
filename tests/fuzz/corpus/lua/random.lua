return {
  name = "random",
  help = "A random legal plan: pairs of neighbours fused in random order, a random part of them. The same seed gives the same plan.",
  options = {
    seed = { default = 1, help = "of the random choices" },
  },
  run = function(plan, opt)
    plan:reset()
    plan:fuse_random(opt.seed)
  end,
}
