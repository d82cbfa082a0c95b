#!/bin/sh
# Behind the last part: the cases of all parts are those of the whole, and all agree.
shards=$1
i=1 sum=0
rm -f done.txt
fail() {
    echo "$1" | tee failed.txt >&2
    exit 1
}
while [ "$i" -le "$shards" ]; do
    [ -f "part/$i.txt" ] || fail "part/$i.txt is missing: right is every part from 1 to $shards"
    first=$(head -n 1 "part/$i.txt") last=$(tail -n 1 "part/$i.txt")
    [ "$first" = "shard $i of $(cat call)" ] || fail "part/$i.txt is \`$first\`: right is \`shard $i of $(cat call)\`"
    own=$(printf '%s\n' "$last" | sed -n 's/.* options, \([0-9]*\) cases .*: all agree$/\1/p')
    [ -n "$own" ] || fail "part/$i.txt ends with \`$last\`: right is a number of cases, all of which agree"
    sum=$((sum + own)) i=$((i + 1))
done
whole=$(awk '{ sum += $1 } END { printf "%d", sum }' list.txt)
[ "$sum" = "$whole" ] || fail "the parts have $sum cases: right is $whole"
echo "ASSAY PASS shards=$shards cases=$sum mismatches=0" >done.new && mv done.new done.txt
