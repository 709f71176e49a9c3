"""Diffusion, recommenders, state space, mixtures of experts, graphs and optimizers, written out here."""

import math

import torch
import torch.nn.functional as F
from models import Case, case, model
from torch import nn

BF16 = torch.bfloat16


# ---- Diffusion.


class ResBlock(nn.Module):
    def __init__(self, wide, deep, embedding):
        super().__init__()
        self.first, self.second = nn.GroupNorm(32, wide), nn.GroupNorm(32, deep)
        self.into, self.out = nn.Conv2d(wide, deep, 3, padding=1), nn.Conv2d(deep, deep, 3, padding=1)
        self.time = nn.Linear(embedding, deep)
        self.skip = nn.Conv2d(wide, deep, 1) if wide != deep else nn.Identity()

    def forward(self, x, time):
        h = self.into(F.silu(self.first(x))) + self.time(F.silu(time))[:, :, None, None]
        return self.skip(x) + self.out(F.silu(self.second(h)))


class UNet(nn.Module):
    def __init__(self, wide=128):
        super().__init__()
        self.wide = wide
        self.time = nn.Sequential(nn.Linear(wide, 4 * wide), nn.SiLU(), nn.Linear(4 * wide, 4 * wide))
        self.head = nn.Conv2d(4, wide, 3, padding=1)
        self.down = nn.ModuleList([ResBlock(wide, wide, 4 * wide), ResBlock(wide, 2 * wide, 4 * wide)])
        self.up = nn.ModuleList([ResBlock(4 * wide, wide, 4 * wide), ResBlock(2 * wide, wide, 4 * wide)])
        self.middle = ResBlock(2 * wide, 2 * wide, 4 * wide)
        self.tail = nn.Sequential(nn.GroupNorm(32, wide), nn.SiLU(), nn.Conv2d(wide, 4, 3, padding=1))

    def forward(self, x, step):
        half = self.wide // 2
        angle = step[:, None].float() * torch.exp(-math.log(10000) * torch.arange(half, device=x.device) / half)
        time = self.time(torch.cat([angle.cos(), angle.sin()], 1).to(x.dtype))
        first = self.down[0](self.head(x), time)
        second = self.down[1](F.avg_pool2d(first, 2), time)
        h = self.middle(F.max_pool2d(second, 2), time)
        h = self.up[0](torch.cat([F.interpolate(h, scale_factor=2), second], 1), time)
        h = self.up[1](torch.cat([F.interpolate(h, scale_factor=2), first], 1), time)
        return self.tail(h)


@model('diffusion')
def unet():
    return case(UNet(), torch.randn(8, 4, 64, 64, dtype=BF16), torch.randint(0, 1000, (8,)), channels_last=True)


@model('diffusion')
def unet_f16_inference():
    x = torch.randn(8, 4, 64, 64, dtype=torch.float16)
    return case(UNet(), x, torch.randint(0, 1000, (8,)), dtype=torch.float16, trains=False)


class DiTBlock(nn.Module):
    """Modulated by the class and the step (adaLN-Zero)."""

    def __init__(self, wide, heads):
        super().__init__()
        self.heads = heads
        self.first = nn.LayerNorm(wide, elementwise_affine=False)
        self.second = nn.LayerNorm(wide, elementwise_affine=False)
        self.qkv, self.out = nn.Linear(wide, 3 * wide), nn.Linear(wide, wide)
        self.up, self.down = nn.Linear(wide, 4 * wide), nn.Linear(4 * wide, wide)
        self.modulation = nn.Linear(wide, 6 * wide)

    def forward(self, x, c):
        shift, scale, gate, shift2, scale2, gate2 = self.modulation(F.silu(c))[:, None].chunk(6, -1)
        h = self.first(x) * (1 + scale) + shift
        q, k, v = self.qkv(h).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        h = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
        x = x + gate * self.out(h)
        h = self.second(x) * (1 + scale2) + shift2
        return x + gate2 * self.down(F.gelu(self.up(h), approximate='tanh'))


class DiT(nn.Module):
    def __init__(self, wide=768, heads=12):
        super().__init__()
        self.patch = nn.Conv2d(4, wide, 2, 2)
        self.blocks = nn.ModuleList([DiTBlock(wide, heads) for _ in range(2)])
        self.last, self.out = nn.LayerNorm(wide, elementwise_affine=False), nn.Linear(wide, 16)

    def forward(self, x, c):
        h = self.patch(x).flatten(2).transpose(1, 2)
        for block in self.blocks:
            h = block(h, c)
        side = x.shape[-1] // 2
        h = self.out(self.last(h)).unflatten(1, (side, side)).unflatten(-1, (2, 2, 4))
        return h.permute(0, 5, 1, 3, 2, 4).flatten(4, 5).flatten(2, 3)


