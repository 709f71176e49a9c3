import torch
@torch.compile
def scale(x, w):
    return (x * w).exp().sum(-1)
x = torch.randn(8, 16, requires_grad=True)
w = torch.randn(16, requires_grad=True)
scale(x, w).sum().backward()
@torch.compile
def shift(x):
    return torch.relu(x + 1)
shift(torch.randn(4, 4))
