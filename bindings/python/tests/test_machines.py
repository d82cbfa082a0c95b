"""Machines, by the names of case files."""

import threading

import ml_dtypes
import numpy as np
import pytest

import assay

PROGRAM = 'imm i"5" $lr0v\nd getf $lr0n0c0b0m0p0 1\n'


def test_a_program_leaves_its_state():
    machine = assay.machine("mncore2")
    assert machine.run(PROGRAM).output.startswith("DEBUG-GREG0(n0c0b0m0p0,0):")
    assert assay.machine("pod").dump()


def test_a_register_is_set_and_read():
    machine = assay.machine("tile")
    machine["x5"] = 0x1234
    assert int(machine["x5"], 16) == 0x1234
    assert list(machine.get("x5").values()) == [machine["x5"]]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: assay.machine("mncore3"), ValueError, "right: mncore2, pod, xdsa, tile"),
        (lambda: assay.machine("tile", vlenn=1), ValueError, "vlenn"),
        (lambda: assay.machine("mncore2").run("fvad $lr0v $lr0v $lr2v\n"), ValueError, "line 1"),
        (lambda: assay.machine("mncore2").run(), ValueError, "right: 1 to"),
        (lambda: assay.machine("mncore2").run(3), TypeError, "right: text"),
        (lambda: assay.machine("mncore2")["no such part"], ValueError, "no such part"),
        (lambda: assay.machine("mncore2").run(PROGRAM * 3, limit=1), RuntimeError, "1"),
    ],
)
def test_what_is_wrong_is_told(call, error, words):
    with pytest.raises(error) as told:
        call()
    assert words in str(told.value)


def test_memories_of_words_are_arrays():
    machine = assay.machine("mncore2")
    one = machine.array("lmn0c0b0m0p0")
    assert one.ndim == 1 and one.dtype == np.uint64 and not one.any()
    machine.fill("lmn0c0b0m0p0", np.arange(one.size, dtype=np.uint64))
    assert (machine.array("lmn0c0b0m0p0") == np.arange(one.size)).all()
    # A level that is left out stands for all its elements.
    several = machine.array("lmn0c0b0m0")
    assert several.shape == (4, one.size) and (several[0] == np.arange(one.size)).all() and not several[1:].any()
    machine.fill("lmn0c0b0m0", several[::-1].copy())
    assert machine.array("lmn0c0b0m0p3")[1] == 1 and not machine.array("lmn0c0b0m0p0").any()


def test_layouts_say_where_numbers_live():
    machine = assay.machine("mncore2")
    layout = "((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0:f"
    shape = machine.array(layout).shape
    numbers = np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 4
    machine.fill(layout, numbers)
    back = machine.array(layout)
    assert back.dtype == np.float32 and (back == numbers).all()
    machine.fill(layout, numbers.astype(np.float16))
    assert (machine.array(layout) == numbers).all()
    with pytest.raises(ValueError, match="element 0"):
        machine.fill(layout, numbers.astype(np.float64) + 1e-12)
    assert (machine.array(layout) == numbers).all()
    machine.fill(layout, numbers.astype(np.float64) + 1e-12, round=True)
    assert (machine.array(layout) == numbers).mean() > 0.9


def test_bytes_and_tensors():
    pod = assay.machine("pod")
    pod.fill("sys@0x10", np.frombuffer(b"ABCDEFGH", np.uint8))
    assert pod.array("sys@0x10:8").tobytes() == b"ABCDEFGH"
    tile = assay.machine("tile")
    numbers = np.arange(16 * 16).reshape(16, 16).astype(ml_dtypes.bfloat16)
    tile.fill("t8:bfloat16[16x16]", numbers)
    back = tile.array("t8:bfloat16[16x16]")
    assert back.dtype == ml_dtypes.bfloat16 and (back == numbers).all()
    tile.fill("t8:bfloat16[16x16]", numbers.view(np.uint16))
    assert (tile.array("t8:bfloat16[16x16]") == numbers).all()
    assert tile.array("t8:uint16[256]").tobytes() == numbers.tobytes()


XDSA = """.table t0 at 0x100 for base.add.a16 { s0=0x200, s1=0x240, d=0x300, len=4, src0=sint8, src1=sint8, des=sint8 }
base.add.a16 @t0
end
"""


