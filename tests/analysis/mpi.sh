# REQUIRES: release
# RUN: bash %s %d
# REQUIRES: tool mpirun
# TIMEOUT: 300
# CHECK: three processes agree
# CHECK: failures too
# CHECK: killed and resumed
# CHECK: error[TOOL0012]
# CHECK: nobody waits
# A study on several processes: the same bytes as with one, whatever is killed on the way.
set -eu
tank=$1/Tank.mo
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
mpi="mpirun -n 3 --oversubscribe causeway"
study="sweep $tank --random k=uniform(0.1,0.2) --runs 400 --seed 5 --record h --stop 4 --interval 0.01"
causeway $study -o one.csv -q
$mpi $study -o many.csv -q
cmp one.csv many.csv && echo "three processes agree"
causeway sweep "$tank" -p A=1:1:3 -p k=list:0.1,0.2,4 -p n=1:2 --record h --stop 4 -o one.csv -q
$mpi sweep "$tank" -p A=1:1:3 -p k=list:0.1,0.2,4 -p n=1:2 --record h --stop 4 -o many.csv -q
[ "$(grep -c 'k is too large' one.csv)" = 6 ] && cmp one.csv many.csv && echo "failures too"
long="sweep $tank --random k=uniform(0.1,0.2) --runs 3000 --seed 6 --record h --stop 4 --interval 0.001"
causeway $long -o one.csv -q
rm -f many.csv # what is there behind the loop is its own
for i in 1 2 3; do
    $mpi $long -o many.csv -q > log.txt 2>&1 & pid=$!
    sleep 0.$((i * 2 + 2))
    victim=$(pgrep -P $pid causeway | tail -1 || true)
    [ -z "$victim" ] || kill -9 "$victim" 2>/dev/null || true
    wait $pid 2>/dev/null || true
done
# mpirun may be gone before the last of its processes, which then still holds the journal
for i in $(seq 60); do
    [ -e many.csv ] && [ ! -e many.csv.journal ] && break
    $mpi $long -o many.csv -q > log.txt 2>&1 || { grep -q 'at work on it' log.txt || { cat log.txt; exit 1; }; sleep 0.5; }
done
cmp one.csv many.csv && echo "killed and resumed"
$mpi sweep "$tank" -p nothing=1:3 --record h -o wrong.csv 2>&1 | grep -v '^-\|^$\|mpirun\|Primary\|exited\|Process name\|Exit code' || true
echo "nobody waits"
