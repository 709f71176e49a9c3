local endless = setmetatable({}, { __len = function() return 1 << 30 end, __index = function() return "c" end })
return {
  title = "t", graph = "graphs/softmax.json",
  steps = { { title = "s", text = "x", predict = { question = "q", choices = endless, answer = "c", reveal = "" } } },
}
