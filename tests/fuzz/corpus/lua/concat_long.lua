return {
  run = function()
    local half = ("x"):rep(1 << 17)
    while true do local whole = half .. half end
  end,
}
