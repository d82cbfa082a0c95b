"""Machines: programs run on them, and their state has names."""

from __future__ import annotations

import sys
import threading
from typing import Any, Union

import numpy as np

from ._arrays import DTYPES, native
from ._assay import Simulator


class Machine:
    """A machine and its state: `machine["name"]` has the parts that case files name."""

    def __init__(self, name: str, **parameters: Any) -> None:
        self.name = name
        self._thread = threading.get_ident()
        self._simulator = Simulator(name, [(name, str(value)) for name, value in parameters.items()])
        self.output = ""

    def _own(self) -> Simulator:
        """The simulator, which is of the thread that made it."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("the machine was made in another thread\n  right: a machine for each thread")
        return self._simulator

    def __repr__(self) -> str:
        return f"<assay.machine {self.name}>"

    def run(self, *programs: str, limit: int = 0) -> Machine:
        """Runs programs in the machine's language, one a core, on the state as it is; `output` has what they wrote. A `limit` of
        steps, 0 for the machine's own, ends a run with an exception; the state is as far as it came."""
        for program in programs:
            if not isinstance(program, str):
                raise TypeError(f"a program is {type(program).__name__}\n  right: text")
        self.output = self._own().run(list(programs), limit)
        return self

    def get(self, name: str, units: int = 1) -> dict[str, str]:
        """The parts that a name stands for, of a memory so many units, as case files write them."""
        return dict(self._own().get(name, units))

    def __getitem__(self, name: str) -> Union[str, dict[str, str]]:
        found = self.get(name)
        return next(iter(found.values())) if len(found) == 1 else found

    def __setitem__(self, name: str, value: Union[str, int]) -> None:
        self._own().set(name, hex(value) if isinstance(value, int) else value)

    def prepare(self, *programs: str) -> Machine:
        """Makes what programs expect before they run, without running them: xDSA's tables of operands, parameters of the model."""
        self._own().prepare(list(programs))
        return self

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """A copy of a memory, by the names of `assay run --save`, or of the array of a layout, which begins with `(`. Formats that
        NumPy lacks are dtypes of ml_dtypes where that is loaded, else codes."""
        data, kind, size, named, shape = self._own().array(name)
        dtype = np.dtype(f"<{kind}{size}")
        other = getattr(sys.modules.get("ml_dtypes"), named or "", None)
        array = np.frombuffer(data, dtype).reshape(shape)
        return array.copy() if other is None else array.copy().view(other)

    def fill(self, name: str, values: Any, round: bool = False) -> None:
        """Fills a memory or the places of a layout, as `assay run --load` and `--import` do. `round` allows numbers that no code of
        the layout stands for."""
        if isinstance(values, np.ma.MaskedArray):
            raise TypeError("the array is masked\n  right: an array without a mask")
        array = np.asarray(values)
        kind, named = array.dtype.kind, None
        if array.dtype.name in DTYPES.values() and not hasattr(np, array.dtype.name):
            kind, named = "V", array.dtype.name
        elif kind not in "uif":
            raise TypeError(f"the array is {array.dtype.name}\n  right: numbers, or codes of ml_dtypes")
        elif array.dtype == np.float16 and name.startswith("("):
            array = array.astype(np.float32)
        array = native(array)
        if sys.byteorder != "little":
            array = array.byteswap()
        size = array.dtype.itemsize
        if size > 8:
            raise TypeError(f"the array is {array.dtype.name}\n  right: numbers of at most 64 bits")
        self._own().fill(name, (array.tobytes(), kind, size, named, list(array.shape)), round)

    def dump(self) -> str:
        """What a run left, of machines whose programs don't dump themselves."""
        return self._own().dump()


def machine(name: str, **parameters: Any) -> Machine:
    """A machine at reset: `mncore2`, `pod`, `xdsa` or `tile`, with parameters of its model."""
    return Machine(name, **parameters)
