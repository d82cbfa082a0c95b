"""Order, creation, activations without rounding, quantised sums, random words, SGD."""

import numpy as np

from .case import FLOATS, UNITS, Case, bits, clamp, codes, dtype, evaluate, is_float, limits, pack
from .sums import small


def ordering(file):
    """ARG_MAX, ARG_MIN, ARG_SORT, TOPK, NON_ZERO. Ties and NaN as NumPy and ONNX have them; the fill of NON_ZERO is ours."""
    for unit in ("fp32", "sint8", "uint64", "fp16"):
        for name, operator in {"arg_max": "ArgMax", "arg_min": "ArgMin"}.items():
            x = few(file, unit, 9)
            case = Case(f"base.{name}", file.draw)
            case.source("s", codes(x, unit), unit)
            case.fields.update(len=9, src=unit)
            case.result("d", codes(evaluate(operator, [x], axis=0, keepdims=0), case.index), case.index)
            file.add(case, operator)
        x = few(file, unit, 9)
        if is_float(unit):
            x[file.draw.below(0, 8)] = np.nan
        order = np.argsort(x, kind="stable")
        case = Case("base.arg_sort", file.draw)
        case.source("s", codes(x, unit), unit)
        case.fields.update(len=9, src_unit=unit)
        case.result("d0", codes(x[order], unit), unit)
        case.result("d1", codes(order, case.index), case.index)
        file.add(case, "NumPy argsort, stable")
        x, k = few(file, unit, 9), file.draw.below(1, 9)
        values, places = evaluate("TopK", [x, np.asarray([k])], outputs=2, axis=0)
        case = Case("base.topk", file.draw)
        case.source("s", codes(x, unit), unit)
        case.fields.update(len=9, src_unit=unit, k=k)
        case.result("d0", codes(values, unit), unit)
        case.result("d1", codes(places, case.index), case.index)
        file.add(case, "TopK")
        x = small(file, (9,), unit, 1)
        places = list(evaluate("NonZero", [x])[0])
        case = Case("base.non_zero", file.draw)
        case.source("s", codes(x, unit), unit)
        case.fields.update(len=9, src=unit)
        case.result("d", codes(places + [-1] * (9 - len(places)), case.index), case.index)
        file.add(case, "NonZero")


def few(file, unit, count):
    """Numbers of which some are equal; one zero only, since NumPy tells -0 and +0 apart nowhere else."""
    return small(file, (count,), unit, 3)


def creation(file):
    for unit in file.draw.random.sample(UNITS, 6):
        value, count = file.draw.random.getrandbits(bits(unit)), file.draw.below(1, 7)
        for name in ("zeros", "full"):
            case = Case(f"base.{name}", file.draw)
            case.defaults = True
            case.fields.update(len=count, unit=unit, value=value)
            case.result("d", codes_of(np.full(count, value if name == "full" else 0, "uint64")), unit)
            if name == "zeros":
                at, data = case.after[0]
                case.before.append((at, b"\xff" * len(data)))
                if bits(unit) == 4 and count % 2:
                    case.after = [(at, data[:-1] + b"\xf0")]
            file.add(case, f"NumPy {name}")
    for unit in ("sint32", "fp32", "fp64", "uint8"):
        start, step = file.draw.below(0, 20), file.draw.choice((1, 2, 3, 5))
        case = Case("base.range", file.draw)
        case.defaults = True
        kind = dtype(unit)
        found = evaluate("Range", [np.asarray(v, "float32" if unit == "fp32" else "int32") for v in (start, start + 7 * step, step)])
        case.fields.update(len=7, unit=unit, start=codes([start], unit)[0], step=codes([step], unit)[0])
        case.result("d", codes(found.astype(kind), unit), unit)
        file.add(case, "Range")
        case = Case("base.linspace", file.draw)
        case.defaults = True
        stop = start + 8 * step
        found = np.linspace(start, stop, 9)
        case.fields.update(len=9, unit=unit, start=codes([start], unit)[0], step=codes([stop], unit)[0])
        case.result("d", codes(found.astype(kind), unit), unit)
        file.add(case, "NumPy linspace")


