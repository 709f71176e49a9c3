#!/usr/bin/env python3
"""Compares every row of src/graph/core/torch_ops.h with the schemas of an installed PyTorch.

Usage: python3 check_targets.py [torch_ops.h]

Each target must exist, and its row must name PyTorch's arguments in PyTorch's order, with the same ones
keyword-only, with PyTorch's defaults; arguments that PyTorch requires must be there. In-place forms are checked for existence where
the shipped graphs can use them (copy_, index_put_). Prints what differs; exits 1 when anything does.
"""
import ast
import pathlib
import re
import sys

import torch
import torch._inductor.inductor_prims  # registers torch.ops.prims.inductor_*

ROW = re.compile(r'^(TORCH|FOREACH)\("([^"]+)", (\w+),\s*((?:"[^"]*"\s*)+)\)', re.M)
IN_PLACE = ["aten.copy_.default", "aten.index_put_.default", "aten.add_.Tensor", "aten._foreach_add_.Scalar"]


def find(target):
    namespace, name, overload = target.split(".")
    packet = getattr(getattr(torch.ops, namespace), name, None)
    return getattr(packet, overload, None) if packet is not None else None


def rows(text):
    for match in ROW.finditer(text):
        signature = "".join(re.findall(r'"([^"]*)"', match[4]))
        yield match[2], signature


def ours(signature):
    keyword_only, entries = False, []
    for entry in signature.split(", "):
        if entry == "*":
            keyword_only = True
        else:
            name, meaning = entry.split(":", 1)
            entries.append((name, keyword_only, meaning))
    return entries


def theirs(schema):
    return [(a.name, a.kwarg_only, not a.has_default_value()) for a in schema.arguments]


def compare_default(target, name, meaning, arguments):
    """A default that the row states must be PyTorch's; one that it does not state must be None there."""
    argument = next(a for a in arguments if a.name == name)
    if not argument.has_default_value() or meaning == "ignored":
        return []
    stated = ast.literal_eval(meaning.split("=", 1)[1]) if "=" in meaning else None
    return [] if same_default(stated, argument.default_value) else [
        f"{target}: {name} is {argument.default_value!r} by default, not {stated!r}"]


def same_default(ours, theirs):
    if isinstance(theirs, list) and isinstance(ours, int):  # PyTorch repeats it
        return all(value == ours for value in theirs)
    return ours == theirs


def compare(target, signature):
    overload = find(target)
    if overload is None:
        return [f"{target}: PyTorch has no such target"]
    if signature == "*":
        return []
    mine, known = ours(signature), theirs(overload._schema)
    positions = {name: (i, kwarg_only) for i, (name, kwarg_only, _) in enumerate(known)}
    problems, last = [], -1
    for name, kwarg_only, meaning in mine:
        if name not in positions:
            problems.append(f"{target}: PyTorch has no argument {name}: {overload._schema}")
            continue
        place, is_kwarg_only = positions[name]
        if is_kwarg_only != kwarg_only:
            problems.append(f"{target}: {name} is {'' if is_kwarg_only else 'not '}keyword-only")
        if not kwarg_only and place != last + 1:
            problems.append(f"{target}: {name} is argument {place}, not {last + 1}: {overload._schema}")
        last = place
        problems += compare_default(target, name, meaning, overload._schema.arguments)
    listed = {name for name, _, _ in mine}
    problems += [f"{target}: required argument {name} is missing" for name, _, required in known
                 if required and name not in listed]
    return problems


def main():
    default = pathlib.Path(__file__).resolve().parents[3] / "src" / "graph" / "torch_ops.h"
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    table = list(rows(path.read_text()))
    expected = len(re.findall(r"^(?:TORCH|FOREACH)\(", path.read_text(), re.M))
    problems = [p for target, signature in table for p in compare(target, signature)]
    problems += [f"{target}: PyTorch has no such target" for target in IN_PLACE if find(target) is None]
    if len(table) != expected:
        problems.append(f"{expected - len(table)} rows of the table could not be read")
    print("\n".join(problems + [f"{len(table)} targets, {len(problems)} problems, PyTorch {torch.__version__}"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
