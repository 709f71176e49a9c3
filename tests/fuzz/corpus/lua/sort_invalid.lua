return {
  run = function()
    local list = {}
    for i = 1, 100000 do list[i] = i end
    while true do pcall(table.sort, list, function() return true end) end
  end,
}
