-- A long text for each of many characters.
return {
  run = function()
    local long = ("x"):rep(1 << 18)
    while true do pcall(string.gsub, long, ".", long) end
  end,
}
