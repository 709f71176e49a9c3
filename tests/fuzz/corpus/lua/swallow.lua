-- Catches what ends it.
return {
  run = function()
    while true do pcall(function() while true do pcall(error, "again") end end) end
  end,
}
