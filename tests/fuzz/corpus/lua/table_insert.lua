-- Shifts a long list, again and again.
return {
  run = function()
    local list = {}
    for i = 1, 1 << 20 do list[i] = i end
    local insert = table.insert
    while true do insert(list, 1, 0) end
  end,
}
