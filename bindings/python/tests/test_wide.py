"""Formats of more than 64 bits: an element is two words, the lower one first."""

import numpy as np
import pytest

import assay

ONE = np.array([0, 0x3FFF << 48], np.uint64)


def test_elements_are_two_words():
    add = assay.op("ieee.f128.add")
    out, flags = add(ONE, np.stack([ONE, ONE ^ np.uint64([0, 1 << 63])]))
    assert out.tolist() == [[0, 0x4000 << 48], [0, 0]]
    assert flags.tolist() == [0, 0]
    x, y = add.gen("random", count=5)
    assert x.shape == y.shape == (5, 2)
    with pytest.raises(ValueError, match="2 elements"):
        add(ONE[:1], ONE)


def test_bits_above_the_format_are_refused():
    with pytest.raises(ValueError, match="80"):
        assay.op("x87.f80.add")(np.array([1 << 63, 0x13FFF], np.uint64), np.array([1 << 63, 0x3FFF], np.uint64))


def words(numbers):
    """The words of NumPy's long doubles, whose last bytes are no part of them."""
    return numbers.view(np.uint64).reshape(-1, 2) & np.uint64([0xFFFFFFFFFFFFFFFF, 0xFFFF])


@pytest.mark.skipif(np.finfo(np.longdouble).nmant != 63, reason="NumPy's long double is not the x87's format here")
@pytest.mark.parametrize("name", ["add", "sub", "mul", "div"])
def test_arithmetic_is_the_processors(name):
    draw = np.random.default_rng(5)
    x, y = (np.ldexp(draw.random(2000).astype(np.longdouble) + draw.random(2000) / 2**40 - 0.5, draw.integers(-40, 40, 2000)) for _ in range(2))
    right = {"add": x + y, "sub": x - y, "mul": x * y, "div": x / y}[name]
    out, _ = assay.op(f"x87.f80.{name}")(words(x), words(y))
    assert (out == words(right)).all()
