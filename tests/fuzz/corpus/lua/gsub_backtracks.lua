return { run = function() return ("a"):rep(1 << 18):gsub("a-b", "") end }
