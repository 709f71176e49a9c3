-- Backtracking while the file is read.
local text = ("a"):rep(60)
text:find(("a-"):rep(30) .. "b")
return { run = function() end }
