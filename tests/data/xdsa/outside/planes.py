"""DATA_MOVE and RESIZE."""

import numpy as np

from .case import UNITS, Case, bits, codes, dtype, evaluate, pack
from .moving import flat, tensor

WHOLE = [unit for unit in UNITS if bits(unit) >= 8]


class Plane:
    """One side of DATA_MOVE: planes of rows with their distances."""

    def __init__(self, file, planes, rows, width, unit, gaps=True):
        self.shape, self.size = (planes, rows, width), bits(unit) // 8
        dense = width * self.size
        self.line = dense + (file.draw.below(0, 3) if gaps else 0)
        self.surface = rows * self.line + (file.draw.below(0, 5) if gaps else 0)
        self.bytes = (planes - 1) * self.surface + (rows - 1) * self.line + dense

    def fields(self, side, explicit=True):
        planes, rows, width = self.shape
        found = {f"{side}_num_trans": planes, f"{side}_trans_size": rows * width, f"{side}_width": width}
        if explicit:
            found |= {f"{side}_line_stride": self.line, f"{side}_surface_stride": self.surface}
        return found

    def view(self, data):
        """The elements inside the bytes."""
        kind = np.dtype(f"uint{8 * self.size}")
        strides = (self.surface, self.line, self.size)
        return np.lib.stride_tricks.as_strided(np.frombuffer(data, "uint8"), (*self.shape, self.size), (*strides, 1)), kind

    def read(self, data):
        raw, kind = self.view(data)
        return np.ascontiguousarray(raw).view(kind).reshape(self.shape)

    def write(self, data, values):
        """`data` with the elements in place."""
        kept = bytearray(data)
        for p, r, c in np.ndindex(*self.shape):
            at = p * self.surface + r * self.line + c * self.size
            kept[at : at + self.size] = int(values[p, r, c]).to_bytes(self.size, "little")
        return bytes(kept)


def data_move(file):
    """as_strided reads; what NumPy makes of it is written at the distances of the destination."""
    for number in range(16):
        mode, unit = number % 4, file.draw.choice(WHOLE)
        planes, rows, width = file.draw.below(1, 2), file.draw.below(1, 3), file.draw.below(1, 4)
        gaps = file.draw.below(0, 3) > 0
        source = Plane(file, planes, rows, width, unit, gaps)
        up, across = (file.draw.below(1, 3), file.draw.below(1, 2)) if mode == 2 else (1, 1)
        shape = (width, rows) if mode == 3 else (rows * up, width * across)
        target = Plane(file, planes, *shape, unit, gaps)
        case = Case("base.data_move", file.draw)
        case.fields.update(transfer_mode=mode, data_unit=unit, **target.fields("des", gaps))
        if mode == 1:
            value = file.draw.random.getrandbits(min(bits(unit), case.width))
            case.fields["s"] = value
            moved = np.full(target.shape, value & (1 << bits(unit)) - 1, "uint64")
        else:
            data = bytes(file.draw.patterns("uint8", source.bytes))
            case.raw("s", data)
            case.fields.update(source.fields("src", gaps))
            x = source.read(data)
            moved = {0: lambda: x, 2: lambda: x.repeat(up, 1).repeat(across, 2), 3: lambda: x.transpose(0, 2, 1)}[mode]()
        if mode == 1 and bits(unit) > case.width:
            continue
        old = bytes(file.draw.patterns("uint8", target.bytes))
        at = case.raw("d", old)
        case.leaves(at, target.write(old, moved))
        file.add(case, ("NumPy as_strided", "a value", "NumPy repeat", "NumPy transpose")[mode])


def resize(file):
    """Sizes that double: the weights are sums of powers of two, so every host agrees."""
    modes = {0: "half_pixel", 1: "align_corners", 2: "asymmetric"}
    for number in range(12):
        align, unit = number % 3, ("fp32", "fp64", "fp32", "fp32")[number % 4]
        channels, form = file.draw.below(1, 2), file.draw.below(0, 1)
        sizes = [file.draw.choice((1, 2, 3)) for _ in "hw"]
        if align == 1:
            # (size - 1) / (new - 1) is a power of two.
            sizes = [file.draw.choice((2, 3, 5)) for _ in "hw"]
            new = [file.draw.choice((2 * s - 1, s)) for s in sizes]
        else:
            new = [s * file.draw.choice((1, 2, 4)) for s in sizes]
        x = np.asarray(file.draw.small(channels * sizes[0] * sizes[1], 99), dtype(unit)).reshape(1, channels, *sizes)
        y = evaluate("Resize", [x, None, None, np.asarray([1, channels, *new])], mode="linear",
                     coordinate_transformation_mode=modes[align])
        put(file, "base.resize_bilinear", x, y.astype(dtype(unit)), unit, align, form, f"Resize linear {modes[align]}")
    for number in range(12):
        align, unit = number % 3, file.draw.choice(UNITS)
        channels, form = file.draw.below(1, 2), file.draw.below(0, 1)
        sizes = [file.draw.below(2, 4) for _ in "hw"]
        new = [s * 2 - 1 if align == 1 else s * file.draw.choice((1, 2)) for s in sizes]
        x = tensor(file, (1, channels, *sizes), unit)
        # What moves are the numbers of the elements.
        numbers = np.arange(x.size, dtype="float64").reshape(x.shape)
        y = evaluate("Resize", [numbers, None, None, np.asarray([1, channels, *new])], mode="nearest",
                     coordinate_transformation_mode=modes[align],
                     nearest_mode="floor" if align == 2 else "round_prefer_floor")
        moved = x.reshape(-1)[y.astype(int)]
        put(file, "base.resize_nearest", x, moved, unit, align, form, f"Resize nearest {modes[align]}")


def put(file, name, x, y, unit, align, form, title):
    laid = lambda t: np.moveaxis(t[0], 0, 2) if form == 0 else t[0]
    found = (lambda t: codes(t, unit)) if x.dtype.kind == "f" else flat
    case = Case(name, file.draw)
    case.source("fm", found(np.ascontiguousarray(laid(x))), unit)
    case.fields.update(zip(("fc", "fh", "fw"), x.shape[1:]), o_h=y.shape[2], o_w=y.shape[3], src_unit=unit,
                       align_corners=align, data_format=form)
    case.result("d", found(np.ascontiguousarray(laid(y))), unit)
    file.add(case, title)


def fill(file):
    data_move(file)
    resize(file)
