local Heap = require "heap"
local fusion = require "fusion"

-- A product and the first op of a kernel that reads it, with the microseconds that one kernel for both saves; nil where it
-- cannot be, or saves less than that share of what both take.
local function ask(plan, product, reader, share)
  local one, two = product.kernel, reader.kernel
  if one == two then return nil end
  local both = one.estimate.time_us + two.estimate.time_us
  local what = plan:what_if(function(tried) return tried:fuse(one, two, true) end)
  if not what.legal or what.saved_us < math.max(share * both, fusion.LEAST) then return nil end
  return { product = product, reader = reader, saved_us = what.saved_us }
end

-- More saved first, then the earlier ops, so that the order is defined.
local function better(x, y)
  if x.saved_us ~= y.saved_us then return x.saved_us > y.saved_us end
  if x.product.index ~= y.product.index then return x.product.index < y.product.index end
  return x.reader.index < y.reader.index
end

-- The numbers of rows and keys, where kernels of their own count them, belong to what compares them.
local function with_numbers(weights, ops)
  for _, kernel in ipairs(weights.producers) do
    if kernel.first.class == "create" and #kernel.consumers == 1 then ops[#ops + 1] = kernel.first end
  end
  return ops
end

-- The kernels of a product, of the one that makes its weights, and of the product that the scores come from: attention, where
-- the estimate says that one kernel for all of them takes less. Two of them at a time are none.
local function attend(plan, product)
  for _, weights in ipairs(product.kernel.producers) do
    for _, scores in ipairs(weights.is_library and {} or weights.producers) do
      if scores.first.class == "contraction" and scores ~= product.kernel then
        local ops = with_numbers(weights, { scores.first, weights.first, product })
        local what = plan:what_if(function(tried) return tried:fuse_all(ops, true) end)
        if what.legal and what.saved_us > 0 then return plan:fuse_all(ops, true) end
      end
    end
  end
end

-- What a kernel of the product can do without: copies, casts and numbers between memory and its matrices.
local function makers(op, list, seen)
  for _, maker in ipairs(op.producers) do
    if maker.hands_on and not maker.kernel.is_library and not seen[maker.index] then
      seen[maker.index] = true
      list[#list + 1] = maker
      makers(maker, list, seen)
    end
  end
  return list
end

-- A product that computes what it reads from what that is made of, where that saves enough of what it takes.
local function read_through(plan, product, ops, share)
  if #ops == 0 then return end
  local what = plan:what_if(function(tried) return tried:recompute(ops, product.kernel) end)
  local least = math.max(share * product.kernel.estimate.time_us, fusion.LEAST)
  if what.legal and what.saved_us >= least then plan:recompute(ops, product.kernel) end
end

return {
  name = "epilogues",
  help = "As greedy, then matrix products take what makes their matrices and what reads them into their kernels, and attention becomes one, where that saves enough.",
  options = {
    share = { default = 0.05, help = "least share of the two kernels' time that is saved; estimates of products are 6% off" },
  },
  run = function(plan, opt)
    plan:run("greedy", {})
    for op in plan:ops() do
      if op.class == "contraction" then attend(plan, op) end
    end
    for op in plan:ops() do
      if op.is_product then
        read_through(plan, op, op.bias, opt.share)
        read_through(plan, op, makers(op, {}, {}), opt.share)
      end
    end
    local heap = Heap.new(better)
    local function consider(product)
      for _, consumer in ipairs(product.kernel.consumers) do
        local pair = ask(plan, product, consumer.first, opt.share)
        if pair then heap:push(pair) end
      end
    end
    for op in plan:ops() do
      if op.is_product then consider(op) end
    end
    while heap[1] do
      local best = heap:pop()
      local now = ask(plan, best.product, best.reader, opt.share) -- fusions around it may have changed it
      if now and heap[1] and better(heap[1], now) then
        heap:push(now)
      elseif now then
        plan:fuse(now.product.kernel, now.reader.kernel, true)
        consider(now.product)
      end
    end
  end,
}
