return {
  run = function()
    local text = ("é"):rep(1 << 17)
    while true do
      utf8.len(text)
      utf8.offset(text, -1 << 18)
      pcall(utf8.codepoint, text, 1, -1)
    end
  end,
}
