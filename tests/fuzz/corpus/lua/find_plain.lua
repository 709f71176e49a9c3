return {
  run = function()
    local text, part = ("a"):rep(1 << 18), ("a"):rep(1 << 17) .. "b"
    while true do text:find(part, 1, true) end
  end,
}
