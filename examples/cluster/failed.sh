#!/bin/sh
# Behind an array that was tried twice: which shards failed, and why. It says nothing where the second try had nothing to do.
shards=$1
i=1
while [ "$i" -le "$shards" ]; do
    if [ ! -e "shards/$i.csv" ] && [ ! -e "part/$i.txt" ] || grep -q "^shard $i/" "log/$i-2.txt" 2>/dev/null; then
        last=$(tail -n 1 "log/$i-2.txt" 2>/dev/null)
        echo "shard $i/$shards failed twice: ${last:-it left no word} (log/$i-1.txt, log/$i-2.txt)"
    fi
    i=$((i + 1))
done >failed.new
if [ -s failed.new ]; then mv failed.new failed.txt; else rm failed.new; fi
