"""Instructions that move elements: ONNX or NumPy moves the element codes."""

import numpy as np

from .case import UNITS, Case, bits, codes, dtype, evaluate, pack


def tensor(file, shape, unit):
    """Codes of a tensor, each a 64-bit integer that ONNX moves about."""
    found = file.draw.patterns(unit, int(np.prod(shape)))
    return np.asarray(found, "uint64").reshape(shape)


def flat(array):
    return [int(v) for v in np.asarray(array).reshape(-1)]


def shape3(file, most=4):
    return tuple(file.draw.below(1, most) for _ in "chw")


def index_codes(values, unit):
    return [int(v) & (1 << bits(unit)) - 1 for v in np.asarray(values).reshape(-1)]


def joining(file):
    """CONCAT, STACK, UNSTACK, SPLIT, SLICE."""
    for axis in (1, 2, 3, 1, 3):
        unit, first = file.draw.choice(UNITS), shape3(file)
        second = list(first)
        second[axis - 1] = file.draw.below(1, 4)
        x, y = tensor(file, first, unit), tensor(file, second, unit)
        case = Case("base.concat", file.draw)
        case.source("s0", flat(x), unit)
        case.source("s1", flat(y), unit)
        case.fields.update(zip(("fc0", "fh0", "fw0", "fc1", "fh1", "fw1"), (*first, *second)), axis=axis, src_unit=unit)
        case.result("d", flat(evaluate("Concat", [x, y], axis=axis - 1)), unit)
        file.add(case, "Concat")
    for axis in range(4):
        unit, shape = file.draw.choice(UNITS), (file.draw.below(1, 2), *shape3(file, 3))
        x, y = tensor(file, shape, unit), tensor(file, shape, unit)
        case = Case("base.stack", file.draw)
        case.source("s0", flat(x), unit)
        case.source("s1", flat(y), unit)
        case.fields.update(zip(("fn", "fc", "fh", "fw"), shape), axis=axis, src_unit=unit)
        case.result("d", flat(np.stack([x, y], axis)), unit)
        file.add(case, "NumPy stack")
        shape = list(shape)
        shape[axis] = 2
        x = tensor(file, shape, unit)
        case = Case("base.unstack", file.draw)
        case.defaults = True
        case.source("s0", flat(x), unit)
        case.fields.update(zip(("fn", "fc", "fh", "fw"), shape), axis=axis, src_unit=unit)
        for field, part in zip(("s1", "d"), np.moveaxis(x, axis, 0)):
            case.result(field, flat(part), unit)
        file.add(case, "NumPy moveaxis")
    for axis in (1, 2, 3):
        for name in ("split", "slice"):
            unit, shape = file.draw.choice(UNITS), list(shape3(file))
            shape[axis - 1] = size = file.draw.below(2, 5)
            x = tensor(file, shape, unit)
            case = Case(f"base.{name}", file.draw)
            case.source("s", flat(x), unit)
            case.fields.update(zip(("fc", "fh", "fw"), shape), axis=axis, src_unit=unit)
            if name == "split":
                case.fields["index"] = at = file.draw.below(1, size - 1)
                parts = evaluate("Split", [x, np.asarray([at, size - at])], outputs=2, axis=axis - 1)
                for field, part in zip(("d0", "d1"), parts):
                    case.result(field, flat(part), unit)
            else:
                case.fields["index"] = at = file.draw.below(0, size - 1)
                case.result("d0", flat(evaluate("Gather", [x, np.asarray([at])], axis=axis - 1)), unit)
            file.add(case, "Split" if name == "split" else "Gather of one index")


