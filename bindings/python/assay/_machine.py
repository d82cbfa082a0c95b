"""Machines: programs run on them, and their state has names."""

from __future__ import annotations

from typing import Any, Union

from ._assay import Simulator


class Machine:
    """A machine and its state: `machine["name"]` has the parts that case files name."""

    def __init__(self, name: str, **parameters: Any) -> None:
        self.name = name
        self._own = Simulator(name, [(name, str(value)) for name, value in parameters.items()])
        self.output = ""

    def __repr__(self) -> str:
        return f"<assay.machine {self.name}>"

    def run(self, *programs: str, limit: int = 0) -> Machine:
        """Runs programs in the machine's language, one a core, on the state as it is; `output` has what they wrote. A `limit` of
        steps, 0 for the machine's own, ends a run with an exception; the state is as far as it came."""
        for program in programs:
            if not isinstance(program, str):
                raise TypeError(f"a program is {type(program).__name__}\n  right: text")
        self.output = self._own.run(list(programs), limit)
        return self

    def get(self, name: str, units: int = 1) -> dict[str, str]:
        """The parts that a name stands for, of a memory so many units, as case files write them."""
        return dict(self._own.get(name, units))

    def __getitem__(self, name: str) -> Union[str, dict[str, str]]:
        found = self.get(name)
        return next(iter(found.values())) if len(found) == 1 else found

    def __setitem__(self, name: str, value: Union[str, int]) -> None:
        self._own.set(name, hex(value) if isinstance(value, int) else value)

    def dump(self) -> str:
        """What a run left, of machines whose programs don't dump themselves."""
        return self._own.dump()


def machine(name: str, **parameters: Any) -> Machine:
    """A machine at reset: `mncore2`, `pod`, `xdsa` or `tile`, with parameters of its model."""
    return Machine(name, **parameters)
