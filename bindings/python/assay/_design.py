"""Callables as designs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import numpy as np

from ._arrays import gathered, shaped
from ._op import Op
from ._report import Identified, Report, as_flags

_Codes = list[np.ndarray[Any, Any]]


def asked(op: Op, design: Callable[..., Any], codes: bool) -> Callable[[_Codes], tuple[_Codes, Optional[_Codes]]]:
    """A callable as one of arrays of codes, whose answers are looked at."""
    if not isinstance(op, Op):
        raise TypeError(f"the operation is {type(op).__name__}\n  right: an assay.Op, as assay.op gives it")
    if not callable(design):
        raise TypeError(f"the design is {type(design).__name__}\n  right: a callable of {len(op.operands)} arrays")

    def ask(own: _Codes) -> tuple[_Codes, Optional[_Codes]]:
        cases = (own[0].size // op.operands[0].elements,)
        answer = design(*(shaped(one, cases, shape, not codes) for one, shape in zip(own, op.operands)))
        flags = None
        results = len(op.results)
        if isinstance(answer, tuple) and len(answer) == 2 and (results == 1 or isinstance(answer[0], tuple)):
            answer, flags = answer
        outs = (answer,) if results == 1 else tuple(answer)
        if len(outs) != results:
            raise ValueError(f"the design gave {len(outs)} results\n  right: {results}")
        out, found, _ = gathered(outs, op.results, "result")
        if found != cases:
            raise ValueError(f"the design gave results of the shape {found}\n  right: {cases}, one for each case")
        return out, None if flags is None else [as_flags(flags, cases)]

    return ask


def diff(
    op: Op,
    design: Callable[..., Any],
    cover: str = "random",
    count: int = 1 << 16,
    seed: int = 0,
    codes: bool = False,
    unspecified: str = "insist",
    any_nan: bool = False,
    any_integer: bool = False,
    max_report: int = 10,
) -> Report:
    """Asks a callable the cases of `assay gen`, as arrays of the formats' dtypes (or of codes), and checks what it gives back:
    the result, or result and flags. What it raises is raised."""
    ask = asked(op, design, codes)
    return Report(*op._plan.diff(ask, cover, count, seed, unspecified, any_nan, any_integer, max_report))


def identify(
    op: Op,
    design: Callable[..., Any],
    seed: int = 0,
    random: int = 100_000,
    codes: bool = False,
    any_nan: bool = False,
    family: Optional[str] = None,
) -> Identified:
    """Which datapath a callable is, as `assay identify` finds out: options that the operation was opened with are known, all others
    are looked for; with a `family` its operations, too. `op.identify` takes results that were recorded."""
    return Identified(*op._plan.identify(asked(op, design, codes), seed, random, any_nan, family))
