#!/usr/bin/env python3
"""Writes vectors.json: for every op of the op table, small cases with the results that PyTorch gives.

usage: python make_vectors.py [-o vectors.json]

Needs PyTorch 2.11 or later (made with 2.11.0 on the CPU; no GPU needed), takes a few seconds. The dtype and shape
of a result come from running the op on the operands as they are, the numbers from running it with every float
operand widened to float64. A case whose float64 run does not exist keeps the numbers of the plain run, with a
tolerance that fits its dtype. An op that fails is reported at the end, and the exit code is 1.
"""

import argparse
import json
import sys
import traceback

import torch

import complex_numbers
import libraries
import movement
import pointwise
import quantised
import reductions
from recorder import cases, failures

# Every case draws from one stream of random numbers: the order is part of the file's content.
GROUPS = (
    pointwise.unary_cases,
    pointwise.cast_cases,
    pointwise.binary_cases,
    pointwise.ternary_cases,
    movement.view_cases,
    movement.create_cases,
    reductions.reduce_cases,
    reductions.index_cases,
    movement.layout_cases,
    libraries.window_cases,
    libraries.contraction_cases,
    libraries.convolution_cases,
    libraries.attention_cases,
    libraries.library_cases,
    pointwise.later_cases,
    complex_numbers.complex_cases,
    quantised.quantised_cases,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default="vectors.json")
    options = parser.parse_args()
    for group in GROUPS:
        try:
            group()
        except Exception:
            failures.append((group.__name__, traceback.format_exc(limit=3)))
    with open(options.output, "w") as file:
        file.write(
            '{ "format": "fusebox-vectors", "version": 1, "torch": %s,\n  "cases": [\n'
            % json.dumps(torch.__version__)
        )
        file.write(",\n".join("    " + json.dumps(entry, separators=(",", ":")) for entry in cases))
        file.write("\n  ] }\n")
    print(f"{len(cases)} cases of {len({c['op'] for c in cases})} ops in {options.output}", file=sys.stderr)
    for name, trace in failures:
        print(f"FAILED {name}:\n{trace}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
