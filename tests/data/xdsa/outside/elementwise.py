"""Instructions that work element by element."""

from fractions import Fraction

import numpy as np

from .case import (FLOATS, INTEGERS, UNITS, Case, bits, clamp, codes, dtype, evaluate, is_float, is_signed, limits,
                   number, rounded, wrap)

WIDE = [unit for unit in INTEGERS if bits(unit) >= 8]
SIGNED = [unit for unit in INTEGERS if is_signed(unit)]


def into(value, unit, sat):
    """An exact integer in a unit."""
    return (clamp if sat else wrap)(value, unit)


def binary(file, name, unit0, unit1, unit2, x, y, result, title, **flags):
    """A case of two sources."""
    case = Case(name, file.draw)
    case.source("s0", codes(x, unit0), unit0)
    case.source("s1", codes(y, unit1), unit1)
    case.fields.update(len=len(x), src0=unit0, src1=unit1, des=unit2, **flags)
    case.result("d", result, unit2)
    file.add(case, title)


def unary(file, name, unit, target, x, result, title="", **flags):
    """A case of one source."""
    case = Case(name, file.draw)
    case.source("s", codes(x, unit), unit)
    case.fields.update(len=len(x), src=unit, des=target, **flags)
    case.result("d", result, target)
    file.add(case, title)


def floating(file):
    """Floating operands of one unit: ONNX with the arithmetic of the host. NumPy leaves the order of -0 and +0 open."""
    for name, operator in {"add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "max": "Max", "min": "Min"}.items():
        for unit in FLOATS:
            zeros = operator not in ("Max", "Min")
            x, y = (file.draw.floats(unit, file.draw.below(5, 9), zeros=zeros) for _ in "xy")
            x, y = x[: min(len(x), len(y))], y[: min(len(x), len(y))]
            binary(file, f"base.{name}", unit, unit, unit, x, y, codes(evaluate(operator, [x, y]), unit), operator)
    for unit in FLOATS:
        x, y = (file.draw.floats(unit, 7) for _ in "xy")
        binary(file, "base.mod", unit, unit, unit, x, y, codes(evaluate("Mod", [x, y], fmod=1), unit), "Mod fmod=1")
    for name, operator in {"sqrt": "Sqrt", "abs": "Abs", "reciprocal": "Reciprocal", "round": "Round", "ceil": "Ceil",
                           "floor": "Floor"}.items():
        for unit in FLOATS:
            x = file.draw.floats(unit, 8)
            if name == "sqrt":
                x[:5] = abs(x[:5])
            unary(file, f"base.{name}", unit, unit, x, codes(evaluate(operator, [x]), unit), operator)


def integer(file):
    """Integers: exact ones of Python, then the low bits or the nearest."""
    rules = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}
    for name, rule in rules.items():
        for _ in range(4):
            units = [file.draw.choice(INTEGERS) for _ in range(3)]
            x, y = (file.draw.integers(unit, 7) for unit in units[:2])
            sat = file.draw.below(0, 1)
            exact = [into(rule(a, b), units[2], sat) for a, b in zip(x, y)]
            binary(file, f"base.{name}", *units, x, y, codes(exact, units[2]), "integers of Python", sat=sat)
    for unit in file.draw.random.sample(WIDE, 4):
        x, y = (np.asarray(file.draw.integers(unit, 7), dtype(unit)) for _ in "xy")
        for name, operator in {"add": "Add", "mul": "Mul", "max": "Max", "min": "Min"}.items():
            found = codes(evaluate(operator, [x, y]), unit)
            binary(file, f"base.{name}", unit, unit, unit, x, y, found, f"{operator} on {unit}")
    for unit in file.draw.random.sample(WIDE, 5):
        x, y = (np.asarray(file.draw.integers(unit, 7), dtype(unit)) for _ in "xy")
        y[y == 0] = 3
        if is_signed(unit):
            y[y == -1] = 7
        binary(file, "base.div", unit, unit, unit, x, y, codes(evaluate("Div", [x, y]), unit), "Div")
        binary(file, "base.mod", unit, unit, unit, x, y, codes(evaluate("Mod", [x, y], fmod=1), unit), "Mod fmod=1")


