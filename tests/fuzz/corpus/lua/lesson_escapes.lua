return {
  title = "\27[2Jcleared\7", about = "\27]0;a title\7 \u{202e}turned", graph = "graphs/softmax.json",
  steps = { { title = "s\27[31m", text = "x\27[5m\u{9b}31m", hint = "h\27c" } },
}
