# RUN: bash %s %d
# CHECK: grid: 9 rows, 3 failed
# CHECK: threads agree
# CHECK: resumed: every run once
# CHECK: structural and random
# CHECK: modifiers and structure: 3 of 3
# CHECK: starts: 1 4 9
# CHECK: files: 2 of 2
# CHECK: a grid with random numbers: 4 combinations
# CHECK: kx was not taken
# A study: combinations, runs that fail, any number of threads, killed at random instants and resumed.
set -eu
tank=$1/Tank.mo
causeway sweep "$tank" -p A=1:1:3 -p k=list:0.1,0.2,4 --record h --reduce final,mean --stop 4 -j 2 -o grid.csv -q
echo "grid: $(($(wc -l < grid.csv) - 1)) rows, $(grep -c 'k is too large' grid.csv) failed"
causeway sweep "$tank" -p A=1:1:3 -p k=list:0.1,0.2,4 --record h --reduce final,mean --stop 4 -j 1 -o one.csv -q
cmp grid.csv one.csv && echo "threads agree"
# 1 m2 and 0.1: sqrt(h) = 2 - 0.1 t
awk -F, 'NR == 2 { d = $4 - 2.56; if (d > 1e-5 || d < -1e-5) exit 1 }' grid.csv
study="sweep $tank --random k=uniform(0.1,0.2) --runs 3000 --seed 5 --record h --stop 4 --interval 0.001"
causeway $study -o whole.csv -q
for i in 1 2 3 4 5 6; do
    causeway $study -o part.csv -q & pid=$!
    sleep 0.1$i
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
done
causeway $study -o part.csv -q
cmp whole.csv part.csv && [ ! -e part.csv.journal ] && echo "resumed: every run once"
causeway sweep "$tank" -p n=1:3 --random 'k=normal(0.2, 0.01)' --runs 6 --record 'h*' --stop 1 -o n.csv -q
[ "$(grep -c ',0,""' n.csv)" = 6 ] && echo "structural and random"
causeway sweep "$tank" 'Tank(k = 0.1)' -p n=1:1:3 --grid --record h --stop 1 -o m.csv -q
echo "modifiers and structure: $(grep -c ',0,""' m.csv) of 3"
causeway sweep "$tank" -p h.start=list:1,4,9 --record h --reduce max --stop 1 -o s.csv -q
echo "starts: $(cut -d, -f3 s.csv | tail -3 | tr '\n' ' ')"
printf 'k,0.1\n' > values.csv
printf 'time,u\n0,1\n1,1\n' > u.csv
causeway sweep "$tank" -p A=1:1:2 --parameters values.csv --record h --stop 4 -o f.csv -q
awk -F, 'NR == 2 { d = $3 - 2.56; if (d > 1e-5 || d < -1e-5) exit 1 }' f.csv
echo "files: $(grep -c ',0,""' f.csv) of 2"
causeway sweep "$tank" -p A=1:1:2 -p n=1:2 --random 'k=normal(0.2, 0.01)' --grid --record h --stop 1 -o g.csv -q
echo "a grid with random numbers: $(tail -n +2 g.csv | cut -d, -f2,3 | sort -u | wc -l) combinations"
printf 'kx,0.1\n' > values.csv
! causeway sweep "$tank" -p A=1:1:2 --parameters values.csv --record h --stop 4 -o f.csv 2>&1
