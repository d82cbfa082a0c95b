#!/bin/sh
# Behind the last shard: the set, in the bytes that one run of `assay gen` writes; it is checked by the shards' tasks already.
shards=$1
"$ASSAY" merge shards/*.csv -o set.csv && "$ASSAY" check set.csv >check.txt || {
    echo "the $shards shards are no set: see log/join.txt" >failed.txt
    exit 1
}
tail -n 1 check.txt >done.new && mv done.new done.txt
