-- A cost model that never says what a kernel costs.
return {
  help = "h\27[2J",
  time = function()
    while true do pcall(string.rep, "", math.maxinteger) end
  end,
}
