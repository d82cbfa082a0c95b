"""Formats: numbers to codes and back."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._arrays import Operand, given, unsigned
from ._op import Op


class Format:
    """A format of conversions: `e4m3fn`, `bf16`, `e5m10`, `i8`."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"a format's name is {type(name).__name__}\n  right: text")
        self.name = "f64" if name.lower() in ("float64", "fp64", "double", "binary64") else name
        name = self.name
        try:
            self._decoder: Optional[Op] = None if name == "f64" else Op(f"cvt.{name}.f64")
        except ValueError as why:
            raise ValueError(f"there is no format `{name}`: {why}") from None
        self._shape = Operand(name, name, 64, 1) if self._decoder is None else self._decoder.operands[0]

    @property
    def bits(self) -> int:
        return self._shape.bits

    def __repr__(self) -> str:
        return f"<assay.format {self.name}>"

    def encode(self, x: Any, rm: str = "rne", sat: Any = None, **options: Any) -> Any:
        """The codes of numbers, rounded once."""
        numbers = np.asarray(x)
        if numbers.dtype.kind not in "fiu" or not np.can_cast(numbers.dtype, np.float64):
            raise TypeError(f"numbers are {numbers.dtype.name}\n  right: float64, or what it holds")
        if isinstance(x, np.ma.MaskedArray):
            raise TypeError("numbers are masked\n  right: arrays without a mask")
        if numbers.dtype.kind in "iu" and numbers.size and max(abs(int(numbers.min())), int(numbers.max())) > 1 << 53:
            raise ValueError("an integer beyond 2^53, which would be rounded twice\n  right: numbers that float64 holds")
        numbers = numbers.astype(np.float64)
        if self._decoder is None:
            if sat is not None or options:
                raise ValueError("f64 takes no options\n  right: rm alone, which rounds nothing")
            Op("cvt.f64.f32", rm=rm)
            return np.ascontiguousarray(numbers).view(np.uint64).reshape(numbers.shape)[()]
        codes = np.ascontiguousarray(numbers).view(np.uint64).reshape(numbers.shape)
        return Op(f"cvt.f64.{self.name}", rm=rm, sat=sat, **options)(codes).out

    def decode(self, codes: Any) -> Any:
        """The numbers that codes mean, exactly."""
        own = given(codes, self._shape, "operand").codes
        if self._decoder is None:
            return np.ascontiguousarray(own.astype(np.uint64)).view(np.float64).reshape(own.shape)[()]
        out, flags = self._decoder(own)
        inexact = np.asarray(flags).reshape(-1) & 7 != 0
        if inexact.any():
            at = int(inexact.argmax())
            code = int(own.reshape(-1)[at])
            raise ValueError(f"{self.name} {code:#x} is no number of float64\n  right: codes of numbers that it holds")
        out = np.ascontiguousarray(out)
        return out.view(np.float64).reshape(own.shape)[()]

    def round(self, x: Any, rm: str = "rne", sat: Any = None, **options: Any) -> Any:
        """The numbers of the format that numbers become."""
        return self.decode(self.encode(x, rm, sat, **options))

    def codes(self) -> Any:
        """All codes, of at most 24 bits."""
        if self.bits > 24:
            raise ValueError(f"{self.name} has 2^{self.bits} codes\n  right: a format of at most 24 bits")
        return np.arange(1 << self.bits, dtype=np.uint64).astype(unsigned(self.bits))

    def distance(self, a: Any, b: Any) -> Any:
        """How many numbers of the format two codes lie apart; masked where one is NaN."""
        target = Op("ieee.f64.add") if self._decoder is None else Op(f"cvt.f64.{self.name}")
        shape = target.results[0]
        one, two = np.broadcast_arrays(given(a, shape, "operand").codes, given(b, shape, "operand").codes)
        flat = [np.ascontiguousarray(own).reshape(-1) for own in (one, two)]
        found = target._plan.distance([flat[0]], [flat[1]])
        steps = np.array([0 if own is None else own for own in found], dtype=np.uint64).reshape(one.shape)
        return np.ma.array(steps, mask=np.array([own is None for own in found], dtype=bool).reshape(one.shape))


def format(name: str) -> Format:
    """The format of a name, as conversions have it."""
    return Format(name)
