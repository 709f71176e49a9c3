"""What the benchmark prints: rows, summaries, and comparisons within groups of workloads."""

import statistics

MODES = {'default': 'default', 'autotune': 'max-autotune-no-cudagraphs'}
SIDES = ('copy', 'fusebox', 'eager', *MODES)


def time_of(row, side, key='us'):
    return row.get(side, {}).get(key)


def with_ratios(row):
    ours, copy = time_of(row, 'fusebox'), time_of(row, 'copy')
    for key, name in (('us', 'torch_us'), ('graph_us', 'torch_graph_us')):
        times = [t for t in (time_of(row, mode, key) for mode in MODES) if t]
        row[name] = min(times) if times else None
    row['to_copy'] = ours / copy if ours and copy else None
    row['speedup'] = row['torch_us'] / ours if ours and row['torch_us'] else None
    graph = time_of(row, 'fusebox', 'graph_us')
    row['graph_speedup'] = row['torch_graph_us'] / graph if graph and row['torch_graph_us'] else None
    return row


COLUMNS = (
    ('MB', 6),
    ('copy', 8),
    ('fusebox', 8),
    ('eager', 8),
    ('default', 8),
    ('autotune', 8),
    ('k', 3),
    ('/copy', 6),
    ('torch/', 6),
    ('graph', 8),
    ('torch', 8),
    ('torch/', 6),
)


def heading(width):
    return f'{"workload":{width}s}' + ''.join(f' {name:>{size}s}' for name, size in COLUMNS)


def cell(value, size, digits):
    return ' ' * size + '-' if value is None else f' {value:{size}.{digits}f}'


def row_text(row, width):
    ours = row.get('fusebox', {})
    text = f'{row["name"]:{width}s} {(row["read_bytes"] + row["written_bytes"]) / 1e6:6.0f}'
    text += ''.join(cell(time_of(row, side), 8, 1) for side in SIDES)
    text += cell(len(ours['kernels']) if 'kernels' in ours else None, 3, 0)
    text += cell(row['to_copy'], 6, 2) + cell(row['speedup'], 6, 2)
    text += (
        cell(ours.get('graph_us'), 8, 1)
        + cell(row['torch_graph_us'], 8, 1)
        + cell(row['graph_speedup'], 6, 2)
    )
    errors = ''.join(f'\n    {side}: {row[side]["error"]}' for side in SIDES if 'error' in row.get(side, {}))
    return text + errors


def summary(rows):
    out = {}
    for key, worst in (('to_copy', max), ('speedup', min), ('graph_speedup', min)):
        values = [row[key] for row in rows if row[key]]
        if values:
            out[key] = {
                'count': len(values),
                'geometric_mean': statistics.geometric_mean(values),
                'median': statistics.median(values),
                'worst': worst(values),
                'worst_name': worst((row[key], row['name']) for row in rows if row[key])[1],
            }
    return out


def print_summary(rows):
    titles = {
        'to_copy': 'fusebox / copy',
        'speedup': 'best torch.compile / fusebox',
        'graph_speedup': 'the same in CUDA graphs',
    }
    for key, value in summary(rows).items():
        print(
            f'{titles[key]:30s} geometric mean {value["geometric_mean"]:.3f}, median {value["median"]:.3f}, '
            f'worst {value["worst"]:.3f} ({value["worst_name"]}), {value["count"]} workloads'
        )


def print_groups(rows):
    """Each workload's time per byte over that of its group's base."""

    def per_byte(row):
        ours = time_of(row, 'fusebox')
        return ours / (row['read_bytes'] + row['written_bytes']) if ours else None

    bases = {row['group']: per_byte(row) for row in rows if row['base']}
    ratios = [
        (per_byte(row) / bases[row['group']], row['name'])
        for row in rows
        if row['group'] and not row['base'] and per_byte(row) and bases.get(row['group'])
    ]
    if not ratios:
        return
    print('time per byte over that of the neighbouring power of two:')
    for ratio, name in ratios:
        print(f'  {name:30s} {ratio:.3f}')
    print(
        f'  worst {max(ratios)[0]:.3f} ({max(ratios)[1]}), '
        f'median {statistics.median(r for r, _ in ratios):.3f}'
    )


def print_differences(rows):
    found = [
        (row['fusebox']['difference'], row['name']) for row in rows if 'difference' in row.get('fusebox', {})
    ]
    if found:
        print(
            f"results agree with torch.compile's in {len(found)} workloads; "
            f'nearest to what is allowed: {max(found)[0]:.2f} of it '
            f'({max(found)[1]})'
        )
