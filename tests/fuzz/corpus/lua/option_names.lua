return { help = "x", options = { ["o\27[31m\n"] = { default = "d", help = "h" } }, run = function() end }
