#!/bin/sh
# The enumeration of operations against the oracles (`cargo xtask exhaustive`) as a job array of Slurm, and the sum of its parts.
#
#   exhaustive.sh FOLDER SHARDS [--op LIST] [--bits N]
#
# EXHAUSTIVE: the program, target/release/examples/exhaustive. FOLDER is seen by all nodes; there appear state/I, part/I.txt,
# log/I-TRY.txt, and at the end sum.txt. wait.sh FOLDER waits for that.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 2 ] || stop 2 "exhaustive.sh: $# arguments" "exhaustive.sh FOLDER SHARDS [--op LIST] [--bits N]"
EXHAUSTIVE=$(program EXHAUSTIVE "${EXHAUSTIVE:-exhaustive}" "target/release/examples/exhaustive") || exit
shards=$2
number "$shards"
make "$1"
shift 2
for word; do
    case $word in
    --shard | --state | --list | --threads) stop 2 "$word: the scripts say that" "exhaustive.sh FOLDER SHARDS [--op LIST] [--bits N]" ;;
    esac
done
call "$(cksum <"$EXHAUSTIVE") shards=$shards seed=${ASSAY_SEED:-} exhaustive $*"
mkdir -p state part
"$EXHAUSTIVE" "$@" --list >list.txt || stop 2 "the enumeration refuses \`$*\`" "what \`$EXHAUSTIVE --help\` says"
export EXHAUSTIVE
chain "$shards" enumerate.sh sum.sh "$@"
