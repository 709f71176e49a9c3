-- What lessons show of measured figures: those on record, for students without a GPU, beside the plan's own.
local figures = {
  how = "kernel times by CUPTI: medians of 50 launches, L2 emptied before each, added up",
}

-- The text in so many columns, at their right end: µ is two bytes and one column.
function figures.right(text, columns)
  local width = #text:gsub("[\128-\191]", "")
  return string.rep(" ", columns - width) .. text
end

-- The label of the quickest. `rows`: { label, key } of the record.
function figures.quickest(record, rows)
  local best = rows[1]
  for _, row in ipairs(rows) do
    if record[row[2]] < record[best[2]] then best = row end
  end
  return best[1]
end

-- A text for a step. `rows`: { label, key } in the order to show; lesson.measured[key] is in microseconds.
function figures.text(lesson, before, rows, after)
  local record, lines, widest = lesson.measured, {}, 0
  for _, row in ipairs(rows) do widest = math.max(widest, #row[1]) end
  for _, row in ipairs(rows) do
    local label, microseconds = row[1], record[row[2]]
    if microseconds then
      lines[#lines + 1] = "  " .. label .. figures.right(lesson:time(microseconds), widest - #label + 10)
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
