-- Text that would control a terminal, wherever it is shown.
print("\27[2J\27]0;a title\7\27[31mred \155 \x9b31m \u{9b}31m \u{202e}turned\u{2066}")
return {
  help = "a\27[2J\27]0;title\7 b\n\n\nnew\rline \u{9b}31m",
  options = { word = { default = "d\27[5m", help = "h\27[1m" } },
  run = function()
    print("\27[2J\27]0;a title\7", { ["\27[1m"] = "\x9b31m" }, "\u{9b}31m\u{202e}")
    error("\27[2J an error \27]0;title\7")
  end,
}
