return { run = function() while true do end end }
