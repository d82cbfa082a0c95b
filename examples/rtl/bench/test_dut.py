"""cocotb and the Python package `assay`: the cases of the model set, in a rounding direction that is drawn for each,
with gaps and stalls.

The operation is ASSAY_OP, its other options ASSAY_OPTIONS (`name=value` with blanks), the set ASSAY_COVER; ASSAY_MOST asks so many
cases. The last line that
begins with `RTL` is the verdict.
"""

import os
import random
from itertools import islice

import assay
import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotb.types import LogicArray

DIRECTIONS = ("rne", "rtz", "rdn", "rup", "rna", "rto")
PATIENCE = 1000  # cycles without anything
QUIET = 64  # cycles behind the last answer


class Failed(Exception):
    """The design is wrong, in words."""


def packed(arrays, shapes):
    """Each case as one number: its operands side by side, element 0 at the top."""
    parts = []
    for array, shape in zip(arrays, shapes):
        words = np.asarray(array).astype(f">u{shape.bits // 8}")
        parts.append(words.reshape(len(words), -1).view(np.uint8))
    return [int.from_bytes(row.tobytes(), "big") for row in np.concatenate(parts, axis=1)]


def unpacked(numbers, shapes):
    """The reverse: an array for each result."""
    width = sum(shape.bits * shape.elements for shape in shapes) // 8
    rows = np.frombuffer(b"".join(n.to_bytes(width, "big") for n in numbers), np.uint8).reshape(len(numbers), width)
    arrays = []
    for shape in shapes:
        end = shape.bits * shape.elements // 8
        words = np.ascontiguousarray(rows[:, :end]).view(f">u{shape.bits // 8}").astype(f"u{shape.bits // 8}")
        arrays.append(words if shape.elements > 1 else words[:, 0])
        rows = rows[:, end:]
    return arrays


class Direction:
    """The cases under one rounding direction, and what the design answered."""

    def __init__(self, op, rm, options, cover):
        self.op = assay.op(op, rm=rm, **options)
        self.operands = self.op.gen(cover, count=int(os.environ.get("ASSAY_COUNT", "65536")))
        self.cases = packed(self.operands, self.op.operands)
        out, flags = self.op(*self.operands)
        self.right = packed(out if isinstance(out, tuple) else (out,), self.op.results)
        self.flags = [int(f) for f in flags]
        self.out, self.raised = [], []

    def takes(self, out, flags):
        """Whether the next answer is the right one."""
        at = len(self.out)
        self.out.append(out)
        self.raised.append(flags)
        return out == self.right[at] and flags == self.flags[at]

    def report(self):
        """What the package says of all answers."""
        count = len(self.out)
        asked = [array[:count] for array in self.operands]
        flags = np.array(self.raised, np.uint8)
        return self.op.check(*asked, *unpacked(self.out, self.op.results), flags=flags, max_report=1)


def questions(directions):
    """All cases, in directions that are drawn, some more often than others: in turn, neighbours would be the same case."""
    draws = random.Random(2)
    places = [0] * len(directions)
    while left := [m for m, at in enumerate(places) if at < len(directions[m].cases)]:
        mode = draws.choices(left, weights=[m + 2 for m in left])[0]
        yield mode, directions[mode].cases[places[mode]]
        places[mode] += 1


def most():
    """How many cases are asked at most."""
    return int(os.environ.get("ASSAY_MOST", "0")) or None


