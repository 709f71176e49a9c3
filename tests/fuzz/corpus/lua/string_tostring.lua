-- Says how every string becomes text.
getmetatable("").__tostring = function() error("no text") end
return { help = "x", options = { word = { default = "q", help = "z" } }, run = function() end }
