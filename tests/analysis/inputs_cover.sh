# RUN: bash %s %d
# CHECK: warning[RT0009]: the curve of the input 'u' goes from time 0 to 1, the run from 0 to 3: its last value is taken behind it
# CHECK: hint: give rows for all of the run, or let it stop earlier
# CHECK: warning[RT0009]: the curve of the input 'u' goes from time 0.5 to 3, the run from 0 to 3: its first value is taken before it
# CHECK: quiet: 0 0
# Curves of inputs that say nothing of a part of the run are told of; one row is a constant.
cd "$(mktemp -d)" && trap 'rm -rf "$PWD"' EXIT
printf 'model M\n  input Real u;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = u;\nend M;\n' > m.mo
try() { causeway simulate m.mo --stop 3 -o r.csv -q "$@" 2>&1; }
printf 'time,u\n0,0\n1,1\n' > early.csv; try --input early.csv
printf 'time,u\n0.5,0\n3,1\n' > late.csv; try --input late.csv
printf 'time,u\n0,0\n3,1\n' > whole.csv; printf 'time,u\n0,2\n' > one.csv
echo "quiet: $(try --input whole.csv | wc -c) $(try --input one.csv | wc -c)"
