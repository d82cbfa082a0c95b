"""Conversions whose last place random bits decide, against gfloat."""

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
