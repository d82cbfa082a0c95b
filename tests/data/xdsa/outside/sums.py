"""Sums of small numbers, exact on every host: reductions, products, convolutions, pooling."""

import math

import numpy as np

from .case import FLOATS, Case, codes, dtype, evaluate, is_float, limits


def small(file, shape, unit, most=8, least=None):
    """Small integers as a tensor of a unit."""
    if not is_float(unit):
        low, high = limits(unit)
        least, most = max(low, -most if least is None else least), min(high, most)
    found = file.draw.small(int(np.prod(shape)), most, least)
    return np.asarray(found, dtype(unit)).reshape(shape)


def reduction(file):
    names = {"sum": "ReduceSum", "mean": "ReduceMean", "max": "ReduceMax", "min": "ReduceMin", "prod": "ReduceProd",
             "var": None, "all": None, "any": None}
    for name, operator in names.items():
        for turn in range(5):
            axis = file.draw.choice((0, 1, 2, 3, 7))
            unit = file.draw.choice(("fp16", "fp32", "fp64", "sint32", "sint64"))
            if name in ("mean", "var"):
                # Sizes that are powers of two divide exactly.
                unit, shape = file.draw.choice(FLOATS), tuple(file.draw.choice((1, 2, 4)) for _ in "chw")
            else:
                shape = tuple(file.draw.below(1, 3) for _ in "chw")
            x = small(file, (1, *shape), unit, 3 if name == "prod" else 9, 0 if name in ("all", "any") else None)
            if name == "prod":
                x[x == 0] = 2
            over = tuple(range(4)) if axis == 7 else (axis,)
            if operator:
                y = evaluate(operator, [x, np.asarray(over)], keepdims=1)
            else:
                y = {"var": lambda: np.var(x.astype("float64"), axis=over), "all": lambda: x.astype(bool).all(over),
                     "any": lambda: x.astype(bool).any(over)}[name]()
            case = Case(f"base.reduce_{name}", file.draw)
            case.source("s", codes(x, unit), unit)
            case.fields.update(zip(("fc", "fh", "fw"), shape), axis=axis, src_unit=unit)
            case.result("d", codes(np.asarray(y).astype(dtype(unit)), unit), unit)
            file.add(case, operator or f"NumPy {name}")
    for _ in range(4):
        x = file.draw.floats("fp64", 8, nan=False)
        x = np.where(np.isfinite(x) & (abs(x) < 1e300), x, 0.1)
        x[4:6] = -x[:2]
        case = Case("base.reduce_sum", file.draw)
        case.source("s", codes(x, "fp64"), "fp64")
        case.fields.update(fc=1, fh=2, fw=4, axis=7, src_unit="fp64")
        case.result("d", codes([math.fsum(x)], "fp64"), "fp64")
        file.add(case, "math.fsum")


def matrix_mul(file):
    """Rows of the feature map by kernels; NHWC."""
    for unit, other, result in (("sint8", "sint8", "sint32"), ("uint8", "sint8", "sint32"), ("uint8", "uint8", "uint32"),
                                ("sint8", "uint8", "sint32"), ("fp32", "fp32", "fp32"), ("fp16", "fp16", "fp32")):
        rows, inner, columns = (file.draw.below(1, 4) for _ in range(3))
        if is_float(unit):
            x, w = small(file, (rows, inner), unit, 16, 1), small(file, (columns, inner), other, 16)
            w[w == 0] = 5
            y = evaluate("MatMul", [x.astype("float32"), w.T.astype("float32")])
        else:
            x = np.asarray(file.draw.integers(unit, rows * inner), dtype(unit)).reshape(rows, inner)
            w = np.asarray(file.draw.integers(other, columns * inner), dtype(other)).reshape(columns, inner)
            y = evaluate("MatMulInteger", [x, np.ascontiguousarray(w.T)])
        case = Case("base.matrix_mul", file.draw)
        case.source("fm", codes(x, unit), unit)
        case.source("kernel", codes(w, other), other)
        case.fields.update(fm_unit=unit, w_unit=other, result_unit=result, h_stride=1, v_stride=1, fm_c=inner, fm_h=rows,
                           fm_w=1, k_h=1, k_w=1, k_num=columns)
        case.result("d", codes(y, result), result)
        file.add(case, "MatMul" if is_float(unit) else "MatMulInteger")


class Window:
    """Pads, strides and a kernel that fit a feature map."""

    def __init__(self, file, pads=True, rate=1):
        draw = file.draw
        self.kernel = (draw.below(1, 3), draw.below(1, 3))
        self.stride = (draw.below(1, 2), draw.below(1, 2))
        self.pads = [draw.below(0, 2) if pads else 0 for _ in range(4)]
        spread = [(k - 1) * rate + 1 for k in self.kernel]
        self.map = [s + draw.below(0, 2) for s in spread]

    def attributes(self):
        top, left, bottom, right = self.pads
        return {"kernel_shape": list(self.kernel), "strides": list(self.stride), "pads": [top, left, bottom, right]}

    def bare(self):
        """Without pads: the evaluator's pooling slips on pads that differ."""
        return self.attributes() | {"pads": [0, 0, 0, 0]}

    def padded(self, array, value):
        top, left, bottom, right = self.pads
        return np.pad(array, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=value)

    def fields(self):
        found = dict(zip(("t_pad", "l_pad", "b_pad", "r_pad"), self.pads))
        found |= {"v_stride": self.stride[0], "h_stride": self.stride[1], "k_h": self.kernel[0], "k_w": self.kernel[1]}
        return found | {"fm_h": self.map[0], "fm_w": self.map[1]}


