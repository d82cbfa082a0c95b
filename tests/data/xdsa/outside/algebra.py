"""Linear algebra by fractions."""

from fractions import Fraction
from math import isqrt

from .case import Case, codes, number, pack, rounded


def matrix(file, rows, columns, unit, most=9):
    """Small numbers with a fraction, as codes and as exact values."""
    scale = file.draw.choice((1, 2, 4))
    values = [v / scale for v in file.draw.small(rows * columns, most)]
    found = codes(values, unit)
    exact = [Fraction(number(code, unit)) for code in found]
    return found, [exact[r * columns : (r + 1) * columns] for r in range(rows)]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def transpose(a):
    return [list(row) for row in zip(*a)]


def eliminate(a):
    """L and U packed, the largest of a column first, ties to the upper row; pivots from 1."""
    a, pivots = [row[:] for row in a], []
    rows, columns = len(a), len(a[0])
    for k in range(min(rows, columns)):
        best = max(range(k, rows), key=lambda r: (abs(a[r][k]), -r))
        pivots.append(best + 1)
        a[k], a[best] = a[best], a[k]
        if a[k][k] == 0:
            continue
        for r in range(k + 1, rows):
            a[r][k] /= a[k][k]
            for c in range(k + 1, columns):
                a[r][c] -= a[r][k] * a[k][c]
    return a, pivots


def solve(a, b):
    """The solution of a square system, none if it is singular."""
    size = len(a)
    joined = [row + extra for row, extra in zip(a, b)]
    for k in range(size):
        best = next((r for r in range(k, size) if joined[r][k] != 0), None)
        if best is None:
            return None
        joined[k], joined[best] = joined[best], joined[k]
        joined[k] = [v / joined[k][k] for v in joined[k]]
        for r in range(size):
            if r != k:
                joined[r] = [v - joined[r][k] * w for v, w in zip(joined[r], joined[k])]
    return [row[size:] for row in joined]


def flat(a, unit):
    return [rounded(v, unit) for row in a for v in row]


def exactly(a, unit):
    """Numbers that the unit has."""
    found = flat(a, unit)
    assert [number(code, unit) for code in found] == [v for row in a for v in row]
    return found


def nothing(unit, count):
    return codes([float("nan")] * count, unit)


def lu(file, unit):
    rows, columns = file.draw.below(1, 4), file.draw.below(1, 4)
    found, exact = matrix(file, rows, columns, unit)
    packed, pivots = eliminate(exact)
    case = Case("base.lu", file.draw)
    case.source("s", found, unit)
    case.fields.update(i_h=rows, i_w=columns, src_unit=unit)
    case.result("d0", flat(packed, unit), unit)
    case.result("d1", codes(pivots, case.index), case.index)
    file.add(case, "fractions of Python")


def inverse(file, unit):
    size = file.draw.below(1, 4)
    found, exact = matrix(file, size, size, unit)
    one = [[Fraction(r == c) for c in range(size)] for r in range(size)]
    answer = solve(exact, one)
    case = Case("base.inverse", file.draw)
    case.source("s", found, unit)
    case.fields.update(i_h=size, i_w=size, src_unit=unit)
    case.result("d", flat(answer, unit) if answer else nothing(unit, size * size), unit)
    file.add(case, "fractions of Python")


def solution(file, unit):
    size, columns = file.draw.below(1, 4), file.draw.below(1, 3)
    found, exact = matrix(file, size, size, unit)
    right, sides = matrix(file, size, columns, unit)
    answer = solve(exact, sides)
    case = Case("base.solve", file.draw)
    case.defaults = True
    case.source("p0", found, unit)
    case.source("p1", right, unit)
    case.fields.update(unit=unit, w0=size, w1=columns)
    case.result("p2", flat(answer, unit) if answer else nothing(unit, size * columns), unit)
    case.result("p3", flat(eliminate(exact)[0], unit), unit)
    file.add(case, "fractions of Python")


