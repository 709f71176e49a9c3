#!/usr/bin/env python3
# usage: expected.py
# The numbers that test_score.c expects, worked out from the definitions by another program: medians, geometric means over
# the common graphs, and the bootstrap over families and samples with SplitMix64 from seed 1.
import math
import statistics

FUSIBLE = {  # entrant: graph: samples of fusible time, us; an empty list is a failure
    "compiler": {"m1/forward": [10], "m1/backward": [20], "b": [30], "c": [40], "d": [50], "e": [60], "f": [70],
                 "g": [80]},
    "beam width=8": {"m1/forward": [9, 8, 10], "m1/backward": [18, 25, 17], "b": [30, 31, 29], "c": [20, 22, 26],
                     "d": [55, 45, 50], "e": [60, 60, 60], "f": [77, 70, 63], "g": [72, 70, 71]},
    "greedy": {"m1/forward": [9], "m1/backward": [30], "b": [30], "c": [20], "d": [55], "e": [54], "f": [],
               "g": [80]},
    "rarely": {"c": [10], "d": [10]},
}
FAMILY = {"m1/forward": "m1", "m1/backward": "m1"}
GRAPHS = sorted(FUSIBLE["compiler"])
MASK = (1 << 64) - 1


class Random:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94d049bb133111eb) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound):
        while True:
            drawn = self.next()
            if drawn >= (1 << 64) % bound:
                return drawn % bound


def drawn_median(samples, random):
    if len(samples) == 1:
        return samples[0]
    return statistics.median([samples[random.below(len(samples))] for _ in samples])


def interval(ours, base, graphs):
    families = {}
    for graph in graphs:
        families.setdefault(FAMILY.get(graph, graph), []).append(graph)
    families = list(families.values())
    if len(families) < 6:
        return None
    random, means, pools = Random(1), [], {}
    for graph in graphs:
        if max(len(ours[graph]), len(base[graph])) > 1:
            pool = pools[graph] = []
            for _ in range(100):
                mine = drawn_median(ours[graph], random)
                pool.append(math.log(mine / drawn_median(base[graph], random)))
    for _ in range(10000):
        logs = []
        for _ in families:
            for graph in families[random.below(len(families))]:
                logs.append(pools[graph][random.below(100)] if graph in pools
                            else math.log(ours[graph][0] / base[graph][0]))
        means.append(math.exp(sum(logs) / len(logs)))
    means.sort()
    return means[250], means[9999 - 250]


base = FUSIBLE["compiler"]
common = [g for g in GRAPHS if all(FUSIBLE[e].get(g) for e in FUSIBLE if e != "rarely")]
print("common", len(common))
for entrant, ours in FUSIBLE.items():
    solved = [g for g in GRAPHS if ours.get(g)]
    ratios = {g: statistics.median(ours[g]) / statistics.median(base[g]) for g in solved}
    counted = common if entrant != "rarely" else solved
    mean = math.exp(sum(math.log(ratios[g]) for g in counted) / len(counted))
    worst = max(solved, key=lambda g: ratios[g])
    best = {g: min(sample for other in FUSIBLE.values() for sample in other.get(g, [])) for g in GRAPHS}
    regrets = {g: statistics.median(ours[g]) / best[g] for g in solved}
    print("regret %.9f" % math.exp(sum(math.log(regrets[g]) for g in counted) / len(counted)), max(regrets.values()))
    print(entrant, "mean %.9f" % mean, interval(ours, base, counted),
          "wins", sum(r < 0.999 for r in ratios.values()), "losses", sum(r > 1.001 for r in ratios.values()),
          "worst %.6f" % ratios[worst], worst)
