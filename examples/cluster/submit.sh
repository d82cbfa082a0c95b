#!/bin/sh
# A vector set as a job array of Slurm: each task generates a shard, lets a design answer it and checks that; then they are merged.
#
#   submit.sh FOLDER SHARDS OP... [what else `assay gen` takes]
#
# FOLDER is seen by all nodes. There appear shards/I.csv, log/I-TRY.txt, and at the end set.csv. wait.sh FOLDER waits for that.
# ANSWERS: a command that reads a vector file and writes it with a design's results (default: cat, the model's own).
# ASSAY: the command (default: assay). PATIENCE: seconds that Slurm may take to answer (default: 30).
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 3 ] || stop 2 "submit.sh: $# arguments" "submit.sh FOLDER SHARDS OP..."
ASSAY=$(program ASSAY "${ASSAY:-assay}" "the command assay") || exit
shards=$2
number "$shards"
folder=$1
shift 2
for word; do
    case $word in
    --shard* | -o* | --output* | --format* | --resume) stop 2 "$word: the scripts say that" "submit.sh FOLDER SHARDS OP... [--cover C] [--count N] [--seed S] [--opt NAME=VALUE]" ;;
    esac
done
# What the command refuses of its words, each task would refuse: it is asked for the begin of a shard before there is a folder or a job.
code=$({ { "$ASSAY" gen "$@" --shard "1/$shards"; echo $? >&3; } | head -c 1 >/dev/null; } 3>&1)
[ "$code" = 0 ] || exit "$code"
make "$folder"
call "$("$ASSAY" --version) shards=$shards answers=$ANSWERS gen $*"
mkdir -p shards
export ASSAY ANSWERS
chain "$shards" shard.sh join.sh "$@"
