"""Our results beside PyTorch's on the same inputs: those that fusebox filled and saved with its run."""

import json
from pathlib import Path

import torch

DTYPES = {
    'bool': torch.bool,
    'u8': torch.uint8,
    'i8': torch.int8,
    'i32': torch.int32,
    'i64': torch.int64,
    'f16': torch.float16,
    'bf16': torch.bfloat16,
    'f32': torch.float32,
    'f64': torch.float64,
}
# Of the norm of the difference over that of the result. Rounding to bf16 leaves an error of 2^-9 / sqrt(3) =
# 0.0011; two results that are rounded apart differ by about that in every element, and PyTorch rounds more
# often where a formula is written in bf16.
NORM_MOST = {torch.bfloat16: 4e-3, torch.float16: 5e-4, torch.float32: 2e-5, torch.float64: 1e-12}


def load(folder, entry):
    """A saved value on the GPU, in its own layout."""
    path = Path(folder) / entry['file']
    dtype = DTYPES[entry['dtype']]
    memory = torch.from_file(str(path), size=path.stat().st_size // dtype.itemsize, dtype=dtype).cuda()
    return memory.as_strided(entry['shape'], entry['stride'], entry['offset'])


def difference(ours, theirs):
    """The norm of the difference over that of PyTorch's result; integers must be equal."""
    if ours.shape != theirs.shape:
        raise RuntimeError(f'shape {list(ours.shape)} is not PyTorch\'s {list(theirs.shape)}')
    if not ours.dtype.is_floating_point:
        return float((ours != theirs).any())
    # In pieces, as doubles of a large tensor would not fit beside it.
    squares, apart = 0.0, 0.0
    for a, b in zip(ours.contiguous().view(-1).split(1 << 26), theirs.contiguous().view(-1).split(1 << 26)):
        squares += b.double().square().sum().item()
        apart += (a.double() - b.double()).square().sum().item()
    return (apart / squares) ** 0.5 if squares else apart**0.5


def compare_results(workload, function, folder):
    """The largest difference of a result, in units of what is allowed; raises when it is not."""
    index = json.loads((Path(folder) / 'index.json').read_text())
    inputs = [load(folder, entry) for entry in index['inputs']]
    wanted = [(spec[0], tuple(spec[1])) for spec in workload.shapes]
    if [(value.dtype, tuple(value.shape)) for value in inputs] != wanted:
        raise RuntimeError('the graph\'s inputs are not those of the PyTorch function')
    with torch.no_grad():
        results = function(*inputs)
    results = results if isinstance(results, tuple) else (results,)
    if len(results) != len(index['outputs']):
        raise RuntimeError(f'{len(index["outputs"])} results, where PyTorch has {len(results)}')
    worst = 0.0
    for entry, theirs in zip(index['outputs'], results):
        ours = load(folder, entry)
        found = difference(ours, theirs)
        worst = max(worst, found / NORM_MOST.get(ours.dtype, 0.5))
        if not worst <= 1:  # also when it is not a number
            raise RuntimeError(f'{entry["name"]} is {found:.2e} of its norm away from PyTorch\'s')
    return worst
