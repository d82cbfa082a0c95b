"""Units, elements and case files of xDSA."""

from fractions import Fraction
import math
import random

import numpy as np
import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator

INTEGERS = "uint4 uint8 uint16 uint32 uint64 sint4 sint8 sint16 sint32 sint64".split()
FLOATS = "fp16 fp32 fp64".split()
UNITS = INTEGERS + FLOATS
QUIET = {"fp16": 0x7E00, "fp32": 0x7FC00000, "fp64": 0x7FF8000000000000}
# Precision and least exponent of a normal number.
FORMATS = {"fp16": (11, -14), "fp32": (24, -126), "fp64": (53, -1022)}
OPSET = 21


def bits(unit):
    """The width of a unit."""
    return int("".join(c for c in unit if c.isdigit()))


def is_float(unit):
    return unit in FLOATS


def is_signed(unit):
    return unit.startswith("s")


def limits(unit):
    """The least and the largest integer of a unit."""
    width = bits(unit)
    return (-(1 << width - 1), (1 << width - 1) - 1) if is_signed(unit) else (0, (1 << width) - 1)


def dtype(unit):
    """NumPy's type; int4 lives in int8."""
    if is_float(unit):
        return np.dtype(f"float{bits(unit)}")
    return np.dtype(f"{'int' if is_signed(unit) else 'uint'}{max(8, bits(unit))}")


def wrap(value, unit):
    """The low bits of an integer, read in the unit."""
    value &= (1 << bits(unit)) - 1
    return value - (1 << bits(unit)) if value > limits(unit)[1] else value


def clamp(value, unit):
    least, most = limits(unit)
    return min(max(value, least), most)


def half_even(value):
    """The integer next to a fraction, the even one of two."""
    return round(Fraction(value))


def codes(values, unit):
    """Element codes of numbers; every NaN is the quiet one."""
    if is_float(unit):
        array = np.asarray(values, dtype(unit)).reshape(-1)
        raw = array.view(f"uint{bits(unit)}")
        return [QUIET[unit] if math.isnan(v) else int(r) for v, r in zip(array.astype("float64"), raw)]
    return [int(v) & (1 << bits(unit)) - 1 for v in np.asarray(values, object).reshape(-1)]


def number(code, unit):
    """The exact value of a code: an integer, a fraction, or a float that is no number."""
    if not is_float(unit):
        return wrap(code, unit)
    value = np.asarray([code], f"uint{bits(unit)}").view(dtype(unit)).astype("float64")[0]
    return Fraction(float(value)) if math.isfinite(value) else float(value)


def rounded(value, unit):
    """The code of a fraction, rounded once: half to even, integers clamp."""
    if not is_float(unit):
        return clamp(half_even(value), unit) & (1 << bits(unit)) - 1
    precision, least = FORMATS[unit]
    if value == 0:
        return 0
    size = abs(Fraction(value))
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    exponent = max(exponent, least)
    units = round(size / Fraction(2) ** (exponent - precision + 1))
    sign = (value < 0) << bits(unit) - 1
    # A carry moves into the exponent; what is subnormal has no hidden bit.
    code = units + (exponent - least << precision - 1)
    infinity = (1 << bits(unit) - 1) - (1 << precision - 1)
    return sign | min(code, infinity)


def evaluate(operator, inputs, outputs=1, **attributes):
    """ONNX's reference evaluator on one operator."""
    names = ["" if value is None else f"i{k}" for k, value in enumerate(inputs)]
    results = [f"o{k}" for k in range(outputs)]
    node = helper.make_node(operator, names, results, **attributes)
    inputs = {name: np.asarray(value) for name, value in zip(names, inputs) if name}
    infos = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
        for n, v in inputs.items()
    ]
    made = [helper.make_tensor_value_info(n, onnx.TensorProto.UNDEFINED, None) for n in results]
    graph = helper.make_graph([node], "one", infos, made)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    with np.errstate(all="ignore"):
        found = ReferenceEvaluator(model).run(None, inputs)
    return found[0] if outputs == 1 else found