def test_operands_of_tables_are_arrays():
    machine = assay.machine("xdsa").prepare(XDSA)
    machine.fill("t0.s0", np.array([1, 2, 3, -4], np.int8))
    machine.fill("t0.s1", np.array([10, 20, 30, -40], np.int8))
    machine.run(XDSA)
    assert machine.array("t0.d").tolist() == [11, 22, 33, -44] and machine.array("t0.d").dtype == np.int8


@pytest.mark.parametrize(
    "name, call, error, words",
    [
        ("mncore2", lambda m: m.array("l9"), ValueError, "one of"),
        ("mncore2", lambda m: m.array("(8_L2B:1@LM0:f"), ValueError, "column"),
        ("mncore2", lambda m: m.fill("lmn0c0b0m0p0", np.zeros(3, np.uint64)), ValueError, "right for lmn0c0b0m0p0"),
        ("mncore2", lambda m: m.fill("lmn0c0b0m0p0", np.zeros(3, np.uint32)), ValueError, "right: numbers of 64 bits"),
        ("mncore2", lambda m: m.fill("(4_PE:1, 8:2)@LM0:d", np.zeros((4, 9))), ValueError, "[4, 9]"),
        ("mncore2", lambda m: m.fill("(4_PE:1, 8:2)@LM0:d", np.zeros((4, 8), int)), ValueError, "floating-point numbers"),
        ("mncore2", lambda m: m.fill("(4_PE:1, 8:2)@LM0:d", np.zeros((4, 8), ml_dtypes.bfloat16)), ValueError, "bfloat16"),
        ("mncore2", lambda m: m.fill("(4_PE:1, 8:2)@LM0:d", np.full((4, 8), np.nan)), ValueError, "element 0"),
        ("mncore2", lambda m: m.fill("(4:0, 8:2)@LM0:d", np.zeros((4, 8))), ValueError, "live in one place"),
        ("mncore2", lambda m: m.fill("lm0", "text"), TypeError, "right: numbers"),
        ("mncore2", lambda m: m.fill("lm0", np.zeros(3, complex)), TypeError, "complex128"),
        ("mncore2", lambda m: m.fill("lm0", np.zeros(3, np.longdouble)), TypeError, "64 bits"),
        ("tile", lambda m: m.fill("t8:bfloat16[2]", np.zeros(3, ml_dtypes.bfloat16)), ValueError, "right for t8:bfloat16[2]: [2]"),
        ("tile", lambda m: m.fill("t8:bfloat16[2]", np.zeros(2, ml_dtypes.float8_e5m2)), ValueError, "float8_e5m2"),
        ("tile", lambda m: m.fill("t8:float16[2]", np.zeros(2, np.int16)), ValueError, "right: f2"),
        ("tile", lambda m: m.array("t8:bfloat16[4294967296x4294967296]"), ValueError, "2^32 bytes"),
        ("tile", lambda m: m.fill("t8:bfloat16[16x32]", np.zeros((32, 16), ml_dtypes.bfloat16)), ValueError, "[32, 16]"),
        ("tile", lambda m: m.fill("gmem@0x1000:16", np.zeros(32, np.uint8)), ValueError, "right for gmem@0x1000:16: 16"),
        ("pod", lambda m: m.fill("sys@0x10:8", np.zeros(2, np.uint8)), ValueError, "right for sys@0x10:8: 8"),
        ("xdsa", lambda m: m.fill("mem@0x300:8", np.zeros(0, np.uint8)), ValueError, "right for mem@0x300:8: 8"),
        ("pod", lambda m: m.fill("sys@0x10", np.ma.array(np.zeros(2, np.uint8), mask=True)), TypeError, "masked"),
        ("tile", lambda m: m.array("nowhere@1"), ValueError, "nowhere"),
        ("xdsa", lambda m: m.array("mem@0x300:9223372036854775808"), ValueError, "at most 2^32 bytes"),
        ("pod", lambda m: m.fill("sys@0x10", np.zeros(3)), ValueError, "right: bytes"),
    ],
)
def test_what_is_no_array_of_a_memory_is_told(name, call, error, words):
    with pytest.raises(error) as told:
        call(assay.machine(name))
    assert words in str(told.value)


def test_a_machine_is_of_one_thread():
    machine, found = assay.machine("tile"), []

    def other():
        try:
            machine["x5"]
        except RuntimeError as why:
            found.append(str(why))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert found == ["the machine was made in another thread\n  right: a machine for each thread"]
    assert machine["x5"]