async def traffic(dut, directions):
    """Asks and takes answers until all are there: their number."""
    draws = random.Random(1)
    unknown = LogicArray("X" * len(dut.in_case)) if "icarus" in cocotb.SIM_NAME.lower() else 0
    waiting, left = [], islice(questions(directions), most())
    case = next(left, None)
    asked = answers = idle = cycle = 0
    valid, ready, offered = False, True, None
    dut.rst_n.value, dut.in_valid.value, dut.out_ready.value = 0, 0, 1
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    await RisingEdge(dut.clk)
    edge = RisingEdge(dut.clk)
    while case is not None or idle < QUIET or answers != asked:
        await edge
        idle, cycle = idle + 1, cycle + 1
        seen = str(dut.in_ready.value) + str(dut.out_valid.value)
        if seen.strip("01"):
            raise Failed(f"case={answers + 1} in_ready and out_valid are {seen}")
        if offered and seen[1] == "0":
            raise Failed(f"case={answers + 1} the answer is taken back in a stall")
        if offered or seen[1] == "1" and not ready:
            answer = str(dut.out.value) + str(dut.flags.value)
            if offered and answer != offered:
                raise Failed(f"case={answers + 1} the answer changes in a stall")
            offered = None if ready else answer
        if seen[1] == "1" and ready:
            if answers == asked:
                raise Failed(f"case={answers + 1} an answer that nothing asked for")
            answers, idle = answers + 1, 0
            if not (dut.out.value.is_resolvable and dut.flags.value.is_resolvable):
                raise Failed(f"case={answers} the answer has X: {dut.out.value} {dut.flags.value}")
            mode = waiting.pop(0)
            if not directions[mode].takes(dut.out.value.to_unsigned(), dut.flags.value.to_unsigned()):
                raise Failed(f"case={answers} rm={DIRECTIONS[mode]}")
        if seen[0] == "1" and valid:
            asked, idle = asked + 1, 0
            waiting.append(case[0])
            case, valid = next(left, None), False
        if idle > PATIENCE:
            raise Failed(f"case={answers + 1} no answer for {PATIENCE} cycles")
        steady = cycle & 32
        if case is None:
            valid = False
        elif not valid:
            valid = bool(steady or draws.random() < 0.75)
        ready = bool(steady or draws.random() < 0.5)
        dut.in_valid.value, dut.out_ready.value = int(valid), int(ready)
        dut.in_rm.value = case[0] if valid else 7
        dut.in_case.value = case[1] if valid else unknown
    return answers


def refused(why):
    """The end of a bench that was asked what cannot be."""
    print(f"RTL BROKEN ASSAY_OP={os.environ['ASSAY_OP']}: {why}", flush=True)
    return AssertionError(why)


def fit(dut, options):
    """Refuses an operation of other widths: its cases would be cut to the design's, and the design blamed."""
    try:
        op = assay.op(os.environ["ASSAY_OP"], rm=DIRECTIONS[0], **options)
    except ValueError as why:
        raise refused(why) from None
    operands, results = (sum(shape.bits * shape.elements for shape in shapes) for shapes in (op.operands, op.results))
    own = len(dut.in_case), len(dut.out)
    if (operands, results) != own:
        right = f"right is an operation of the design's, {own[0]} and {own[1]}"
        raise refused(f"{operands} bits of operands and {results} of results; {right}")


@cocotb.test()
async def model(dut):
    options = dict(one.split("=") for one in os.environ.get("ASSAY_OPTIONS", "").split())
    cover = os.environ.get("ASSAY_COVER", "model")
    fit(dut, options)
    directions = [Direction(os.environ["ASSAY_OP"], rm, options, cover) for rm in DIRECTIONS]
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    try:
        answers = await traffic(dut, directions)
    except Failed as why:
        for d in directions:
            if d.out and not (report := d.report()):
                print(report)
        now = int(cocotb.utils.get_sim_time("ns"))
        print(f"RTL FAIL {why} time={now}", flush=True)
        raise AssertionError(str(why)) from None
    reports = [d.report() for d in directions]
    asked = min(sum(len(d.cases) for d in directions), most() or 1 << 62)
    if answers == 0 or answers != asked or not all(reports):
        print(f"RTL FAIL case=0 {answers} answers, {[str(r) for r in reports]}", flush=True)
        raise AssertionError("not every case was answered rightly")
    print(f"RTL PASS cases={answers}", flush=True)
