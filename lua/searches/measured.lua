local fusion, moves = require "fusion", require "moves"

-- Plans that are timed first, as far as they are different ones.
local FIRST = { "compiler", "greedy", "inductor-like", "xla-priority-like", "bytes", "portfolio" }

-- A kind of kernel counts as if that many of it had taken what was estimated: one outlier is no rule.
local PRIOR = 2

-- What was found out: the quickest plan, all that were timed, and for each kind of kernel what is known of its estimates.
local Bench = {}
Bench.__index = Bench

local function new_bench(plan, most)
  return setmetatable({ plan = plan, left = most, seen = {}, kinds = {}, timed = 0, failed = 0, best_us = math.huge }, Bench)
end

-- Of kernels alike only the first counts: models repeat their layers.
function Bench:note(kernel, measured_us, estimate_us)
  local name = kernel.template .. " " .. kernel.estimate.limit
  local kind = self.kinds[name] or { seen = {}, count = 0, sum = 0 }
  self.kinds[name] = kind
  if kind.seen[estimate_us] or measured_us <= 0 or estimate_us <= 0 then return end
  kind.seen[estimate_us] = true
  kind.count = kind.count + 1
  kind.sum = kind.sum + math.log(measured_us / estimate_us)
end

-- Times the plan as it is, unless it was timed before.
function Bench:time(name)
  local hash = self.plan:hash()
  if self.seen[hash] or self.left == 0 then return end
  self.seen[hash] = true
  self.left = self.left - 1
  local us, kernels, estimates = self.plan:measure()
  if not us then
    self.failed = self.failed + 1
    return
  end
  self.timed = self.timed + 1
  for kernel in self.plan:kernels() do
    if kernels[kernel.id] and not kernel.is_library then self:note(kernel, kernels[kernel.id], estimates[kernel.id]) end
  end
  if name == "greedy" and not self.greedy_us then self.greedy_us = us end
  if us < self.best_us then
    self.best, self.best_us, self.from = self.plan:save(), us, name
  end
end

-- What estimates of each kind are to be multiplied by, and the kinds that are off by more than a tenth, worst first.
function Bench:factors()
  local factors, lies = {}, {}
  for name, kind in pairs(self.kinds) do
    factors[name] = math.exp(kind.sum / (kind.count + PRIOR))
    if kind.count > 1 and math.abs(math.log(factors[name])) > 0.1 then lies[#lies + 1] = name end
  end
  table.sort(lies, function(a, b)
    local x, y = math.abs(math.log(factors[a])), math.abs(math.log(factors[b]))
    if x ~= y then return x > y end
    return a < b
  end)
  for i, name in ipairs(lies) do lies[i] = string.format("%s x%.2f", name, factors[name]) end
  return factors, table.concat(lies, ", ", 1, math.min(#lies, 4))
end

-- Searches by estimates that are corrected by all that was timed, and times what it finds.
local function search(plan, bench, from, evaluations)
  plan:correct((bench:factors()))
  plan:load(bench.best)
  moves.descend(fusion.walk(plan, evaluations))
  bench:time("descent")
  plan:load(from)
  plan:run("greedy")
  bench:time("greedy, corrected")
  moves.descend(fusion.walk(plan, evaluations))
  bench:time("greedy, corrected, and a descent")
end

return {
  name = "measured",
  help = "Times the plans of several heuristics on the GPU, learns which estimates lie, searches by the corrected ones, and "
    .. "keeps what was quickest. It needs a GPU, and no two runs are the same.",
  options = {
    plans = { default = 20, help = "most plans that are timed" },
    rounds = { default = 3, help = "most searches by corrected estimates; it ends with one that finds no other plan" },
    evaluations = { default = 3000, help = "most edits that each descent tries" },
  },
  run = function(plan, opt)
    local from, bench = plan:save(), new_bench(plan, opt.plans)
    for _, name in ipairs(FIRST) do
      plan:load(from)
      if name ~= "compiler" then plan:run(name) end
      if name ~= "compiler" or plan:load(name) then bench:time(name) end
    end
    if not bench.best then error("none of its plans runs on the GPU") end
    for _ = 1, opt.rounds do
      local left = bench.left
      search(plan, bench, from, opt.evaluations)
      if bench.left == left or bench.left == 0 then break end
    end
    plan:load(bench.best)
    local _, lies = bench:factors()
    plan:report { timed = bench.timed, failed = bench.failed, best_us = bench.best_us, from = bench.from, lies = lies }
    if bench.greedy_us then plan:report { greedy_us = bench.greedy_us } end
  end,
}
