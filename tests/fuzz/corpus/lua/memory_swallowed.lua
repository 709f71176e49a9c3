-- Goes on at the limit, where every allocation collects all garbage.
return {
  run = function()
    local kept, rep = {}, string.rep
    while pcall(function() kept[#kept + 1] = { {}, {} } end) do end
    while true do pcall(rep, "x", 1 << 18) end
  end,
}
