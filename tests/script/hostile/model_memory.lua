-- A cost model that keeps more from kernel to kernel than there is.
local kept = {}
return {
  time = function()
    while pcall(function() kept[#kept + 1] = ("x"):rep(1 << 16) .. #kept end) do end
    return 1
  end,
}
