"""What is told of cases: shows itself as text, in notebooks as a page."""

from __future__ import annotations

import html
from typing import Any, Optional

import numpy as np


def as_flags(flags: Any, cases: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """A byte of flags a case."""
    if isinstance(flags, np.ma.MaskedArray):
        raise TypeError("flags are masked\n  right: bytes without a mask")
    array = np.asarray(flags)
    if array.dtype.kind not in "iub":
        raise TypeError(f"flags are {array.dtype.name}\n  right: bytes")
    if array.shape != cases:
        raise ValueError(f"flags of the shape {array.shape}\n  right: {cases}, one for each case")
    if array.size and not (0 <= int(array.min()) and int(array.max()) <= 255):
        raise ValueError("flags are no bytes\n  right: 0 to 255")
    return np.ascontiguousarray(array.astype(np.uint8)).reshape(-1)


class _Shown:
    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class Report(_Shown):
    """What a check found. `bool(report)` is whether something was compared and nothing differs."""

    def __init__(
        self, passes: bool, checked: int, mismatches: int, unspecified: int, text: str, findings: list[tuple[int, str]]
    ) -> None:
        self.passes, self.checked, self.mismatches, self.unspecified = passes, checked, mismatches, unspecified
        self.text, self.findings = text, findings

    def __bool__(self) -> bool:
        return self.passes

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<assay.Report checked {self.checked}, mismatched {self.mismatches}>"


class Verdict(_Shown):
    """What was found of many shards. `bool(verdict)` is whether something was compared and nothing differs."""

    def __init__(
        self, compared: bool, cases: int, mismatches: int, unspecified: int, shards: int, findings: list[tuple[int, str]]
    ) -> None:
        self.passes = compared and mismatches == 0
        self.cases, self.mismatches, self.unspecified, self.shards = cases, mismatches, unspecified, shards
        self.findings = findings

    def __bool__(self) -> bool:
        return self.passes

    def __str__(self) -> str:
        word = "PASS" if self.passes else "FAIL"
        last = f"ASSAY {word} shards={self.shards} cases={self.cases} mismatches={self.mismatches}"
        return "\n".join([*(text for _, text in self.findings), last])

    def __repr__(self) -> str:
        return f"<assay.dask.Verdict cases {self.cases}, mismatches {self.mismatches}>"


class Coverage(_Shown):
    """What cases cover."""

    def __init__(self, hit: int, reachable: int, text: str) -> None:
        self.hit, self.reachable, self.text = hit, reachable, text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<assay.Coverage {self.hit} of {self.reachable} goals>"


class Accuracy(_Shown):
    """How far results of a function are from the exact values. `largest` and `mean` are ulp, as decimals that are sure; `None` where
    no answer has an error."""

    def __init__(
        self, answers: int, correct: int, differ: int, largest: Optional[str], mean: Optional[str], text: str
    ) -> None:
        self.answers, self.correct, self.differ, self.text = answers, correct, differ, text
        self.largest, self.mean = largest, mean

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<assay.Accuracy largest {self.largest} ulp, {self.correct} of {self.answers} correctly rounded>"


class Explanation(_Shown):
    """How a result comes about, step by step."""

    def __init__(self, text: str, heading: str, steps: list[tuple[str, list[tuple[str, str]]]]) -> None:
        self.text, self.heading = text, heading
        self.steps = [{"title": title, "lines": lines} for title, lines in steps]

    def to_dict(self) -> dict[str, Any]:
        return {"heading": self.heading, "steps": self.steps}

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


class Identified(_Shown):
    """Which datapath a design is: `left`, the simplest first, of `count` that fit. `bool(found)` is whether it is named."""

    def __init__(self, named: bool, candidates: int, count: int, left: list[str], nearest: Optional[str]) -> None:
        self.named, self.candidates, self.count, self.left, self.nearest = named, candidates, count, left, nearest

    def __bool__(self) -> bool:
        return self.named

    def __str__(self) -> str:
        lines = ["identified" if self.named else "not identified", f"{self.count} of {self.candidates} candidates fit"]
        lines += [f"  {name}" for name in self.left]
        if self.nearest is not None:
            lines.append(f"nearest: {self.nearest}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<assay.Identified {'' if self.named else 'not '}named, {self.count} left>"
