getmetatable("").__tostring = function() while true do end end
return { help = "x", run = function() end }
