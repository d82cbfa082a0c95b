"""Machines, by the names of case files."""

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
