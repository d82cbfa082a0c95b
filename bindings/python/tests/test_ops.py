"""Operations against NumPy, and what they refuse."""

import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay

FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
CODES = {"f16": np.uint16, "f32": np.uint32, "f64": np.uint64}


def same(ours, theirs):
    """The same bits, or NaN both."""
    both = np.isnan(ours) & np.isnan(theirs)
    codes = CODES[{2: "f16", 4: "f32", 8: "f64"}[ours.dtype.itemsize]]
    assert np.all(both | (ours.view(codes) == theirs.view(codes)))


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("operation, numpy", [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)])
@pytest.mark.parametrize("cover", ["corner", "random"])
def test_arithmetic_is_numpys(name, operation, numpy, cover):
    op = assay.op(f"ieee.{name}.{operation}")
    a, b = op.gen(cover, count=20_000, numbers=True)
    assert a.dtype == FLOATS[name] and len(a) > 50
    with np.errstate(all="ignore"):
        theirs = numpy(a, b)
    out, flags = op(a, b)
    assert out.dtype == FLOATS[name] and flags.dtype == np.uint8
    same(out, theirs)


@pytest.mark.parametrize("name", FLOATS)
def test_roots_are_numpys(name):
    op = assay.op(f"ieee.{name}.sqrt")
    (a,) = op.gen("corner", numbers=True)
    with np.errstate(all="ignore"):
        same(op(a).out, np.sqrt(a))


def test_fma_of_halves_is_exact_in_binary64():
    op = assay.op("ieee.f16.fma")
    a, b, c = op.gen("random", count=20_000, seed=3, numbers=True)
    keep = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
    a, b, c = a[keep], b[keep], c[keep]
    product = a.astype(np.float64) * b.astype(np.float64)
    total = product + c.astype(np.float64)
    # Binary64 may round the sum: such cases are not compared.
    exact = np.array([math.fsum([p, s, -t]) == 0 for p, s, t in zip(product, c.astype(float), total)])
    assert exact.sum() > 5_000
    with np.errstate(all="ignore"):
        same(op(a, b, c).out[exact], total[exact].astype(np.float16))


@given(st.floats(width=32), st.floats(width=32))
@settings(max_examples=200, deadline=None)
def test_any_two_numbers(a, b):
    a, b = np.float32(a), np.float32(b)
    with np.errstate(all="ignore"):
        theirs = np.atleast_1d(a + b)
    same(np.atleast_1d(assay.op("ieee.f32.add")(a, b).out), theirs)


def test_directions_and_flags():
    up, down = assay.op("ieee.f32.fma", rm="rup"), assay.op("ieee.f32.fma", rm="rdn")
    one, tiny = np.float32(1), np.float32(2.0**-126)
    assert up(one, one, tiny) == (np.nextafter(one, np.float32(2)), 1)
    assert down(one, one, tiny) == (one, 1)
    assert up(0x3F800000, 0x3F800000, 0x00800000) == (0x3F800001, 1)
    assert assay.op("ieee.f32.div")(one, np.float32(0)).flags == 8


def test_codes_stay_codes():
    op = assay.op("ieee.f32.add")
    out, _ = op(np.array([0x3F800000], np.uint32), np.array([0x3F800000], np.uint64))
    assert out.dtype == np.uint32 and out[0] == 0x40000000


def test_broadcasting_is_numpys():
    op = assay.op("ieee.f64.mul")
    a, b = np.arange(4.0).reshape(4, 1), np.arange(5.0)
    out, flags = op(a, b)
    assert out.shape == flags.shape == (4, 5) and (out == a * b).all()
    assert op(a[:0], b).out.shape == (0, 5)
    transposed = np.arange(12.0).reshape(3, 4).T
    assert (op(transposed, 2.0).out == transposed * 2).all()
    assert (op(a.astype(">f8"), b).out == a * b).all()


def test_bfloat16_is_taken_as_it_is():
    op = assay.op("ieee.bf16.add")
    a, b = op.gen("random", count=5_000, numbers=True)
    assert a.dtype == ml_dtypes.bfloat16
    with np.errstate(all="ignore"):
        theirs = (a + b).astype(np.float32)
    out = op(a, b).out
    assert out.dtype == ml_dtypes.bfloat16
    same(out.astype(np.float32), theirs)


def test_blocks_have_the_last_axis():
    op = assay.op("sum.plain.fma.f16.f32")
    block = next(one for one in op.operands if one.elements > 1)
    x = [np.ones((3, one.elements) if one.elements > 1 else (3,), FLOATS[one.format]) for one in op.operands]
    out, _ = op(*x)
    assert out.shape == (3,) and (out == block.elements + 1).all()
    x[0] = np.ones((3, block.elements + 1), np.float16)
    with pytest.raises(ValueError, match=f"last axis of {block.elements} elements"):
        op(*x)


