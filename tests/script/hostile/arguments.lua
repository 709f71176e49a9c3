-- Every function of every object with values that none of them wants, and with each other's.
return {
  run = function(plan)
    local op, kernel, edge, tensor = nil, nil, nil, nil
    for it in plan:ops() do op = op or it end
    for it in plan:kernels() do kernel = kernel or it end
    for it in plan:edges() do edge = edge or it end
    for it in plan:tensors() do tensor = tensor or it end
    local hostile = setmetatable({}, {
      __index = function(t, k) plan:fuse_random(1) return t end,
      __len = function() return math.maxinteger end,
      __call = function(f, ...) return f end,
      __eq = function() error("eq") end,
      __lt = function() error("lt") end,
      __concat = function() return "\27[2J" end,
      __tostring = function() return "\27[2J" end,
      __name = "\27[2J",
      __close = function() error("close") end,
      __pairs = function() return function() return 1, 1 end end,
      __mode = "kv",
    })
    local long = {}
    for i = 1, 5000 do long[i] = op end
    local values = { 0, -1, 1, math.maxinteger, math.mininteger, 1e308, -1e308, 0 / 0, 1 / 0, -1 / 0, 0.5, 2 ^ 63, 1 << 31,
      true, false, "", "x", ("y"):rep(70000), "\0\1\27]0;t\7", "1e999", hostile, {}, { hostile }, { 1, 2, 3 }, { op, op },
      { kernel, kernel }, { op, kernel, edge, tensor }, long, { { op, op }, { op }, {} }, { model = hostile },
      { model = function() return 0 / 0 end }, { model = "no" }, { batch = 1 }, { [1.5] = 2, [true] = 3 },
      { [hostile] = hostile }, print, function() error(hostile) end, function(p) return p end, op, kernel, edge, tensor,
      plan, plan:save(), "compiler", "together", "greedy", math.rng(1) }
    local names = { "ops", "edges", "kernels", "op", "tensor", "tensors", "shared", "repeats", "places", "can_fuse", "fuse",
      "fuse_all", "fuse_into_readers", "split", "take_apart", "cut", "move", "recompute", "recompute_deep", "unrecompute", "pin",
      "schedule", "reset", "what_if", "what_ifs", "estimate", "live", "save", "load", "hash", "run", "memory", "report",
      "budget_left", "try", "name", "device", "kernel_count", "hash", "dominator", "post_dominator", "reaches", "level",
      "pattern", "operands", "reduced_axes", "results", "readers", "producers", "bytes", "reads_of", "writes_of", "ops",
      "registers", "estimate", "cliff", "template", "schedule", "is_view", "shape", "strides", "producer", "fused" }
    local objects = { plan, op, kernel, edge, tensor, plan:save() }
    local calls, random = 0, math.rng(math.mininteger)
    local function any() return values[random(#values)] end
    for _, object in ipairs(objects) do
      for _, name in ipairs(names) do
        local found, method = pcall(function() return object[name] end)
        if found and type(method) == "function" then
          pcall(method)
          pcall(method, object)
          for _, value in ipairs(values) do
            pcall(method, value)
            pcall(method, object, value)
            pcall(method, object, op, value)
            pcall(method, object, value, any(), any(), any())
            pcall(method, object, "apart", value, any())
            calls = calls + 1
          end
        end
      end
    end
    for _, value in ipairs(values) do
      pcall(math.rng, value)
      pcall(random, value)
      pcall(random, value, any())
    end
    print(calls)
    error("done", 0)
  end,
}
