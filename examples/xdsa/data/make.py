#!/usr/bin/env python3
"""Makes the weights, the images and the softmax of the example, all from one seed.

    pip install numpy mpmath
    python3 examples/xdsa/data/make.py

Filters are drawn, the last layer is fitted to the features of drawn images and rounded to 8 bits. The shares of softmax are
correctly rounded values of mpmath. Files are NPY; their shapes are those of the tables in network.xdsa.
"""

from pathlib import Path

import mpmath
import numpy as np

SEED = 20261122
HERE = Path(__file__).resolve().parent
CLASSES, SIDE = 4, 12
SHOWN = 8


def images(draw, count):
    """Bars, columns, diagonals and rings with noise, 8 bits."""
    found, labels = [], []
    for k in range(count):
        kind, step, shift = k % CLASSES, draw.integers(3, 6), draw.integers(0, 6)
        y, x = np.mgrid[:SIDE, :SIDE]
        ring = np.maximum(abs(2 * y - SIDE + 1), abs(2 * x - SIDE + 1)) // 2
        phase = (y, x, x + y, ring)[kind] + shift
        ink = np.where(phase % step < step // 2, 200, 30) + draw.integers(-30, 31, (SIDE, SIDE))
        found.append(np.clip(ink, 0, 255).astype("uint8")[None])
        labels.append(kind)
    return np.stack(found), np.asarray(labels)


def convolve(x, weights, pad):
    """Exact sums, 64 bits."""
    x = np.pad(x.astype("int64"), ((0, 0), (pad, pad), (pad, pad)))
    filters, _, height, width = weights.shape
    rows, columns = x.shape[1] - height + 1, x.shape[2] - width + 1
    sums = np.zeros((filters, rows, columns), "int64")
    for i, j in np.ndindex(height, width):
        part = x[:, i : i + rows, j : j + columns]
        sums += np.einsum("fc,chw->fhw", weights[:, :, i, j].astype("int64"), part)
    return sums


def narrow(sums, bias, scale, shift):
    """Bias, multiplier, rounding shift, clip to 0..127, a channel each."""
    column = lambda v: v.astype("int64")[:, None, None]
    found = (sums + column(bias)) * column(scale)
    found = (found + (1 << column(shift) - 1)) >> column(shift)
    return np.clip(found, 0, 127)


def fit(sums):
    """Multiplier and shift of each channel that bring nearly all sums into 0..127."""
    most = np.quantile(np.abs(sums), 0.98, axis=(0, 2, 3))
    shift = np.full(len(most), 16, "int8")
    return np.round(127 * 2.0**16 / most).clip(1, 32767).astype("int16"), shift


def pool_max(x):
    return np.maximum.reduce([x[:, i::2, j::2] for i in (0, 1) for j in (0, 1)])


def pool_average(x):
    """Windows of 3x3, step 2, half to even."""
    sums = sum(x[:, i : i + 3 : 2, j : j + 3 : 2] for i in range(3) for j in range(3))
    return np.asarray([half_even(int(v), 9) for v in sums.reshape(-1)]).reshape(sums.shape)


def half_even(value, by):
    low, rest = divmod(value, by)
    return low + (2 * rest > by or 2 * rest == by and low % 2)


def features(x, made):
    first = pool_max(narrow(convolve(x, made["conv1"], 0), made["bias1"], made["scale1"], made["shift1"]))
    second = narrow(convolve(first, made["conv2"], 1), made["bias2"], made["scale2"], made["shift2"])
    return pool_average(second).reshape(-1)


def rounded(value):
    """The fp32 next to an mpmath value."""
    near = np.float32(float(value))
    around = [near, np.nextafter(near, np.float32(0)), np.nextafter(near, np.float32(2))]
    return min(around, key=lambda v: abs(mpmath.mpf(float(v)) - value))


def main():
    draw = np.random.Generator(np.random.PCG64(SEED))
    mpmath.mp.prec = 300
    shown, labels = images(draw, SHOWN)
    drawn, wanted = images(draw, 400)
    made = {"conv1": draw.integers(-127, 128, (6, 1, 3, 3)).astype("int8"),
            "conv2": draw.integers(-127, 128, (8, 6, 3, 3)).astype("int8")}
    level = np.round(made["conv1"].mean((1, 2, 3), keepdims=True))
    made["conv1"] = (made["conv1"] - level).clip(-127, 127).astype("int8")
    made["bias1"] = draw.integers(-2000, 2000, 6).astype("int32")
    made["scale1"], made["shift1"] = fit(np.stack([convolve(x, made["conv1"], 0) for x in drawn[:80]]))
    made["bias2"] = draw.integers(-2000, 2000, 8).astype("int32")
    first = [pool_max(narrow(convolve(x, made["conv1"], 0), made["bias1"], made["scale1"], made["shift1"])) for x in drawn[:80]]
    made["scale2"], made["shift2"] = fit(np.stack([convolve(x, made["conv2"], 1) for x in first]))
    found = np.stack([features(x, made) for x in drawn]).astype("float64")
    goal = np.eye(CLASSES)[wanted] * 2 - 1
    weights = np.linalg.solve(found.T @ found + 100 * np.eye(found.shape[1]), found.T @ goal).T
    step = np.abs(weights).max(1, keepdims=True) / 127
    made["dense"] = np.round(weights / step).astype("int8")
    # A share for each class: what a unit of its sums is worth.
    made["logits"] = (step[:, 0] * 4).astype("float32")
    shares = []
    for x in shown:
        sums = made["dense"].astype("int64") @ features(x, made)
        logits = (sums.astype("float64") * made["logits"].astype("float64")).astype("float32")
        powers = [mpmath.exp(mpmath.mpf(float(v))) for v in logits]
        shares.append([rounded(p / mpmath.fsum(powers)) for p in powers])
    shares = np.asarray(shares, "float32")
    made |= {"images": shown, "labels": labels.astype("uint8"), "shares": shares}
    for name, array in made.items():
        np.save(HERE / f"{name}.npy", np.ascontiguousarray(array))
    guess = [int((made["dense"].astype("int64") @ features(x, made) * made["logits"].astype("float64")).argmax()) for x in drawn]
    print("drawn images that are named right:", np.mean(np.asarray(guess) == wanted), "shown:", shares.argmax(1), labels)


if __name__ == "__main__":
    main()
