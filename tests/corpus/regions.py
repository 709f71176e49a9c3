#!/usr/bin/env python3
"""Cuts graphs into regions: what lies between kernels that a library runs.

    python3 tests/corpus/regions.py FUSEBOX OUT GRAPH...    graphs OUT/MODEL/KIND/rN.json of folders .../MODEL/KIND

A region is a set of ops that no library runs, connected by what they read of each other; what it reads of others is its
input, views of that come with it, and what others read is its output. Regions of one op are left out, as nothing is to be
fused there, and of regions that are alike but for their names the first stays: models repeat their layers.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import tempfile
from pathlib import Path

TYPES_LUA = """
local function join(list) return table.concat(list, " ") end
return { name = "types", help = "Prints the types of tensors, and which ops a library runs.", run = function(plan)
  for tensor in plan:tensors() do
    print("tensor", tensor.name, tensor.dtype, join(tensor.shape), join(tensor.strides))
  end
  for op in plan:ops() do print(op.kernel.is_library and "library" or "ours", op.name) end -- all but views
end }
"""

NUMBERS = {'inf', '-inf', 'nan'}  # of operands, the others are names


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def types_of(fusebox, script, path):
    """Types of tensors by name, names of the ops that a library runs, and of those that are ours; the others are views."""
    types, library, ours = {}, set(), set()
    for line in run([fusebox, 'plan', path, '-H', script]).stderr.splitlines():
        kind, *rest = line.split('\t')
        if kind == 'tensor':
            shape, stride = ([int(number) for number in text.split()] for text in rest[2:])
            types[rest[0]] = {'name': rest[0], 'dtype': rest[1], 'shape': shape, 'stride': stride}
        elif kind in ('library', 'ours'):
            (library if kind == 'library' else ours).add(rest[0])
    return types, library, ours


def results_of(op):
    return [result if isinstance(result, str) else result['name'] for result in op.get('results', [op['name']])]


def operands_of(op):
    return [operand for operand in op.get('in', []) if isinstance(operand, str) and operand not in NUMBERS]


class Cutter:
    def __init__(self, graph, types, library, ours):
        self.graph, self.types = graph, types
        self.ops = graph['ops']
        self.producer = {name: i for i, op in enumerate(self.ops) for name in results_of(op)}
        self.ours = [op['name'] in ours for op in self.ops]
        self.is_view = [op['name'] not in ours and op['name'] not in library for op in self.ops]

    def behind_views(self, value):
        """The op that makes what a value shows, and the views on the way; None: an input's."""
        views = []
        at = self.producer.get(value)
        while at is not None and self.is_view[at]:
            views.append(at)
            at = self.producer.get(operands_of(self.ops[at])[0])
        return at, views

    def groups(self):
        """Ops that are connected, in topological order."""
        parent = list(range(len(self.ops)))

        def find(i):
            while parent[i] != i:
                parent[i] = parent[parent[i]]
                i = parent[i]
            return i

        for i, op in enumerate(self.ops):
            for operand in operands_of(op) if self.ours[i] else []:
                maker, _ = self.behind_views(operand)
                if maker is not None and self.ours[maker]:
                    parent[find(i)] = find(maker)
        groups = {}
        for i in range(len(self.ops)):
            if self.ours[i]:
                groups.setdefault(find(i), []).append(i)
        return [group for group in groups.values() if len(group) > 1]

    def cut(self, group, name):
        """The graph of a group."""
        inside = set(group)
        for i in group:
            for operand in operands_of(self.ops[i]):
                inside.update(self.behind_views(operand)[1])
        made = {value for i in inside for value in results_of(self.ops[i])}
        read_outside = {value for value in self.graph['outputs'] if isinstance(value, str)}
        for i, op in enumerate(self.ops):
            if i not in inside:
                read_outside.update(operands_of(op))
        outputs = []
        for value in sorted(read_outside, key=lambda value: self.producer.get(value, -1)):
            maker, views = self.behind_views(value)
            if maker in inside and self.ours[maker]:
                # a view that nobody inside reads stays outside: what it shows is the output
                while value not in made:
                    value = operands_of(self.ops[self.producer[value]])[0]
                outputs += [value] if value not in outputs else []
        ops = [self.ops[i] for i in sorted(inside)]
        inputs = []
        for op in ops:
            for value in operands_of(op):
                if value not in made and value not in inputs:
                    inputs.append(value)
        return {'format': 'fusebox-graph', 'version': 1, 'name': name,
                'inputs': [self.types[value] for value in inputs], 'ops': ops, 'outputs': outputs}


def shape_of(graph):
    """The text of a graph whose names are numbers: equal for graphs that differ in their names alone."""
    number = {}

    def rename(value):
        if isinstance(value, str) and value not in NUMBERS:
            return number.setdefault(value, f'v{len(number)}')
        return {**value, 'name': rename(value['name'])} if isinstance(value, dict) and 'name' in value else value

    plain = {'inputs': [rename(value) for value in graph['inputs']], 'ops': []}
    for op in graph['ops']:
        other = {key: value for key, value in op.items() if key not in ('name', 'at', 'code')}
        other['in'] = [rename(value) for value in op.get('in', [])]
        other['results'] = [rename(value) for value in op.get('results', [op['name']])]
        plain['ops'].append(other)
    plain['outputs'] = [rename(value) for value in graph['outputs']]
    return json.dumps(plain, sort_keys=True)


def regions_of(fusebox, script, path):
    """The regions of one graph, with what tells those that are alike."""
    graph = json.loads(run([fusebox, 'export', path, '--as', 'json']).stdout)
    cutter = Cutter(graph, *types_of(fusebox, script, path))
    name = '/'.join(Path(path).parts[-2:])
    graphs = [cutter.cut(group, f'{name}/r{i}') for i, group in enumerate(cutter.groups())]
    return [(graph, shape_of(graph)) for graph in graphs]


def write_all(out, found):
    seen = set()
    for graph, shape in found:
        if shape in seen:
            continue
        seen.add(shape)
        path = Path(out, graph['name'] + '.json')
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(graph))
    return len(seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fusebox')
    parser.add_argument('out')
    parser.add_argument('graph', nargs='+')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, 'types.lua')
        Path(script).write_text(TYPES_LUA)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda path: regions_of(options.fusebox, script, path), options.graph))
    count = write_all(options.out, [region for regions in found for region in regions])
    print(f'{count} regions of {len(options.graph)} graphs, of {sum(map(len, found))} with those alike')


if __name__ == '__main__':
    main()
