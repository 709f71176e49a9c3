#!/usr/bin/env python3
"""The benchmark's arithmetic, on figures made up by hand. Needs neither a GPU nor PyTorch."""

import contextlib
import io
import unittest

import versus_dumps
import versus_tables


def row(name, ours=None, copy=None, group='', base=False, size=100, **torch_times):
    found = {'name': name, 'group': group, 'base': base, 'read_bytes': size, 'written_bytes': size}
    if ours:
        found['fusebox'] = {'us': ours, 'graph_us': ours + 2, 'kernels': [{}]}
    if copy:
        found['copy'] = {'us': copy}
    found.update({mode: {'us': us, 'graph_us': us + 2} for mode, us in torch_times.items()})
    return versus_tables.with_ratios(found)


def printed(function, *arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function(*arguments)
    return out.getvalue()


class Ratios(unittest.TestCase):
    def test_best_of_both_compiled_modes(self):
        both = row(
            'a', ours=20, copy=16, default=30, autotune=25, eager=10
        )  # eager is not what we are held against
        self.assertAlmostEqual(both['to_copy'], 1.25)
        self.assertAlmostEqual(both['speedup'], 1.25)
        self.assertAlmostEqual(both['graph_speedup'], 27 / 22)

    def test_what_was_not_timed_has_no_ratio(self):
        self.assertIsNone(row('a', ours=20)['speedup'])
        self.assertIsNone(row('a', copy=20, default=5)['to_copy'])

    def test_summary(self):
        summary = versus_tables.summary(
            [row('a', 10, 10, default=20), row('b', 40, 10, default=20), row('c')]
        )
        self.assertEqual(summary['to_copy']['count'], 2)
        self.assertAlmostEqual(summary['to_copy']['geometric_mean'], 2)
        self.assertAlmostEqual(summary['to_copy']['median'], 2.5)
        self.assertEqual(summary['to_copy']['worst_name'], 'b')
        self.assertAlmostEqual(summary['speedup']['worst'], 0.5)

    def test_groups_are_compared_per_byte(self):
        rows = [
            row('even', 10, group='g', base=True, size=100),
            row('odd', 10, group='g', size=80),
            row('other', 99),
        ]
        text = printed(versus_tables.print_groups, rows)
        self.assertIn('odd                            1.250', text)
        self.assertNotIn('other', text)

    def test_errors_are_shown(self):
        failed = dict(row('a'), fusebox={'error': 'no device'}, to_copy=None, speedup=None)
        self.assertIn('fusebox: no device', versus_tables.row_text(failed, 8))


def kernel(number, us, *launches):
    return {
        'id': number,
        'name': f'k{number}',
        'us': us,
        'launches': [{'name': n, 'order': o} for n, o in launches],
    }


class Launches(unittest.TestCase):
    def test_launches_of_one_name_in_order(self):
        kernels = [
            kernel(0, 5, ('triton_a', 0)),
            kernel(1, 7, ('extern.mm', 1)),
            kernel(2, 9, ('triton_a', 2)),
        ]
        times, unmatched = versus_dumps.match(kernels, [('triton_a', 10), ('triton_a', 20)])
        self.assertEqual(times, {('triton_a', 0): 10, ('triton_a', 2): 20})
        self.assertEqual(unmatched, [])

    def test_launches_that_cannot_be_told_apart(self):
        times, unmatched = versus_dumps.match(
            [kernel(0, 5, ('triton_a', 0))], [('triton_a', 1), ('triton_a', 2), ('triton_b', 3)]
        )
        self.assertEqual(times, {})
        self.assertEqual(len(unmatched), 2)

    def test_work_is_grouped_by_shared_launches(self):
        # One launch became two kernels; one kernel does the work of two launches; the product is nobody's.
        kernels = [
            kernel(0, 5, ('triton_a', 0)),
            kernel(1, 6, ('triton_a', 0)),
            kernel(2, 7, ('triton_b', 1), ('triton_c', 2)),
            kernel(3, 8, ('extern.mm', 3)),
        ]
        times = {('triton_a', 0): 10, ('triton_b', 1): 20, ('triton_c', 2): 30}
        groups = versus_dumps.groups_of(kernels, times)
        self.assertEqual([(g['us'], g['torch_us']) for g in groups], [(11, 10), (7, 50)])

    def test_a_launch_takes_the_sums_that_finish_it(self):
        records = [
            ('triton_a', 0, 3000),
            ('at::reduce_kernel<1>', 4000, 5000),
            ('copy', 5000, 9000),
            ('at::reduce_kernel<1>', 9000, 9500),
        ]
        self.assertAlmostEqual(versus_dumps.launch_time(records), 4.0)

    def test_large_losses(self):
        def group(ours, theirs):
            return {'us': ours, 'torch_us': theirs, 'kernels': ['K1 k'], 'launches': ['a#0']}

        rows = [{'name': 'd', 'groups': [group(30, 20), group(50, 49.5), group(19, 10), group(20, 40)]}]
        text = printed(versus_dumps.print_large_losses, rows)
        self.assertIn('of 3 over 20 us, 1 are slower than the compiler by more than 2%, 1 by less', text)


if __name__ == '__main__':
    unittest.main()
