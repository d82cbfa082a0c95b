#!/bin/sh
# Behind an array that has failed twice: which shards, and why.
shards=$1
{
    i=1
    while [ "$i" -le "$shards" ]; do
        if [ ! -e "shards/$i.csv" ] && [ ! -e "part/$i.txt" ] || grep -q "^shard $i/" "log/$i-2.txt" 2>/dev/null; then
            echo "shard $i/$shards failed twice: $(tail -n 1 "log/$i-2.txt" 2>/dev/null || echo 'it was killed before it began') (log/$i-1.txt, log/$i-2.txt)"
        fi
        i=$((i + 1))
    done
} >failed.new
mv failed.new failed.txt
