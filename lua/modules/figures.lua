-- What lessons show of measured figures: those on record, for students without a GPU, beside the plan's own.
local figures = {}

-- A text for a step. `rows`: { label, key } in the order to show; lesson.measured[key] is in microseconds.
function figures.text(lesson, before, rows, after)
  local record, lines = lesson.measured, {}
  for _, row in ipairs(rows) do
    local label, microseconds = row[1], record[row[2]]
    if microseconds then
      lines[#lines + 1] = string.format("  %-28s %9s", label, lesson:time(microseconds))
    end
  end
  local parts = { before }
  if #lines > 0 then
    parts[#parts + 1] = table.concat(lines, "\n")
    parts[#parts + 1] = string.format("On record: %s, %s (%s).", record.device, record.date, record.how)
  end
  if lesson.timed_us then
    parts[#parts + 1] = "Your plan, timed on the GPU of this machine: " .. lesson:time(lesson.timed_us) .. "."
  else
    parts[#parts + 1] = "Has this machine a GPU? Then press b: it times your plan, and the figure appears here."
  end
  parts[#parts + 1] = after
  return table.concat(parts, "\n\n")
end

return figures