def gathering(file):
    """GATHER, GATHER_ND, SCATTER, SCATTER_ND, EMBEDDING, ONE_HOT."""
    for axis in (1, 2, 3, 2):
        unit, shape = file.draw.choice(UNITS), shape3(file)
        x, size = tensor(file, shape, unit), shape[axis - 1]
        picks = np.asarray([file.draw.below(-size, size - 1) for _ in range(file.draw.below(1, 5))])
        case = Case("base.gather", file.draw)
        case.source("s", flat(x), unit)
        case.source("index", index_codes(picks, case.index), case.index)
        case.fields.update(zip(("fc", "fh", "fw"), shape), axis=axis, src_unit=unit, index_len=len(picks))
        case.result("d", flat(evaluate("Gather", [x, picks], axis=axis - 1)), unit)
        file.add(case, "Gather")
    for _ in range(4):
        unit, shape = file.draw.choice(UNITS), shape3(file)
        x = tensor(file, shape, unit)
        tuples = np.asarray([[file.draw.below(-s, s - 1) for s in shape] for _ in range(file.draw.below(1, 5))])
        case = Case("base.gather_nd", file.draw)
        case.source("s", flat(x), unit)
        case.source("index", index_codes(tuples, case.index), case.index)
        case.fields.update(zip(("fc", "fh", "fw"), shape), src_unit=unit, index_len=len(tuples))
        case.result("d", flat(evaluate("GatherND", [x, tuples])), unit)
        file.add(case, "GatherND")
    for _ in range(4):
        unit, size = file.draw.choice(UNITS), file.draw.below(3, 9)
        x = tensor(file, (size,), unit)
        # Once each: ONNX leaves open which of two writes counts.
        picks = np.asarray(file.draw.random.sample(range(size), file.draw.below(1, size)))
        picks = np.where([file.draw.below(0, 1) for _ in picks], picks, picks - size)
        update = tensor(file, picks.shape, unit)
        case = Case("base.scatter", file.draw)
        at = case.source("s", flat(x), unit)
        case.source("index", index_codes(picks, case.index), case.index)
        case.source("update", flat(update), unit)
        case.fields.update(len=size, index_len=len(picks), src_unit=unit)
        case.leaves(at, pack(flat(evaluate("ScatterElements", [x, picks, update])), unit))
        file.add(case, "ScatterElements")
    for _ in range(3):
        unit, shape = file.draw.choice(UNITS), shape3(file, 3)
        x = tensor(file, shape, unit)
        every = [(c, h, w) for c in range(shape[0]) for h in range(shape[1]) for w in range(shape[2])]
        tuples = np.asarray(file.draw.random.sample(every, file.draw.below(1, len(every))))
        update = tensor(file, (len(tuples),), unit)
        case = Case("base.scatter_nd", file.draw)
        case.defaults = True
        case.source("p0", flat(x), unit)
        case.source("p1", index_codes(tuples, case.index), case.index)
        case.source("p2", flat(update), unit)
        case.fields.update(zip(("w0", "w1", "w2"), shape), unit=unit, w3=len(tuples))
        case.result("p3", flat(evaluate("ScatterND", [x, tuples, update])), unit)
        file.add(case, "ScatterND")
    for _ in range(3):
        unit, rows, width = file.draw.choice(UNITS), file.draw.below(1, 4), file.draw.below(1, 5)
        x = tensor(file, (rows, width), unit)
        picks = np.asarray([file.draw.below(0, rows - 1) for _ in range(file.draw.below(1, 4))])
        case = Case("ai.embedding", file.draw)
        case.defaults = True
        case.source("p0", flat(x), unit)
        case.source("p1", index_codes(picks, case.index), case.index)
        case.fields.update(unit=unit, w0=rows, w1=width, w2=len(picks))
        case.result("p2", flat(evaluate("Gather", [x, picks])), unit)
        file.add(case, "Gather of rows")
        depth = file.draw.below(2, 6)
        picks = np.asarray([file.draw.below(0, depth - 1) for _ in range(file.draw.below(1, 4))])
        hot = evaluate("OneHot", [picks, np.asarray(depth), np.asarray([0, 1])])
        one = {"fp16": 0x3C00, "fp32": 0x3F800000, "fp64": 0x3FF0000000000000}.get(unit, 1)
        case = Case("ai.one_hot", file.draw)
        case.defaults = True
        case.source("p0", index_codes(picks, case.index), case.index)
        case.fields.update(unit=unit, w0=len(picks), w1=depth)
        case.result("p1", [v * one for v in flat(hot)], unit)
        file.add(case, "OneHot")


