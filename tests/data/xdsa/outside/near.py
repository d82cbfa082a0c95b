"""Where a library is not correctly rounded: operands and what it finds in fp64.

The units are fp16 and fp32, so a result that is rounded once lies within half a unit in the last place of the library's
value, but for the library's own error in fp64 (`floor`). Instructions that round in steps get more.
"""

import math
import struct

import numpy as np

from .case import Case, bits, codes, dtype, evaluate

# What the library may be wrong by, of the largest value.
SLACK = 2.0**-44


class Near(Case):
    """A case whose results only have to be near."""

    def __init__(self, operation, draw, defaults=False):
        super().__init__(operation, draw)
        self.defaults, self.near = defaults, []

    def close(self, field, values, unit, ulps=0.5, floor=None):
        """A destination near these values."""
        values = np.asarray(values, "float64").reshape(-1)
        largest = float(np.max(np.abs(values), initial=0, where=np.isfinite(values)))
        floor = largest * SLACK if floor is None else floor
        at = self.room(len(values) * bits(unit) // 8)
        if field not in self.fields:
            self.fields[field] = at
        words = ",".join(struct.pack(">d", v).hex() for v in values)
        self.near.append(f"{self.fields[field]:#x} {unit} {ulps} {float(floor)!r} {words}")

    def row(self, name, title):
        table, instruction, _ = self.program()
        memory = " ".join(f"{at:#x}={data.hex().upper()}" for at, data in self.before)
        return "\t".join([name, title, table, instruction, memory, ";".join(self.near)])


class Rows:
    """Rows of one file."""

    def __init__(self, file):
        self.draw, self.rows, self.counts = file.draw, [], {}

    def add(self, case, title):
        stem = case.operation.replace(".", "-")
        self.counts[stem] = self.counts.get(stem, 0) + 1
        self.rows.append(case.row(f"{stem}-{self.counts[stem]}", title))


def plain(file, shape, unit, least=-2.0, most=2.0):
    """Numbers of a range, rounded to the unit, as fp64."""
    count = int(np.prod(shape))
    found = [file.draw.random.uniform(least, most) for _ in range(count)]
    return np.asarray(found).astype(dtype(unit)).astype("float64").reshape(shape)


def word(value):
    """An fp32 word."""
    return codes([value], "fp32")[0]


def gelu(x):
    """ONNX's operator takes the root of 2 in fp32."""
    return x / 2 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def functions(rows):
    """Functions of one element. ONNX where it has the operator, NumPy else."""
    wide = (-20, 20)
    known = {
        "base.sin": ("Sin", wide), "base.cos": ("Cos", wide), "base.tan": ("Tan", (-1.4, 1.4)), "base.asin": ("Asin", (-1, 1)),
        "base.acos": ("Acos", (-1, 1)), "base.atan": ("Atan", wide), "base.sinh": ("Sinh", (-9, 9)),
        "base.cosh": ("Cosh", (-9, 9)), "base.tanh": ("Tanh", (-4, 4)), "base.asinh": ("Asinh", wide),
        "base.acosh": ("Acosh", (1, 20)), "base.atanh": ("Atanh", (-0.99, 0.99)), "base.exp": ("Exp", (-9, 9)),
        "base.expml": (np.expm1, (-9, 9)), "base.log": ("Log", (0.01, 99)), "base.loglp": (np.log1p, (-0.9, 99)),
        "base.log10": (np.log10, (0.01, 99)), "base.log2": (np.log2, (0.01, 99)),
        "base.rsqrt": (lambda x: 1 / np.sqrt(x), (0.01, 99)),
        "ai.sigmoid": ("Sigmoid", (-9, 9)), "ai.tanh": ("Tanh", (-4, 4)), "ai.softplus": ("Softplus", (-9, 9)),
        "ai.soft_sign": ("Softsign", wide), "ai.gelu": (gelu, (-3, 3)), "ai.erf": ("Erf", (-3, 3)),
        "ai.swish": (lambda x: x / (1 + np.exp(-x)), (-9, 9)), "ai.tanh_shrink": (lambda x: x - np.tanh(x), (-4, 4)),
        "ai.hard_swish": (lambda x: x * np.clip(x + 3, 0, 6) / 6, (-4, 4)), "ai.leaky_relu": ("LeakyRelu", wide),
        "ai.elu": ("Elu", (-5, 5)), "ai.selu": ("Selu", (-5, 5)),
        "ai.hard_sigmoid": (lambda x: np.clip(x / 6 + 0.5, 0, 1), (-4, 4)),
    }
    for name, (rule, span) in known.items():
        for unit in ("fp32", "fp16"):
            x = plain(rows, 12, unit, *span)
            y = evaluate(rule, [x]) if isinstance(rule, str) else rule(x)
            case = Near(name, rows.draw)
            case.source("s", codes(x, unit), unit)
            case.fields["len"] = len(x)
            case.fields.update({"src": unit, "des": unit} if name.startswith("base.") else {"src_unit": unit})
            # The functions that subtract lose what their terms are wrong by.
            case.close("d", y, unit, floor=max(np.abs(x).max(), np.abs(y).max()) * SLACK)
            rows.add(case, rule if isinstance(rule, str) else "NumPy")


def constants(rows):
    """ELU and SELU with constants of their own."""
    for unit in ("fp32", "fp16"):
        x = plain(rows, 12, unit, -5, 5)
        alpha, gamma = (float(np.float32(rows.draw.random.uniform(0.5, 2))) for _ in "ag")
        case = Near("ai.elu", rows.draw)
        case.source("s", codes(x, unit), unit)
        case.fields.update(len=12, src_unit=unit, a_unit="fp32", alpha=word(alpha))
        case.close("d", evaluate("Elu", [x], alpha=alpha), unit)
        rows.add(case, "Elu")
        case = Near("ai.selu", rows.draw)
        case.source("s", codes(x, unit), unit)
        case.fields.update(len=12, src_unit=unit, a_unit="fp32", g_unit="fp32", a=word(alpha), gamma=word(gamma))
        case.close("d", evaluate("Selu", [x], alpha=alpha, gamma=gamma), unit)
        rows.add(case, "Selu")


def softmax(rows):
    for turn in range(8):
        unit, axis, form = ("fp32", "fp16")[turn % 2], 1 + turn % 3, turn // 4
        shape = [rows.draw.below(1, 4) for _ in "chw"]
        x = plain(rows, shape, unit, -4, 4)
        for name, operator in {"ai.softmax": "Softmax", "ai.logsoftmax": "LogSoftmax"}.items():
            y = evaluate(operator, [x], axis=axis - 1)
            case = Near(name, rows.draw)
            case.source("fm", codes(laid(x, form), unit), unit)
            case.fields.update(zip(("fc", "i_h", "i_w"), shape), src_unit=unit, axis=axis, data_format=form)
            case.close("d", laid(y, form), unit, floor=8 * SLACK)
            rows.add(case, operator)


def laid(array, form):
    return np.ascontiguousarray(np.moveaxis(array, 0, 2) if form == 0 else array)


def sums(rows):
    """Sums that are not exact on the host: COS_SIM, reductions, products, convolution, average."""
    for unit in ("fp32", "fp16"):
        x, y = plain(rows, 9, unit), plain(rows, 9, unit)
        case = Near("base.cos_sim", rows.draw)
        case.source("s0", codes(x, unit), unit)
        case.source("s1", codes(y, unit), unit)
        case.fields.update(len=9, src0=unit, src1=unit, des=unit)
        case.close("d", (x @ y) / math.sqrt((x @ x) * (y @ y)), unit, floor=SLACK)
        rows.add(case, "NumPy")
        for name, rule in {"mean": "ReduceMean", "sum": "ReduceSum", "prod": "ReduceProd", "var": None}.items():
            x = plain(rows, (2, 3, 5), unit)
            axis = rows.draw.below(1, 3)
            y = evaluate(rule, [x, np.asarray([axis - 1])]) if rule else np.var(x, axis=axis - 1)
            case = Near(f"base.reduce_{name}", rows.draw)
            case.source("s", codes(x, unit), unit)
            case.fields.update(fc=2, fh=3, fw=5, axis=axis, src_unit=unit)
            case.close("d", y, unit, floor=32 * SLACK)
            rows.add(case, rule or "NumPy var")
        x, w = plain(rows, (4, 7), unit), plain(rows, (3, 7), unit)
        case = Near("base.matrix_mul", rows.draw)
        case.source("fm", codes(x, unit), unit)
        case.source("kernel", codes(w, unit), unit)
        case.fields.update(fm_unit=unit, w_unit=unit, result_unit="fp32", h_stride=1, v_stride=1, fm_c=7, fm_h=4, fm_w=1,
                           k_h=1, k_w=1, k_num=3)
        case.close("d", evaluate("MatMul", [x, w.T]), "fp32", floor=32 * SLACK)
        rows.add(case, "MatMul")
        x, w = plain(rows, (1, 3, 5, 5), unit), plain(rows, (2, 3, 3, 3), unit)
        case = Near("ai.conv2d", rows.draw)
        case.source("fm", codes(x, unit), unit)
        case.source("kernel", codes(w, unit), unit)
        case.fields.update(fm_unit=unit, w_unit=unit, result_unit=unit, bias_unit=unit, mul_unit=unit, scale_unit=unit,
                           data_format=1, v_stride=1, h_stride=2, l_pad=1, r_pad=1, fm_c=3, fm_h=5, fm_w=5, k_h=3, k_w=3,
                           k_num=2, mul=codes([1], unit)[0], scale_o=codes([1], unit)[0])
        y = evaluate("Conv", [x, w], strides=[1, 2], pads=[0, 1, 0, 1])
        case.close("d", y, unit, floor=64 * SLACK)
        rows.add(case, "Conv")
        x = plain(rows, (1, 2, 5, 5), unit)
        case = Near("ai.avrg_pool", rows.draw)
        case.source("fm", codes(x, unit), unit)
        case.fields.update(fm_unit=unit, data_format=1, v_stride=2, h_stride=1, fm_c=2, fm_h=5, fm_w=5, k_h=3, k_w=2)
        case.close("d", evaluate("AveragePool", [x], kernel_shape=[3, 2], strides=[2, 1]), unit)
        rows.add(case, "AveragePool")


def resampling(rows):
    """RESIZE with any weights, GRID_SAMPLE, AFFINE_GRID."""
    modes = {0: "half_pixel", 1: "align_corners", 2: "asymmetric"}
    for turn in range(6):
        unit, align = ("fp32", "fp16")[turn % 2], turn % 3
        old, new = [rows.draw.below(2, 4) for _ in "hw"], [rows.draw.below(2, 7) for _ in "hw"]
        x = plain(rows, (1, 2, *old), unit)
        y = evaluate("Resize", [x, None, None, np.asarray([1, 2, *new])], mode="linear",
                     coordinate_transformation_mode=modes[align])
        case = Near("base.resize_bilinear", rows.draw)
        case.source("fm", codes(x, unit), unit)
        case.fields.update(fc=2, fh=old[0], fw=old[1], o_h=new[0], o_w=new[1], src_unit=unit, align_corners=align,
                           data_format=1)
        case.close("d", y, unit, floor=2.0**-40)
        rows.add(case, f"Resize linear {modes[align]}")
    for turn in range(12):
        unit, padding, align = ("fp32", "fp16")[turn % 2], turn % 3, turn // 6
        x = plain(rows, (1, 2, 3, 4), unit)
        grid = plain(rows, (1, 3, 2, 2), unit, -1.4, 1.4)
        name = ("zeros", "border", "reflection")[padding]
        y = evaluate("GridSample", [x, grid], mode="linear", padding_mode=name, align_corners=align)
        case = Near("ai.grid_sample", rows.draw, defaults=True)
        case.source("p0", codes(x, unit), unit)
        case.source("p1", codes(grid, unit), unit)
        case.fields.update(unit=unit, flag18=padding, flag20=align, w0=1, w1=2, w2=3, w3=4, w4=3, w5=2)
        # The evaluator keeps its places in fp32.
        case.close("p2", y, unit, floor=2.0**-20)
        rows.add(case, f"GridSample {name}")
    for turn in range(4):
        unit, align = ("fp32", "fp16")[turn % 2], turn // 2
        theta = plain(rows, (2, 2, 3), unit)
        y = evaluate("AffineGrid", [theta, np.asarray([2, 1, 3, 4])], align_corners=align)
        case = Near("ai.affine_grid", rows.draw, defaults=True)
        case.source("p0", codes(theta, unit), unit)
        case.fields.update(unit=unit, flag20=align, w0=2, w1=3, w2=4)
        case.close("p1", y, unit, floor=2.0**-40)
        rows.add(case, "AffineGrid")


def fourier(rows):
    for turn, size in enumerate((1, 2, 3, 4, 5, 8, 12)):
        unit = ("fp32", "fp16")[turn % 2]
        x = plain(rows, (size, 2), unit)
        points = x[:, 0] + 1j * x[:, 1]
        for name, rule in {"base.fft": np.fft.fft, "base.ifft": np.fft.ifft}.items():
            y = rule(points)
            case = Near(name, rows.draw, defaults=True)
            case.source("s", codes(x, unit), unit)
            case.fields.update(len=size, src=unit, des=unit)
            case.close("d", np.stack([y.real, y.imag], 1), unit, floor=64 * SLACK)
            rows.add(case, "NumPy fft")


def fill(rows):
    for part in (functions, constants, softmax, sums, resampling, fourier):
        part(rows)
