"""Shards as tasks of a cluster that Dask knows: `docs/cluster.md`. Needs `pip install assay[dask]`."""

from __future__ import annotations

import contextlib
import fcntl
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from os import PathLike
from pathlib import Path
from typing import IO, Any, Optional, Union

try:
    import cloudpickle  # type: ignore[import-untyped]
    import distributed
except ImportError as why:
    raise ImportError(f"assay.dask needs Dask: {why}\n  right: pip install assay[dask]") from None

from . import _shards
from ._assay import __version__, covering, joined, measurement, ordered, said
from ._design import asked
from ._op import Op
from ._report import Accuracy, Coverage, Verdict
from ._shards import Asked, Told, part

_Path = Union[str, "PathLike[str]"]
_Design = Callable[..., Any]

__all__ = ["ShardError", "Verdict", "check", "cover", "exhaustive", "generate", "ulp"]


class ShardError(RuntimeError):
    """A shard failed for good. Nothing was written, and there is no verdict."""


def generate(
    client: distributed.Client,
    ops: Union[str, Sequence[str]],
    output: _Path,
    *,
    shards: int,
    cover: str = "corner",
    count: Optional[int] = None,
    seed: Optional[int] = None,
    options: Union[str, Sequence[str]] = (),
    folder: Optional[_Path] = None,
    retries: int = 1,
    patience: float = 300.0,
) -> int:
    """Writes the file that `assay gen OPS -o OUTPUT` writes, byte for byte, and tells how many cases it holds. Its shards are written
    in a folder that workers and client share, by default `OUTPUT.shards`; where the call fails they stay there, and the same call goes
    on from them."""
    path = Path(output).resolve()
    words = [options] if isinstance(options, str) else list(options)
    chosen = Asked(ops if isinstance(ops, str) else ",".join(ops), words, cover, count, seed, _format(path, ["csv", "jsonl"]))
    cases = chosen.cases()
    names = [part(shard, shards) for shard in _numbers(shards)]
    place = Path(folder).absolute() if folder is not None else path.with_name(f"{path.name}.shards")
    files = [place / f"{name.replace('/', '-of-')}.{chosen.format}" for name in names]
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.parent} is not there\n  right: a folder for {path.name}")
    place.mkdir(parents=True, exist_ok=True)
    with _held(place):
        _cleared(place, files)
        for name, file in zip(names, files):
            if file.exists():
                _shards.same(file, cases.says(name), chosen.format)
        jobs = [(name, _shards.write, (chosen, name, file)) for name, file in zip(names, files)]
        done = _run(client, "generate", jobs, retries, patience, f"\n  finished shards are in {place}: the same call goes on there")
        for name, file, own in zip(names, files, done):
            if not file.exists():
                raise ShardError(f"shard {name} was written by a worker, and {file} is not here\n  right: a folder that all share")
            if own != cases.says(name)[2]:
                raise ShardError(f"shard {name} has {own} cases\n  right: {cases.says(name)[2]}")
        _shards.replaced(path, lambda own: joined(files, chosen.format, own))
        # Of a worker that was killed, too.
        _cleared(place, files)
        for file in files:
            file.unlink()
    (place / _LOCK).unlink(missing_ok=True)
    if folder is None:
        place.rmdir()
    return len(cases)


def check(
    client: distributed.Client,
    files: Sequence[_Path],
    *,
    unspecified: str = "insist",
    any_nan: bool = False,
    any_integer: bool = False,
    max_report: int = 10,
    retries: int = 1,
    patience: float = 300.0,
) -> Verdict:
    """What `assay check` says of files that hold a design's results: all shards of one set, each once, or a set that is whole."""
    paths, format, names = _whole(files)
    policy = (unspecified, any_nan, any_integer, max_report)
    jobs = [(name, _shards.check, (path, format, policy)) for name, path in zip(names, paths)]
    told = _run(client, "check", jobs, retries, patience)
    for path, name, own, head in zip(paths, names, told, said(paths, format)):
        if own.cases != (0 if head is None else head[2]):
            raise ShardError(f"shard {name}, {path}: {own.cases} cases were checked\n  right: {head and head[2]}")
    return _verdict(told, [f"{path}: " for path in paths], max_report)


