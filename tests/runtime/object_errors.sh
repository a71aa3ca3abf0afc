# External objects (MLS 3.6, 12.9.7): made once, destroyed once, whatever ends the run; made before those that need them, and destroyed after.
# REQUIRES: tool cc
# RUN: cat > run <<< 'causeway simulate %d/data/Objects.mo -o x.csv -q "$@" > log 2>&1; echo "exit $?: $(grep -o "made [0-9]" log | sort | uniq -c | xargs) / $(grep -o "gone [0-9]" log | sort | uniq -c | xargs)"'
# RUN: . ./run
# CHECK: exit 0: 1 made 1 1 made 2 / 1 gone 1 1 gone 2
# RUN: . ./run -p fail_at=0.5
# CHECK: exit 5: 1 made 1 1 made 2 / 1 gone 1 1 gone 2
# RUN: . ./run -p fail_at=-1
# CHECK: exit 4: 1 made 1 1 made 2 / 1 gone 1 1 gone 2
# RUN: . ./run -p constructor=1
# CHECK: exit 4: 1 made 1 / 1 gone 1
# RUN: . ./run -p fail_at=0.5 -p destructor=1
# CHECK: exit 5: 1 made 1 1 made 2 / 1 gone 1 1 gone 2
# RUN: . ./run --stop 1e9 --interval 0.01 --timeout 0.5
# CHECK: exit 5: 1 made 1 1 made 2 / 1 gone 1 1 gone 2
# RUN: . ./run -o /no/such/folder/x.csv
# CHECK: exit 1: /