def laid(array, form):
    """C, H, W in the order of a format."""
    return np.moveaxis(array, 0, 2) if form == 0 else array


def kernels(array, form):
    return np.moveaxis(array, 1, 3) if form == 0 else array


def convolve(file, name, case, x, w, y, units, window, form, title, **fields):
    """A convolution whose sums pass unchanged: multiplier and scale 1, no shift."""
    unit, other, result = units
    plain = "sint32" if not is_float(unit) else unit
    one = codes([1], plain)[0]
    case.source("fm", codes(laid(x[0], form), unit), unit)
    stored = w.reshape(w.shape[0], *w.shape[2:]) if name == "ai.dep_conv" else kernels(w, form)
    case.source("kernel", codes(stored, other), other)
    defaults = {"bias_unit": plain, "mul_unit": plain, "scale_unit": plain, "mul": one, "scale_o": one}
    case.fields.update(window.fields(), fm_unit=unit, w_unit=other, result_unit=result, data_format=form,
                       fm_c=x.shape[1], k_num=w.shape[0])
    case.fields.update(defaults | fields)
    # With a bias, even one of 0, no sum is -0.
    case.result("d", codes(laid(y[0], form) + 0, result), result)
    file.add(case, title)


def convolution(file):
    """Conv of small numbers; kernels of groups, holes, zeros between rows."""
    for turn in range(8):
        unit = ("fp32", "fp16", "fp32", "fp32")[turn % 4]
        window, form = Window(file), file.draw.below(0, 1)
        channels, filters = file.draw.below(1, 3), file.draw.below(1, 3)
        x, w = small(file, (1, channels, *window.map), unit), small(file, (filters, channels, *window.kernel), unit)
        bias = small(file, (filters,), "fp32")
        y = evaluate("Conv", [x.astype("float32"), w.astype("float32"), bias], **window.attributes())
        case = Case("ai.conv2d", file.draw)
        case.source("bias", codes(bias, "fp32"), "fp32")
        convolve(file, "ai.conv2d", case, x, w, y, (unit, unit, "fp32"), window, form, "Conv", bias_mode=1,
                 bias_unit="fp32")
    for turn in range(5):
        window, form, rate = Window(file, rate=2), file.draw.below(0, 1), 2
        x, w = small(file, (1, 2, *window.map), "fp32"), small(file, (2, 2, *window.kernel), "fp32")
        y = evaluate("Conv", [x, w], dilations=[rate, rate], **window.attributes())
        convolve(file, "ai.dilate_conv", Case("ai.dilate_conv", file.draw), x, w, y, ("fp32",) * 3, window, form,
                 "Conv with dilations", rate=rate)
    for turn in range(5):
        window, form, times = Window(file), file.draw.below(0, 1), file.draw.below(1, 2)
        x, w = small(file, (1, 2, *window.map), "fp32"), small(file, (2 * times, 1, *window.kernel), "fp32")
        y = evaluate("Conv", [x, w], group=2, **window.attributes())
        convolve(file, "ai.dep_conv", Case("ai.dep_conv", file.draw), x, w, y, ("fp32",) * 3, window, form,
                 "Conv with a group a channel")
    for turn in range(5):
        transposed(file)
    for turn in range(8):
        unit, other = file.draw.choice(("uint8", "sint8")), file.draw.choice(("uint8", "sint8"))
        window, form, channels = Window(file), file.draw.below(0, 1), file.draw.below(1, 3)
        x = np.asarray(file.draw.integers(unit, channels * window.map[0] * window.map[1]), dtype(unit))
        x = x.reshape(1, channels, *window.map)
        w = np.asarray(file.draw.integers(other, 2 * channels * window.kernel[0] * window.kernel[1]), dtype(other))
        w = w.reshape(2, channels, *window.kernel)
        y = evaluate("ConvInteger", [x, w], **window.attributes())
        convolve(file, "ai.conv2d", Case("ai.conv2d", file.draw), x, w, y, (unit, other, "sint32"), window, form,
                 "ConvInteger")
    for turn in range(6):
        requantised(file)


