return {
  run = function()
    while true do table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1) end
  end,
}
