"""Shards on a cluster of two worker processes, of which some die."""

import binascii
import os
import signal
import subprocess
import sys
import threading
import time

import cloudpickle
import dask
import distributed
import numpy as np
import pytest

import assay
import assay.dask
from assay import _shards
from assay._assay import Cases
from assay.dask import ShardError


# Workers cannot import it.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


class Workers:
    """A cluster of two workers; another one where what died does not come back."""

    def __init__(self, folder):
        # A shard that two workers have died at is given up.
        self.settings = {"distributed.scheduler.allowed-failures": 1, "temporary-directory": folder}
        self.client = self.cluster = None

    def whole(self):
        try:
            if self.client is not None:
                self.client.wait_for_workers(2, timeout=30)
                return self.client
        except TimeoutError:
            self.close()
        self.cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        )
        self.client = distributed.Client(self.cluster)
        self.client.wait_for_workers(2, timeout=120)
        return self.client

    def close(self):
        if self.client is not None:
            self.client.close(timeout=10)
            self.cluster.close(timeout=10)
        self.client = self.cluster = None


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    own = Workers(str(tmp_path_factory.mktemp("dask")))
    # The scheduler reads them as it goes.
    with dask.config.set(own.settings):
        yield own
    own.close()


@pytest.fixture
def client(workers):
    """Both workers; what died in a test is there again before the next one."""
    return workers.whole()


ADD = {"ops": "ieee.f32.add", "cover": "random", "count": 20_000, "seed": 7, "options": "rm=rup"}


def single(path, ops, cover="corner", count=None, seed=None, options=()):
    """The file of one run."""
    words = [options] if isinstance(options, str) else list(options)
    Cases(ops, words, cover, count, seed, path.suffix[1:]).write("1/1", path)
    return path.read_bytes()


def shard_files(folder, shards, **asked):
    """Files of shards, written one by one."""
    words = [asked["options"]] if isinstance(asked["options"], str) else asked["options"]
    cases = Cases(asked["ops"], words, asked["cover"], asked["count"], asked["seed"], "csv")
    folder.mkdir(exist_ok=True)
    files = [folder / f"{number}-of-{shards}.csv" for number in range(1, shards + 1)]
    for number, file in enumerate(files, 1):
        cases.write(f"{number}/{shards}", file)
    return files


SMALL = {**ADD, "count": 300}


def of_version(file, version):
    """The file as another version would have written it."""
    lines = file.read_text().split("\n")
    words = lines[1].replace(f"# assay {assay.__version__} ", f"# assay {version} ").rsplit(" seal=")[0]
    lines[1] = f"{words} seal={binascii.crc_hqx(words[2:].encode(), 0xFFFF):04x}"
    return "\n".join(lines)


def kill_one(client, folder, at_least):
    """Kills a worker once so many shards are there; a list that says how many there were."""
    (pid, *_), seen = client.run(os.getpid).values(), []

    def kill():
        while not folder.is_dir() or len(list(folder.glob("*-of-*.csv"))) < at_least:
            time.sleep(0.002)
        os.kill(pid, signal.SIGKILL)
        seen.append(len(list(folder.glob("*-of-*.csv"))))
        # What it leaves where it dies in the midst of a file.
        (folder / "1-of-60.csv.unfinished-killed").write_text("half")

    thread = threading.Thread(target=kill)
    thread.start()
    return thread, seen


@pytest.mark.parametrize(
    "name, asked",
    [
        ("v.csv", ADD),
        ("v.jsonl", {"ops": "ieee.f16.add,cvt.f32.e4m3fn", "options": ["rm=rne,rtz"]}),
        # More shards than cases.
        ("few.csv", {**ADD, "count": 3}),
    ],
)
def test_the_file_of_shards_is_that_of_one_run(client, tmp_path, name, asked):
    cases = assay.dask.generate(client, output=tmp_path / name, shards=5, **asked)
    assert (tmp_path / name).read_bytes() == single(tmp_path / f"single-{name}", **asked)
    assert cases > 0 and sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"single-{name}"])


def test_a_worker_that_is_killed_loses_nothing(client, tmp_path):
    path, shards = tmp_path / "v.csv", 60
    thread, seen = kill_one(client, tmp_path / "v.csv.shards", 5)
    assay.dask.generate(client, output=path, shards=shards, **{**ADD, "count": 200_000})
    thread.join()
    assert 5 <= seen[0] < shards
    assert path.read_bytes() == single(tmp_path / "single.csv", **{**ADD, "count": 200_000})


