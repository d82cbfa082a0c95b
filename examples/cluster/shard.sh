#!/bin/sh
# A task of the array: the shard that Slurm's variables tell. What is there is checked, not made again.
set -u
shards=$1
shift
file=shards/$SLURM_ARRAY_TASK_ID.csv
fail() {
    echo "shard $SLURM_ARRAY_TASK_ID/$shards: $1" >&2
    exit 1
}

if [ ! -e "$file" ]; then
    asked=asked-$SLURM_ARRAY_TASK_ID.csv
    "$ASSAY" gen "$@" --shard auto --yes --threads "${SLURM_CPUS_PER_TASK:-1}" --resume -o "$asked" || fail "assay gen ended with exit code $?"
    own=$file.answers-$SLURM_JOB_ID
    sh -c "$ANSWERS" <"$asked" >"$own" || fail "\`$ANSWERS\` ended with exit code $?"
    # What is wrong or torn has no place among the shards.
    "$ASSAY" check --format csv "$own" || fail "assay check ended with exit code $?"
    sync "$own" && mv "$own" "$file" && rm "$asked" || fail "$file cannot be written"
    exit 0
fi
"$ASSAY" check "$file" || fail "$file is there, and assay check ended with exit code $?: right is that shard, or no such file"
