return {
  run = function()
    local unpack, select = table.unpack, select
    while true do select("#", unpack({}, 1, 900000)) end
  end,
}
