-- Each variable that is closed opens another.
local mt = {}
mt.__close = function()
  local again <close> = setmetatable({}, mt)
  while true do end
end
return {
  run = function()
    local first <close> = setmetatable({}, mt)
    while true do end
  end,
}
