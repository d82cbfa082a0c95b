# What both submissions share. `here` is the scripts' folder.
ASSAY=${ASSAY:-assay}
ANSWERS=${ANSWERS:-cat}
EXHAUSTIVE=${EXHAUSTIVE:-}
PATIENCE=${PATIENCE:-30}

# Ends with an exit code, what was found, what would be right.
stop() {
    printf '%s\n  right: %s\n' "$2" "$3" >&2
    exit "$1"
}

# A command of Slurm's, which may not take forever.
slurm() {
    timeout "$PATIENCE" "$@"
    code=$?
    case $code in
    0) return 0 ;;
    124) stop 3 "$1: no answer of Slurm for $PATIENCE s" "a controller that runs (scontrol ping)" ;;
    127) stop 3 "$1: there is no such command" "Slurm's commands on the path" ;;
    *) stop 3 "$1: exit code $code (above is why)" "a controller that runs (scontrol ping), and takes such jobs" ;;
    esac
}

number() {
    case $1 in
    '' | *[!0-9]* | 0*) stop 2 "\`$1\` shards" "a number from 1 on" ;;
    esac
}

# Makes the folder, and goes there.
make() {
    mkdir -p "$1/log" && cd "$1" || stop 3 "$1: cannot be made" "a folder that all nodes see"
    folder=$(pwd)
}

# A folder is of one call; while its jobs are at work, no other call is taken.
call() {
    if [ -f call ] && [ "$(cat call)" != "$1" ]; then
        stop 2 "$folder is of another call: $(cat call)" "that call again, or an empty folder, for: $1"
    fi
    if [ -f jobs ]; then
        busy=$(slurm squeue --noheader --states=all --format='%i %T' --jobs="$(tr ' ' , <jobs)" 2>/dev/null | grep -Ev ' (COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL|OUT_OF_MEMORY|BOOT_FAIL|DEADLINE)$')
        [ -z "$busy" ] || stop 2 "$folder: its jobs are at work: $(cat jobs)" "to wait for them (wait.sh), or scancel $(cat jobs)"
    fi
    printf '%s\n' "$1" >call.new && mv call.new call || stop 3 "$folder/call: cannot be written" "a folder that can be"
    rm -f failed.txt done.txt
}

# Submits the array, once more those of its tasks that fail (what is finished remains), and what joins the shards behind whichever ends well:
#   chain SHARDS TASK JOIN [what TASK is given]
chain() {
    shards=$1 task=$2 join=$3
    shift 3
    set -- "$shards" "$@"
    both="--parsable --chdir=$folder --kill-on-invalid-dep=yes"
    first=$(slurm sbatch $both --array="1-$shards" --job-name=assay --output=log/%a-1.txt "$here/$task" "$@") || exit
    printf '%s\n' "$first" >jobs
    again=$(slurm sbatch $both --array="1-$shards" --job-name=assay-again --output=log/%a-2.txt --dependency="afternotok:$first" "$here/$task" "$@") || undone
    printf '%s\n' "$first $again" >jobs
    ends=
    for way in "afterok:$first" "afterok:$again"; do
        own=$(slurm sbatch $both --job-name=assay-join --output=log/join.txt --dependency="$way" "$here/$join" "$shards" "$here") || undone
        ends="$ends $own"
    done
    own=$(slurm sbatch $both --job-name=assay-failed --output=log/failed.txt --dependency="afternotok:$again" "$here/failed.sh" "$shards") || undone
    printf '%s\n' "$first $again$ends $own" >jobs
    printf 'jobs %s\n' "$(cat jobs)"
}

# A chain that is not whole is none.
undone() {
    code=$?
    timeout "$PATIENCE" scancel $(cat jobs) 2>/dev/null
    exit "$code"
}
