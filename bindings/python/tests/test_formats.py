"""Formats against ml_dtypes and gfloat."""

import gfloat
import gfloat.formats
import ml_dtypes
import numpy as np
import pytest

import assay

ALL = {
    "e4m3fn": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "e8m0": ml_dtypes.float8_e8m0fnu,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
}


def same(ours, theirs):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    both = np.isnan(ours) & np.isnan(theirs)
    assert np.all(both | (ours.view(np.uint64) == theirs.view(np.uint64)))


@pytest.mark.parametrize("name", ALL)
def test_every_code_means_what_ml_dtypes_says(name):
    format = assay.format(name)
    codes = format.codes()
    assert len(codes) == 1 << format.bits
    same(format.decode(codes), codes.view(ALL[name]).astype(np.float64))
    same(format.decode(codes.view(ALL[name])), format.decode(codes))


GFLOAT = {"e4m3fn": "format_info_ocp_e4m3", "e5m2": "format_info_ocp_e5m2"}
MODES = {"rne": "TiesToEven", "rna": "TiesToAway", "rtz": "TowardZero", "rup": "TowardPositive", "rdn": "TowardNegative"}


@pytest.mark.parametrize("name", GFLOAT)
@pytest.mark.parametrize("mode", MODES)
def test_rounding_is_gfloats(name, mode):
    format, info = assay.format(name), getattr(gfloat.formats, GFLOAT[name])
    numbers = np.unique(format.decode(format.codes()))
    numbers = numbers[np.isfinite(numbers)]
    between = (numbers[1:] + numbers[:-1]) / 2
    # Not the very next number below a tie: gfloat adds 0.5 to what is cut off, and that sum rounds to 1.
    near = between * 2.0**-30
    x = np.concatenate([numbers, between, between + near, between - near])
    theirs = [gfloat.round_float(info, float(one), getattr(gfloat.RoundMode, MODES[mode])) for one in x]
    same(format.round(x, rm=mode), np.array(theirs))


@pytest.mark.parametrize("name", GFLOAT)
def test_saturation(name):
    format = assay.format(name)
    most = np.nanmax(np.where(np.isfinite(format.decode(format.codes())), format.decode(format.codes()), 0))
    assert (format.round([1e9, -1e9], sat=True) == [most, -most]).all()
    assert not np.isfinite(format.round(1e9))


def test_distances_count_numbers():
    format = assay.format("f32")
    one = np.float32(1)
    assert format.distance(one, np.nextafter(one, np.float32(2))) == 1
    assert format.distance([0x3F800000, 0x7FC00000], [0x3F800003, 0]).mask.tolist() == [False, True]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: assay.format("e4m3fm"), ValueError, "there is no format `e4m3fm`"),
        (lambda: assay.format(8), TypeError, "right: text"),
        (lambda: assay.format("f32").codes(), ValueError, "at most 24 bits"),
        (lambda: assay.format("e4m3fn").decode(np.uint16(256)), ValueError, "8"),
        (lambda: assay.format("e4m3fn").decode(np.float32(1)), TypeError, "the array is float32"),
        (lambda: assay.format("i64").decode((1 << 62) + 1), ValueError, "no number of float64"),
        (lambda: assay.format("e4m3fn").round("x"), TypeError, "right: float64"),
        (lambda: assay.format("e4m3fn").round(1.0, rm="sideways"), ValueError, "does not take `sideways`"),
        (lambda: assay.format("f16").round(1.0, sat=True), ValueError, "sat"),
    ],
)
def test_what_is_wrong_is_told(call, error, words):
    with pytest.raises(error) as told:
        call()
    assert words in str(told.value)
