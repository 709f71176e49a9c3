-- Compared in C.
return {
  run = function()
    local list = {}
    for i = 1, 1 << 20 do list[i] = (i * 7919) % 1000003 end
    while true do
      table.sort(list, math.ult)
      table.sort(list, function(a, b) return a > b end)
      table.sort(list)
    end
  end,
}
