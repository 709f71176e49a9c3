-- Never gets to say what it is.
while true do end
