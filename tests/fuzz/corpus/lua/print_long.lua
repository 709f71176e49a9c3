return {
  run = function()
    local text = ("x"):rep(1 << 18)
    while true do print(text) end
  end,
}
