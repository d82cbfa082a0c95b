#!/bin/sh
# Waits for the end of a chain: wait.sh FOLDER [SECONDS]
# Exit code: 0 all shards are joined and right; 1 a shard failed; 2 no such chain; 3 Slurm does not answer, or it took longer.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ -f "$1/jobs" ] || stop 2 "$1: no chain was submitted there" "wait.sh FOLDER, as submit.sh had it"
cd "$1" || exit 2
name=$(named)
end=$(($(date +%s) + ${2:-31536000}))
while at_work && [ -n "$busy" ]; do
    [ "$(date +%s)" -lt "$end" ] || stop 3 "$1: after $2 s jobs are at work: $busy" "more seconds, or scancel $busy"
    sleep 1
done
if [ -s failed.txt ]; then
    cat failed.txt >&2
    exit 1
fi
[ -s done.txt ] || stop 1 "$1: its jobs ended before the shards were joined" "the same call again: finished shards remain"
cat done.txt
