"""The models of the corpus: each a definition with random weights, cut to the few layers that repeat.

`make()` gives a Case: what is compiled, on the CPU, with weights as they are made. Halves are by model: `judge` holds those that no rule, constant or forest may be fitted
to. Which half a model is in follows from its name alone, so that adding one moves no other.
"""

import hashlib
from dataclasses import dataclass
from typing import Callable

import torch
from torch import nn


@dataclass
class Case:
    run: Callable  # of the inputs
    inputs: tuple  # tensors, and lists of them
    trains: bool = True
    module: nn.Module | None = None  # that `run` uses


@dataclass
class Model:
    name: str
    family: str
    make: Callable[[], Case]

    @property
    def half(self):
        digest = hashlib.sha256(self.name.encode()).digest()
        return 'judge' if digest[0] & 1 else 'fit'


MODELS = []


def model(family, name=None):
    def add(make):
        MODELS.append(Model(name or make.__name__, family, make))
        return make

    return add


def images(batch, size, dtype, channels=3):
    return torch.randn(batch, channels, size, size, dtype=dtype)


def tokens(batch, length, vocabulary):
    return torch.randint(0, vocabulary, (batch, length))


def prepared(module, dtype, trains, channels_last=False):
    module = module.to(dtype).train(trains)
    if channels_last:
        module = module.to(memory_format=torch.channels_last)
    return module if trains else module.requires_grad_(False)


def case(module, *inputs, dtype=torch.bfloat16, trains=True, channels_last=False):
    module = prepared(module, dtype, trains, channels_last)
    if channels_last:
        inputs = tuple(
            x.contiguous(memory_format=torch.channels_last) if torch.is_tensor(x) and x.dim() == 4 else x
            for x in inputs
        )
    return Case(module, inputs, trains, module)


# ---- Convolutional nets and vision transformers, by timm.

TIMM = [
    # name, batch, image, dtype, channels last, trains, arguments that cut it
    ('resnet50', 64, 224, torch.bfloat16, True, True, {'layers': (1, 1, 1, 1)}),
    ('resnet50_inference', 64, 224, torch.float16, False, False, {'layers': (1, 1, 1, 1)}),
    ('resnext50_32x4d', 32, 224, torch.float32, True, True, {'layers': (1, 1, 1, 1)}),
    ('seresnet50', 32, 224, torch.bfloat16, True, True, {'layers': (1, 1, 1, 1)}),
    ('res2net50_26w_4s', 32, 224, torch.bfloat16, False, True, {'layers': (1, 1, 1, 1)}),
    ('densenet121', 32, 224, torch.bfloat16, True, True, {'block_config': (3, 3, 3, 3)}),
    ('vgg11_bn', 32, 224, torch.bfloat16, False, True, {}),
    ('inception_v3', 16, 299, torch.bfloat16, True, False, {}),
    ('efficientnet_b0', 64, 224, torch.bfloat16, True, True, {}),
    ('mobilenetv3_large_100', 64, 224, torch.float16, True, True, {}),
    ('mnasnet_100', 64, 224, torch.float32, False, False, {}),
    ('ghostnet_100', 64, 224, torch.bfloat16, True, True, {}),
    ('regnety_008', 64, 224, torch.bfloat16, True, True, {}),
    ('repvgg_a0', 64, 224, torch.bfloat16, True, True, {}),
    ('dla34', 32, 224, torch.bfloat16, False, True, {}),
    ('hrnet_w18_small', 16, 224, torch.bfloat16, True, True, {}),
    ('dm_nfnet_f0', 16, 192, torch.bfloat16, True, True, {}),
    ('convnext_tiny', 64, 224, torch.bfloat16, False, True, {'depths': (1, 1, 1, 1)}),
    ('convnextv2_tiny', 32, 224, torch.bfloat16, True, True, {'depths': (1, 1, 1, 1)}),
    ('swin_tiny_patch4_window7_224', 64, 224, torch.bfloat16, False, True, {'depths': (2, 2, 2, 2)}),
    ('swinv2_tiny_window8_256', 32, 256, torch.bfloat16, False, True, {'depths': (2, 2, 2, 2)}),
    ('vit_base_patch16_224', 64, 224, torch.bfloat16, False, True, {'depth': 2}),
    ('vit_small_patch16_rope_224', 64, 224, torch.bfloat16, False, True, {'depth': 2}),
    ('deit3_small_patch16_224', 64, 224, torch.float16, False, True, {'depth': 2}),
    ('beit_base_patch16_224', 64, 224, torch.bfloat16, False, True, {'depth': 2}),
    ('eva02_tiny_patch14_224', 64, 224, torch.bfloat16, False, True, {'depth': 2}),
    ('cait_xxs24_224', 32, 224, torch.bfloat16, False, True, {'depth': 2}),
    ('xcit_tiny_12_p16_224', 64, 224, torch.bfloat16, False, True, {'depth': 2}),
    ('mixer_b16_224', 64, 224, torch.bfloat16, False, True, {}),
    ('gmlp_s16_224', 64, 224, torch.bfloat16, False, True, {}),
    ('resmlp_12_224', 64, 224, torch.float32, False, True, {}),
    ('poolformer_s12', 64, 224, torch.bfloat16, False, True, {}),
    ('pvt_v2_b0', 64, 224, torch.bfloat16, False, True, {}),
    ('coatnet_nano_rw_224', 32, 224, torch.bfloat16, True, False, {}),
    ('maxvit_rmlp_pico_rw_256', 16, 256, torch.bfloat16, True, False, {}),
    ('levit_128s', 64, 224, torch.bfloat16, False, False, {}),
    ('mobilevit_s', 32, 256, torch.bfloat16, True, True, {}),
    ('edgenext_xx_small', 64, 256, torch.bfloat16, True, True, {}),
    ('fastvit_t8', 32, 256, torch.bfloat16, True, False, {}),
    ('twins_svt_small', 32, 224, torch.bfloat16, False, True, {}),
    ('crossvit_9_240', 32, 240, torch.bfloat16, False, True, {}),
    ('focalnet_tiny_srf', 32, 224, torch.bfloat16, False, True, {}),
]


def timm_case(name, batch, size, dtype, channels_last, trains, arguments):
    import timm

    net = timm.create_model(name.removesuffix('_inference'), pretrained=False, **arguments)
    return case(net, images(batch, size, dtype), dtype=dtype, trains=trains, channels_last=channels_last)


for row in TIMM:
    MODELS.append(Model(row[0], 'vision', lambda row=row: timm_case(*row)))


# ---- ... and by torchvision.


@model('vision')
def shufflenet_v2_x1_0():
    from torchvision.models import shufflenet_v2_x1_0

    return case(shufflenet_v2_x1_0(), images(64, 224, torch.bfloat16), channels_last=True)


@model('vision')
def squeezenet1_1():
    from torchvision.models import squeezenet1_1

    return case(squeezenet1_1(), images(64, 224, torch.float16), dtype=torch.float16)


@model('vision')
def googlenet_inference():
    from torchvision.models import googlenet

    net = googlenet(init_weights=False, aux_logits=False)
    return case(net, images(64, 224, torch.bfloat16), trains=False, channels_last=True)


@model('vision')
def deeplabv3():
    from torchvision.models.segmentation import deeplabv3_mobilenet_v3_large

    net = deeplabv3_mobilenet_v3_large(weights_backbone=None, num_classes=21)
    return case(net, images(8, 513, torch.bfloat16), channels_last=True)


@model('video')
def r3d_18():
    from torchvision.models.video import r3d_18

    return case(r3d_18(), torch.randn(4, 3, 16, 112, 112, dtype=torch.bfloat16))