def codes_of(values):
    return [int(v) for v in values]


def philox(counter, key):
    """Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3)."""
    word = 0xFFFFFFFF
    c, k = list(counter), list(key)
    for turn in range(10):
        if turn:
            k = [(k[0] + 0x9E3779B9) & word, (k[1] + 0xBB67AE85) & word]
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k[0], b & word, a >> 32 ^ c[3] ^ k[1], a & word]
    return c


def published():
    """The known answers of the authors' library."""
    word = 0xFFFFFFFF
    known = {
        ((0, 0, 0, 0), (0, 0)): (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
        ((word,) * 4, (word,) * 2): (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
        ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0)):
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    }
    for (counter, key), answer in known.items():
        assert tuple(philox(counter, key)) == answer


def words(seed, count, turn=0):
    """The words of the first `count` elements of a random instruction."""
    key = (seed & 0xFFFFFFFF, seed >> 32)
    return [philox((i // 4, 0, turn, 0), key)[i % 4] for i in range(count)]


def random_words(file):
    """A range of 2^32 shows the words themselves; DROPOUT with the mask of the words."""
    published()
    for seed in (0, 1, file.draw.random.getrandbits(64)):
        count = file.draw.below(5, 9)
        case = Case("base.rand_uniform", file.draw)
        case.defaults = True
        case.fields.update(len=count, unit="uint64", p1=codes([2.0**32], "fp64")[0], seed=seed)
        case.result("d", words(seed, count), "uint64")
        file.add(case, "the words of Philox4x32-10")
        case = Case("base.rand_perm", file.draw)
        case.defaults = True
        case.fields.update(len=count, seed=seed)
        order = np.argsort(np.asarray(words(seed, count)), kind="stable")
        case.result("d", codes(order, case.index), case.index)
        file.add(case, "NumPy argsort of the words")
    for ratio in (0.0, 0.5, 0.75):
        for unit in ("fp32", "fp16"):
            x = small(file, (9,), unit, 64)
            kept = np.asarray(words(0, 9)) / 2.0**32 >= ratio
            y = np.where(kept, x / dtype(unit).type(1 - ratio), dtype(unit).type(0))
            case = Case("ai.dropout", file.draw)
            case.source("fm", codes(x, unit), unit)
            case.fields.update(len=9, src_unit=unit, ratio_unit="fp32", ratio=codes([ratio], "fp32")[0])
            case.result("d", codes(y, unit), unit)
            file.add(case, "Dropout with the mask of the words")


def activation(file):
    """What only chooses or clips; slopes that are powers of two."""
    rules = {
        "relu": lambda x: evaluate("Relu", [x]),
        "relu6": lambda x: evaluate("Clip", [x, x.dtype.type(0), x.dtype.type(6)]),
        "brelu": lambda x: evaluate("Clip", [x, x.dtype.type(0), x.dtype.type(24)]),
        "hard_tanh": lambda x: evaluate("Clip", [x, x.dtype.type(-1), x.dtype.type(1)]),
        "threshold_relu": lambda x: evaluate("ThresholdedRelu", [x], alpha=1.0),
        "hard_shrink": lambda x: np.where(abs(x) > 0.5, x, x.dtype.type(0)),
    }
    for name, rule in rules.items():
        for unit in FLOATS:
            x = file.draw.floats(unit, 9, nan=False, zeros=False)
            case = Case(f"ai.{name}", file.draw)
            case.source("s", codes(x, unit), unit)
            case.fields.update(len=9, src_unit=unit)
            case.result("d", codes(rule(x), unit), unit)
            file.add(case, "ONNX" if name != "hard_shrink" else "NumPy")
    for unit in FLOATS:
        x = small(file, (9,), unit, 500)
        slope = (2.0 ** -np.asarray([file.draw.below(0, 3) for _ in x])).astype(dtype(unit))
        for shared in (False, True):
            slopes = slope[:1] if shared else slope
            case = Case("ai.prelu", file.draw)
            case.source("s", codes(x, unit), unit)
            case.source("mul", codes(slopes, unit), unit)
            case.fields.update(len=9, src_unit=unit, m_unit=unit, i=int(shared))
            case.result("d", codes(evaluate("PRelu", [x, slopes]), unit), unit)
            file.add(case, "PRelu")


def quantised(file):
    """ELE_ADD and ELE_SUB: integers of Python, half up at the shift, then zero point, clip, unit."""
    for turn in range(10):
        name = ("ele_add", "ele_sub")[turn % 2]
        unit = file.draw.choice(("uint8", "sint8"))
        target = file.draw.choice(("uint8", "sint8", "sint16"))
        x, y = file.draw.integers(unit, 6), file.draw.integers(unit, 6)
        inner, outer = ((file.draw.below(*limits(f"{'s' if u[0] == 's' else 'u'}int8"))) for u in (unit, target))
        mul, shift = file.draw.below(-2000, 2000), file.draw.below(0, 12)
        way = file.draw.below(0, 2)
        case = Case(f"ai.{name}", file.draw)
        case.source("s0", codes(x, unit), unit)
        if way == 0:
            case.source("s1", codes(y, unit), unit)
        elif way == 1:
            y = [y[0]] * 6
            case.source("s1", codes(y[:1], unit), unit)
            case.fields.update(i=1, b=1)
        else:
            # One element a channel, three channels, NHWC.
            y = y[:3] * 2
            case.source("s1", codes(y[:3], unit), unit)
            case.fields.update(b=1, valid_length=3)
        low, high = sorted(file.draw.integers(target, 2)) if file.draw.below(0, 1) else (0, 0)
        sign = 1 if name == "ele_add" else -1
        found = []
        for a, b in zip(x, y):
            q = ((a - inner) + sign * (b - inner)) * mul
            q = (q + (1 << shift >> 1) >> shift) + outer
            found.append(clamp(min(max(q, low), high) if (low, high) != (0, 0) else q, target))
        ends = "sint16" if target[0] == "s" else "uint16"
        case.fields.update(len=6, src0=unit, src1=unit, des=target, m_unit="sint16", mul=codes([mul], "sint16")[0],
                           shift=shift, izero_imm=inner & 255, ozero_imm=outer & 255,
                           clip_min=codes([low], ends)[0], clip_max=codes([high], ends)[0])
        case.result("d", codes(found, target), target)
        file.add(case, "integers of Python")
    for turn in range(4):
        unit = file.draw.choice(("sint8", "sint16"))
        x = file.draw.integers(unit, 7)
        slopes, steps = [file.draw.below(-9, 9) for _ in x], [file.draw.below(0, 5) for _ in x]
        half = [(a * m + (1 << s >> 1)) >> s for a, m, s in zip(x, slopes, steps)]
        case = Case("ai.prelu", file.draw)
        case.source("s", codes(x, unit), unit)
        case.source("mul", codes(slopes, "sint8"), "sint8")
        case.source("shift", codes(steps, "sint8"), "sint8")
        case.fields.update(len=7, src_unit=unit, s_unit="sint8", m_unit="sint8")
        case.result("d", codes([clamp(v if v > 0 else h, unit) for v, h in zip(x, half)], unit), unit)
        file.add(case, "integers of Python")


def optimiser(file):
    """SGD with rates that are powers of two, on small numbers."""
    for turn in range(3):
        unit = FLOATS[turn]
        p, g = small(file, (6,), unit, 60), small(file, (6,), unit, 60)
        rate, decay = np.float32(0.5), np.float32((0, 0.25, 0.5)[turn])
        step = g + p * dtype(unit).type(decay)
        case = Case("ai.sgd", file.draw)
        case.defaults = True
        at = case.source("p0", codes(p, unit), unit)
        case.source("p1", codes(g, unit), unit)
        case.fields.update(unit=unit, w0=6, w1=codes([rate], "fp32")[0], w5=codes([decay], "fp32")[0], w6=1)
        case.leaves(at, pack(codes(p - dtype(unit).type(rate) * step, unit), unit))
        file.add(case, "the published formula in NumPy")


def fill(file):
    for part in (ordering, creation, random_words, activation, quantised, optimiser):
        part(file)
