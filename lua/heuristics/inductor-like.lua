-- As PyTorch's Inductor 2.11 decides which buffers share a kernel: round by round, by the bytes that they read at the same
-- place.
local facts = require "facts"
local buffers_of = require "buffers"

local tensor_of = buffers_of.tensor_of
local NEIGHBOURS, FAR, LEAST_SHARED = 64, 64, 10 -- pairs looked at for a tensor; distance and bytes of siblings

local function shared_bytes(a, b, order)
  local bytes = 0
  for key, size in pairs(b.reads[order]) do
    if a.reads[order][key] or a.writes[order][key] then bytes = bytes + size end
  end
  return bytes
end

-- 0: b reads nothing of a; 1: all at the place where a writes it; nil: elsewhere.
local function reads_result(a, b, order)
  local found = 0
  for key in pairs(b.reads[order]) do
    if a.tensors[tensor_of(key)] then
      if not a.writes[order][key] then return nil end
      found = 1
    end
  end
  return found
end

local function groups_match(a, b)
  if a.is_reduction and b.is_reduction then return a.numel == b.numel and a.rnumel == b.rnumel end
  if not a.is_reduction and not b.is_reduction then return a.numel == b.numel end
  if b.is_reduction then a, b = b, a end
  return b.numel == a.numel * a.rnumel or b.numel == a.numel
end

local function distance(a, b) return math.max(math.abs(a.first - b.last), math.abs(b.first - a.last)) end

-- Buffers of which each of the two is the only reader could be used again if the two stayed apart.
local function costs_memory(a, b, shared, readers)
  local sizes, bytes = {}, 0
  for key, size in pairs(a.reads.exact) do
    if readers[tensor_of(key)] == 1 then sizes[size] = true end
  end
  for key, size in pairs(b.reads.exact) do
    if sizes[size] and readers[tensor_of(key)] == 1 then
      bytes = bytes + size
      sizes[size] = nil
    end
  end
  return bytes > 32 * shared
end

-- ---- Reductions along rows and over them in one kernel.

local function are_mixed(a, b)
  if not (a.whole and b.whole) or a.mix or b.mix then return false end
  local rows, others = a, b
  if not a.is_contiguous then rows, others = b, a end
  if not rows.is_contiguous then return false end
  local nrow, ncol = rows.whole[1], rows.whole[2]
  if nrow == ncol or others.whole[1] ~= ncol or others.whole[2] ~= nrow then return false end
  if nrow * ncol < 5 << 20 or nrow < 2 * ncol or nrow < 4096 or ncol > 16384 then return false end
  if not (rows.is_inner and others.is_sum) then return false end
  for tensor, full in pairs(a.full) do
    if full and b.full[tensor] then return true end
  end
  return false
end

local candidate

-- May `b` join one half of a kernel with both, without an order between the halves?
local function joins_half(half, other, b, scheduler)
  return candidate(half, b, scheduler, "plain") and (b.is_contiguous or not half.is_contiguous)
    and reads_result(other, b, "merged") == 0 and reads_result(b, other, "merged") == 0
end

local function half_for(a, b, scheduler)
  local x, y = a.mix[1], a.mix[2]
  if joins_half(x, y, b, scheduler) then return x end
  if joins_half(y, x, b, scheduler) then return y end
end

-- ---- Pairs.

-- Whether and how well a and b, in the graph's order, go together: a table, or nil. `how`: "plain": neither loops in
-- another order nor mixed reductions; "reorder": with loops in another order, too.
function candidate(a, b, scheduler, how)
  if b.mix then return nil end
  if a.mix then
    local half = half_for(a, b, scheduler)
    local shared = half and shared_bytes(a, b, "exact")
    return half and { a = a, b = b, shared = shared, far = distance(a, b), alike = b.is_reduction and 1 or 0 }
  end
  if a.count + b.count > scheduler.max_fusion_size then return nil end
  if how ~= "plain" and are_mixed(a, b) then
    if reads_result(a, b, "loose") ~= 0 then return nil end
    return { a = a, b = b, shared = a.whole[1] * a.whole[2], far = 0, alike = 1, mixes = true }
  end
  if not groups_match(a, b) then return nil end
  local order, shared = "exact", shared_bytes(a, b, "exact")
  if shared < LEAST_SHARED and how == "reorder" and not (a.is_reduction and b.is_reduction) then
    order, shared = "loose", shared_bytes(a, b, "loose")
  end
  if shared == 0 or costs_memory(a, b, shared, scheduler.readers) then return nil end
  local reads = reads_result(a, b, order == "exact" and "merged" or order)
  if not reads then return nil end
  local far = distance(a, b)
  if reads == 0 and (shared < LEAST_SHARED or far > FAR) then return nil end
  return { a = a, b = b, shared = shared, far = far, alike = a.is_reduction == b.is_reduction and 1 or 0 }
end

local function better(x, y)
  if math.max(x.shared, y.shared) > 16 * math.min(x.shared, y.shared) then return x.shared > y.shared end
  if x.alike ~= y.alike then return x.alike > y.alike end
  if x.shared ~= y.shared then return x.shared > y.shared end
  return x.far < y.far
end

