# Runs a private Slurm of one node in a folder until standard input ends: however whoever holds its other end has ended, the daemons end, too.
#   keeper.sh FOLDER
cd "$1" || exit 1
PATH=$PATH:/usr/sbin:/sbin
export PATH SLURM_CONF="$1/slurm.conf"
munged --foreground --force --key-file="$1/munge/key" --socket="$1/munge/socket" --pid-file="$1/munge/pid" \
    --log-file="$1/munge/log" --seed-file="$1/munge/seed" </dev/null >munge/out 2>&1 &
echo $! >munged.number
while [ ! -S munge/socket ] && kill -0 "$(cat munged.number)" 2>/dev/null; do sleep 0.1; done
slurmctld -D </dev/null >log/slurmctld.out 2>&1 &
echo $! >slurmctld.number
slurmd -D </dev/null >log/slurmd.out 2>&1 &
echo $! >slurmd.number
cat >/dev/null
# A controller that was stopped hears nothing.
kill -CONT "$(cat slurmctld.number)" 2>/dev/null
timeout 5 scancel --full --user="$(id -un)" 2>/dev/null
jobs() { timeout 5 scontrol listpids 2>/dev/null | awk 'NR > 1 && $1 > 1 { print $1 }'; }
for _ in 1 2 3 4 5 6; do
    [ -n "$(jobs)" ] || break
    sleep 0.5
done
for number in $(jobs); do kill -9 "$number" 2>/dev/null; done
numbers="$(cat slurmd.number) $(cat slurmctld.number) $(cat munged.number)"
kill $numbers 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    kill -0 $numbers 2>/dev/null || break
    sleep 0.3
done
for number in $numbers; do kill -9 "$number" 2>/dev/null; done
wait
