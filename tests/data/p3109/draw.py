"""What gfloat 0.5.2 says of P3109's formats: `pip install gfloat==0.5.2`, then `python draw.py` in this folder.

codes.csv        a line a format of 8 bits: its 256 values.
projections.csv  a line a format of 8 bits, direction and saturation: what each value of all these formats becomes, in the order of
                 the values, NaN last; `code*count` where the same code follows. Without a sign from 0 on: of negative numbers
                 gfloat has no rule.
cases.csv        drawn numbers of other formats, and formats of 3 to 16 bits, random bits too: from, to, rm (or tail/bits),
                 sat, operand (and random word), result; negative numbers without a sign where gfloat has a rule.
"""

import itertools
import math
import random
import struct

from gfloat import Domain, RoundMode, Signedness, decode_float, encode_float, round_float
from gfloat.formats import format_info_p3109

SIGNS = {"s": Signedness.Signed, "u": Signedness.Unsigned}
DOMAINS = {"e": Domain.Extended, "f": Domain.Finite}
MODES = {
    "rne": RoundMode.TiesToEven,
    "rna": RoundMode.TiesToAway,
    "rtz": RoundMode.TowardZero,
    "rup": RoundMode.TowardPositive,
    "rdn": RoundMode.TowardNegative,
}
TAILS = {
    "cut": RoundMode.StochasticFastest,
    "halfup": RoundMode.StochasticFast,
    "even": RoundMode.Stochastic,
    "odd": RoundMode.StochasticOdd,
}


def formats(widths):
    """Name and format; values beyond binary64 are none of gfloat's."""
    for k, (s, sign), (d, domain) in itertools.product(widths, SIGNS.items(), DOMAINS.items()):
        for p in range(1, min(k - (s == "s"), 15) + 1):
            info = format_info_p3109(k, p, sign, domain)
            if info.bias <= 512:
                yield f"binary{k}p{p}{s}{d}", info


def text(value):
    if not math.isfinite(value):
        return str(value)
    mantissa, exponent = float(value).hex().split("p")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}p{exponent}"


def codes(eight):
    with open("codes.csv", "w") as out:
        print("format,values", file=out)
        for name, info in eight:
            values = [decode_float(info, code).fval for code in range(256)]
            finite = [v for v in values if math.isfinite(v)]
            assert (max(finite), min(finite)) == (info.max, info.min), name
            print(name, " ".join(map(text, values)), sep=",", file=out)


def runs(codes):
    counted = ((code, len(list(group))) for code, group in itertools.groupby(codes))
    return " ".join(f"{code:02x}" + (f"*{count}" if count > 1 else "") for code, count in counted)


def projections(eight):
    every = {decode_float(info, code).fval for _, info in eight for code in range(256)}
    ordered = sorted(v for v in every if not math.isnan(v)) + [math.nan]
    with open("projections.csv", "w") as out:
        print("format,rm,sat,codes", file=out)
        for (name, info), (rm, mode), sat in itertools.product(eight, MODES.items(), (0, 1)):
            own = [v for v in ordered if info.is_signed or not v < 0]
            found = [encode_float(info, round_float(info, v, mode, bool(sat))) for v in own]
            print(name, rm, sat, runs(found), sep=",", file=out)


def f16(draw):
    code = draw.getrandbits(16)
    return f"{code:04x}", struct.unpack("<e", struct.pack("<H", code))[0]


def f32(draw):
    code = draw.getrandbits(32)
    return f"{code:08x}", struct.unpack("<f", struct.pack("<I", code))[0]


def bf16(draw):
    code = draw.getrandbits(16)
    return f"{code:04x}", struct.unpack("<f", struct.pack("<I", code << 16))[0]


def near(draw, info):
    """A binary32 number near those of a format: in the middle of two, or beside that."""
    a = decode_float(info, draw.getrandbits(info.k)).fval
    if not math.isfinite(a):
        return f32(draw)
    nearby = decode_float(info, (encode_float(info, a) + 1) % 2**info.k).fval
    value = (a + nearby) / 2 if math.isfinite(nearby) else a * 1.25
    try:
        code = struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        return f32(draw)
    code = max(code + draw.choice((-1, 0, 0, 0, 1)), 0)
    return f"{code:08x}", struct.unpack("<f", struct.pack("<I", code))[0]


def ruled(info, value):
    """Whether gfloat has a code for a negative number without a sign; toward zero, and of ties away from it, it rounds down."""
    return math.isfinite(value) and info.domain == Domain.Finite


def cases():
    draw = random.Random(3109)
    every = dict(formats(range(3, 17)))
    with open("cases.csv", "w") as out:
        print("from,to,rounding,sat,operands,result", file=out)
        for at in range(6000):
            to, info = draw.choice(list(every.items()))
            kind = draw.choice(("f16", "bf16", "f32", "near", "other"))
            if kind == "other":
                kind, own = draw.choice(list(every.items()))
                code = draw.getrandbits(own.k)
                operand, value = f"{code:0{(own.k + 3) // 4}x}", decode_float(own, code).fval
            elif kind == "near":
                (operand, value), kind = near(draw, info), "f32"
            else:
                operand, value = {"f16": f16, "bf16": bf16, "f32": f32}[kind](draw)
            if kind == to:
                continue
            sat = draw.getrandbits(1)
            if at % 3:
                rounding, mode = draw.choice(list(MODES.items()))
                rounded = round_float(info, value, mode, bool(sat))
            else:
                (tail, mode), bits = draw.choice(list(TAILS.items())), draw.randint(1, 12)
                word = draw.getrandbits(bits)
                rounding = f"{tail}/{bits}"
                rounded = round_float(info, value, mode, bool(sat), word, bits)
                operand = f"{operand} {word:x}"
            negative = value < 0 and not info.is_signed
            if negative and not (ruled(info, value) and rounding in ("rne", "rup", "rdn")):
                continue
            result = f"{encode_float(info, rounded):0{(info.k + 3) // 4}x}"
            print(kind, to, rounding, sat, operand, result, sep=",", file=out)


if __name__ == "__main__":
    eight = list(formats([8]))
    codes(eight)
    projections(eight)
    cases()