def mixed(file):
    """Any units: fractions of Python, one rounding."""
    rules = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b}
    for name, rule in rules.items():
        for _ in range(5):
            units = [file.draw.choice(UNITS) for _ in range(3)]
            if not any(map(is_float, units)):
                units[2] = file.draw.choice(FLOATS)
            pairs = []
            while len(pairs) < 6:
                pair = [draw(file, unit) for unit in units[:2]]
                values = [number(code, unit) for code, unit in zip(pair, units)]
                # Zeros and what is no number have rules of their own.
                if all(not isinstance(v, float) and v != 0 for v in values) and values[0] != values[1]:
                    pairs.append((pair, rounded(rule(*map(Fraction, values)), units[2])))
            case = Case(f"base.{name}", file.draw)
            for side in (0, 1):
                case.source(f"s{side}", [pair[side] for pair, _ in pairs], units[side])
            sat = file.draw.below(0, 1)
            case.fields.update(len=6, src0=units[0], src1=units[1], des=units[2], sat=sat)
            case.result("d", [code for _, code in pairs], units[2])
            file.add(case, "fractions of Python")


def draw(file, unit):
    """A code of a unit, small or any."""
    if is_float(unit):
        return codes(file.draw.floats(unit, 1), unit)[0]
    return codes(file.draw.integers(unit, 1), unit)[0]


def choices(file):
    """MAXSI, MINSI, MEDIAN, SIGN, THRES, ASUM, POW."""
    for name, rule in {"maxsi": np.less, "minsi": np.greater}.items():
        for unit in ("sint16", "fp32", "uint64"):
            x, y = ordinary(file, unit, 6), ordinary(file, unit, 6)
            y[:2] = x[:2]
            found = codes(rule(x, y).astype("int64"), "uint8")
            binary(file, f"base.{name}", unit, unit, "uint8", x, y, found, "NumPy")
    for unit in ("sint8", "fp16", "fp64"):
        x, y, z = (ordinary(file, unit, 5) for _ in "xyz")
        case = Case("base.median", file.draw)
        for field, values in zip(("s0", "s1", "s2"), (x, y, z)):
            case.source(field, codes(values, unit), unit)
        case.fields.update(len=5, src0=unit, src1=unit, src2=unit, des=unit)
        case.result("d", codes(np.sort(np.stack([x, y, z]), axis=0)[1], unit), unit)
        file.add(case, "NumPy sort")
    for unit in ("sint32", "fp32"):
        x = ordinary(file, unit, 7)
        unary(file, "base.sign", unit, unit, x, codes(np.where(x >= 0, 1, -1), unit), "NumPy")
        limit, way = file.draw.below(-9, 9), file.draw.below(0, 1)
        kept = np.where(x < limit if way else x > limit, x, dtype(unit).type(0))
        pattern = codes([limit], "fp16" if unit == "fp32" else "sint16")[0]
        signs = {"dir": way, "imm16": pattern} if unit == "fp32" else {"dir": way, "imm16": pattern, "tsgn": 1}
        unary(file, "base.thres", unit, unit, x, codes(kept, unit), "NumPy", **signs)
    for unit in FLOATS:
        x = ordinary(file, unit, 9)
        total = x.dtype.type(0)
        for value in x:
            total = x.dtype.type(value + total)
        unary(file, "base.asum", unit, unit, x, codes([total], unit), "NumPy, step by step")
    for _ in range(4):
        units = [file.draw.choice(INTEGERS) for _ in range(3)]
        x = file.draw.integers(units[0], 7, -12, 12)
        y = file.draw.integers(units[1], 7, 0, 40)
        sat = file.draw.below(0, 1)
        found = codes([into(a**b, units[2], sat) for a, b in zip(x, y)], units[2])
        binary(file, "base.pow", *units, x, y, found, "integers of Python", sat=sat)


def ordinary(file, unit, count):
    """Numbers without NaN and -0."""
    if is_float(unit):
        found = file.draw.floats(unit, count, nan=False, zeros=False)
        return np.where(np.isinf(found), dtype(unit).type(3), found)
    return np.asarray(file.draw.integers(unit, count), dtype(unit))


