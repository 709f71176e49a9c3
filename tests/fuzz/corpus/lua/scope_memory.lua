-- Leaves less memory than describing the file takes.
local kept, size = {}, 1 << 19
for i = 1, 400000 do kept[i] = false end
local count = 0
while size > 0 do
  local ok, text = pcall(string.rep, "m", size)
  if ok then
    count = count + 1
    kept[count] = text
  else
    size = size // 2
  end
end
KEPT = kept
return { help = "full", options = { number = { default = 123.25, help = "no text yet" } }, run = function() end }
