local kept = {}
return { run = function() while true do kept[#kept + 1] = { {}, {}, {} } end end }
