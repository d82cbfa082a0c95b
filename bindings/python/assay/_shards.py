"""What a worker does with a shard: all that `assay.dask` sends away."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import assay

from ._assay import Cases, checked, joined, measured, said
from ._design import asked
from ._op import Op

# Operands and results of so many cases are held at once.
CHUNK = 1 << 20


# How open cases, NaN and invalid integers are judged, and how many findings are kept.
Policy = tuple[str, bool, bool, int]


class Other(RuntimeError):
    """A worker has another version of this package than its client."""


class Told(NamedTuple):
    """What was found of a shard: cases, how many of them differ, and so on; the findings, as cases and texts."""

    cases: int
    mismatches: int
    unspecified: int
    compared: bool
    findings: list[tuple[int, str]]


def version() -> str:
    """This worker's."""
    return assay.__version__


def work(client: str, task: bytes) -> Any:
    """A task, where the worker has the client's version: another may know other cases, or other bits. It comes pickled, since Dask's
    workers end where one cannot be read."""
    if version() != client:
        raise Other(f"the worker has assay {version()}\n  right: {client}, as the client has")
    call, arguments = pickle.loads(task)
    return call(*arguments)


def part(shard: int, shards: int) -> str:
    return f"{shard}/{shards}"


def replaced(path: Path, write: Callable[[Path], Any]) -> Any:
    """What `write` gives. It writes beside the path, and takes its place when all is on the disk, or leaves nothing."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.unfinished-", dir=path.parent)
    os.close(handle)
    try:
        given = write(Path(name))
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return given


class Asked(NamedTuple):
    """A set of cases as `assay gen` is asked for it."""

    ops: str
    options: list[str]
    cover: str
    count: Any
    seed: Any
    format: str

    def cases(self) -> Cases:
        return Cases(*self)


def write(asked: Asked, shard: str, path: Path) -> int:
    """The file of a shard; one that is there and whole remains."""
    cases = asked.cases()
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.parent} is not there for this worker\n  right: a folder that all workers share")
    if path.exists():
        same(path, cases.says(shard), asked.format)
        joined([path], asked.format, None)
    else:
        replaced(path, lambda own: cases.write(shard, own))
    return cases.says(shard)[2]


def same(path: Path, right: tuple[str, str, int], format: str) -> None:
    """Refuses the file of another shard, or of another set."""
    (found,) = said([path], format)
    if found is None and right[2] == 0:
        return
    if found is None or found[:2] != right[:2]:
        is_ = "empty" if found is None else f"shard {found[1]} of {found[0]}"
        raise ValueError(f"{path} is {is_}\n  right: shard {right[1]} of {right[0]}, or no such file")


def check(path: Path, format: str, policy: Policy) -> Told:
    """What `assay check` says of a file."""
    return told(checked(path, format, *policy))


def told(found: Any) -> Told:
    passes, cases, mismatches, unspecified, _, findings = found
    return Told(cases, mismatches, unspecified, passes or mismatches > 0, findings)


def cover(path: Path, format: str) -> Any:
    """How often each goal is hit in a file."""
    return measured(path, format)


def ulp(op: Op, design: Callable[..., Any], codes: bool, drawn: tuple[str, int, int], shard: str, most: int) -> str:
    """How far a design's results of a shard are from the exact ones."""
    cases = op._plan.generate(*drawn, shard)
    out, _ = asked(op, design, codes)(cases)
    return op._plan.part(cases, out, most, (repr(design), *drawn, shard))


def exhaustive(
    op: Op, design: Callable[..., Any], codes: bool, shard: int, shards: int, policy: Policy
) -> Told:
    """A design's results for every combination of codes of a shard."""
    ask, all = asked(op, design, codes), op._plan.count("exhaustive", 0, 0)
    first, last = all * (shard - 1) // shards, all * shard // shards
    pieces = max(1, -(-(last - first) // CHUNK))
    sum, most = Told(0, 0, 0, False, []), policy[-1]
    for piece in range(pieces):
        # A shard of so many times as many is a piece of this one.
        cases = op._plan.generate("exhaustive", 0, 0, part((shard - 1) * pieces + piece + 1, shards * pieces))
        begin = all * ((shard - 1) * pieces + piece) // (shards * pieces)
        out, flags = ask(cases)
        own = told(op._plan.check(cases, out, flags, *policy, first=begin))
        sum = added(sum, own, most)
    if sum.cases != last - first:
        raise RuntimeError(f"{sum.cases} cases of {last - first} were checked")
    return sum


def added(one: Told, two: Told, most: int) -> Told:
    """Both together, with the first findings."""
    numbers = (one.cases + two.cases, one.mismatches + two.mismatches, one.unspecified + two.unspecified)
    return Told(*numbers, one.compared or two.compared, (one.findings + two.findings)[:most])
