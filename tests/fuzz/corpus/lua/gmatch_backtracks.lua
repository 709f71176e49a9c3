return { run = function() for _ in ("a"):rep(1 << 18):gmatch("a*a*b") do end end }
