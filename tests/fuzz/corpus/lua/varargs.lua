-- A million values copied by one instruction.
return {
  run = function()
    local function count(...) return select("#", ...) end
    local function pass(...)
      while true do count(...) end
    end
    pass(table.unpack({}, 1, 400000))
  end,
}
