-- What lessons show of the memory that a plan takes over its launches.
local memory = {}

-- The most that is live at a launch, and at which of them (from 1).
function memory.peak(live)
  local most, at = 0, 0
  for launch, bytes in ipairs(live) do
    if bytes > most then most, at = bytes, launch end
  end
  return most, at
end

-- A line for each launch: what it runs, and a bar of the bytes that are live. The longest bar has `width` cells.
function memory.curve(plan, live, width)
  local most, lines, launch = memory.peak(live), {}, 0
  for kernel in plan:kernels() do
    launch = launch + 1
    local ops = kernel.ops
    local cells = math.floor(live[launch] / most * width + 0.5)
    lines[launch] = string.format("  %-6s %-6s %4.1f GB %s", "K" .. kernel.id, ops[#ops].name, live[launch] / 1e9, string.rep("#", cells))
  end
  return table.concat(lines, "\n")
end

return memory
