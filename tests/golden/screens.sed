# What screens are compared by: words, names, shapes, rails, brackets and boxes. What the cost model says moves with its
# calibration and is taken out: figures, bars, heat, the limit that binds, whether a fusion pays.
# Of an experiment, the seconds that searches took.
s/ +[0-9][0-9.e-]*(  [0-9.]+ graphs\/[a-z_]+\.json)$/\1/
s/^(none +[0-9].* -) +[0-9.e-]+$/\1/
s/(▁|▂|▃|▄|▅|▆|▇|█|▏|▎|▍|▌|▋|▊|▉)+/@/g
s/^\|[.:=#]K/|@K/
s/ [#=-]+ +([0-9.]+ us)/ @ \1/
s/^│K/│@K/
s/ binds//
s/(dram|l2|issue|fma|mufu|int|fp64|tensor|latency|launch) +(·|-|@)/LIMIT \2/g
s/(✓|!|\+) not fused; it would (pay|cost)/@ not fused/
:again
s/(^|[^A-Za-z0-9_,.[#])[-+]?[0-9]+(\.[0-9]+)?[kMGTPE]?( ?(µs|us|ms|s|B|kB|MB|GB|TB|%|×|x))?($|[^A-Za-z0-9_.])/\1#\5/
t again
:list
s/#,[0-9]+/#/
t list
s/ +/ /g
