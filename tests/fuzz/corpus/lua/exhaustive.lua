-- Estimates every plan of a small graph and keeps the best.
return {
  name = "exhaustive",
  help = "Of all legal plans the one with the least estimated time. For graphs of up to about 15 ops that can be fused.",
  options = {
    number = { default = -1, help = "keep the plan of this number instead, counted from 0 as they are visited" },
    limit = { default = 100000, help = "most plans; a graph with more is an error" },
  },
  run = function(plan, opt)
    local best, best_us = opt.number, math.huge
    if best < 0 then
      plan:enumerate(function(number)
        local us = plan:estimate().time_us
        if us < best_us then
          best, best_us = number, us
        end
      end, opt.limit)
    end
    plan:enumerate(function(number)
      return number == best
    end, opt.limit)
  end,
}