def cover(
    client: distributed.Client, files: Sequence[_Path], *, holes: int = 5, retries: int = 1, patience: float = 300.0
) -> Coverage:
    """What `assay cover` says of all these files together: the shards of one set."""
    paths, format, names = _whole(files)
    jobs = [(name, _shards.cover, (path, format)) for name, path in zip(names, paths)]
    hits = [own for shard in _run(client, "cover", jobs, retries, patience) for own in shard]
    counted, right = sum(own[2] for own in hits), sum(head[2] for head in said(paths, format) if head is not None)
    if counted != right:
        raise ShardError(f"{counted} cases were measured\n  right: {right}")
    return Coverage(*covering(hits, holes))


def ulp(
    client: distributed.Client,
    op: Op,
    design: _Design,
    *,
    shards: int,
    cover: str = "random",
    count: int = 1 << 16,
    seed: int = 0,
    codes: bool = False,
    max_report: int = 5,
    retries: int = 1,
    patience: float = 300.0,
) -> Accuracy:
    """How far a design's results of a function are from the exact values, as `assay ulp --dut` measures it."""
    asked(op, design, codes)
    op._plan.count(cover, count, seed)
    names = [part(shard, shards) for shard in _numbers(shards)]
    jobs = [(name, _shards.ulp, (op, design, codes, (cover, count, seed), name, max_report)) for name in names]
    return Accuracy(*measurement(_run(client, "ulp", jobs, retries, patience)))


def exhaustive(
    client: distributed.Client,
    op: Op,
    design: _Design,
    *,
    shards: int,
    codes: bool = False,
    unspecified: str = "insist",
    any_nan: bool = False,
    any_integer: bool = False,
    max_report: int = 10,
    retries: int = 1,
    patience: float = 300.0,
) -> Verdict:
    """Every combination of codes (at most 2^36) asked of a design, as `assay.diff` asks it, and checked."""
    asked(op, design, codes)
    right = op._plan.count("exhaustive", 0, 0)
    policy = (unspecified, any_nan, any_integer, max_report)
    jobs = [
        (part(shard, shards), _shards.exhaustive, (op, design, codes, shard, shards, policy)) for shard in _numbers(shards)
    ]
    told = _run(client, "exhaustive", jobs, retries, patience)
    if (counted := sum(own.cases for own in told)) != right:
        raise ShardError(f"{counted} cases were checked\n  right: {right}")
    return _verdict(told, [""] * len(told), max_report)


_Job = tuple[str, Callable[..., Any], tuple[Any, ...]]

# Seconds between two looks at the workers.
_TICK = 1.0

_LOCK = "lock"


def _run(client: distributed.Client, what: str, jobs: list[_Job], retries: int, patience: float, advice: str = "") -> list[Any]:
    """The results of all jobs, in their order. What fails is tried again so often; a worker that dies is the scheduler's affair,
    which tries elsewhere as often as it is told to."""
    if not isinstance(client, distributed.Client) or client.asynchronous:
        raise TypeError(f"the client is {client!r}\n  right: a distributed.Client that is not asynchronous")
    if retries < 0:
        raise ValueError(f"{retries} retries\n  right: 0 or more")
    _same_version(client, patience)
    token = uuid.uuid4().hex[:8]
    tasks = [
        client.submit(_shards.work, __version__, cloudpickle.dumps(job), key=f"assay-{what}-{token}-{name}", retries=retries)
        for name, *job in jobs
    ]
    results: dict[str, Any] = {}
    try:
        seen = time.monotonic()
        while len(results) < len(jobs):
            left = [(name, task) for (name, _, _), task in zip(jobs, tasks) if name not in results]
            with contextlib.suppress(TimeoutError, distributed.TimeoutError):
                distributed.wait([task for _, task in left], timeout=_TICK, return_when="FIRST_COMPLETED")
            for name, task in left:
                if task.status in ("error", "cancelled"):
                    raise ShardError(f"shard {name} {_why(task, retries)}{advice}")
                if task.status == "finished":
                    # A result dies with its worker, and is made again: then it is waited for.
                    with contextlib.suppress(TimeoutError, distributed.TimeoutError):
                        results[name] = task.result(timeout=_TICK)
            if client.status != "running":
                raise ShardError(f"the scheduler is gone, and {len(jobs) - len(results)} shards are left{advice}")
            if client.nthreads():
                seen = time.monotonic()
            elif time.monotonic() - seen > patience:
                raise ShardError(f"there has been no worker for {patience:g} s, and {len(left)} shards are left{advice}")
        return [results[name] for name, _, _ in jobs]
    except (CancelledError, OSError) as why:
        raise ShardError(f"the scheduler is gone: {type(why).__name__}: {why}{advice}") from None
    finally:
        with contextlib.suppress(Exception):
            client.cancel(tasks, force=True)