def logic(file):
    """Bytes."""
    for name, operator in {"and": "BitwiseAnd", "or": "BitwiseOr", "xor": "BitwiseXor"}.items():
        for _ in range(2):
            x, y = (np.asarray(file.draw.patterns("uint8", 9), "uint8") for _ in "xy")
            case = Case(f"base.{name}", file.draw)
            case.source("s0", codes(x, "uint8"), "uint8")
            case.source("s1", codes(y, "uint8"), "uint8")
            case.fields["len"] = len(x)
            case.result("d", codes(evaluate(operator, [x, y]), "uint8"), "uint8")
            file.add(case, operator)
    for name, rule in {"bclr": lambda x, y: x | ~y, "bset": lambda x, y: x & ~y, "inv": None}.items():
        x, y = (np.asarray(file.draw.patterns("uint8", 9), "uint8") for _ in "xy")
        case = Case(f"base.{name}", file.draw)
        case.source("s0", codes(x, "uint8"), "uint8")
        if rule:
            case.source("s1", codes(y, "uint8"), "uint8")
        case.fields["len"] = len(x)
        found = rule(x, y) if rule else evaluate("BitwiseNot", [x])
        case.result("d", codes(found, "uint8"), "uint8")
        file.add(case, "NumPy" if rule else "BitwiseNot")


