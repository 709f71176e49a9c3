-- Keeps every plan there is, until there is no room, and goes on as if nothing had been.
return {
  run = function(plan)
    local kept, seed = {}, 0
    while true do
      local ok = pcall(function()
        seed = seed + 1
        plan:reset()
        plan:fuse_random(seed)
        kept[#kept + 1] = plan:save()
      end)
      if not ok and #kept > 0 then
        plan:load(kept[#kept])
        for i = 1, #kept // 2 do kept[i] = kept[#kept] end
      end
    end
  end,
}