def shaping(file):
    """TRANSPOSE, TILE, PAD, ROLL, REVERSE, copies, SIGNBIT, WHERE."""
    for _ in range(8):
        unit, shape = file.draw.choice(UNITS), (file.draw.below(1, 2), *shape3(file))
        order = file.draw.random.sample(range(4), 4)
        x = tensor(file, shape, unit)
        case = Case("base.transpose", file.draw)
        case.source("s", flat(x), unit)
        case.fields.update(zip(("fn", "fc", "fh", "fw"), shape), src_unit=unit)
        case.fields.update(zip(("p0", "p1", "p2", "p3"), order))
        case.result("d", flat(evaluate("Transpose", [x], perm=order)), unit)
        file.add(case, "Transpose")
    for _ in range(3):
        unit, shape = file.draw.choice(UNITS), (1, *shape3(file, 3))
        x, times = tensor(file, shape, unit), file.draw.below(1, 4)
        case = Case("base.tile", file.draw)
        case.source("s", flat(x), unit)
        case.fields.update(zip(("fn", "fc", "fh", "fw"), shape), src_unit=unit, repeat_num=times)
        case.result("d", flat(evaluate("Tile", [x, np.asarray([times, 1, 1, 1])])), unit)
        file.add(case, "Tile")
    for _ in range(4):
        unit, shape = file.draw.choice(UNITS), shape3(file, 3)
        pads = {name: file.draw.below(0, 3) for name in ("ph0", "ph1", "pw0", "pw1")}
        x = tensor(file, shape, unit)
        ends = np.asarray([0, pads["ph0"], pads["pw0"], 0, pads["ph1"], pads["pw1"]])
        case = Case("base.pad", file.draw)
        case.source("s", flat(x), unit)
        case.fields.update(zip(("fc", "fh", "fw"), shape), src_unit=unit, **pads)
        case.result("d", flat(evaluate("Pad", [x, ends, np.uint64(0)])), unit)
        file.add(case, "Pad")
    for _ in range(4):
        unit, shape = file.draw.choice(UNITS), shape3(file)
        steps = [file.draw.below(-6, 6) for _ in shape]
        x = tensor(file, shape, unit)
        case = Case("base.roll", file.draw)
        case.source("s", flat(x), unit)
        case.fields.update(zip(("fc", "fh", "fw"), shape), src_unit=unit)
        case.fields.update(zip(("shift_c", "shift_h", "shift_w"), steps))
        case.result("d", flat(np.roll(x, steps, (0, 1, 2))), unit)
        file.add(case, "NumPy roll")
    for axis in range(4):
        unit, shape = file.draw.choice(UNITS), (file.draw.below(1, 2), *shape3(file))
        x = tensor(file, shape, unit)
        case = Case("base.reverse", file.draw)
        case.source("s0", flat(x), unit)
        case.fields.update(zip(("fn", "fc", "fh", "fw"), shape), src_unit=unit, axis=axis)
        case.result("d", flat(np.flip(x, axis)), unit)
        file.add(case, "NumPy flip")
    for name in ("reshape", "squeeze", "flatten", "expand_dim", "contiguous", "duplicate", "unsqueeze"):
        unit, count = file.draw.choice(UNITS), file.draw.below(1, 9)
        x = tensor(file, (count,), unit)
        case = Case(f"base.{name}", file.draw)
        case.defaults = True
        case.source("s0" if name == "unsqueeze" else "s", flat(x), unit)
        case.fields.update({"len": count, "src0" if name == "unsqueeze" else "src": unit})
        case.result("d", flat(evaluate("Reshape", [x, np.asarray([-1])])), unit)
        file.add(case, "Reshape")


def choosing(file):
    """SIGNBIT and WHERE."""
    for unit in ("fp16", "fp32", "fp64", "sint16"):
        x = file.draw.floats(unit, 7) if unit[0] == "f" else np.asarray(file.draw.integers(unit, 7), dtype(unit))
        case = Case("base.signbit", file.draw)
        case.source("s", codes(x, unit), unit)
        case.fields.update(len=7, src_unit=unit)
        found = (np.signbit(x) if unit[0] == "f" else x < 0).astype(dtype(unit))
        case.result("d", codes(np.where(np.isnan(x), 0, found) if unit[0] == "f" else found, unit), unit)
        file.add(case, "NumPy signbit")
    for unit in ("uint4", "fp16", "sint32", "uint64"):
        x, y = tensor(file, (7,), unit), tensor(file, (7,), unit)
        chosen = np.asarray([file.draw.below(0, 2) for _ in x])
        case = Case("base.where", file.draw)
        case.defaults = True
        case.source("s0", flat(chosen), "uint8")
        case.source("s1", flat(x), unit)
        case.source("s2", flat(y), unit)
        case.fields.update(len=7, src0="uint8", src1=unit, src2=unit, des=unit)
        case.result("d", flat(evaluate("Where", [chosen != 0, x, y])), unit)
        file.add(case, "Where")


def vision(file):
    """PIXEL_SHUFFLE and its inverse, both formats."""
    for form in (0, 1, 1, 0):
        unit, scale = file.draw.choice(UNITS), file.draw.below(1, 3)
        channels, height, width = file.draw.below(1, 2), file.draw.below(1, 2), file.draw.below(1, 3)
        x = tensor(file, (channels * scale**2, height, width), unit)
        y = evaluate("DepthToSpace", [x[None]], blocksize=scale, mode="CRD")[0]
        laid = lambda t: flat(np.moveaxis(t, 0, 2) if form == 0 else t)
        for name, source, result in (("shuffle", x, y), ("unshuffle", y, x)):
            case = Case(f"ai.pixel_{name}", file.draw)
            case.source("fm", laid(source), unit)
            case.fields.update(zip(("fc", "fh", "fw"), source.shape), scale=scale, data_format=form, src_unit=unit)
            case.result("d", laid(result), unit)
            file.add(case, "DepthToSpace CRD")


def fill(file):
    for part in (joining, gathering, shaping, choosing, vision):
        part(file)
