-- Plans by the million, kept and dropped, each another one.
return {
  run = function(plan)
    local kept = {}
    for i = 1, 3000 do
      plan:fuse_random(i)
      kept[i % 500] = plan:save()
      plan:load(kept[(i * 7) % 500] or kept[i % 500])
      plan:try(function() plan:reset(); kept[(i * 3) % 500] = plan:save() return i % 2 == 0 end)
      if i % 50 == 0 then plan:reset() end
    end
    for i = 1, 50 do print(pcall(plan.load, plan, kept[i]), kept[i] and kept[i].hash) end
    while true do
      kept[#kept + 1] = plan:save()
      plan:load(kept[#kept])
    end
  end,
}
