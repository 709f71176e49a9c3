#!/usr/bin/env python3
"""Our kernels beside PyTorch's and beside a copy of the same bytes, in one call. See README.md here."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from versus_tables import (
    MODES,
    SIDES,
    heading,
    print_differences,
    print_groups,
    print_summary,
    row_text,
    summary,
    with_ratios,
)

HERE = Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        '--suite',
        default='baseline',
        help='baseline, sizes, long, inputs, backward, gemm, epilogue, dumps; several with commas; dumps stands alone',
    )
    parser.add_argument('--only', default='', metavar='REGEX', help='only workloads whose name matches')
    parser.add_argument('--sides', default=','.join(SIDES), help=f'what to time, of {", ".join(SIDES)}')
    parser.add_argument('--graphs', action='store_true', help='time both sides in CUDA graphs as well')
    parser.add_argument(
        '--dirty', action='store_true', help='empty the L2 cache by writing instead of reading'
    )
    parser.add_argument(
        '--launches', type=int, default=50, help='counted runs of each, of which the median is taken'
    )
    parser.add_argument('--heuristic', default='greedy', help="of fusebox's plan")
    parser.add_argument(
        '--compare', action='store_true', help="compare our results with PyTorch's on the same inputs"
    )
    parser.add_argument(
        '--fx',
        action='store_true',
        help='let fusebox read the FX graph that torch.compile made, not our own graph',
    )
    parser.add_argument('--no-check', action='store_true', help='do not compare with the unfused plan')
    parser.add_argument('--json', metavar='FILE', help='write the figures here too')
    parser.add_argument(
        '--compile-ahead',
        type=int,
        default=0,
        metavar='COUNT',
        help='processes that compile for PyTorch before anything is timed',
    )
    parser.add_argument(
        '--time-limit', type=float, default=1e9, metavar='SECONDS', help='begin no workload after this long'
    )
    parser.add_argument(
        '--fusebox', default=os.environ.get('FUSEBOX', str(HERE.parents[1] / 'build/fusebox'))
    )
    parser.add_argument(
        '--graph-folder', default=str(Path(os.environ.get('FUSEBOX_DATA', HERE.parents[1])) / 'graphs')
    )
    parser.add_argument(
        '--dumps',
        metavar='FOLDER',
        help='with suite dumps: untrimmed torch_compile_debug folders, or an archive of tests/corpus',
    )
    parser.add_argument(
        '--every', type=int, default=1, metavar='N', help='with suite dumps: only every so many of them'
    )
    parser.add_argument('--part', metavar='I/N', help=argparse.SUPPRESS)  # of the workloads: compile only
    return parser.parse_args()


def chosen(options):
    from versus_products import epilogue, gemm
    from versus_workloads import SUITES

    SUITES = {**SUITES, 'gemm': gemm, 'epilogue': epilogue}
    names = options.suite.split(',')
    unknown = [name for name in names if name not in SUITES]
    if unknown:
        sys.exit(f'no suite {unknown[0]}: choose of {", ".join(SUITES)}, dumps')
    return [w for name in names for w in SUITES[name]() if re.search(options.only, w.name)]


# ---- PyTorch's side


def compiled(workload, mode):
    import torch

    torch._dynamo.reset()
    return torch.compile(workload.function, dynamic=False, mode=MODES[mode])


def compile_part(options, sides):
    """In a process of its own: compiles its part, so that the timing process finds Triton's work done."""
    part, parts = map(int, options.part.split('/'))
    for workload in chosen(options)[part::parts]:
        values = workload.inputs()
        for mode in MODES:
            if mode in sides:
                compiled(workload, mode)(*values)


