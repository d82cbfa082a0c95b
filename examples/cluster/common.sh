# What both submissions and wait.sh share. `here` is the scripts' folder.
ANSWERS=${ANSWERS:-cat}
PATIENCE=${PATIENCE:-30}

# Ends with an exit code, what was found, what would be right.
stop() {
    printf '%s\n  right: %s\n' "$2" "$3" >&2
    exit "$1"
}

command -v squeue >/dev/null || stop 3 "there is no command squeue" "Slurm's commands on the path"

number() {
    case $1 in
    '' | *[!0-9]* | 0*) stop 2 "\`$1\` shards" "a number from 1 on" ;;
    esac
}

# Makes the folder, and goes there.
make() {
    mkdir -p "$1/log" && cd "$1" || stop 3 "$1: cannot be made" "a folder that all nodes see"
    folder=$(pwd)
    name=$(named)
}

# What the folder's jobs are called.
named() {
    printf 'assay-%s' "$(pwd | cksum | tr ' ' -)"
}

# The path of a program, which nodes find from whatever folder.
program() {
    found=$(command -v "$2") || stop 2 "$1 is \`$2\`, no program" "$3"
    case $found in
    /*) printf '%s' "$found" ;;
    *) printf '%s/%s' "$(pwd)" "$found" ;;
    esac
}

# The jobs of the folder that Slurm has not done with: `busy`. Their name tells them, also one whose number nobody heard.
at_work() {
    # A question may be asked again: busy controllers refuse some.
    last=$(($(date +%s) + PATIENCE))
    until busy=$(timeout "$PATIENCE" squeue --noheader --format=%F --name="$name" --user="$(id -un)" 2>squeue.txt); do
        if [ "$(date +%s)" -ge "$last" ]; then
            cat squeue.txt >&2
            stop 3 "squeue: no answer of Slurm for $PATIENCE s" "a controller that runs (scontrol ping)"
        fi
        sleep 1
    done
    rm squeue.txt
    busy=$(printf '%s' "$busy" | sort -u | tr '\n' ' ')
}

# A folder is of one call; while its jobs are at work, no other call is taken.
call() {
    if [ -f call ] && [ "$(cat call)" != "$1" ]; then
        stop 2 "$folder is of another call: $(cat call)" "that call again, or an empty folder, for: $1"
    fi
    at_work
    [ -z "$busy" ] || stop 2 "$folder: jobs are at work: $busy" "wait.sh $folder, or scancel $busy"
    printf '%s\n' "$1" >call.new && mv call.new call || stop 3 "$folder/call: cannot be written" "a folder that can be"
    rm -f failed.txt done.txt
}

# Submits the array, once more for what fails of it (what is finished remains), and what joins the shards behind whichever ends well:
#   chain SHARDS TASK JOIN [what TASK is given]
chain() {
    shards=$1 task=$2 join=$3
    shift 3
    : >jobs
    batch --array="1-$shards" --output=log/%a-1.txt "$here/$task" "$shards" "$@"
    first=$job
    batch --array="1-$shards" --output=log/%a-2.txt --dependency="afternotok:$first" "$here/$task" "$shards" "$@"
    again=$job
    batch --output=log/join.txt --dependency="afterok:$first" "$here/$join" "$shards"
    batch --output=log/join.txt --dependency="afterok:$again" "$here/$join" "$shards"
    batch --output=log/failed.txt --dependency="afternotok:$again" "$here/failed.sh" "$shards"
    printf 'jobs %s\n' "$(cat jobs)"
}

# Submits a job, whose number is `job` then. A chain that is not whole is none.
batch() {
    job=$(timeout "$PATIENCE" sbatch --parsable --job-name="$name" --chdir="$folder" --export=ALL --kill-on-invalid-dep=yes --requeue "$@")
    code=$?
    if [ $code -ne 0 ]; then
        # shellcheck disable=SC2046
        [ ! -s jobs ] || timeout "$PATIENCE" scancel $(cat jobs) 2>/dev/null
        rm -f jobs
        [ $code -ne 124 ] || stop 3 "sbatch: no answer of Slurm for $PATIENCE s" "a controller that runs (scontrol ping)"
        stop 3 "sbatch: exit code $code" "a controller that runs (scontrol ping) and takes such jobs"
    fi
    printf '%s ' "${job%%;*}" >>jobs
}
