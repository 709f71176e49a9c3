return { run = function() return ("("):rep(1 << 18):gsub("%b()", "") end }