def test_finished_shards_remain_and_torn_ones_are_refused(client, tmp_path):
    path, folder = tmp_path / "v.csv", tmp_path / "shards"
    files = shard_files(folder, 3, **SMALL)
    whole = files[1].read_bytes()
    before = files[0].stat().st_mtime_ns
    files[2].unlink()
    left = folder / "3-of-3.csv.unfinished-abc"
    left.write_text("half")
    for cut in (len(whole) // 2, len(whole) - 40):
        files[1].write_bytes(whole[:cut])
        with pytest.raises(ShardError) as told:
            assay.dask.generate(client, output=path, shards=3, folder=folder, **SMALL)
        words = str(told.value)
        assert "shard 2/3 failed twice" in words and "2-of-3.csv:" in words and "the same call goes on" in words
        assert not path.exists() and not list(tmp_path.glob("v.csv*"))
    files[1].unlink()
    assay.dask.generate(client, output=path, shards=3, folder=folder, **SMALL)
    assert path.read_bytes() == single(tmp_path / "single.csv", **SMALL)
    assert not left.exists() and before > 0


def test_a_shard_that_is_there_is_not_made_again(tmp_path):
    (file,) = shard_files(tmp_path, 1, **SMALL)
    before = file.stat().st_ino
    asked = _shards.Asked(SMALL["ops"], ["rm=rup"], "random", 300, 7, "csv")
    assert _shards.write(asked, "1/1", file) == 300 and file.stat().st_ino == before


@pytest.mark.parametrize("change", [{"seed": 8}, {"ops": "ieee.f32.sub"}, {"count": 301}, {"options": "rm=rdn"}])
def test_shards_of_another_call_are_refused(client, tmp_path, change):
    files = shard_files(tmp_path / "v.csv.shards", 3, **{**SMALL, **change})
    before = [file.read_bytes() for file in files]
    with pytest.raises(ValueError) as told:
        assay.dask.generate(client, output=tmp_path / "v.csv", shards=3, **SMALL)
    assert "right: shard 1/3 of assay" in str(told.value) and not (tmp_path / "v.csv").exists()
    assert [file.read_bytes() for file in files] == before


def test_shards_of_another_number_or_version_are_refused(client, tmp_path):
    files = shard_files(tmp_path / "v.csv.shards", 3, **SMALL)
    with pytest.raises(ValueError, match="is of another call"):
        assay.dask.generate(client, output=tmp_path / "v.csv", shards=4, **SMALL)
    swapped = files[0].read_bytes()
    files[0].write_bytes(files[1].read_bytes())
    with pytest.raises(ValueError, match="is shard 2/3 of"):
        assay.dask.generate(client, output=tmp_path / "v.csv", shards=3, **SMALL)
    files[0].write_bytes(swapped)
    files[0].write_text(of_version(files[0], "0.0.9"))
    with pytest.raises(ValueError, match="0.0.9"):
        assay.dask.generate(client, output=tmp_path / "v.csv", shards=3, **SMALL)


def test_one_call_at_a_time_has_a_folder(client, tmp_path):
    folder = tmp_path / "shards"
    folder.mkdir()
    with assay.dask._held(folder), pytest.raises(ShardError, match="another call writes shards there"):
        assay.dask.generate(client, output=tmp_path / "v.csv", shards=2, folder=folder, **SMALL)


def test_a_merge_of_shards_that_are_not_all_there_is_refused(tmp_path):
    files = shard_files(tmp_path / "shards", 3, **SMALL)
    # As a shard that is still written lies there.
    files[2].rename(f"{files[2]}.unfinished-x")
    output = tmp_path / "v.csv"
    output.write_text("as it was")
    with pytest.raises(ValueError, match="shard 3/3 is missing"):
        _shards.replaced(output, lambda own: assay.dask.joined(files[:2], "csv", own))
    # Another that is written in place, of which the first half is there.
    shard_files(tmp_path / "shards", 3, **SMALL)
    files[2].write_bytes(files[2].read_bytes()[:6_000])
    with pytest.raises(ValueError, match="3-of-3.csv:"):
        _shards.replaced(output, lambda own: assay.dask.joined(files, "csv", own))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shards", "v.csv"] and output.read_text() == "as it was"


def test_checks_of_shards_add_up(client, tmp_path):
    files = shard_files(tmp_path, 4, **SMALL)
    right = assay.dask.check(client, files[::-1])
    assert right and (right.cases, right.mismatches, right.shards) == (300, 0, 4)
    assert str(right) == "ASSAY PASS shards=4 cases=300 mismatches=0"
    text = files[2].read_text().splitlines(keepends=True)
    fields = text[5].split(",")
    fields[4] = f"{int(fields[4], 16) ^ 1:08x}"
    files[2].write_text("".join([*text[:5], ",".join(fields), *text[6:]]))
    wrong = assay.dask.check(client, files)
    assert not wrong and (wrong.cases, wrong.mismatches) == (300, 1)
    assert wrong.findings[0][0] == 6 and str(files[2]) in wrong.findings[0][1]
    assert str(wrong).endswith("ASSAY FAIL shards=4 cases=300 mismatches=1")


def test_files_that_are_no_whole_set_have_no_verdict(client, tmp_path):
    files = shard_files(tmp_path / "a", 3, **SMALL)
    other = shard_files(tmp_path / "b", 3, **{**SMALL, "seed": 8})
    version = tmp_path / "version.csv"
    version.write_text(of_version(files[1], "0.0.9"))
    for given, words in [
        (files[:2], "shard 3/3 is missing"),
        ([*files, files[1]], "shard 2/3 is also in"),
        ([files[0], other[1], files[2]], "seed=8"),
        ([files[0], version, files[2]], "0.0.9"),
        ([], "right: a list of files"),
        ([tmp_path / "v.parquet"], "right: .csv"),
        ([tmp_path / "none.csv"], "none.csv: cannot be read"),
    ]:
        for call in (assay.dask.check, assay.dask.cover):
            with pytest.raises(ValueError) as told:
                call(client, given)
            assert words in str(told.value)
    files[1].write_bytes(files[1].read_bytes()[:-60])
    for call in (assay.dask.check, assay.dask.cover):
        with pytest.raises(ShardError, match="shard 2/3 failed twice: ValueError: .*2-of-3.csv:"):
            call(client, files)


def test_coverage_of_shards_adds_up(client, tmp_path):
    files = shard_files(tmp_path, 3, **{**SMALL, "count": 2_000})
    op = assay.op("ieee.f32.add", rm="rup")
    right = op.cover(*op.gen("random", count=2_000, seed=7))
    found = assay.dask.cover(client, files)
    assert (found.hit, found.reachable, str(found)) == (right.hit, right.reachable, str(right))


def once(path):
    """Whether nobody was here before."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


class Dies:
    """A design that kills its worker: the first time alone, or always."""

    def __init__(self, design, path, always=False):
        self.design, self.path, self.always = design, str(path), always

    def __repr__(self):
        return "Dies"

    def __call__(self, *x):
        if once(self.path) or self.always:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.design(*x)


def test_errors_of_functions_are_measured_though_a_worker_dies(client, tmp_path):
    op = assay.op("elem.f32.exp")
    found = assay.dask.ulp(client, op, Dies(np.exp, tmp_path / "died"), shards=4, count=5_000, seed=3)
    (x,) = op.gen("random", count=5_000, seed=3, numbers=True)
    with np.errstate(all="ignore"):
        right = op.ulp(x, np.exp(x))
    assert (tmp_path / "died").exists() and found.answers == 5_000
    assert (found.largest, found.mean, found.correct) == (right.largest, right.mean, right.correct)
    one = assay.dask.ulp(client, op, np.exp, shards=1, count=5_000, seed=3)
    assert str(one) == str(found)


def test_every_combination_is_asked_though_a_worker_dies(client, tmp_path):
    op = assay.op("ieee.e4m3.mul", rm="rtz")
    found = assay.dask.exhaustive(client, op, Dies(op, tmp_path / "died"), shards=6, codes=True)
    assert (tmp_path / "died").exists() and found and (found.cases, found.shards) == (1 << 16, 6)
    nearest = assay.op("ieee.e4m3.mul")
    wrong = assay.dask.exhaustive(client, op, nearest, shards=6, codes=True)
    right = assay.diff(op, nearest, "exhaustive", codes=True)
    assert not wrong and wrong.mismatches == right.mismatches > 0
    # The cases count from the first of all.
    assert [case for case, _ in wrong.findings] == [case for case, _ in right.findings]


def test_a_shard_that_is_cut_into_pieces_is_whole(monkeypatch):
    op = assay.op("ieee.e2m1.add")
    whole = _shards.exhaustive(op, lambda a, b: op(a, b).out ^ (a == 7), True, 2, 3, ("insist", False, False, 9))
    monkeypatch.setattr(_shards, "CHUNK", 7)
    pieces = _shards.exhaustive(op, lambda a, b: op(a, b).out ^ (a == 7), True, 2, 3, ("insist", False, False, 9))
    assert whole == pieces and whole.cases == 85
    # 7 is the operand a of the cases from 7 * 16 on.
    assert [case for case, _ in whole.findings] == list(range(112, 121))


class Elsewhere(Dies):
    """A design that workers cannot read."""

    def __reduce__(self):
        return cloudpickle.loads, (cloudpickle.dumps(0).replace(b"K\0", b"cno_such_module\nname\n"),)


class Fails:
    """A design that has no answer to one operand."""

    def __init__(self, op):
        self.op = op

    def __call__(self, a, b):
        if (a == 0x90).any():
            raise KeyError("no such register")
        return self.op(a, b)


def test_a_shard_that_fails_twice_ends_all(client, tmp_path):
    op = assay.op("ieee.e4m3.mul")
    with pytest.raises(ShardError, match="shard 5/8 failed twice: KeyError: 'no such register'"):
        assay.dask.exhaustive(client, op, Fails(op), shards=8, codes=True)
    with pytest.raises(ShardError, match="failed: KeyError"):
        assay.dask.exhaustive(client, op, Fails(op), shards=8, codes=True, retries=0)
    with pytest.raises(ShardError, match="failed twice: ModuleNotFoundError"):
        assay.dask.exhaustive(client, op, Elsewhere(op, tmp_path), shards=1, codes=True)
    with pytest.raises(ShardError, match="failed: 2 workers died at it"):
        assay.dask.exhaustive(client, op, Dies(op, tmp_path / "died", always=True), shards=1, codes=True)


def test_a_worker_of_another_version_is_refused(client, tmp_path):
    def set_version(value):
        import assay

        assay.__version__ = value

    first, *_ = client.scheduler_info()["workers"]
    client.run(set_version, "0.0.9", workers=[first])
    try:
        with pytest.raises(ShardError) as told:
            assay.dask.generate(client, output=tmp_path / "v.csv", shards=2, **SMALL)
        assert f"worker {first} has assay 0.0.9\n  right: {assay.__version__}" in str(told.value)
        assert not (tmp_path / "v.csv").exists()
    finally:
        client.run(set_version, assay.__version__)
    # One that came after the first look.
    with pytest.raises(_shards.Other, match="right: 0.0.9, as the client has"):
        _shards.work("0.0.9", _shards.version)


def test_a_cluster_without_a_worker_is_not_waited_for_forever(tmp_path):
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster, distributed.Client(cluster) as client:
        with pytest.raises(ShardError, match="no worker after 1 s"):
            assay.dask.generate(client, output=tmp_path / "v.csv", shards=2, patience=1, **SMALL)
    with pytest.raises(TypeError, match="right: a distributed.Client"):
        assay.dask.generate(None, output=tmp_path / "v.csv", shards=2, **SMALL)


def test_a_scheduler_that_goes_is_told(tmp_path):
    with distributed.LocalCluster(n_workers=1, dashboard_address=":0") as cluster, distributed.Client(cluster) as client:
        threading.Timer(1, cluster.close).start()
        with pytest.raises(ShardError, match="the scheduler is gone"):
            assay.dask.exhaustive(client, assay.op("ieee.e4m3.mul"), Sleeps(), shards=2, codes=True)


class Sleeps:
    """A design that does not answer."""

    def __call__(self, *x):
        time.sleep(60)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"shards": 0}, "right: a number from 1"),
        ({"shards": True}, "right: a number from 1"),
        ({"retries": -1}, "right: 0 or more"),
        ({"output": "v.npy"}, "right: .csv or .jsonl"),
        ({"ops": "ieee.f32.ad"}, "ieee.f32.add"),
        ({"options": "rm=sideways"}, "rm"),
        ({"options": "sat"}, "sat"),
        ({"cover": "some"}, "right is corner"),
        ({"cover": "corner"}, "draws nothing"),
    ],
)
def test_what_cannot_be_asked_is_told(client, tmp_path, monkeypatch, change, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError) as told:
        assay.dask.generate(client, **{"output": "v.csv", "shards": 2, **SMALL, **change})
    assert words in str(told.value) and not (tmp_path / "v.csv").exists()


def run(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


def test_without_dask_the_package_is_as_it_was():
    loaded = run("import assay, sys; print([m for m in ('dask', 'distributed', 'assay.dask') if m in sys.modules])")
    assert loaded.stdout == "[]\n"
    lacks = run("import sys; sys.modules['distributed'] = None; import assay.dask")
    assert lacks.returncode == 1 and "right: pip install assay[dask]" in lacks.stderr
