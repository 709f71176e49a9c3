return { run = function() return ("a"):rep(100000):match(".-.-.-.-b") end }
