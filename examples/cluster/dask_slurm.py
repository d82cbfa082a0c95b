"""Dask's workers as jobs of Slurm, by dask-jobqueue: python dask_slurm.py COUNT OUTPUT

The folder of OUTPUT is one that all nodes see. dask_jobqueue has LSFCluster, SGECluster and PBSCluster, too; this was run with
SLURMCluster alone.
"""

import sys
from pathlib import Path

import distributed
from dask_jobqueue import SLURMCluster

import assay
import assay.dask


def main(count: int, output: str) -> None:
    """Writes random cases in 40 shards and checks them, then every product of two codes."""
    with SLURMCluster(cores=1, processes=1, memory="1GB", walltime="01:00:00", log_directory="log") as cluster:
        cluster.scale(jobs=2)
        with distributed.Client(cluster) as client:
            asked = {"cover": "random", "count": count, "seed": 7, "options": "rm=rup"}
            cases = assay.dask.generate(client, "ieee.f32.add", output, shards=40, **asked)
            print(f"{output}: {cases} cases")
            print(assay.dask.check(client, [output]))
            op = assay.op("ieee.e4m3.mul")
            print(assay.dask.exhaustive(client, op, op, shards=8, codes=True))
    if not Path(output).exists():
        sys.exit(f"{output} is not there")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
