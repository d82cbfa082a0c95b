"""Roundings whose last place random bits decide, against gfloat."""

from fractions import Fraction

import gfloat
import gfloat.formats
import numpy as np
import pytest

import assay

FORMATS = {
    "e4m3fn": gfloat.formats.format_info_ocp_e4m3,
    "e5m2": gfloat.formats.format_info_ocp_e5m2,
    "e3m2fn": gfloat.formats.format_info_ocp_e3m2,
    "e2m3fn": gfloat.formats.format_info_ocp_e2m3,
    "e2m1fn": gfloat.formats.format_info_ocp_e2m1,
    "f16": gfloat.formats.format_info_binary16,
    "bf16": gfloat.formats.format_info_bfloat16,
}
TAILS = {"cut": "StochasticFastest", "halfup": "StochasticFast", "even": "Stochastic", "odd": "StochasticOdd"}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("bits", [1, 3, 8])
def test_rounding_is_gfloats(name, tail, bits):
    op, info = assay.op(f"sr.f32.{name}", bits=bits, tail=tail), FORMATS[name]
    x, words = op.gen("random", count=1500, seed=11)
    numbers = x.view(np.float32)
    # gfloat has a word for every value; of formats without one it raises.
    known = np.isfinite(numbers)
    x, words, numbers = x[known], words[known], numbers[known]
    out, _ = op(x, words)
    found = assay.format(name).decode(out)
    mode, finite = getattr(gfloat.RoundMode, TAILS[tail]), info.num_nans == 0 and not info.num_infs
    for number, word, ours in zip(numbers, words, found):
        theirs = gfloat.round_float(info, float(number), mode, sat=finite, srbits=int(word), srnumbits=bits)
        assert np.float64(theirs).view(np.uint64) == np.float64(ours).view(np.uint64) or np.isnan(theirs) and np.isnan(ours), (number, word)


def test_a_word_is_no_wider_than_its_bits():
    op = assay.op("sr.f32.e4m3fn", bits=3)
    with pytest.raises(ValueError, match="8"):
        op(np.float32(1), np.uint8(8))


@pytest.mark.parametrize("bits", ["0", "33", "08", "x"])
def test_other_numbers_of_bits_are_refused(bits):
    with pytest.raises(ValueError, match="1 to 32"):
        assay.op("sr.f32.e4m3fn", bits=bits)


@pytest.mark.parametrize("name", ["f16", "bf16"])
@pytest.mark.parametrize("tail", TAILS)
def test_fma_is_gfloats(name, tail):
    op, info = assay.op(f"sr.fma.{name}.{name}", bits=5, tail=tail), FORMATS[name]
    x, y, z, words = op.gen("random", count=3000, seed=12)
    out, _ = op(x, y, z, words)
    decode = assay.format(name).decode
    tried = 0
    for a, b, c, word, ours in zip(decode(x), decode(y), decode(z), words.ravel(), decode(out)):
        if not np.isfinite([a, b, c]).all():
            continue
        exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        # gfloat rounds doubles, and a sum of 0 has the sign of its rounding.
        if exact == 0 or Fraction(float(exact)) != exact:
            continue
        theirs = gfloat.round_float(info, float(exact), getattr(gfloat.RoundMode, TAILS[tail]), srbits=int(word), srnumbits=5)
        assert np.float64(theirs).view(np.uint64) == np.float64(ours).view(np.uint64), (a, b, c, word)
        tried += 1
    assert tried > 1000


@pytest.mark.parametrize(("name", "element"), [("fp8e4m3", "e4m3fn"), ("fp8e5m2", "e5m2"), ("fp6e3m2", "e3m2fn"), ("fp6e2m3", "e2m3fn"), ("fp4e2m1", "e2m1fn")])
@pytest.mark.parametrize("tail", TAILS)
def test_elements_of_blocks_are_gfloats(name, element, tail):
    op, info = assay.op(f"sr.quantize.{name}", bits=4, tail=tail), FORMATS[element]
    blocks, words = op.gen("random", count=60, seed=13)
    (scales, elements), _ = op(blocks, words)
    numbers = blocks.view(np.float32)
    tried = 0
    for block, scale, block_words, found in zip(numbers, scales.ravel(), words, assay.format(element).decode(elements)):
        if scale == 255:
            continue
        for number, word, ours in zip(block, block_words, found):
            scaled = float(number) / 2.0 ** (int(scale) - 127)
            theirs = gfloat.round_float(info, scaled, getattr(gfloat.RoundMode, TAILS[tail]), sat=True, srbits=int(word), srnumbits=4)
            assert np.float64(theirs).view(np.uint64) == np.float64(ours).view(np.uint64), (number, scale, word)
            tried += 1
    assert tried > 1000
