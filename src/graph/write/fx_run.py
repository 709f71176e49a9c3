def make_input(shape, stride, dtype, low=0, high=2, positive=False):
    """Random elements: normal for floats (positive: in [0.5, 2]), from low up to high for integers."""
    extent = 1 + sum((n - 1) * s for n, s in zip(shape, stride)) if 0 not in shape else 0
    if not dtype.is_floating_point and not dtype.is_complex:
        memory = torch.randint(low, max(high, low + 1), (extent,), device=DEVICE)
    elif positive:
        memory = torch.rand(extent, device=DEVICE) * 1.5 + 0.5
    else:
        memory = torch.randn(extent, device=DEVICE)
    return memory.to(dtype).as_strided(shape, stride)


def describe(value):
    if not isinstance(value, torch.Tensor):
        return str(value)
    text = f'{value.dtype} {list(value.shape)} strides {list(value.stride())}'
    if value.is_meta or value.numel() == 0:
        return text
    return f'{text} mean {value.double().mean():.6g} deviation {value.double().std(correction=0):.6g}'


def main():
    """Runs the graph on random inputs; --save keeps inputs (as they were), results and inputs (as they are)."""
    global DEVICE
    parser = argparse.ArgumentParser()
    parser.add_argument('--device', default=DEVICE, type=torch.device)
    parser.add_argument('--seed', default=0, type=int)
    parser.add_argument('--save', help='a file for torch.load')
    options = parser.parse_args()
    DEVICE = options.device
    inputs = make_inputs(options.seed)
    before = [value.clone() for value in inputs] if options.save else None
    results = forward(*inputs)
    for result in results:
        print(describe(result))
    if options.save:
        torch.save({'inputs': before, 'results': results, 'inputs_after': inputs}, options.save)


if __name__ == '__main__':
    main()
