-- More steps than there is memory.
local endless = setmetatable({}, { __len = function() return 1 << 40 end, __index = function() return {} end })
return { title = "t", graph = "graphs/softmax.json", steps = endless }
