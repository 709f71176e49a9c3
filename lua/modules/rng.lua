-- Random numbers that are the same on every machine: splitmix64 (Steele, Lea, Flood 2014).

-- A function of that seed: random() is in [0, 1), random(n) one of 1 to n.
return function(seed)
  local state = seed
  return function(n)
    state = state + 0x9E3779B97F4A7C15
    local z = state
    z = (z ~ z >> 30) * 0xBF58476D1CE4E5B9
    z = (z ~ z >> 27) * 0x94D049BB133111EB
    local unit = ((z ~ z >> 31) >> 11) * 0x1p-53
    return n and math.floor(unit * n) + 1 or unit
  end
end