def pack(elements, unit, last=0):
    """The bytes of element codes. `last`: the upper nibble of an odd int4 tensor."""
    if bits(unit) == 4:
        elements = list(elements)
        if len(elements) % 2:
            elements.append(last)
        return bytes(a | b << 4 for a, b in zip(elements[::2], elements[1::2]))
    return b"".join(int(e).to_bytes(bits(unit) // 8, "little") for e in elements)


class Draw:
    """Seeded random choices."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, least, most):
        """An integer of least..most."""
        return self.random.randint(least, most)

    def choice(self, items):
        return self.random.choice(list(items))

    def width(self):
        return self.choice((16, 32, 64))

    def integers(self, unit, count, least=None, most=None):
        """Integers of a unit: borders, small ones, all others."""
        low, high = limits(unit)
        low, high = max(low, low if least is None else least), min(high, high if most is None else most)
        edges = [v for v in (low, high, low + 1, high - 1, 0, 1, -1) if low <= v <= high]
        small = (max(low, -9), min(high, 9)) if max(low, -9) <= min(high, 9) else (low, high)
        kinds = [lambda: self.choice(edges), lambda: self.below(*small), lambda: self.below(low, high)]
        return [self.choice(kinds)() for _ in range(count)]

    def small(self, count, most=8, least=None):
        """Small integers."""
        return [self.below(-most if least is None else least, most) for _ in range(count)]

    def patterns(self, unit, count):
        """Any codes of a unit."""
        return [self.random.getrandbits(bits(unit)) for _ in range(count)]

    def floats(self, unit, count, nan=True, zeros=True):
        """Numbers of a floating unit: special ones, plain ones, any bits."""
        kind = dtype(unit)
        most, tiny = float(np.finfo(kind).max), float(np.finfo(kind).smallest_subnormal)
        special = [math.inf, -math.inf, most, -most, tiny, -tiny, 1.0, -1.0, 0.0]
        special += [math.nan] * nan + [-0.0] * zeros
        found = []
        while len(found) < count:
            turn = self.below(0, 3)
            if turn == 0:
                value = self.choice(special)
            elif turn == 1:
                value = self.below(-64, 64) / self.choice((1, 2, 4, 8, 3, 10))
            else:
                code = self.random.getrandbits(bits(unit))
                value = float(np.asarray([code], f"uint{bits(unit)}").view(kind)[0])
            if (nan or not math.isnan(value)) and (zeros or value != 0 or math.copysign(1, value) > 0):
                found.append(value)
        return np.asarray(found).astype(kind)


class Case:
    """One instruction: where its operands lie, what it leaves."""

    def __init__(self, operation, draw, width=None, at=0x200, align=None):
        self.operation, self.draw = operation, draw
        self.width = width or draw.width()
        self.align = align or draw.choice((1, 1, 16))
        self.free, self.fields, self.before, self.after, self.defaults = at, {}, [], [], False

    @property
    def index(self):
        """The unit of indexes."""
        return "sint64" if self.width == 64 else "sint32"

    def room(self, size):
        """Room for so many bytes."""
        at = -(-self.free // self.align) * self.align
        self.free = at + size
        return at

    def raw(self, field, data):
        """A source of bytes."""
        self.fields[field] = at = self.room(len(data))
        if any(data):
            self.before.append((at, bytes(data)))
        return at

    def source(self, field, elements, unit, last=0):
        """A source of element codes."""
        return self.raw(field, pack(elements, unit, last))

    def leaves(self, at, data):
        """Bytes that the instruction leaves somewhere."""
        self.after.append((at, bytes(data)))

    def result(self, field, elements, unit):
        """A destination and the codes that it must hold."""
        elements = list(elements)
        odd = bits(unit) == 4 and len(elements) % 2
        old = self.draw.below(0, 15) if odd else 0
        data = pack(elements, unit, old)
        self.fields[field] = at = self.room(len(data))
        if odd and old:
            self.before.append((at + len(data) - 1, bytes([old << 4])))
        self.leaves(at, data)
        return at

    def text(self, name, title):
        """The lines of a case file."""
        lines = [f"test {name} {title}".rstrip()]
        if self.defaults:
            lines.append("set defaults=on")
        lines += [f"mem [{at:#x}]={data.hex().upper()}" for at, data in self.before]
        lines += [f"code {line}" for line in self.program()]
        found = " ".join(f"mem[{at:#x}]={data.hex().upper()}" for at, data in self.after)
        return "\n".join([*lines, f"expect {found} rest=same"]) + "\n"

    def program(self):
        """The table, the instruction, an end."""
        name = f"{self.operation}.a{self.width}"
        values = ", ".join(f"{field}={show(field, value)}" for field, value in self.fields.items() if value != 0)
        return [f".table t at 0x100 for {name} {{ {values} }}", f"{name} @t", "end"]


def show(field, value):
    """A field's value: addresses in hex, units by name."""
    plain = isinstance(value, str) or value < 0x200
    return str(value) if plain else f"{value:#x}"


class File:
    """Cases of one kind."""

    def __init__(self, name, about, seed):
        self.name, self.about, self.seed = name, about, seed
        self.draw, self.cases, self.counts = Draw(f"{seed} {name}"), [], {}

    def add(self, case, title=""):
        stem = case.operation.replace(".", "-")
        self.counts[stem] = self.counts.get(stem, 0) + 1
        self.cases.append(case.text(f"{stem}-{self.counts[stem]}", title))