def transposed(file):
    """ConvTranspose is the convolution with zeros between rows, a turned kernel and pads k-1-p."""
    draw, form = file.draw, file.draw.below(0, 1)
    window = Window(file, pads=False)
    scale = [draw.below(1, 3) for _ in "vh"]
    x = small(file, (1, 2, *window.map), "fp32")
    w = small(file, (2, 2, *window.kernel), "fp32")
    pads = [draw.below(0, k - 1) for k in window.kernel]
    y = evaluate("ConvTranspose", [x, w], strides=scale, pads=[*pads, *pads])
    turned = np.ascontiguousarray(np.flip(np.swapaxes(w, 0, 1), (2, 3)))
    ends = [k - 1 - p for k, p in zip(window.kernel, pads)]
    window.pads, window.stride = [*ends, *ends], (1, 1)
    if min(y.shape) < 1:
        return
    convolve(file, "ai.transpose_conv", Case("ai.transpose_conv", file.draw), x, turned, y, ("fp32",) * 3, window, form,
             "ConvTranspose", enlarge_v=scale[0], enlarge_h=scale[1])


def requantised(file):
    """QLinearConv without zero points: the scale is one fp32 factor, a power of two so that every host agrees."""
    window, form = Window(file), file.draw.below(0, 1)
    x = np.asarray(file.draw.integers("sint8", 2 * window.map[0] * window.map[1]), "int8").reshape(1, 2, *window.map)
    w = np.asarray(file.draw.integers("sint8", 4 * window.kernel[0] * window.kernel[1]), "int8")
    w = w.reshape(2, 2, *window.kernel)
    scale, zero = np.float32(2.0 ** -file.draw.below(3, 9)), np.int8(0)
    one = np.float32(1)
    bias = np.asarray(file.draw.small(2, 2000), "int32")
    y = evaluate("QLinearConv", [x, one * scale, zero, w, one, zero, one, zero, bias], **window.attributes())
    case = Case("ai.conv2d", file.draw)
    case.source("bias", codes(bias, "sint32"), "sint32")
    convolve(file, "ai.conv2d", case, x, w, y, ("sint8", "sint8", "sint8"), window, form, "QLinearConv", bias_mode=1,
             scale_unit="fp32", scale_o=codes([scale], "fp32")[0])


def pooling(file):
    for turn in range(6):
        for name, operator in {"max": "MaxPool", "min": "MaxPool", "avrg": "AveragePool"}.items():
            unit = file.draw.choice(("fp32", "fp64")) if name == "avrg" else file.draw.choice(("fp32", "sint8", "uint8"))
            window, form = Window(file), file.draw.below(0, 1)
            if name == "avrg":
                window.kernel = tuple(file.draw.choice((1, 2, 4)) for _ in "hw")
                window.map = [k + file.draw.below(0, 2) for k in window.kernel]
                window.pads = [min(p, k - 1) for p, k in zip(window.pads, window.kernel * 2)]
            window.pads = [min(p, k - 1) for p, k in zip(window.pads, window.kernel * 2)]
            x = small(file, (1, 2, *window.map), unit, 99)
            if name == "avrg":
                y, pad = evaluate(operator, [window.padded(x, 0)], **window.bare()), 0
            else:
                y, pad = extreme(name, x, window)
            case = Case(f"ai.{name}_pool", file.draw)
            field = "fp32" if unit == "fp64" and case.width < 64 else unit
            case.source("fm", codes(laid(x[0], form), unit), unit)
            case.fields.update(window.fields(), fm_unit=unit, data_format=form, fm_c=2, pad=codes([pad], field)[0])
            case.result("d", codes(laid(y[0], form), unit), unit)
            file.add(case, operator if name != "min" else "MaxPool of negated numbers")
    for turn in range(4):
        for name in ("roi_pool", "adaptivv_pool2d"):
            unit, form = file.draw.choice(("fp32", "sint8")), file.draw.below(0, 1)
            size, new = [file.draw.below(1, 6) for _ in "hw"], [file.draw.below(1, 4) for _ in "hw"]
            x = small(file, (2, *size), unit, 99)
            y = np.zeros((2, *new), x.dtype)
            for h, w in np.ndindex(*new):
                part = [slice(i * s // o, -(-(i + 1) * s // o)) for i, s, o in zip((h, w), size, new)]
                y[:, h, w] = x[:, part[0], part[1]].max((1, 2))
            case = Case(f"ai.{name}", file.draw)
            case.defaults = name != "roi_pool"
            case.source("fm", codes(laid(x, form), unit), unit)
            case.fields.update(fm_unit=unit, data_format=form, fm_c=2, fm_h=size[0], fm_w=size[1], o_h=new[0], o_w=new[1])
            case.result("d", codes(laid(y, form), unit), unit)
            file.add(case, "NumPy max of each section")


def extreme(name, x, window):
    """MaxPool, of the negated numbers for the minimum; the pad is what never wins."""
    wide = x.astype("float64")
    wide = window.padded(wide if name == "max" else -wide, -math.inf)
    y = evaluate("MaxPool", [wide], **window.bare())
    ends = limits(unit_of(x)) if x.dtype.kind != "f" else (-math.inf, math.inf)
    return (y, ends[0]) if name == "max" else (-y, ends[1])


def unit_of(x):
    return f"{'u' if x.dtype.kind == 'u' else 's'}int{8 * x.dtype.itemsize}"


def fill(file):
    for part in (reduction, matrix_mul, convolution, pooling):
        part(file)
