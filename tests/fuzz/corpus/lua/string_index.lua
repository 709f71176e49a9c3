-- Takes the methods of strings away, and their length.
local strings = getmetatable("")
strings.__index = function() error("no methods") end
strings.__len = function() return {} end
strings.__name = setmetatable({}, { __tostring = function() error("no name") end })
return { run = function(plan) print("a", { b = "c", [1.5] = 3, [{}] = 4 }, plan) end }
