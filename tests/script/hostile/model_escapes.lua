-- A cost model whose error would control a terminal.
return {
  help = "\27]0;a title\7",
  time = function() error("\27[2J an error \27]0;title\7 \u{9b}31m") end,
}
