# RUN: bash %s %d
# CHECK: error[ANA0041]: nan.csv:3: u is not a number there
# CHECK: error[ANA0041]: back.csv:4: time goes back, from 1 to 0.5
# CHECK: line 3: it has another number of fields
# CHECK: error[ANA0041]: column.csv: the model has no variable 'v'
# CHECK: its inputs are u, b, a[1], a[2], i
# CHECK: error[ANA0041]: unit.csv:2: u is given in 'A', but its unit is 'V'
# CHECK: error[ANA0041]: part.csv: it has a[1], but not a[2]
# CHECK: error[ANA0041]: boolean.csv:3: b is 2, but it is a Boolean
# CHECK: warning[ANA0042]: other.csv: the column x is not used
# CHECK: error[RT0001]: p.csv:2: there is no variable 'zz'
# CHECK: error[ANA0040]: novalue.csv:1: there is no value for 'k'
# CHECK: error[ANA0040]: p.json:2: a value is expected
# CHECK: error[ANA0043]: r.csv goes from 0 to 1, there is no 9 in it
# CHECK: error[ANA0045]: cannot read nothing.state
# CHECK: error[RT0006]
# CHECK: error[ANA0045]: the run could not be saved in /dev/full/x
# CHECK: kept
# What is wrong with data is said with its place, and nothing is computed or lost.
set -u
model=$1/Inputs.mo
try() { causeway simulate "$model" -o r2.csv -q "$@" 2>&1; }
printf 'time,u\n0,1\n1,nan\n' > nan.csv; try --input nan.csv
printf 'time,u\n0,1\n1,2\n0.5,3\n' > back.csv; try --input back.csv
printf 'time,u\n0,1\n1\n' > short.csv; try --input short.csv
printf 'time,v\n0,1\n1,2\n' > column.csv; try --input column.csv
printf 'time,u\ns,A\n0,1\n1,2\n' > unit.csv; try --input unit.csv
printf 'time,a[1]\n0,1\n1,2\n' > part.csv; try --input part.csv
printf 'time,b\n0,1\n1,2\n' > boolean.csv; try --input boolean.csv
printf 'time,u,x\n0,1,0\n1,2,0\n' > other.csv; try --input other.csv
printf 'k,1\nzz,3\n' > p.csv; try --parameters p.csv
printf 'k,\n' > novalue.csv; try --parameters novalue.csv
printf '{"k": 1,\n "q": }' > p.json; try --parameters p.json
causeway simulate "$model" -o r.csv -q --stop 1
try --start-from r.csv@9
try --restore nothing.state
try --restore r.csv
try --save-state /dev/full/x
causeway simulate "$model" -q --stop 0.5 --save-state good.state -o /dev/null && cp good.state before
ulimit -f 0; trap '' XFSZ
causeway simulate "$model" -q --stop 0.7 --save-state good.state -o /dev/null 2> /dev/null
cmp good.state before && echo kept
