#!/usr/bin/env python3
"""Makes the corpus: what torch.compile does with models that fusebox was not built for.

    python3 tests/corpus/make.py OUT [--only NAME ...] [--jobs N]   graphs below OUT/fit and OUT/judge
    python3 tests/corpus/make.py --pack OUT                         OUT/*.tar.xz, to be kept here
    python3 tests/corpus/make.py --list                             name, family, half of each model

Needs PyTorch 2.11 or later with CUDA, timm, torchvision and transformers, but no weights, no data and no memory:
tensors are fake, kernels are written and not compiled. Each graph is a folder as TORCH_COMPILE_DEBUG leaves it:
the text after Inductor's last pass, its code, and which ops each kernel has. A model runs in a process of its
own; what fails is told at the end, with exit code 1.
"""

import argparse
import concurrent.futures
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

KEPT = {
    'fx_graph_transformed.py': None,
    'output_code.py': None,
    'inductor_provenance_tracking_node_mappings.json': 'cppCodeToPost',  # of its keys only this one
}
LIMIT_S = 900


def models():
    sys.path.insert(0, str(Path(__file__).parent))
    import language, own  # noqa: F401, E401
    from models import MODELS

    return MODELS


# ---- One model, in its own process.


def write_kernels_only():
    """Inductor then writes its code and goes on without compiling any of it."""
    from torch._inductor.async_compile import AsyncCompile

    class Written:
        def run(self, *arguments, **named):
            raise RuntimeError('this kernel was only written')

    AsyncCompile.triton = lambda *arguments, **named: Written()
    AsyncCompile.multi_kernel = AsyncCompile.triton


def pretend(case, fake):
    """Puts a fake tensor in the place of each of the case's; tied weights stay tied."""
    import torch
    from torch.utils import _pytree

    made = {}

    def convert(x):
        if not torch.is_tensor(x):
            return x
        if id(x) not in made:
            new = fake(x.detach()).detach()
            parameter = isinstance(x, torch.nn.Parameter)
            new = torch.nn.Parameter(new, x.requires_grad) if parameter else new.requires_grad_(x.requires_grad)
            made[id(x)] = (x, new)
        return made[id(x)][1]

    for part in case.module.modules() if case.module else ():
        for tensors in (part._parameters, part._buffers):
            for name, tensor in tensors.items():
                tensors[name] = convert(tensor)
    case.inputs = _pytree.tree_map(convert, case.inputs)


def capture(model, folder):
    import torch
    import torch._functorch.config
    import torch._inductor.config as inductor
    from torch._inductor.compile_fx import compile_fx
    from torch._subclasses import FakeTensorMode

    write_kernels_only()
    torch._functorch.config.force_non_lazy_backward_lowering = True
    inductor.force_disable_caches = True
    inductor.compile_threads = 1
    inductor.trace.enabled = True
    inductor.trace.debug_dir = str(folder)
    inductor.trace.provenance_tracking_level = 1

    def backend(graph, inputs):
        compile_fx(graph, inputs)  # for what it writes
        return graph.forward

    torch.manual_seed(0)
    case = model.make()
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    with mode, torch.device('cuda'):
        pretend(case, lambda x: mode.from_tensor(x).to('cuda'))
        compiled = torch.compile(case.run, backend=backend, dynamic=False)
        with torch.set_grad_enabled(case.trains):
            compiled(*case.inputs)


def graph_name(folder, taken):
    """forward, backward or inference; of several with a number behind."""
    kind = re.search(r'(forward|backward|inference)', folder.name).group(1)
    name = kind
    while name in taken:
        taken[kind] = taken.get(kind, 0) + 1
        name = f'{kind}{taken[kind]}'
    taken.setdefault(name, 0)
    return name


def without_places(text):
    """Without the paths of the machine that it was made on: of kernels none, of sources what follows the packages."""
    text = re.sub(r'^# kernel path: .*\n', '', text, flags=re.MULTILINE)
    return re.sub(r'(# File: )\S*/((?:site-packages|dist-packages|corpus|python3[0-9.]*)/)', r'\1\2', text)


def keep(folder, to):
    to.mkdir(parents=True)
    for name, key in KEPT.items():
        path = folder / name
        if not path.exists() or (key and to.name.startswith('backward')):
            continue  # PyTorch lists the nodes of the forward kernels there again, under the same names
        text = path.read_text()
        if key:
            text = json.dumps({key: json.loads(text).get(key, {})}, indent=0, sort_keys=True)
        (to / name).write_text(without_places(text))


def run_one(name, out):
    model = next(m for m in models() if m.name == name)
    with tempfile.TemporaryDirectory() as folder:
        capture(model, Path(folder))
        graphs = sorted(Path(folder).rglob('fx_graph_transformed.py'), key=lambda path: path.stat().st_mtime_ns)
        taken = {}
        for path in graphs:
            keep(path.parent, out / model.half / name / graph_name(path.parent, taken))
    if not graphs:
        raise SystemExit('no graph was written')


# ---- All of them.


def run_all(options):
    chosen = [m for m in models() if not options.only or m.name in options.only]
    missing = set(options.only) - {m.name for m in chosen}
    if missing:
        raise SystemExit(f'no model {", ".join(sorted(missing))}: see --list')

    def run(model):
        shutil.rmtree(options.out / model.half / model.name, ignore_errors=True)
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, __file__, str(options.out), '--one', model.name]
            environment = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=cache, INDUCTOR_PROVENANCE='1')
            try:
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT_S)
                return model, done.returncode, done.stderr
            except subprocess.TimeoutExpired:
                return model, 1, f'more than {LIMIT_S} s'

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for model, code, error in pool.map(run, chosen):
            graphs = sorted((options.out / model.half / model.name).glob('*'))
            lines = [line for line in error.strip().splitlines() if line.strip()]
            why = f'  failed: {lines[-1][:200] if lines else code}' if code else ''
            failed += bool(code)
            print(f'{model.name:32} {model.family:12} {model.half:6} {len(graphs)} graphs{why}', flush=True)
            if code and options.verbose:
                print(error, flush=True)
    print(f'{len(chosen)} models, {failed} failed')
    return failed == 0


def pack(out):
    """The same files give the same archive."""
    for half in ('fit', 'judge'):
        with tarfile.open(out / f'{half}.tar.xz', 'w:xz', preset=9) as archive:
            for path in sorted((out / half).rglob('*')):
                if path.is_file():
                    entry = tarfile.TarInfo(str(path.relative_to(out)))
                    data = path.read_bytes()
                    entry.size = len(data)
                    archive.addfile(entry, io.BytesIO(data))
        print(f'{half}.tar.xz: {(out / f"{half}.tar.xz").stat().st_size} bytes')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('out', type=Path, nargs='?')
    parser.add_argument('--only', nargs='+', default=[], metavar='NAME')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--verbose', action='store_true', help='print what failed whole')
    parser.add_argument('--one', help=argparse.SUPPRESS)
    parser.add_argument('--pack', action='store_true')
    parser.add_argument('--list', action='store_true')
    options = parser.parse_args()
    if options.list:
        for model in models():
            print(f'{model.name:32} {model.family:12} {model.half}')
        return 0
    if not options.out:
        parser.error('where to?')
    if options.one:
        run_one(options.one, options.out)
        return 0
    if options.pack:
        pack(options.out)
        return 0
    return 0 if run_all(options) else 1


if __name__ == '__main__':
    sys.exit(main())
