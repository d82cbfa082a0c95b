"""The public model MMA-Sim behind a pipe: `cargo xtask silicon --mmasim PYTHON` asks, this answers.

A question is a line `ID COUNT` and COUNT lines, each the operands of one element with `_` between the elements of an
operand, in hexadecimal. The answer is `absent WHY`, or a line `is INSTRUCTION TILE MANY` (elements a second of the whole
tile of the instruction, one after another, and of 4096 elements at once, one thread) and COUNT codes.
"""

import os
import sys
import time

# mmasim builds its fused multiply-add with the ninja beside the interpreter.
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", "")
PINNED = "2.1.1"

try:
    from importlib.metadata import version

    import torch

    from mmasim import amd
    from mmasim import nv_ptx
    from mmasim.amd.isa_mfma import arch_mfma_suffix
except ImportError as missing:
    print(f"missing {missing}", flush=True)
    sys.exit(0)

ARCHITECTURES = {
    "volta": "Volta",
    "turing": "Turing",
    "ampere": "Ampere",
    "ada": "Ada Lovelace",
    "hopper": "Hopper",
    "blackwell": "Blackwell",
    "rtxblackwell": "RTX Blackwell",
}
KINDS = {"tf32": "tf32", "f16": "f16", "bf16": "f16"}
AMD_TYPES = {
    "f64": torch.float64,
    "f32": torch.float32,
    "xf32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "e4m3fnuz": torch.float8_e4m3fnuz,
    "e5m2fnuz": torch.float8_e5m2fnuz,
}
CARRIERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
UNSIGNED = {1: torch.uint8, 2: torch.uint16, 4: torch.uint32, 8: torch.uint64}


class Absent(Exception):
    """The model has no such instruction."""


def split(name):
    """Maker, unit, instruction, K (none where the unit has one), formats."""
    _, maker, unit, instruction, *rest = name.split(".")
    k = None
    if rest[0].startswith("k") and rest[0][1:].isdigit():
        k = int(rest.pop(0)[1:])
    return maker, unit, instruction, k, rest


def nvidia(unit, instruction, k, formats):
    a, b, out, *c = formats
    c = c[0] if c else out
    k = k or 4
    arch = ARCHITECTURES[unit]
    if instruction == "mma":
        names = [
            f"m{m}n8k{k}.{kind}{out}.{a}.{b}.{c}"
            for m in (8, 16)
            for kind in ("", "kind::f8f6f4.")
        ]
        return nv_ptx.MMA, arch, names
    if instruction == "wgmma":
        return nv_ptx.WGMMA, arch, [f"m64n8k{k}.{out}.{a}.{b}"]
    if instruction == "tcgen05":
        return nv_ptx.TCGen05MMA, arch, [f"m64n8k{k}.kind::{KINDS.get(a, 'f8f6f4')}.{out}.{a}.{b}"]
    base, form, *block = instruction.split("_")
    kind, block, scale = {
        "mxf8f6f4": ("mxf8f6f4", 32, "ue8m0"),
        "mxf4": ("mxf4", 32, "ue8m0"),
        "nvf4": ("mxf4nvf4", 32 if block else 16, "ue4m3"),
    }[form]
    rest = f"k{k}.kind::{kind}.block{block}.{out}.{a}.{b}"
    if base == "mma":
        return nv_ptx.MMABlockScale, arch, [f"m16n8{rest}.{out}.{scale}"]
    return nv_ptx.TCGen05MMABlockScale, arch, [f"m128n8{rest}.{scale}"]


def mfma(unit, instruction, k, formats):
    """By what an instruction computes: its name says shape and blocks as well."""
    a, b, _ = formats
    arch, one_k = unit.upper(), instruction.endswith("_1k")
    for suffix in arch_mfma_suffix[arch]:
        try:
            found = amd.MFMA(arch, suffix)
        except (AssertionError, ValueError):
            continue
        same = (found.a_type, found.b_type, found.k) == (AMD_TYPES[a], AMD_TYPES[b], k)
        if same and suffix.endswith("xf32") == (a == "xf32") and suffix.endswith("_1k") == one_k:
            return found, f"{arch}.{suffix}"
    raise Absent(f"no mfma of {arch} is that")


def find(name):
    maker, unit, instruction, k, formats = split(name)
    if maker == "amd":
        return mfma(unit, instruction, k, formats)
    if maker != "nvidia":
        raise Absent("no unit of this maker")
    kind, arch, names = nvidia(unit, instruction, k, formats)
    for one in names:
        try:
            return kind(arch, one), f"{arch.replace(' ', '')}.{one}"
        except AssertionError:
            continue
    raise Absent(f"{arch.replace(' ', '')} has no {names[-1]}")


def tensor(rows, dtype):
    """Codes as numbers of a type."""
    codes = torch.tensor(rows, dtype=UNSIGNED[dtype.itemsize])
    return codes.view(CARRIERS[dtype.itemsize]).view(dtype)


def factors(found, side, rows):
    """A row of codes as the model holds them: FP4 in bits 5 to 2, or two in a byte, the first one high."""
    dtype, name = getattr(found, f"{side}_type"), getattr(found, f"{side}_type_ptx", "")
    if getattr(found, "packing", 1) == 2:
        rows = [[high << 4 | low for high, low in zip(row[::2], row[1::2])] for row in rows]
    elif dtype == torch.uint8 and name == "e2m1":
        rows = [[code << 2 for code in row] for row in rows]
    return tensor(rows, dtype)


def operands(found, cases):
    a, b, c, *scales = zip(*cases)
    values = [factors(found, "a", a), factors(found, "b", b), tensor([x[0] for x in c], found.c_type)]
    return values + [tensor(list(side), found.s_type) for side in scales]


def answer(found, cases):
    result = found.dpa(*operands(found, cases)).contiguous()
    bits = 8 * result.dtype.itemsize
    return [code & (1 << bits) - 1 for code in result.view(CARRIERS[result.dtype.itemsize]).tolist()]


def rate(call, elements, seconds=0.2):
    """Elements a second."""
    call()
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        call()
        count += elements
    return count / spent


def rates(found, cases):
    """Of whole tiles of the instruction, and of many elements at once."""
    m, n = found.m, found.n
    needed = [cases[i % len(cases)] for i in range(max(m, n))]
    a, b, c, *scales = operands(found, needed)
    c = c[:1].expand(m * n).reshape(m, n).contiguous()
    tile = [a[:m], b[:n].T, c] + ([scales[0][:m], scales[1][:n].T] if scales else [])
    many = operands(found, [cases[i % len(cases)] for i in range(4096)])
    return rate(lambda: found(*tile), m * n), rate(lambda: found.dpa(*many), 4096)


def main():
    torch.set_num_threads(1)
    print(f"mmasim {version('mmasim')} torch {torch.__version__} pinned {PINNED}", flush=True)
    while line := sys.stdin.readline():
        name, count = line.split()
        text = [sys.stdin.readline() for _ in range(int(count))]
        cases = [[[int(x, 16) for x in word.split("_")] for word in one.split()] for one in text]
        try:
            found, instruction = find(name)
            # Results may be written over operands: times come last, of operands of their own.
            codes = answer(found, cases)
            tile, many = rates(found, cases)
            print(f"is {instruction} {tile:.0f} {many:.0f}")
            print("\n".join(f"{code:x}" for code in codes), flush=True)
        except Absent as why:
            print(f"absent {why}", flush=True)
        except Exception as error:
            words = " ".join(str(error).split())
            print(f"stops {type(error).__name__}: {words}", flush=True)


main()
