-- Every new key has all of a long list counted.
return {
  run = function()
    local list = {}
    for i = 1, 1 << 21 do list[i] = true end
    local key = 0.5
    while true do
      list[key] = true
      list[key] = nil
      key = key + 1
    end
  end,
}
