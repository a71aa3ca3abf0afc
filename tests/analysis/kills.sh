# RUN: bash %s %d
# TIMEOUT: 180
# CHECK: 20 kills, every run exactly once
# A study of 500 runs that is killed twenty times: no run is lost, none is done twice.
set -eu
tank=$1/Tank.mo
study="sweep $tank --random k=uniform(0.1,0.2) --runs 500 --seed 5 --record h --stop 4 --interval 0.0002 -j 2"
causeway $study -o whole.csv -q
kills=0
twice=0
while [ $kills -lt 20 ]; do
    causeway $study -o part.csv -q & pid=$!
    sleep 0.$(printf '%03d' $((20 + RANDOM % 60)))
    if kill -9 $pid 2>/dev/null; then kills=$((kills + 1)); fi
    wait $pid 2>/dev/null || true
    [ -e part.csv ] && rm part.csv
done
causeway $study -o part.csv > last.txt
cmp whole.csv part.csv
cut -d, -f1 part.csv | sort -n | uniq -d | grep . && twice=1
[ $twice = 0 ] && [ "$(wc -l < part.csv)" = 501 ] && echo "$kills kills, every run exactly once"