@model('diffusion')
def dit():
    return case(DiT(), torch.randn(32, 4, 64, 64, dtype=BF16), torch.randn(32, 768, dtype=BF16))


@model('diffusion')
def vae_decoder():
    blocks = [nn.Conv2d(4, 128, 3, padding=1)]
    for _ in range(2):
        blocks += [nn.GroupNorm(32, 128), nn.SiLU(), nn.Upsample(scale_factor=2), nn.Conv2d(128, 128, 3, padding=1)]
    net = nn.Sequential(*blocks, nn.GroupNorm(32, 128), nn.SiLU(), nn.Conv2d(128, 3, 3, padding=1))
    return case(net, torch.randn(4, 4, 64, 64, dtype=torch.float32), dtype=torch.float32)


# ---- Recommenders.


class DLRM(nn.Module):
    def __init__(self, tables=26, rows=100000, wide=64):
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(rows, wide) for _ in range(tables)])
        self.bottom = nn.Sequential(nn.Linear(13, 512), nn.ReLU(), nn.Linear(512, wide), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(wide + (tables + 1) * tables // 2, 512), nn.ReLU(), nn.Linear(512, 1))
        self.register_buffer('pairs', torch.tril_indices(tables + 1, tables + 1, -1), persistent=False)

    def forward(self, dense, sparse):
        x = self.bottom(dense)
        all_ = torch.stack([x] + [table(sparse[:, i]) for i, table in enumerate(self.tables)], 1)
        products = torch.bmm(all_, all_.transpose(1, 2))[:, self.pairs[0], self.pairs[1]]
        return self.top(torch.cat([x, products], 1))


@model('recommender')
def dlrm():
    return case(DLRM(), torch.randn(4096, 13), torch.randint(0, 100000, (4096, 26)), dtype=torch.float32)


class DeepFM(nn.Module):
    def __init__(self, fields=20, rows=200000, wide=32):
        super().__init__()
        self.linear, self.factors = nn.Embedding(rows, 1), nn.Embedding(rows, wide)
        self.deep = nn.Sequential(nn.Linear(fields * wide, 400), nn.BatchNorm1d(400), nn.ReLU(), nn.Dropout(0.2),
                                  nn.Linear(400, 1))

    def forward(self, ids):
        v = self.factors(ids)
        pairs = (v.sum(1).square() - v.square().sum(1)).sum(1) / 2
        return torch.sigmoid(self.linear(ids).sum((1, 2)) + pairs + self.deep(v.flatten(1)).squeeze(1))


@model('recommender')
def deepfm():
    return case(DeepFM(), torch.randint(0, 200000, (8192, 20)), dtype=torch.float32)


# ---- State space, recurrences, memory.


class SelectiveScan(nn.Module):
    """A diagonal state space by cumulative sums of logarithms, in chunks."""

    def __init__(self, wide=512, state=16):
        super().__init__()
        self.into, self.out = nn.Linear(wide, 2 * wide), nn.Linear(wide, wide)
        self.step, self.b, self.c = nn.Linear(wide, wide), nn.Linear(wide, state), nn.Linear(wide, state)
        self.a = nn.Parameter(torch.rand(wide, state))

    def forward(self, x):
        u, gate = self.into(x).chunk(2, -1)
        dt = F.softplus(self.step(u)).float()
        decay = torch.cumsum(dt[..., None] * -self.a.float().exp(), 1)
        inputs = (dt * u)[..., None] * self.b(u)[:, :, None].float()
        states = decay.exp() * torch.cumsum(inputs * (-decay).clamp(max=20).exp(), 1)
        y = (states * self.c(u)[:, :, None].float()).sum(-1).to(x.dtype)
        return self.out(y * F.silu(gate))


@model('state space')
def selective_scan():
    return case(SelectiveScan(), torch.randn(4, 256, 512, dtype=BF16))


class RetNetLike(nn.Module):
    """Linear attention with decay, chunk by chunk, and a group norm a head."""

    def __init__(self, wide=1024, heads=8):
        super().__init__()
        self.heads = heads
        self.qkvg, self.out = nn.Linear(wide, 4 * wide), nn.Linear(wide, wide)
        self.norm = nn.GroupNorm(heads, wide)
        self.register_buffer('decay', torch.log(1 - 2.0 ** (-5 - torch.arange(heads))), persistent=False)

    def forward(self, x):
        batch, length, wide = x.shape
        q, k, v, g = self.qkvg(x).unflatten(-1, (4, self.heads, -1)).permute(2, 0, 3, 1, 4)
        at = torch.arange(length, device=x.device)
        distance = (at[:, None] - at[None]).clamp(min=0).float()
        mask = torch.where(at[:, None] >= at[None], (self.decay[:, None, None] * distance).exp(), 0.0)
        scores = (q @ k.transpose(-1, -2)) * mask.to(x.dtype) / math.sqrt(wide // self.heads)
        scores = scores / scores.detach().abs().float().sum(-1, keepdim=True).clamp(min=1).to(x.dtype)
        y = (scores @ v).transpose(1, 2).reshape(batch * length, wide)
        y = self.norm(y).view(batch, length, wide) * F.silu(g.transpose(1, 2).flatten(2))
        return self.out(y)


@model('state space')
def retention():
    return case(RetNetLike(), torch.randn(8, 512, 1024, dtype=BF16))


# ---- Mixtures of experts, attention written out, losses.


class SwitchLayer(nn.Module):
    def __init__(self, wide=512, experts=8):
        super().__init__()
        self.router = nn.Linear(wide, experts, bias=False)
        self.up = nn.Parameter(torch.randn(experts, wide, 2 * wide) * 0.02)
        self.down = nn.Parameter(torch.randn(experts, 2 * wide, wide) * 0.02)
        self.norm = nn.RMSNorm(wide)

    def forward(self, x):
        h = self.norm(x)
        chance = torch.softmax(self.router(h).float(), -1)
        best, which = chance.topk(2, -1)
        weight = torch.zeros_like(chance).scatter(-1, which, best / best.sum(-1, keepdim=True)).to(x.dtype)
        y = torch.einsum('td,edf->etf', h, self.up)
        y = torch.einsum('etf,efd->etd', F.gelu(y), self.down)
        balance = (chance.mean(0) * F.one_hot(which[:, 0], chance.shape[-1]).float().mean(0)).sum()
        return x + (y * weight.t()[:, :, None]).sum(0), balance


@model('experts')
def switch_layer():
    return case(SwitchLayer(), torch.randn(4096, 512, dtype=BF16))


class AlibiAttention(nn.Module):
    def __init__(self, wide=1024, heads=16):
        super().__init__()
        self.heads = heads
        self.qkv, self.out, self.norm = nn.Linear(wide, 3 * wide), nn.Linear(wide, wide), nn.LayerNorm(wide)
        self.register_buffer('slope', 2.0 ** (-8 * torch.arange(1, heads + 1) / heads), persistent=False)

    def forward(self, x):
        length = x.shape[1]
        q, k, v = self.qkv(self.norm(x)).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        at = torch.arange(length, device=x.device)
        bias = -self.slope[:, None, None] * (at[:, None] - at[None]).abs()
        scores = (q @ k.transpose(-1, -2)).float() / math.sqrt(q.shape[-1]) + bias
        scores = 30 * torch.tanh(scores / 30)
        scores = scores.masked_fill(at[:, None] < at[None], float('-inf'))
        h = torch.softmax(scores, -1).to(x.dtype) @ v
        return x + F.dropout(self.out(h.transpose(1, 2).flatten(2)), 0.1)


@model('attention')
def alibi_softcap():
    return case(AlibiAttention(), torch.randn(4, 1024, 1024, dtype=BF16))


@model('loss')
def contrastive():
    def run(image, text):
        image, text = F.normalize(image.float(), dim=-1), F.normalize(text.float(), dim=-1)
        logits = image @ text.t() / 0.07
        label = torch.arange(logits.shape[0], device=logits.device)
        return (F.cross_entropy(logits, label) + F.cross_entropy(logits.t(), label)) / 2

    make = lambda: torch.randn(4096, 512, dtype=BF16).requires_grad_()
    return Case(run, (make(), make()))


@model('loss')
def focal_dice():
    def run(x, mask):
        chance = torch.sigmoid(x.float())
        focal = F.binary_cross_entropy_with_logits(x.float(), mask, reduction='none')
        focal = (focal * (1 - (chance * mask + (1 - chance) * (1 - mask))) ** 2).mean((1, 2, 3))
        both = 2 * (chance * mask).sum((1, 2, 3))
        return (focal + 1 - (both + 1) / (chance.sum((1, 2, 3)) + mask.sum((1, 2, 3)) + 1)).mean()

    return Case(run, (torch.randn(16, 1, 512, 512, dtype=BF16).requires_grad_(), torch.rand(16, 1, 512, 512).round()))


@model('graph')
def graph_attention():
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.into, self.score = nn.Linear(128, 256), nn.Parameter(torch.randn(2, 4, 64))

        def forward(self, x, source, target):
            h = self.into(x).view(-1, 4, 64)
            e = F.leaky_relu((h[source] * self.score[0]).sum(-1) + (h[target] * self.score[1]).sum(-1), 0.2).exp()
            whole = torch.zeros(h.shape[0], 4, device=x.device).index_add(0, target, e)
            return torch.zeros_like(h).index_add(0, target, h[source] * (e / whole[target])[..., None]).flatten(1)

    edge = lambda: torch.randint(0, 20000, (200000,))
    return case(Layer(), torch.randn(20000, 128), edge(), edge(), dtype=torch.float32)


@model('field')
def nerf():
    class Nerf(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(60 if i == 0 else 256, 256) for i in range(4)])
            self.out = nn.Linear(256, 4)

        def forward(self, origin, direction, depth):
            x = origin[:, None] + direction[:, None] * depth[..., None]
            angle = x[..., None] * 2.0 ** torch.arange(10, device=x.device)
            h = torch.cat([angle.sin(), angle.cos()], -1).flatten(2)
            for layer in self.layers:
                h = F.relu(layer(h))
            out = self.out(h)
            step = torch.diff(depth, dim=1, append=depth[:, -1:] + 1)
            opacity = 1 - torch.exp(-F.softplus(out[..., 3]) * step)
            through = torch.cumprod(1 - opacity + 1e-10, 1) / (1 - opacity + 1e-10)
            return ((opacity * through)[..., None] * torch.sigmoid(out[..., :3])).sum(1)

    ray = lambda: torch.randn(4096, 3)
    return case(Nerf(), ray(), ray(), torch.rand(4096, 64).sort(1).values, dtype=torch.float32)


# ---- Optimizers: one step over the tensors of a small decoder.

SHAPES = [(32000, 1024), (1024, 1024), (1024, 2816), (2816, 1024), (1024,), (1024,), (4096,), (1024, 256)]


def optimizer_case(update, states, dtype=torch.float32):
    tensors = [[torch.randn(*shape, dtype=dtype) for shape in SHAPES] for _ in range(2)]
    tensors += [[torch.rand(*shape) for shape in SHAPES] for _ in range(states)]

    def run(*lists):
        return [update(*each) for each in zip(*lists)]

    return Case(run, tuple(tensors), False)


@model('optimizer')
def adamw():
    def update(p, g, m, v):
        m, v = 0.9 * m + 0.1 * g, 0.95 * v + 0.05 * g * g
        return p * (1 - 1e-5) - 1e-3 * (m / 0.1) / ((v / 0.05).sqrt() + 1e-8), m, v

    return optimizer_case(update, 2)


@model('optimizer')
def lion_bf16():
    def update(p, g, m):
        return p * (1 - 1e-5) - (1e-4 * torch.sign(0.9 * m + 0.1 * g)).to(p.dtype), 0.99 * m + 0.01 * g

    return optimizer_case(update, 1, BF16)


@model('optimizer')
def lamb():
    def update(p, g, m, v):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        step = m / (v.sqrt() + 1e-6) + 0.01 * p
        trust = (p.norm() / step.norm().clamp(min=1e-6)).clamp(max=10)
        return p - 1e-3 * trust * step, m, v

    return optimizer_case(update, 2)


@model('optimizer')
def clipped_sgd():
    def run(params, grads, momenta):
        norm = torch.stack([g.float().norm() for g in grads]).norm()
        scale = (1.0 / (norm + 1e-6)).clamp(max=1.0)
        moved = [0.9 * m + g * scale for g, m in zip(grads, momenta)]
        return [p - 0.01 * m for p, m in zip(params, moved)], moved

    tensors = tuple([torch.randn(*shape) for shape in SHAPES] for _ in range(3))
    return Case(run, tensors, False)
