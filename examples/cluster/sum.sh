#!/bin/sh
# Behind the last part: the cases of all parts are those of the whole, and all agree.
shards=$1
i=1 sum=0
fail() {
    echo "$1" | tee failed.txt >&2
    exit 1
}
while [ "$i" -le "$shards" ]; do
    last=$(tail -n 1 "part/$i.txt") || fail "part $i/$shards is missing: right is every part from 1 to $shards"
    case $last in
    *" cases ("*"): all agree" | *"all agree") ;;
    *) fail "part/$i.txt ends with \`$last\`: right is a sum of cases, all of which agree" ;;
    esac
    own=$(printf '%s\n' "$last" | sed -n 's/.* options, \([0-9]*\) cases .*/\1/p')
    sum=$((sum + ${own:-0})) i=$((i + 1))
done
whole=$(awk '{ sum += $1 } END { printf "%d", sum }' list.txt)
[ "$sum" = "$whole" ] || fail "the parts have $sum cases: right is $whole"
echo "ASSAY PASS shards=$shards cases=$sum mismatches=0" >done.new && mv done.new done.txt
