-- As deep as it goes, in Lua and through C.
return {
  run = function()
    local function protected() return pcall(protected) end
    print(protected())
    local function replaced(n) return ("a"):gsub("a", function() return replaced(n + 1) end) end
    print(pcall(replaced, 1))
    local chain = {}
    for _ = 1, 200000 do chain = setmetatable({}, { __index = chain }) end
    print(pcall(function() return chain.x end))
    local function compared(a, b) table.sort({ 1, 2, 3 }, compared) return a < b end
    print(pcall(compared, 1, 2))
    local function deep() return deep() + 1 end
    print(pcall(deep))
  end,
}