@pytest.mark.parametrize("id", ["ieee.f32.fma", "mncore2.mau.fvfma", "ieee.f64.div", "elem.f32.exp", "mx.fp8e4m3.quantize"])
def test_many_cases_are_single_cases(id):
    op = assay.op(id)
    count = 2_100
    x = op.gen("random", count=count, seed=1)
    out, flags = op(*x)
    outs = out if isinstance(out, tuple) else (out,)
    for at in [0, 1, 7, 8, 255, 256, 1023, 1024, 2099]:
        one = op(*(own[at] for own in x))
        ones = one.out if isinstance(one.out, tuple) else (one.out,)
        assert all(np.array_equal(own, all[at]) for own, all in zip(ones, outs))
        assert flags is None or one.flags == flags[at]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: assay.op("ieee.f32.fmx"), ValueError, "nearest: ieee.f32.fma"),
        (lambda: assay.op("ieee.f32.add", foo="on"), ValueError, "has no option `foo`; it takes rm"),
        (lambda: assay.op("ieee.f32.add", rm="sideways"), ValueError, "does not take `sideways`"),
        (lambda: assay.op(3), TypeError, "right: text"),
        (lambda: assay.op("ieee.f32.add")(np.float32(1)), TypeError, "right: 2"),
        (lambda: assay.op("ieee.f32.add")(np.float32(1), np.float64(1)), TypeError, "the array is float64\n  right: float32"),
        (lambda: assay.op("ieee.f32.add")(np.float32(1), np.int32(1)), TypeError, "the array is int32"),
        (lambda: assay.op("ieee.f32.add")(np.float32(1), "1"), TypeError, "right: float32"),
        (lambda: assay.op("ieee.f32.add")(np.float32(1), None), TypeError, "NoneType"),
        (lambda: assay.op("ieee.f32.add")(np.float32(1), 1 + 2j), TypeError, "complex128"),
        (lambda: assay.op("ieee.f32.add")(1, -1), ValueError, "codes of 32 bits"),
        (lambda: assay.op("ieee.f32.add")(1, 1 << 32), ValueError, "codes of 32 bits"),
        (lambda: assay.op("ieee.f32.add")(1, 1 << 70), ValueError, "codes of 32 bits"),
        (lambda: assay.op("ieee.f32.add")(np.uint32(1), np.uint64(1 << 32)), ValueError, "operand 1"),
        (lambda: assay.op("ieee.f32.add")(np.zeros(2, np.float32), np.zeros(3, np.float32)), ValueError, "NumPy broadcasts"),
        (lambda: assay.op("ieee.f32.add")([[1], [1, 2]], 1), ValueError, "no array"),
        (lambda: assay.op("ieee.f32.add").gen("rondom"), ValueError, "rondom"),
        (lambda: assay.op("ieee.f32.add").gen(shard="3/2"), ValueError, "3/2"),
        (lambda: assay.op("ieee.f32.add").gen("exhaustive"), ValueError, "at most 36"),
        (lambda: assay.op("ieee.f32.add").explain(np.zeros(2, np.float32), np.float32(0)), ValueError, "right: one case"),
    ],
)
def test_what_is_wrong_is_told(call, error, words):
    with pytest.raises(error) as told:
        call()
    assert words in str(told.value)


def test_codes_beside_numbers_are_refused():
    add = assay.op("ieee.f32.add")
    numbers = np.float32([1.5, 2.5])
    for other in (1, [1, 2], np.uint32(1), np.array([1, 2], np.uint32)):
        with pytest.raises(TypeError, match="beside numbers"):
            add(numbers, other)
        with pytest.raises(TypeError, match="beside numbers"):
            add(other, numbers)
    assert add(np.uint32([0x3F800000]), 0x3F800000).out.tolist() == [0x40000000]
    # What has no dtype of numbers stays codes, and so do integers that are no numbers of a float format.
    assert assay.op("ieee.f32.scale_b")(numbers, np.int32([1, 1])).out.tolist() == [3.0, 5.0]
    assert assay.op("sr.f32.f16")(numbers, np.zeros(2, np.uint32)).out.tolist() == [1.5, 2.5]


def test_names_of_instructions_and_formats():
    with pytest.warns(UserWarning, match="RV64 sign-extends"):
        fcvt = assay.op("fcvt.wu.d", rm="rtz")
    assert (fcvt.id, fcvt.options) == ("cvt.f64.u32", "rm=rtz exact=1")
    assert assay.op("cvt.float32.fp8_e4m3").id == "cvt.f32.e4m3fn"
    with pytest.raises(ValueError, match="of other operands: x y -z"):
        assay.op("fmsub.s")
    with pytest.warns(UserWarning, match="OCP's is e4m3fn"):
        assay.op("cvt.f32.e4m3")
    perhaps = {"?int": "arm"}
    assert assay.op("ieee.f32.add", **perhaps).options == ""
