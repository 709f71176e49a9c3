-- Fills the tables in which a traceback would look for names, then fails.
for i = 1, 300000 do string["f" .. i] = i end
error("now find the name")