def _why(task: distributed.Future, retries: int) -> str:
    """What became of a task that has no result."""
    if task.status != "error":
        return "is cancelled: by another client, or the scheduler is gone"
    why = task.exception(timeout=60)
    if isinstance(why, distributed.KilledWorker):
        return f"failed: {why.allowed_failures + 1} workers died at it, the last at {why.last_worker.address}"
    times = {0: "failed", 1: "failed twice"}.get(retries, f"failed {retries + 1} times")
    return f"{times}: {type(why).__name__}: {why}"


def _same_version(client: distributed.Client, patience: float) -> None:
    """Refuses a cluster without a worker, or with one that is of another version."""
    try:
        client.wait_for_workers(1, timeout=patience)
    except (TimeoutError, distributed.TimeoutError):
        raise ShardError(f"the cluster has no worker after {patience:g} s\n  right: a worker, or more patience") from None
    for worker, found in client.run(_shards.version, on_error="return").items():
        if isinstance(found, BaseException):
            raise ShardError(f"worker {worker} has no assay: {type(found).__name__}: {found}\n  right: {__version__}")
        if found != __version__:
            raise ShardError(f"worker {worker} has assay {found}\n  right: {__version__}, as the client has")


def _numbers(shards: int) -> range:
    if not isinstance(shards, int) or isinstance(shards, bool) or not 1 <= shards <= 100_000:
        raise ValueError(f"{shards!r} shards\n  right: a number from 1 to 100000")
    return range(1, shards + 1)


def _format(path: Path, known: list[str]) -> str:
    own = path.suffix[1:].lower()
    if own not in known:
        raise ValueError(f"{path}: its name tells no format that shards are of\n  right: .{' or .'.join(known)}")
    return own


def _whole(files: Sequence[_Path]) -> tuple[list[Path], str, list[str]]:
    """Files in the order of their shards, their format, and the shards, which must all be there."""
    if isinstance(files, (str, PathLike)) or not files:
        raise ValueError(f"files are {files!r}\n  right: a list of files, all shards of a set")
    paths = [Path(file).absolute() for file in files]
    formats = {_format(path, ["csv", "jsonl", "npy"]) for path in paths}
    if len(formats) > 1:
        raise ValueError(f"{' and '.join(sorted(formats))} files are given\n  right: files of one format")
    (format,) = formats
    paths = [paths[at] for at in ordered(paths, format)]
    return paths, format, [head[1] for head in said(paths, format) if head is not None]


def _verdict(told: list[Told], places: list[str], most: int) -> Verdict:
    findings = [(case, f"{place}{text}") for place, own in zip(places, told) for case, text in own.findings]
    numbers = (sum(own.cases for own in told), sum(own.mismatches for own in told), sum(own.unspecified for own in told))
    return Verdict(any(own.compared for own in told), *numbers, len(told), findings[:most])


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[IO[str]]:
    """One call at a time has the folder."""
    with open(folder / _LOCK, "a", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ShardError(f"{folder}: another call writes shards there\n  right: to wait for it, or another folder") from None
        yield lock


def _cleared(folder: Path, files: list[Path]) -> None:
    """Removes what killed writers have left, and refuses what is not of this call."""
    own = {file.name for file in files}
    for found in sorted(folder.iterdir()):
        if any(found.name.startswith(f"{name}.unfinished-") for name in own):
            found.unlink()
        elif found.name not in own and found.name != _LOCK:
            raise ValueError(f"{found} is of another call\n  right: a folder that is empty or has shards of this call")
