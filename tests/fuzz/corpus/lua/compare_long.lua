-- Instructions that take as long as their strings are.
return {
  run = function()
    local a = ("\0"):rep((1 << 18) - 1) .. "a"
    local b = ("\0"):rep((1 << 18) - 1) .. "b"
    while true do local less = a < b and a == b end
  end,
}
