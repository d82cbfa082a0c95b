"""Operations over arrays."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple, Optional

import numpy as np

from ._arrays import Operand, gathered, shaped
from ._assay import Plan
from ._report import Accuracy, Coverage, Explanation, Identified, Report, as_flags


_Codes = list[np.ndarray[Any, Any]]


class Result(NamedTuple):
    """What an operation gives: of several results a tuple; no flags where it has none."""

    out: Any
    flags: Any


class Op:
    """An operation under a choice of options. Call it with arrays."""

    def __init__(self, id: str, **options: Any) -> None:
        if not isinstance(id, str):
            raise TypeError(f"an operation's id is {type(id).__name__}\n  right: text, as `assay ops` lists them")
        chosen = [(name, value) for name, value in options.items() if value is not None]
        self._options = {name: int(value) if isinstance(value, bool) else value for name, value in chosen}
        words = [f"{name}={value}" for name, value in self._options.items()]
        self._plan = Plan(id, words)
        for note in self._plan.notes:
            warnings.warn(note, stacklevel=3)
        self.operands = [Operand(*one) for one in self._plan.operands]
        self.results = [Operand(*one) for one in self._plan.results]

    @property
    def id(self) -> str:
        return self._plan.id

    @property
    def summary(self) -> str:
        return self._plan.summary

    @property
    def options(self) -> str:
        """As the command writes them: without those at their defaults."""
        return self._plan.options

    @property
    def section(self) -> str:
        return self._plan.section

    @property
    def decisions(self) -> list[str]:
        return self._plan.decisions

    @property
    def flags(self) -> str:
        """`none`, `mask`, or `exceptions`: inexact 1, underflow 2, overflow 4, divide by zero 8, invalid 16."""
        return self._plan.flags

    def __repr__(self) -> str:
        return f"<assay.op {self.id} {self.options}>".replace(" >", ">")

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self.id, self._options)

    def _gathered(self, arrays: tuple[Any, ...]) -> tuple[list[np.ndarray[Any, Any]], tuple[int, ...], bool]:
        if len(arrays) != len(self.operands):
            names = ", ".join(one.name for one in self.operands)
            raise TypeError(f"{self.id} of {len(arrays)} operands\n  right: {len(self.operands)} ({names})")
        return gathered(arrays, self.operands, "operand")

    def _answered(self, arrays: tuple[Any, ...], flags: Any) -> tuple[_Codes, _Codes, Optional[_Codes]]:
        """Operands, results and flags of one design."""
        count, all = len(self.operands), len(self.operands) + len(self.results)
        if len(arrays) != all:
            raise TypeError(f"{self.id}: {len(arrays)} arrays\n  right: {all}, the operands and then the results")
        codes, cases, _ = self._gathered(arrays[:count])
        out, own, _ = gathered(arrays[count:], self.results, "result")
        if own != cases:
            raise ValueError(f"results of the shape {own}\n  right: {cases}, as the operands have")
        return codes, out, None if flags is None else [as_flags(flags, cases)]

    def __call__(self, *arrays: Any) -> Result:
        """Results and flags of all cases; operands broadcast as NumPy's do."""
        codes, cases, numbers = self._gathered(arrays)
        out, flags = self._plan.run(codes)
        told = tuple(shaped(one, cases, shape, numbers) for one, shape in zip(out, self.results))
        raised = None if self.flags == "none" else flags.reshape(cases)[()]
        return Result(told[0] if len(told) == 1 else told, raised)

    def explain(self, *case: Any) -> Explanation:
        """How the result of one case comes about."""
        codes, cases, _ = self._gathered(case)
        if int(np.prod(cases)) != 1:
            raise ValueError(f"explain of the shape {cases}\n  right: one case")
        return Explanation(*self._plan.explain([code for own in codes for code in own.tolist()]))

    def open_decisions(self, *arrays: Any) -> Any:
        """The open decisions that each case hangs on, as ids: of one case a list, else an array of lists."""
        codes, cases, _ = self._gathered(arrays)
        found = self._plan.open(codes)
        if cases == ():
            return found[0]
        told = np.empty(len(found), dtype=object)
        told[:] = found
        return told.reshape(cases)

    def check(
        self,
        *arrays: Any,
        flags: Any = None,
        unspecified: str = "insist",
        any_nan: bool = False,
        any_integer: bool = False,
        max_report: int = 10,
    ) -> Report:
        """Operands, then a design's results, against the right ones, as `assay check` does."""
        codes, out, raised = self._answered(arrays, flags)
        return Report(*self._plan.check(codes, out, raised, unspecified, any_nan, any_integer, max_report))

    def identify(
        self, *arrays: Any, flags: Any = None, any_nan: bool = False, family: Optional[str] = None
    ) -> Identified:
        """Operands, then a design's results: which datapath gave them. It is named only where no further case tells those that are
        left apart; options that the operation was opened with are known."""
        codes, out, raised = self._answered(arrays, flags)
        return Identified(*self._plan.recorded(codes, out, raised, any_nan, family))

    def ulp(self, *arrays: Any, max_report: int = 10) -> Accuracy:
        """Arguments, then another's results of a function (`elem.*`), measured against the exact values, as `assay ulp` does."""
        codes, out, _ = self._answered(arrays, None)
        return Accuracy(*self._plan.ulp(codes, out, max_report))

    def gen(
        self,
        cover: str = "random",
        count: int = 1 << 16,
        seed: int = 0,
        shard: Optional[str] = None,
        numbers: bool = False,
        where: Optional[str] = None,
    ) -> tuple[Any, ...]:
        """The operands of the cases of `assay gen`, an array each: codes, or with `numbers` the format's dtype. `where` is the domain of
        the operands, `"no-nan,x=1..2"`."""
        cover = cover if where is None else f"{cover} where {where}"
        all = self._plan.generate(cover, count, seed, shard or "")
        shapes = self.operands
        return tuple(shaped(one, (one.size // s.elements,), s, numbers) for one, s in zip(all, shapes))

    def cover(self, *arrays: Any, holes: int = 5) -> Coverage:
        """What cases cover of the operation's models, as `assay cover` tells it."""
        codes, _, _ = self._gathered(arrays)
        return Coverage(*self._plan.cover(codes, holes))


def _opened(id: str, options: dict[str, Any]) -> Op:
    return Op(id, **options)


def op(id: str, **options: Any) -> Op:
    """The operation of an id, as `assay ops` lists them, or of an instruction, under options: `op("ieee.f32.fma", rm="rup")`, `op("fadd.s")`."""
    return Op(id, **options)
