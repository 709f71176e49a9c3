return { run = function() return string.rep("", math.maxinteger, "") end }
