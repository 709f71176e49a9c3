"""Suite dumps: the kernels that we make for a compiler's own plan beside the compiler's, launch by launch.

The untrimmed output_code.py of a torch_compile_debug folder holds Triton's source: it is run as it is, on
inputs that fusebox's FX export makes (indices in their range). The cache is emptied before every launch, as
fusebox does before each of its kernels.
"""

import importlib.util
import statistics
import subprocess
import tarfile
import time
from pathlib import Path


def load_module(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def dump_inputs(options, dump, code, folder):
    """As random as fusebox's own; those of the compiler's benchmark (integers all 0) when they do not fit."""
    text = subprocess.run(
        [options.fusebox, 'export', str(dump), '--as', 'fx'], capture_output=True, text=True, check=True
    ).stdout
    path = Path(folder) / 'inputs.py'
    path.write_text(text)
    ours, theirs = load_module(path, 'versus_inputs').make_inputs(0), code.get_args()
    layout = lambda values: [(tuple(v.shape), v.stride(), v.dtype) for v in values]
    return ours if layout(ours) == layout(theirs) else theirs


class FlushBeforeLaunch:
    """While open, every launch of a kernel of the compiler comes after an emptied cache."""

    def __init__(self, clock):
        self.clock = clock

    def __enter__(self):
        from torch._inductor.runtime.triton_heuristics import CachingAutotuner

        self.owner, self.launch = CachingAutotuner, CachingAutotuner.run
        clock, launch = self.clock, self.launch

        def run(autotuner, *arguments, **named):
            clock.flush()
            return launch(autotuner, *arguments, **named)

        CachingAutotuner.run = run

    def __exit__(self, *problem):
        self.owner.run = self.launch


def launch_time(records):
    """Of a launch and of the sums by ATen that finish its partial results."""
    total = records[0][2] - records[0][1]
    for name, start, end in records[1:]:
        if 'reduce_kernel' not in name:
            break
        total += end - start
    return total / 1e3


def compiler_launches(clock, code, inputs):
    """(name, median microseconds) of each launch of the compiler's own kernels, in order."""
    call = lambda: code.call(list(inputs))
    call()
    with FlushBeforeLaunch(clock):
        groups = clock.records(call)
    groups = [group for group in groups if group and group[0][0].startswith('triton_')]
    per_run = len(groups) // clock.launches
    if per_run * clock.launches != len(groups):
        raise RuntimeError(f'{len(groups)} launches were seen in {clock.launches} runs')
    return [
        (groups[i][0][0], statistics.median(launch_time(group) for group in groups[i::per_run]))
        for i in range(per_run)
    ]


def launch_keys(kernels):
    """(name, order) of the compiler's own launches that our kernels stand for, by name, in order."""
    keys = sorted(
        {
            (launch['order'], launch['name'])
            for kernel in kernels
            for launch in kernel['launches']
            if launch['name'].startswith('triton_')
        }
    )
    by_name = {}
    for order, name in keys:
        by_name.setdefault(name, []).append((name, order))
    return by_name


def match(kernels, launches):
    """Times of the compiler's launches by key, and the names whose launches cannot be told apart."""
    by_name, times, unmatched = launch_keys(kernels), {}, []
    for name, keys in by_name.items():
        measured = [us for launched, us in launches if launched == name]
        if len(measured) == len(keys):
            times.update(zip(keys, measured))
        else:
            unmatched.append(f'{name}: {len(keys)} launches in the plan, {len(measured)} measured')
    unmatched += sorted({f'{name}: in no kernel of ours' for name, _ in launches if name not in by_name})
    return times, unmatched


def groups_of(kernels, times):
    """Kernels of ours and launches of the compiler that together do the same work: connected by ops."""
    groups = []
    for kernel in kernels:
        keys = {(launch['name'], launch['order']) for launch in kernel['launches']}
        if not keys or not keys <= times.keys():
            continue
        joined = [group for group in groups if group['launches'] & keys]
        groups = [group for group in groups if not group['launches'] & keys]
        merged = {'kernels': [kernel], 'launches': keys}
        for group in joined:
            merged['kernels'] = group['kernels'] + merged['kernels']
            merged['launches'] |= group['launches']
        groups.append(merged)
    return [
        {
            'kernels': [f'K{k["id"]} {k["name"]}' for k in group['kernels']],
            'us': sum(k['us'] for k in group['kernels']),
            'launches': [
                f'{name}#{order}' for name, order in sorted(group['launches'], key=lambda key: key[1])
            ],
            'torch_us': sum(times[key] for key in group['launches']),
        }
        for group in groups
    ]


def compare_dump(options, clock, dump, timed, folder):
    """`timed`: our kernels of the compiler's plan, as fusebox_time gives them."""
    code = load_module(Path(options.dumps) / dump / 'output_code.py', 'versus_output_code')
    if not hasattr(code, 'get_args'):
        raise RuntimeError('its output_code.py is trimmed: give a folder of whole ones with --dumps')
    inputs = dump_inputs(options, Path(options.dumps) / dump, code, folder)
    launches = compiler_launches(clock, code, inputs)
    times, unmatched = match(timed['kernels'], launches)
    kernels = [k for k in timed['kernels'] if k['us'] and k['template'] != 'library']
    return {
        'name': dump,
        'groups': groups_of(timed['kernels'], times),
        'unmatched': unmatched,
        'kernels': [{key: k[key] for key in ('id', 'template', 'us', 'estimate_us')} for k in kernels],
    }


def unpacked(dumps, folder):
    """The folder of dumps: of an archive of tests/corpus, which is unpacked below `folder`, its half."""
    if Path(dumps).is_dir():
        return dumps
    with tarfile.open(dumps) as archive:
        archive.extractall(folder, filter='data')
    return str(Path(folder) / Path(dumps).name.split('.')[0])


def dump_names(options):
    names = sorted(
        str(path.parent.relative_to(options.dumps)) for path in Path(options.dumps).glob('*/*/output_code.py')
    )
    return names[:: options.every]


# ---- tables


def print_dump(row):
    groups = row['groups']
    ours, theirs = sum(g['us'] for g in groups), sum(g['torch_us'] for g in groups)
    if groups:
        mean = statistics.geometric_mean(g['us'] / g['torch_us'] for g in groups)
        print(
            f'{row["name"]:24s} {len(groups):4d} {ours:9.1f} {theirs:9.1f} {ours / theirs:6.2f} {mean:6.2f}',
            flush=True,
        )
    for sentence in row['unmatched']:
        print(f'    {sentence}')


def print_large_losses(rows, least_us=20, noise=1.02):
    """Work of more than 20 us that we do slower than the compiler, the most time lost first."""
    large = [
        (g['us'] - g['torch_us'], row['name'], g)
        for row in rows
        for g in row['groups']
        if max(g['us'], g['torch_us']) > least_us
    ]
    lost = [entry for entry in large if entry[2]['us'] > noise * entry[2]['torch_us']]
    even = sum(1 for entry in large if entry[2]['torch_us'] < entry[2]['us'] <= noise * entry[2]['torch_us'])
    print(
        f'of {len(large)} over {least_us} us, {len(lost)} are slower than the compiler by more than 2%, '
        f'{even} by less'
    )
    for us, name, group in sorted(lost, key=lambda entry: -entry[0]):
        print(
            f'  {name:20s} {group["us"]:8.1f} {group["torch_us"]:8.1f} '
            f'{group["us"] / group["torch_us"]:5.2f}  '
            f'{" + ".join(group["kernels"])[:90]}  ({", ".join(group["launches"])[:110]})'
        )


def print_estimates(rows, least_us=5):
    """How far the estimates of our kernels are off, and which most."""
    kernels = [(row['name'], k) for row in rows for k in row.get('kernels', []) if k['us'] > least_us]
    if not kernels:
        return
    error = lambda k: abs(k['estimate_us'] / k['us'] - 1)
    for template in [*sorted({k['template'] for _, k in kernels}), 'all']:
        errors = [error(k) for _, k in kernels if template in (k['template'], 'all')]
        print(
            f'estimated time of {len(errors):5d} kernels over {least_us} us, {template:7s}: '
            f'mean error {100 * statistics.mean(errors):5.1f}%, worst {100 * max(errors):6.1f}%'
        )
    for name, k in sorted(kernels, key=lambda entry: -error(entry[1]))[:12]:
        print(f'  {name:32s} K{k["id"]:<5d} {k["template"]:7s} estimated {k["estimate_us"]:8.1f}, took {k["us"]:8.1f}')


def print_dumps_summary(rows):
    print_estimates(rows)
    groups = [g for row in rows for g in row['groups']]
    if not groups:
        return
    print_large_losses(rows)
    ratios = [g['us'] / g['torch_us'] for g in groups]
    large = [g['us'] / g['torch_us'] for g in groups if g['torch_us'] > 20]
    print(
        f'ours / compiler: geometric mean {statistics.geometric_mean(ratios):.3f} of {len(ratios)}'
        + (f', {statistics.geometric_mean(large):.3f} of the {len(large)} over 20 us' if large else '')
        + f', sum {sum(g["us"] for g in groups) / sum(g["torch_us"] for g in groups):.3f}'
    )


def compare_dumps(options, names, time_ours, clock, folder):
    """Rows for the JSON; `time_ours(dump)` gives our kernels of the compiler's plan."""
    import torch

    print(f'{"dump":24s} {"work":>4s} {"fusebox":>9s} {"compiler":>9s} {"ratio":>6s} {"mean":>6s}')
    begin, rows = time.time(), []
    for at, name in enumerate(names):
        if time.time() - begin > options.time_limit:
            print(f'left out for want of time: {len(names) - at} of {len(names)}')
            break
        try:
            rows.append(compare_dump(options, clock, name, time_ours(name), folder))
        except Exception as problem:
            rows.append({'name': name, 'groups': [], 'unmatched': [' '.join(str(problem).split())[:300]]})
        print_dump(rows[-1])
        torch.cuda.empty_cache()
    print_dumps_summary(rows)
    return rows
