-- What a forward pass saves for the backward pass, by a minimum cut as PyTorch's partitioner makes it: each value that the
-- backward pass needs is saved, or computed again from what is.
local Flow = require "flow"
local saving = {}

local NEARER = 1.1 -- a value weighs so much more for each op that it is farther from the backward pass
local AGAIN = { pointwise = true, create = true, layout = true, index = true }

-- Facts up to an op, it included, as a set: the forward pass when it is where that ends.
function saving.forward(list, last)
  local forward = { [last] = true }
  for i = #list, 1, -1 do
    if forward[list[i]] then
      for _, producer in ipairs(list[i].producers) do forward[producer] = true end
    end
  end
  return forward
end

local function is_banned(fact) return fact.is_library or fact.mutates or not AGAIN[fact.class] end

-- Is it in memory whatever is decided, as a reader is no kernel of ours or reduces it?
local function is_stored(fact, forward)
  if fact.is_kept or fact.is_library then return true end
  for _, reader in ipairs(fact.readers) do
    if forward[reader] and reader.is_library then return true end
  end
  return false
end

-- Ops from each forward op to the next backward op; none: the backward pass needs nothing of it.
local function distances(list, forward)
  local distance = {}
  for i = #list, 1, -1 do
    local fact = list[i]
    for _, reader in ipairs(forward[fact] and fact.readers or {}) do
      local far = forward[reader] and distance[reader] and distance[reader] + 1 or not forward[reader] and 1
      if far then distance[fact] = math.min(distance[fact] or far, far) end
    end
  end
  return distance
end

-- What to compute again in the backward pass: a set of facts; and the bytes that are saved. `price`: what a saved byte
-- costs besides being written and read; a byte of an input, which lies in memory anyway, costs being read.
function saving.cut(list, forward, price)
  local flow, source, sink = Flow.new(), -1, -2
  local distance, inputs, next_input = distances(list, forward), {}, -3
  for _, fact in ipairs(list) do
    if distance[fact] then
      local enter, leave = 2 * fact.index, 2 * fact.index + 1
      local moved = is_stored(fact, forward) and 1 or 2
      flow:edge(enter, leave, fact.bytes * (moved * NEARER ^ math.min(distance[fact], 100) + price))
      if is_banned(fact) then flow:edge(source, enter, math.huge) end
      for _, reader in ipairs(fact.readers) do
        flow:edge(leave, forward[reader] and 2 * reader.index or sink, math.huge)
      end
      for _, operand in ipairs(fact.operands) do
        if not operand.made_by then
          if not inputs[operand.tensor] then
            inputs[operand.tensor], next_input = next_input, next_input - 2
            flow:edge(source, inputs[operand.tensor], operand.bytes)
          end
          flow:edge(inputs[operand.tensor], enter, math.huge)
        end
      end
    end
  end
  local kept, again, bytes = flow:cut(source, sink), {}, 0
  for _, fact in ipairs(list) do
    if distance[fact] and not kept[2 * fact.index] then again[fact] = true end
    if distance[fact] and kept[2 * fact.index] and not kept[2 * fact.index + 1] then bytes = bytes + fact.bytes end
  end
  return again, bytes
end

local PRICES = { 0, 1, 2, 4, 8, 16, 32, 64, 1e6 }

-- The same with at most a share of the bytes that are saved without a price, by the least price that does it; the third
-- result says whether any did.
function saving.within(list, forward, share)
  local again, bytes = saving.cut(list, forward, 0)
  local most = share * bytes
  for i = 2, #PRICES do
    if bytes <= most then return again, bytes, true end
    again, bytes = saving.cut(list, forward, PRICES[i])
  end
  return again, bytes, bytes <= most
end

-- Computes facts of a set again in each kernel of the backward pass that reads them, readers before producers.
function saving.compute_again(plan, list, forward, again)
  local wanted = {}
  for i = #list, 1, -1 do
    local fact = list[i]
    if again[fact] then
      local anchors, seen = {}, {}
      for _, reader in ipairs(fact.readers) do
        local more = not forward[reader] and { reader } or again[reader] and wanted[reader] or {}
        for _, anchor in ipairs(more) do
          local kernel = anchor.op.kernel
          if not seen[kernel.id] then
            seen[kernel.id] = true
            anchors[#anchors + 1] = anchor
            if kernel ~= fact.op.kernel and not kernel.is_library then plan:recompute(fact.op, kernel) end
          end
        end
      end
      wanted[fact] = anchors
    end
  end
end

return saving
