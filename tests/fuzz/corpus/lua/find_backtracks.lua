return { run = function() return ("a"):rep(60):find(("a-"):rep(30) .. "b") end }