def shifts(file):
    """Shifts inside the width."""
    for unit in [unit for unit in WIDE if not is_signed(unit)]:
        x = np.asarray(file.draw.patterns(unit, 6), dtype(unit))
        y = np.asarray([file.draw.below(0, bits(unit) - 1) for _ in x], dtype(unit))
        for name, way in {"lsr": "RIGHT", "lsl": "LEFT"}.items():
            found = codes(evaluate("BitShift", [x, y], direction=way), unit)
            binary(file, f"base.{name}", unit, unit, unit, x, y, found, f"BitShift {way}")
        turned = [(int(a) >> int(b) | int(a) << bits(unit) - int(b)) & (1 << bits(unit)) - 1 for a, b in zip(x, y)]
        binary(file, "base.ror", unit, unit, unit, x, y, turned, "integers of Python")
    for unit in SIGNED:
        x = np.asarray(file.draw.integers(unit, 7), dtype(unit))
        y = np.asarray([file.draw.below(0, bits(unit) - 1) for _ in x], dtype(unit))
        binary(file, "base.asr", unit, unit, unit, x, y, codes(np.right_shift(x, y), unit), "right_shift")
        half = [(int(a) + (1 << int(b) >> 1)) >> int(b) for a, b in zip(x, y)]
        found = codes([wrap(v, unit) for v in half], unit)
        binary(file, "base.asr", unit, unit, unit, x, y, found, "add half, right_shift", rnd=1)
        sat = file.draw.below(0, 1)
        found = codes([into(int(a) << int(b), unit, sat) for a, b in zip(x, y)], unit)
        binary(file, "base.asl", unit, unit, unit, x, y, found, "left_shift", sat=sat)
    for unit in (u for u in INTEGERS if bits(u) > 4):
        target = f"{unit[:4]}{bits(unit) // 2}"
        x = np.asarray(file.draw.integers(unit, 6), dtype(unit))
        y = np.asarray([file.draw.below(0, bits(unit) // 2) for _ in x])
        found = [clamp((int(a) + (1 << int(b) >> 1)) >> int(b), target) for a, b in zip(x, y)]
        binary(file, "base.nsr", unit, "uint8", target, x, y, codes(found, target), "add half, right_shift, clip")
    for name in ("sxt", "uxt"):
        for _ in range(3):
            unit = file.draw.choice([u for u in INTEGERS if bits(u) < 64])
            target = file.draw.choice([u for u in INTEGERS if bits(u) > bits(unit)])
            x = file.draw.patterns(unit, 5)
            read = [wrap(v, f"{'sint' if name == 'sxt' else 'uint'}{bits(unit)}") for v in x]
            case = Case(f"base.{name}", file.draw)
            case.source("s0", x, unit)
            case.fields.update(len=5, src0=unit, des=target)
            case.result("d", codes(read, target), target)
            file.add(case, "integers of Python")


def compare(file):
    """Six orders; NaN and zeros of both signs. Numbers of two units go through fractions."""
    operators = {"seq": "Equal", "sne": None, "sle": "LessOrEqual", "slt": "Less", "sge": "GreaterOrEqual",
                 "sgt": "Greater"}
    for name, operator in operators.items():
        for unit in (file.draw.choice(FLOATS), file.draw.choice(WIDE)):
            if is_float(unit):
                x, y = (file.draw.floats(unit, 9) for _ in "xy")
            else:
                x, y = (np.asarray(file.draw.integers(unit, 9), dtype(unit)) for _ in "xy")
            y[:3] = x[:3]
            if is_float(unit):
                x[3], y[3], x[4], y[4] = 0.0, -0.0, np.nan, np.nan
            found = evaluate(operator, [x, y]) if operator else np.logical_not(evaluate("Equal", [x, y]))
            target = file.draw.choice(("uint8", "sint32", "fp16", "uint4"))
            result = codes(np.asarray(found).astype("int64").astype(dtype(target)), target)
            binary(file, f"base.{name}", unit, unit, target, x, y, result, operator or "not Equal")
    orders = {"seq": "__eq__", "slt": "__lt__", "sge": "__ge__", "sne": "__ne__", "sle": "__le__", "sgt": "__gt__"}
    for name, order in orders.items():
        x = [2**53, 2**53 + 1, -(2**53) - 1, *file.draw.integers("sint64", 2)]
        y = [2.0**53, 2.0**53, -(2.0**53), *[float(v) for v in x[3:]]]
        found = [int(getattr(Fraction(a), order)(Fraction(b))) for a, b in zip(x, y)]
        binary(file, f"base.{name}", "sint64", "fp64", "uint8", x, y, found, "fractions of Python")


def conversion(file):
    """Clip and Cast."""
    for unit in (*FLOATS, "sint8", "uint16"):
        if is_float(unit):
            x, least, most = file.draw.floats(unit, 8), file.draw.below(-9, 0) / 2, file.draw.below(1, 9) / 4
        else:
            x, least, most = np.asarray(file.draw.integers(unit, 8), dtype(unit)), *sorted(file.draw.integers(unit, 2))
        found = evaluate("Clip", [x, dtype(unit).type(least), dtype(unit).type(most)])
        place = "fp16" if is_float(unit) else ("sint16" if is_signed(unit) else "uint16")
        ends = {"clip_min": codes([least], place)[0], "clip_max": codes([most], place)[0]}
        unary(file, "base.clip", unit, unit, x, codes(found, unit), "Clip", **ends)
    from onnx import TensorProto
    for unit in UNITS:
        target = file.draw.choice([u for u in UNITS if u != unit])
        cast(file, unit, target, TensorProto)
    for unit in FLOATS:
        for target in ("sint16", "uint8", "fp32" if unit != "fp32" else "fp16"):
            cast(file, unit, target, TensorProto)


def cast(file, unit, target, types):
    """Cast where ONNX says what comes out; int4 as the low bits of int8."""
    if is_float(unit):
        x = file.draw.floats(unit, 8, nan=is_float(target))
        if not is_float(target):
            # The largest magnitude that truncates into the range.
            least, most = limits(target)
            x = np.where(np.isfinite(x), x, dtype(unit).type(1.5))
            x = np.fmod(x, dtype(unit).type(min(most, 2.0**15) + 1 if most > 7 else 8))
            x = np.where(x < least, -x, x)
    else:
        x = np.asarray(file.draw.integers(unit, 8), dtype(unit))
    kind = dtype(target)
    element = {"float16": "FLOAT16", "float32": "FLOAT", "float64": "DOUBLE"}.get(kind.name, kind.name.upper())
    found = evaluate("Cast", [x], to=getattr(types, element))
    unary(file, "base.data_convert", unit, target, x, codes(found, target), "Cast")


def fill(file):
    for part in (floating, integer, mixed, choices, logic, shifts, compare, conversion):
        part(file)
