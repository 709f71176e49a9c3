return {
  run = function()
    pcall(print, setmetatable({}, { __tostring = function() return {} end }))
    pcall(print, setmetatable({}, { __name = {} }))
    print(setmetatable({}, { __tostring = function() while true do end end }))
  end,
}