-- A stable sort, for an order that is not transitive.
local function sorted(list)
  if #list < 2 then return list end
  local middle, left, right = #list // 2, {}, {}
  for i, item in ipairs(list) do
    if i <= middle then left[#left + 1] = item else right[#right + 1] = item end
  end
  left, right = sorted(left), sorted(right)
  local all, l, r = {}, 1, 1
  while left[l] or right[r] do
    if right[r] and (not left[l] or better(right[r], left[l])) then
      all[#all + 1], r = right[r], r + 1
    else
      all[#all + 1], l = left[l], l + 1
    end
  end
  return all
end

local function by_tensor(buffers)
  local users, names = {}, {}
  for place, buffer in ipairs(buffers) do
    for _, side in ipairs { buffer.reads, buffer.writes } do
      for key in pairs(side.exact) do
        local tensor = tensor_of(key)
        if not users[tensor] then
          users[tensor] = {}
          names[#names + 1] = tensor
        end
        local list = users[tensor]
        if list[#list] ~= place then list[#list + 1] = place end
      end
    end
  end
  return users, names
end

local function candidates(buffers, scheduler, how)
  local users, names = by_tensor(buffers)
  local found, seen = {}, {}
  for _, tensor in ipairs(names) do
    local list = users[tensor]
    for i = 1, #list do
      for j = i + 1, math.min(#list, i + NEIGHBOURS) do
        local pair = list[i] << 32 | list[j]
        if not seen[pair] then
          seen[pair] = true
          found[#found + 1] = candidate(buffers[list[i]], buffers[list[j]], scheduler, how)
        end
      end
    end
  end
  return sorted(found)
end

-- ---- Fusing.

local function take_in(a, b)
  a.last, a.first, a.count = math.max(a.last, b.last), math.min(a.first, b.first), a.count + b.count
  a.fact = a.fact or b.fact
  for _, side in ipairs { "reads", "writes" } do
    for _, order in ipairs { "exact", "merged", "loose" } do
      for key, bytes in pairs(b[side][order]) do a[side][order][key] = bytes end
    end
  end
  for tensor in pairs(b.tensors) do a.tensors[tensor] = true end
  for tensor, full in pairs(b.full) do a.full[tensor] = a.full[tensor] or full end
  a.is_contiguous = a.is_contiguous and b.is_contiguous
end

local function unite(a, b)
  take_in(a, b)
  if not b.is_reduction then return end
  if a.is_reduction then
    a.is_inner, a.is_sum = a.is_inner and b.is_inner, a.is_sum and b.is_sum
    if not b.whole then a.whole = nil end
  else
    a.is_reduction, a.numel, a.rnumel = true, b.numel, b.rnumel
    a.whole, a.is_inner, a.is_sum = b.whole, b.is_inner, b.is_sum
  end
end

local function fuse(a, b, pair, scheduler)
  if pair.mixes then
    local mixed = buffers_of.new(a.first)
    mixed.count, mixed.mix, mixed.is_reduction, mixed.numel, mixed.rnumel = 0, { a, b }, true, a.numel, a.rnumel
    take_in(mixed, a)
    take_in(mixed, b)
    a.into, b.into = mixed, mixed
    return
  end
  if a.mix then
    unite(half_for(a, b, scheduler), b)
    take_in(a, b)
  else
    unite(a, b)
  end
  b.into = a
end

local function owner(buffer)
  while buffer.into do buffer = buffer.into end
  return buffer
end

local function round(plan, buffers, scheduler, how)
  local fused = 0
  for _, pair in ipairs(candidates(buffers, scheduler, how)) do
    local a, b = owner(pair.a), owner(pair.b)
    if a ~= b then
      if b.first < a.first then a, b = b, a end
      local now = candidate(a, b, scheduler, how)
      if now and (not (a.fact and b.fact) or plan:fuse(a.fact.op, b.fact.op, true)) then
        fuse(a, b, now, scheduler)
        fused = fused + 1
      end
    end
  end
  local left, seen = {}, {}
  for _, buffer in ipairs(buffers) do
    local whole = owner(buffer)
    if not seen[whole] then
      seen[whole] = true
      left[#left + 1] = whole
    end
  end
  return left, fused
end

-- Puts what is inlined into the kernels of all buffers whose expressions have it: readers before producers.
local function inline(plan, buffers)
  local wanted, last = {}, 0
  for _, buffer in ipairs(buffers) do
    for index in pairs(buffer.ops) do
      wanted[index] = wanted[index] or {}
      table.insert(wanted[index], buffer)
      last = math.max(last, index)
    end
  end
  for index = last, 0, -1 do
    for _, buffer in ipairs(wanted[index] or {}) do
      local op, kernel = buffer.ops[index].op, buffer.fact.op.kernel
      if op.kernel ~= kernel then plan:recompute(op, kernel) end
    end
  end
end

return {
  name = "inductor-like",
  help = "As PyTorch's Inductor 2.11: inline what is cheap to read, then fuse by shared bytes, in rounds.",
  options = {
    max_fusion_size = { default = 64, help = "most buffers in a kernel" },
    rounds = { default = 10, help = "most rounds" },
  },
  run = function(plan, opt)
    local buffers = buffers_of.of(facts.of_plan(plan))
    inline(plan, buffers)
    local open, readers = {}, {}
    for _, buffer in ipairs(buffers) do
      local seen = {}
      for key in pairs(buffer.reads.exact) do seen[tensor_of(key)] = true end
      for tensor in pairs(seen) do readers[tensor] = (readers[tensor] or 0) + 1 end
      if not buffer.is_library then open[#open + 1] = buffer end
    end
    local scheduler = { max_fusion_size = opt.max_fusion_size, readers = readers }
    for _ = 1, opt.rounds do
      local fused
      open, fused = round(plan, open, scheduler, "exact")
      if fused == 0 then break end
    end
    round(plan, open, scheduler, "reorder")
  end,
}
