return {
  run = function()
    while true do
      pcall(string.pack, "c1000000000", "x")
      pcall(string.packsize, ("c2147483647"):rep(1000))
      pcall(string.format, "%99.99f", 1e308)
      pcall(string.format, ("%99d"):rep(200), 1)
    end
  end,
}
