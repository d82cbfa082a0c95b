#!/bin/sh
# Waits for the end of a chain: wait.sh FOLDER [SECONDS]
# Exit code: 0 all shards are joined and right; 1 a shard failed; 2 no such chain; 3 Slurm does not answer, or it took longer.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ -f "$1/jobs" ] || stop 2 "$1: no chain was submitted there" "wait.sh FOLDER, as submit.sh had it"
cd "$1" || exit 2
end=$(($(date +%s) + ${2:-31536000}))
jobs=$(tr ' ' , <jobs)
while :; do
    found=$(slurm squeue --noheader --format=%i --user="$(id -un)") || exit
    left=
    for job in $(cat jobs); do
        case " $(echo $found) " in
        *" $job "* | *" ${job}_"*) left="$left $job" ;;
        esac
    done
    [ -n "$left" ] || break
    [ "$(date +%s)" -lt "$end" ] || stop 3 "$1: jobs$left are not done after ${2} s" "more seconds, or scancel$left"
    sleep 1
done
if [ -s failed.txt ]; then
    cat failed.txt >&2
    exit 1
fi
[ -s done.txt ] || stop 1 "$1: the chain of jobs $jobs ended before it was joined" "the same call again: finished shards remain"
cat done.txt
