#
# usage: python3 FILE [--device cuda|cpu|meta] [--seed N] [--save RESULTS]
import argparse
from math import inf, nan

import torch
import torch._inductor.inductor_prims  # registers torch.ops.prims.inductor_*

# Where everything is made and runs, whatever device the annotations name.
DEVICE = torch.device('cuda' if torch.cuda.is_available() else 'cpu')


def device(type, index):
    return DEVICE


