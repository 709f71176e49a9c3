"""Times of work on the GPU by CUPTI's activity records, the clock that fusebox uses too.

The L2 cache is emptied before each run, and the median of many runs is taken.
"""

import statistics
from functools import partial

import torch
import triton
import triton.language as tl
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile

WARM_UP = 3
FLUSH_BYTES = 256 << 20  # as fusebox: four times the L2 cache of an H200, rounded
BLOCK = 1024


@triton.jit
def versus_flush(memory, write: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    words = tl.load(memory + at)
    if write:
        tl.store(memory + at, words + 1)
    else:
        tl.store(memory + at, words, mask=words == -1640531527)  # never so: keeps the loads


@triton.jit
def versus_copy(
    source, target, reads, writes, READ_BLOCKS: tl.constexpr, WRITE_BLOCKS: tl.constexpr, BLOCK: tl.constexpr
):
    """Reads `reads` words and writes `writes` words, each program its share of both."""
    lane = tl.arange(0, BLOCK)
    seen = tl.zeros([BLOCK], tl.int32)
    for i in tl.static_range(READ_BLOCKS):
        at = (tl.program_id(0) * READ_BLOCKS + i) * BLOCK + lane
        seen ^= tl.load(source + at, mask=at < reads, other=0)
    for i in tl.static_range(WRITE_BLOCKS):
        at = (tl.program_id(0) * WRITE_BLOCKS + i) * BLOCK + lane
        tl.store(target + at, seen, mask=at < writes)
    if WRITE_BLOCKS == 0:
        tl.store(target + lane, seen, mask=seen == -1640531527)


class Clock:
    def __init__(self, launches=50, dirty=False):
        self.launches = launches
        self.dirty = dirty  # leave lines in the L2 cache that must be written back
        self.memory = torch.zeros(FLUSH_BYTES // 4, dtype=torch.int32, device='cuda')

    def flush(self):
        versus_flush[(FLUSH_BYTES // 4 // BLOCK,)](self.memory, self.dirty, BLOCK, num_warps=8)

    def records(self, run):
        """What the GPU did after each emptying of the cache: lists of (name, start, end) in ns, by start."""
        for _ in range(WARM_UP):
            run()
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CUDA]) as profiler:
            for _ in range(self.launches):
                run()
            torch.cuda.synchronize()
        events = [
            (event.name(), event.start_ns(), event.start_ns() + event.duration_ns())
            for event in profiler.profiler.kineto_results.events()
            if event.device_type() == DeviceType.CUDA
        ]
        groups = []
        for event in sorted(events, key=lambda event: event[1]):
            if event[0] == 'versus_flush':
                groups.append([])
            elif groups:
                groups[-1].append(event)
        return groups

    def kernels(self, run):
        """Microseconds in kernels, copies and fills, without the gaps between them; and their number."""

        def flushed():
            self.flush()
            run()

        runs = self.records(flushed)
        if len(runs) != self.launches or not all(runs):
            raise RuntimeError(f'CUPTI saw {len(runs)} of {self.launches} runs')
        return statistics.median(sum(end - start for _, start, end in r) for r in runs) / 1e3, len(runs[0])

    def graph(self, run):
        """Microseconds of a CUDA graph's replay between events, as fusebox times its whole plan.

        Events see a microsecond or two of the launch as well, but CUPTI would slow kernels in graphs.
        """
        for _ in range(WARM_UP):
            run()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            kept = run()
        pairs = [
            [torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(WARM_UP + self.launches)
        ]
        for before, after in pairs:
            self.flush()
            before.record()
            graph.replay()
            after.record()
        torch.cuda.synchronize()
        del kept
        return statistics.median(before.elapsed_time(after) for before, after in pairs[WARM_UP:]) * 1e3

    def copy(self, read_bytes, written_bytes):
        """The best of a few kernels that read and write as many bytes, ready to run, and its microseconds."""
        reads, writes = -(-read_bytes // 16) * 4, -(-written_bytes // 16) * 4
        source = torch.randint(-1 << 31, 1 << 31, (max(reads, BLOCK),), dtype=torch.int32, device='cuda')
        target = torch.empty(max(writes, BLOCK), dtype=torch.int32, device='cuda')
        best = float('inf'), None
        for blocks in (1, 2, 4, 8):
            programs = -(-max(reads, writes) // (blocks * BLOCK))
            shares = [-(-words // (programs * BLOCK)) for words in (reads, writes)]
            run = partial(
                versus_copy[(programs,)], source, target, reads, writes, *shares, BLOCK, num_warps=8
            )
            best = min(best, (self.kernels(run)[0], run), key=lambda found: found[0])
        return best
