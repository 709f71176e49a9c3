-- A kernel for each prefix of op names: what one writes, another reads back.
local function prefix(op)
  return op.name:match("^%a+")
end

return {
  name = "large",
  help = "One kernel for each prefix of op names.",
  run = function(plan)
    for op in plan:ops() do
      for _, reader in ipairs(op.readers) do
        if prefix(op) == prefix(reader) then plan:fuse(op, reader) end
      end
    end
  end,
}