def compile_ahead(options):
    """Several processes share the GPU: what they find fastest is forgotten, what they compiled is kept."""
    from torch._inductor.runtime.cache_dir_utils import cache_dir

    begin = time.time()
    environment = dict(
        os.environ,
        TORCHINDUCTOR_FX_GRAPH_CACHE='0',
        TORCHINDUCTOR_AUTOGRAD_CACHE='0',
        TORCHINDUCTOR_COMPILE_THREADS='1',
    )
    processes = [
        subprocess.Popen(
            [sys.executable, __file__, *sys.argv[1:], '--part', f'{i}/{options.compile_ahead}'],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        for i in range(options.compile_ahead)
    ]
    for process in processes:
        process.wait()
    for choice in Path(cache_dir()).rglob('*.best_config'):
        if choice.stat().st_mtime >= begin:
            choice.unlink()
    print(f'compiled ahead in {time.time() - begin:.0f} s', file=sys.stderr)


def torch_time(clock, workload, values, mode, graphs):
    import torch

    function = workload.function if mode == 'eager' else compiled(workload, mode)
    run = lambda: function(*values)
    with torch.no_grad():
        us, kernels = clock.kernels(run)
        return {'us': us, 'kernels': kernels, **({'graph_us': clock.graph(run)} if graphs else {})}


def copy_time(clock, row, graphs):
    us, run = clock.copy(row['read_bytes'], row['written_bytes'])
    return {'us': us, **({'graph_us': clock.graph(run)} if graphs else {})}


def bytes_of(tensors):
    return sum(t.numel() * t.element_size() for t in tensors)


# ---- our side


def fx_text(workload):
    """The graph that Inductor fuses, as PyTorch prints it."""
    import torch

    texts = []

    def keep(graph):
        texts.append(
            graph.owning_module.print_readable(print_output=False, include_stride=True, include_device=True)
        )

    def in_order(*values):  # inputs of the graph come in the order in which they are first looked at
        for value in values:
            value.shape
        return workload.function(*values)

    torch._dynamo.reset()
    with torch._inductor.config.patch(
        post_grad_custom_post_pass=keep, force_disable_caches=True
    ), torch.no_grad():
        torch.compile(in_order, dynamic=False)(*workload.inputs())
    if len(texts) != 1:
        raise RuntimeError(f'torch.compile made {len(texts)} graphs')
    return texts[0]


def graph_file(options, workload, folder):
    if options.fx or not workload.graph:
        path = Path(folder) / f'{workload.name}.py'
        path.write_text(fx_text(workload))
        return str(path)
    if isinstance(workload.graph, str):
        return str(Path(options.graph_folder) / f'{workload.graph}.json')
    path = Path(folder) / f'{workload.name}.json'
    path.write_text(json.dumps(workload.graph))
    return str(path)


def fusebox(options, *words):
    """What a subcommand prints with --json; a wrong check still prints."""
    done = subprocess.run([options.fusebox, *words, '--json'], capture_output=True, text=True)
    if not done.stdout:
        raise RuntimeError(
            done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f'exit {done.returncode}'
        )
    return json.loads(done.stdout)


def fusebox_time(options, graph, heuristic, sizes, saved=None):
    words = ['--save-data', saved] if saved else []
    words += [word for name, size in sizes.items() for word in ('--set', f'{name}={size}')]
    words += ['--no-check'] * options.no_check + ['--dirty-cache'] * options.dirty
    report = fusebox(options, 'time', graph, '-H', heuristic, '--launches', str(options.launches), *words)
    kernels = [
        {
            'id': k['id'],
            'name': k['name'],
            'template': k['template'],
            'us': k.get('measured', {}).get('time_us'),
            'registers': k.get('compiled', {}).get('registers'),
            'spills': k.get('compiled', {}).get('spill_bytes'),
            'estimate_us': k['estimate']['time_us'],
            'launches': k.get('launches', []),
        }
        for k in report['kernels']
    ]
    check = report.get('check')
    if any(k['us'] is None and k['template'] != 'library' for k in kernels):
        raise RuntimeError('a kernel could not be timed')
    if check and not check['pass']:
        raise RuntimeError(f'wrong results: {check["text"]}')
    return {
        'us': sum(k['us'] or 0 for k in kernels),
        'graph_us': report['total'].get('measured_us'),
        'kernels': kernels,
    }


# ---- one workload


def attempt(row, side, measure):
    """A side that fails says why and leaves the others alone."""
    try:
        row[side] = measure()
    except Exception as problem:
        row[side] = {'error': ' '.join(str(problem).split())[:300]}


def our_time(options, workload, folder):
    saved = str(Path(folder) / 'saved') if options.compare else None
    sizes = {} if options.fx else workload.sizes
    timed = fusebox_time(options, graph_file(options, workload, folder), options.heuristic, sizes, saved)
    if saved:
        from versus_results import compare_results

        timed['difference'] = compare_results(workload, compiled(workload, 'default'), saved)
        shutil.rmtree(saved)
    return timed


def compare(options, sides, clock, workload, folder):
    import torch

    row = {'name': workload.name, 'group': workload.group, 'base': workload.base}
    if 'fusebox' in sides:
        attempt(row, 'fusebox', lambda: our_time(options, workload, folder))
    values = workload.inputs()
    results = workload.function(*values)
    results = results if isinstance(results, tuple) else (results,)
    row['read_bytes'], row['written_bytes'] = bytes_of(values), bytes_of(results)
    del results
    torch.cuda.empty_cache()
    if 'copy' in sides:
        attempt(row, 'copy', lambda: copy_time(clock, row, options.graphs))
    for mode in ('eager', *MODES):
        if mode in sides:
            attempt(row, mode, lambda: torch_time(clock, workload, values, mode, options.graphs))
    del values
    torch.cuda.empty_cache()
    return with_ratios(row)


def write_json(options, figures):
    import torch

    if not options.json:
        return
    about = {
        'gpu': torch.cuda.get_device_name(),
        'torch': torch.__version__,
        'launches': options.launches,
        'flush': 'dirty' if options.dirty else 'clean',
    }
    Path(options.json).write_text(json.dumps({**about, **figures}, indent=1))


def compare_all(options, sides):
    from versus_timing import Clock

    begin, rows, left_out = time.time(), [], []
    workloads = chosen(options)
    if options.compile_ahead:
        compile_ahead(options)
    clock = Clock(options.launches, options.dirty)
    width = max((len(w.name) for w in workloads), default=0)
    print(heading(width))
    with tempfile.TemporaryDirectory() as folder:
        for workload in workloads:
            if time.time() - begin > options.time_limit:
                left_out.append(workload.name)
                continue
            rows.append(compare(options, sides, clock, workload, folder))
            print(row_text(rows[-1], width), flush=True)
            write_json(options, {'heuristic': options.heuristic, 'rows': rows, 'summary': summary(rows)})
    print_groups(rows)
    print_differences(rows)
    print_summary(rows)
    if left_out:
        print(f'left out for want of time: {", ".join(left_out)}')
    return not any('error' in row.get(side, {}) for row in rows for side in SIDES)


def compare_all_dumps(options):
    from versus_dumps import compare_dumps, dump_names, unpacked
    from versus_timing import Clock

    with tempfile.TemporaryDirectory() as folder:
        options.dumps = unpacked(options.dumps, folder)
        rows = compare_dumps(
            options,
            [name for name in dump_names(options) if re.search(options.only, name)],
            lambda name: fusebox_time(options, str(Path(options.dumps) / name), 'compiler', {}),
            Clock(options.launches, options.dirty),
            folder,
        )
    write_json(options, {'heuristic': 'compiler', 'dumps': rows})
    return not any(row['unmatched'] for row in rows)


def main():
    options = arguments()
    sides = options.sides.split(',')
    unknown = [side for side in sides if side not in SIDES]
    if unknown:
        sys.exit(f'no side {unknown[0]}: choose of {", ".join(SIDES)}')
    if options.part:
        compile_part(options, sides)
        return 0
    if options.suite == 'dumps':
        if not options.dumps:
            sys.exit('suite dumps needs --dumps')
        return 0 if compare_all_dumps(options) else 1
    return 0 if compare_all(options, sides) else 1


if __name__ == '__main__':
    sys.exit(main())
