-- An error whose text takes for ever; before that, ones without text.
return {
  run = function()
    pcall(error)
    pcall(error, setmetatable({}, { __tostring = function() return 7 end }))
    error(setmetatable({}, { __tostring = function() while true do end end }))
  end,
}
