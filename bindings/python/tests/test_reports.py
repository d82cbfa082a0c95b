"""Explanations, checks, draws, coverage, designs."""

import numpy as np
import pytest

import assay


def test_explanations_are_text_and_data():
    told = assay.op("ieee.f16.add").explain(0x3C00, 0x3C00)
    assert "4000" in str(told) and told.to_dict()["steps"][0]["lines"]
    assert told._repr_html_().startswith("<pre>ieee.f16.add")


def test_a_check_finds_what_differs():
    op = assay.op("ieee.f16.mul")
    a, b = op.gen("random", count=3_000)
    out, flags = op(a, b)
    right = op.check(a, b, out, flags=flags)
    assert right and right.checked == 3_000 and right.mismatches == 0
    out[1234] ^= 1
    flags[2345] ^= 16
    wrong = op.check(a, b, out, flags=flags)
    assert not wrong and wrong.mismatches == 2
    assert [case for case, _ in wrong.findings] == [1234, 2345]
    assert "case 1234: ieee.f16.mul" in str(wrong) and "mismatched 2" in wrong._repr_html_()
    assert op.check(a, b, out).mismatches == 1


def test_where_nothing_is_compared_nothing_passes():
    op, none = assay.op("ieee.f16.add"), np.zeros(0, np.float16)
    assert not op.check(none, none, none) and "checked 0" in str(op.check(none, none, none))
    for id in ["ieee.f32.mul", "elem.f32.exp", "cvt.f32.e4m3fn"]:
        one = assay.op(id)
        x = one.gen("random", count=100)
        assert one.check(*x, one(*x).out).checked == 100
    assert not assay.diff(op, np.add, count=0)
    assert bool(op.check(0x3C00, 0x3C00, 0x4000)) and not op.check(0x3C00, 0x3C00, 0x4001)


def test_any_nan_is_a_policy():
    op = assay.op("ieee.f32.div")
    zero, other = np.float32(0), np.uint32(0x7FC00001)
    assert op.check(zero, zero, other).mismatches == 1
    assert op.check(zero, zero, other, any_nan=True).mismatches == 0


def test_open_decisions_are_named():
    op = assay.op("mncore2.mau.fvfma")
    x = op.gen("corner")
    found = op.open_decisions(*x)
    assert found.shape == x[0].shape
    assert {one for own in found for one in own} <= set(op.decisions)
    out, flags = op(*x)
    assert op.check(*x, out, flags=flags)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda op: op.check(1, 1), TypeError, "right: 3"),
        (lambda op: op.check(1, 1, np.zeros(2, np.uint16)), ValueError, "as the operands have"),
        (lambda op: op.check(1, 1, 1, flags=300), ValueError, "0 to 255"),
        (lambda op: op.check(1, 1, 1, flags=32), ValueError, "00 to 1f"),
        (lambda op: op.check(1, 1, 1, flags=1.0), TypeError, "right: bytes"),
        (lambda op: op.check(1, 1, 1, flags=[1, 2]), ValueError, "one for each case"),
        (lambda op: op.check(1, 1, 1, unspecified="perhaps"), ValueError, "skip, report or insist"),
        (lambda op: op.check(1, 1, np.uint32(1 << 16)), ValueError, "result 0"),
    ],
)
def test_what_is_no_result_is_told(call, error, words):
    with pytest.raises(error) as told:
        call(assay.op("ieee.f16.add"))
    assert words in str(told.value)


def test_errors_of_functions_are_measured():
    op = assay.op("elem.f32.exp")
    x = np.linspace(-80, 80, 2_001, dtype=np.float32)
    right = op.ulp(x, op(x).out)
    assert right.answers == right.correct == 2_001 and 0 < float(right.largest) <= 0.5
    off = op(x).out.copy()
    off[1000] = np.nextafter(off[1000], np.float32(np.inf))
    wrong = op.ulp(x, off)
    assert wrong.correct == 2_000 and 0.5 < float(wrong.largest) and "largest errors" in str(wrong)
    theirs = op.ulp(x, np.exp(x))
    assert float(theirs.largest) < 4


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: assay.op("ieee.f32.add").ulp(1, 1, 1), ValueError, "right: an operation `elem.*`"),
        (lambda: assay.op("elem.f32.exp").ulp(1), TypeError, "right: 2"),
        (lambda: assay.op("elem.f32.exp").ulp(1, np.zeros(2, np.float32)), ValueError, "as the operands have"),
    ],
)
def test_what_has_no_error_is_told(call, error, words):
    with pytest.raises(error) as told:
        call()
    assert words in str(told.value)


def test_draws_are_sharded():
    op = assay.op("ieee.f32.add")
    whole = op.gen("random", count=1_000, seed=7)
    parts = [op.gen("random", count=1_000, seed=7, shard=f"{i}/3") for i in (1, 2, 3)]
    for at, own in enumerate(whole):
        assert (np.concatenate([part[at] for part in parts]) == own).all()
    assert len(assay.op("ieee.e2m1.add").gen("exhaustive")[0]) == 256


