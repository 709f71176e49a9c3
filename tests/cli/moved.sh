#!/bin/sh
# Of every kernel of the shipped graphs and dumps, under several plans, at least the bytes move that are needed: no
# load or store gets lost, whatever its condition. usage: moved.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

for heuristic in none greedy; do
  for graph in "$root"/graphs/*.json; do
    case $graph in *schema.json) continue ;; esac
    succeed "$fusebox" plan "$graph" -H $heuristic --json && all_moved "$heuristic $graph"
  done
done
for heuristic in compiler greedy; do
  for graph in "$root"/graphs/dumps/*/*; do
    [ -d "$graph" ] || continue
    succeed "$fusebox" plan "$graph" -H $heuristic --json && all_moved "$heuristic $graph"
  done
done
finish
