-- A long list without anything in it is searched to its end.
return {
  run = function()
    local list = {}
    for i = 1, 1 << 20 do list[i] = true end
    for i = 1, 1 << 20 do list[i] = nil end
    while true do for _ in pairs(list) do end end
  end,
}
