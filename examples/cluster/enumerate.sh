#!/bin/sh
# A task of the array: the part of the enumeration that Slurm's variables tell. It goes on behind what its state file holds.
shards=$1
shift
part=part/$SLURM_ARRAY_TASK_ID.txt
own=$part.new-$SLURM_JOB_ID
echo "shard $SLURM_ARRAY_TASK_ID of $(cat call)" >"$own"
"$EXHAUSTIVE" "$@" --shard auto --threads "${SLURM_CPUS_PER_TASK:-1}" --state "state/$SLURM_ARRAY_TASK_ID" >>"$own" || {
    code=$?
    rm "$own"
    echo "shard $SLURM_ARRAY_TASK_ID/$shards: the enumeration ended with exit code $code" >&2
    exit 1
}
sync "$own" && mv "$own" "$part"
