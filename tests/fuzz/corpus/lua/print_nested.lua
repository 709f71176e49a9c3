-- Little in memory, much to print; and more keys than are shown.
return {
  run = function()
    local table_of_tables, keys = {}, {}
    local text = ("x"):rep(1 << 18)
    for i = 1, 32 do table_of_tables[i] = i % 2 == 0 and table_of_tables or text end
    for i = 1, 200000 do keys["k" .. i] = i end
    while true do
      print(keys)
      print(setmetatable({}, { __tostring = function() return text end }))
      print(table_of_tables)
    end
  end,
}
