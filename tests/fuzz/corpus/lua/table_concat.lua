-- A C function that has an element for every place.
return {
  run = function() return table.concat(setmetatable({}, { __index = type }), "", 1, math.maxinteger) end,
}