def test_cases_of_the_model_cover_it():
    op = assay.op("ieee.f16.add")
    all = op.cover(*op.gen("model"))
    assert all.hit == all.reachable > 100
    one = op.cover(0x3C00, 0x3C00)
    assert 0 < one.hit < all.hit and "holes" in str(one)


def test_numpy_is_a_design():
    op = assay.op("ieee.f32.add")
    with np.errstate(all="ignore"):
        right = assay.diff(op, np.add, count=5_000, any_nan=True)
        assert right and right.checked == 5_000
        wrong = assay.diff(op, lambda a, b: a + b + np.float32(0), cover="corner", any_nan=True)
    assert not wrong and "the simplest that differs" in str(wrong)
    assert assay.diff(op, lambda a, b: op(a, b), count=100, codes=True)


def broken(*_):
    raise KeyError("no such register")


@pytest.mark.parametrize(
    "design, error, words",
    [
        (broken, KeyError, "no such register"),
        (lambda a, b: a[:-1], ValueError, "one for each case"),
        (lambda a, b: None, TypeError, "holds NoneType"),
        (lambda a, b: a.astype(np.float64), TypeError, "the array is float64"),
        (lambda a, b: (a, np.zeros(3, np.uint8)), ValueError, "flags of the shape"),
        (3, TypeError, "a callable of 2 arrays"),
    ],
)
def test_a_design_that_gives_no_results(design, error, words):
    with pytest.raises(error) as told:
        assay.diff(assay.op("ieee.f32.add"), design, count=100)
    assert words in str(told.value)
    with pytest.raises(error):
        assay.identify(assay.op("ieee.f32.add"), design, random=100)


def test_a_design_is_identified():
    cut = assay.op("ieee.f16.add", rm="rtz")
    found = assay.identify(assay.op("ieee.f16.add"), lambda a, b: cut(a, b), random=2_000)
    assert found and found.named and found.left[0] == "ieee.f16.add rm=rtz"
    # What the operation was opened with is known.
    other = assay.identify(assay.op("ieee.f16.add", rm="rup"), lambda a, b: cut(a, b), random=2_000)
    assert not other and not other.left and 'not identified' in str(other)
    none = assay.identify(assay.op("ieee.f16.add"), lambda a, b: (np.bitwise_xor(a.view(np.uint16), 1), 0 * a.view(np.uint16)), random=500)
    assert not none.named


def test_recorded_results_are_identified():
    cut = assay.op("ieee.f16.add", rm="rtz")
    open = assay.op("ieee.f16.add")
    x = open.gen("corner")
    found = open.identify(*x, *cut(*x)[:1], flags=cut(*x).flags)
    assert found and found.named and found.left[0] == "ieee.f16.add rm=rtz"
    # One and one is 2 in all of them.
    few = open.identify(0x3C00, 0x3C00, 0x4000)
    assert not few.named or few.count > 1
    with pytest.raises(ValueError, match="one for each"):
        open.identify(np.zeros(0, np.float16), np.zeros(0, np.float16), np.zeros(0, np.float16))
    with pytest.raises(ValueError, match="there is no family `silicn`"):
        open.identify(*x, cut(*x).out, family="silicn")


def test_few_results_name_nothing():
    op, x = assay.op("ieee.f32.add"), np.float32([1, 2, 3])
    for flags in (None, np.zeros(3, np.uint8)):
        found = op.identify(x, x, op(x, x).out, flags=flags)
        assert not found and found.count > 100


def test_masks_are_refused():
    op, x = assay.op("ieee.f32.add"), np.float32([1, 2, 3])
    masked = np.ma.array(x + x, mask=True)
    for call in (lambda: op.check(x, x, masked), lambda: assay.diff(op, lambda a, b: np.ma.array(a + b, mask=True), count=9),
                 lambda: assay.format("e5m2").encode(np.ma.array(x, mask=True)), lambda: op.check(x, x, x + x, flags=np.ma.array([0, 0, 0], mask=True))):
        with pytest.raises(TypeError, match="masked"):
            call()


def test_what_lies_askew_is_copied():
    op = assay.op("ieee.f32.add")
    askew = np.frombuffer(b"?" + np.float32([1, 2]).tobytes(), np.uint8)[1:].view(np.float32)
    assert (op(askew, askew).out == [2, 4]).all()


def test_numbers_are_rounded_once():
    with pytest.raises(ValueError, match="rounded twice"):
        assay.format("f32").encode(np.array([2**60 + 2**36 + 1]))
    assert assay.format("f32").encode(np.array([2**53])) == 0x5A000000
    for options in ({"rm": "bogus"}, {"sat": True}, {"hello": 3}):
        with pytest.raises(ValueError):
            assay.format("f64").encode(1.5, **options)
