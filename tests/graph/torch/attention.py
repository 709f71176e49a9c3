"""What attention means, for values.json: in plain Python, in double precision, and not by PyTorch.

It is written down as softmax(q k^T / sqrt(128), key <= query) v, head by head, with the softmax's exponentials summed up by
math.fsum; what is bf16 in the graph (the scores, the weights, y) is rounded to that. Inputs follow make.py's formula.

usage: python3 attention.py        (prints the case)
"""

import json
import math

SCALE = 0.08838834764831845
HEADS, QUERIES, KEYS, WIDTH = 2, 5, 4, 6
SPEC = {"dtype": "bf16", "low": -2.0, "step": 0.125, "count": 33}


def bf16(value):
    """The nearest number of 8 significant bits, the even one of two."""
    fraction, exponent = math.frexp(value)
    return math.ldexp(round(fraction * 256), exponent - 8)


def given(number, *shape):
    """Element i of input `number`; multiples of 1/8 up to 2 are bf16 already."""
    spec = {"shape": list(shape), **SPEC}
    values = [spec["low"] + spec["step"] * ((37 * i + 11 * number + 5) % spec["count"]) for i in range(math.prod(shape))]
    return spec, values


def attend(q, k, v, head, query):
    def element(tensor, row, rows, column):
        return tensor[(head * rows + row) * WIDTH + column]

    seen = range(min(query + 1, KEYS))
    scores = [SCALE * bf16(math.fsum(element(q, query, QUERIES, d) * element(k, key, KEYS, d) for d in range(WIDTH))) for key in seen]
    shares = [math.exp(score) for score in scores]
    weights = [bf16(share / math.fsum(shares)) for share in shares]
    return [bf16(math.fsum(weights[key] * element(v, key, KEYS, d) for key in seen)) for d in range(WIDTH)]


def attention_case():
    specs, (q, k, v) = zip(*(given(i, HEADS, rows, WIDTH) for i, rows in enumerate((QUERIES, KEYS, KEYS))))
    y = [number for head in range(HEADS) for query in range(QUERIES) for number in attend(q, k, v, head, query)]
    return {
        "graph": "attention",
        "sizes": {"heads": HEADS, "queries": QUERIES, "keys": KEYS, "width": WIDTH},
        "inputs": list(specs),
        "results": [y],
        "tolerance": 2.0**-8,
    }


if __name__ == "__main__":
    print(json.dumps(attention_case()))