def least_squares(file, unit, wide):
    n = file.draw.below(1, 3)
    m = max(1, n - 1) if wide else n + file.draw.below(0, 2)
    k = file.draw.below(1, 2)
    a, exact = matrix(file, m, n, unit)
    b, sides = matrix(file, m, k, unit)
    turned = transpose(exact)
    if m >= n:
        answer = solve(product(turned, exact), product(turned, sides))
    else:
        inner = solve(product(exact, turned), sides)
        answer = product(turned, inner) if inner else None
    case = Case("base.lstsq", file.draw)
    case.raw("s", pack(a, unit) + pack(b, unit))
    case.fields.update(m=m, n=n, k=k, src_unit=unit)
    case.result("d", flat(answer, unit) if answer else nothing(unit, n * k), unit)
    file.add(case, "normal equations in fractions of Python")


def cholesky(file, unit):
    """The product of a triangle with its transpose, so that every root is whole."""
    size = file.draw.below(1, 4)
    lower = [[Fraction(file.draw.below(-4, 4)) if c < r else Fraction(file.draw.below(1, 5) * (c == r))
              for c in range(size)] for r in range(size)]
    whole, upper = product(lower, transpose(lower)), file.draw.below(0, 1)
    case = Case("base.cholesky", file.draw)
    case.source("s", exactly(whole, unit), unit)
    case.fields.update(i_h=size, i_w=size, src_unit=unit, upper=upper)
    case.result("d", flat(transpose(lower) if upper else lower, unit), unit)
    file.add(case, "fractions of Python")


def qr(file, unit):
    """A rational rotation (Cayley's) times a triangle of its denominators."""
    size = file.draw.below(2, 3)
    skew = [[Fraction(0)] * size for _ in range(size)]
    for r in range(size):
        for c in range(r):
            skew[r][c] = Fraction(file.draw.below(-3, 3))
            skew[c][r] = -skew[r][c]
    one = [[Fraction(r == c) for c in range(size)] for r in range(size)]
    plus = [[a + b for a, b in zip(x, y)] for x, y in zip(one, skew)]
    minus = [[a - b for a, b in zip(x, y)] for x, y in zip(one, skew)]
    turn = product(solve(plus, one), minus)
    scale = 1
    for v in (v for row in turn for v in row):
        scale *= v.denominator // gcd(scale, v.denominator)
    right = [[Fraction((file.draw.below(1, 5) if r == c else file.draw.below(-5, 5)) * scale * (c >= r))
              for c in range(size)] for r in range(size)]
    case = Case("base.qr", file.draw)
    case.source("s", exactly(product(turn, right), unit), unit)
    case.fields.update(i_h=size, i_w=size, src_unit=unit)
    case.result("d0", flat(turn, unit), unit)
    case.result("d1", flat(right, unit), unit)
    file.add(case, "fractions of Python")


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def norm(file, unit, kind, axis):
    rows, columns = file.draw.below(1, 3), file.draw.below(1, 4)
    found, exact = matrix(file, rows, columns, unit)
    lines = {0: [[v for row in exact for v in row]], 1: transpose(exact), 2: exact}[axis]
    rules = {0: root(unit), 1: lambda x: rounded(sum(map(abs, x)), unit), 2: lambda x: rounded(max(map(abs, x)), unit),
             3: lambda x: rounded(min(map(abs, x)), unit), 4: lambda x: rounded(sum(v != 0 for v in x), unit)}
    case = Case("base.norm", file.draw)
    case.source("s", found, unit)
    case.fields.update(i_h=rows, i_w=columns, src_unit=unit, norm_type=kind, axis=axis)
    case.result("d", [rules[kind](line) for line in lines], unit)
    file.add(case, "fractions of Python")


def root(unit):
    """The root of the sum of squares, cut at 200 bits with a last bit for what is left."""
    def found(x):
        square = sum(v * v for v in x) * 4**200
        whole = isqrt(square.numerator // square.denominator)
        return rounded(Fraction(2 * whole + (whole * whole != square), 2 * 2**200), unit)

    return found


def fill(file):
    for unit in ("fp32", "fp64", "fp16"):
        for turn in range(3):
            lu(file, unit)
            inverse(file, unit)
            solution(file, unit)
            least_squares(file, unit, turn == 2)
            cholesky(file, unit)
            qr(file, unit)
    for kind in range(5):
        for axis in range(3):
            norm(file, file.draw.choice(("fp32", "fp64", "fp16")), kind, axis)
