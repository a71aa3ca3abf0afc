# RUN: bash %s %d
# CHECK: jump in the middle: 3.5 0 2
# CHECK: parameters: 7 5 6
# CHECK: goes on: 3.5 2
# CHECK: starts there
# CHECK: warning[ANA0044]: whole.csv does not tell these states, which start as the model says: z
# Inputs, parameters, start values and whole runs from files.
set -eu
model=$1/Inputs.mo
last() { tail -1 "$1" | awk -F, -v n="$2" 'NR == 1 { printf "%.6g", $n }'; }
column() { head -1 "$1" | tr ',' '\n' | grep -nxF "$2" | cut -d: -f1; }
value() { last "$1" "$(column "$1" "$2")"; }
printf 'time,u,b,a[1],a[2],i\ns,mV,,,,\n0,0,false,1,2,0\n1,1000,false,1,2,1\n1,3000,true,1,2,1\n2,3000,true,1,2,3\n' > in.csv
causeway simulate "$model" --input in.csv --stop 2 -o r.csv -q
echo "jump in the middle: $(value r.csv x) $(printf '%.3f' "$(value r.csv y)" | sed 's/^-0.000$/0/; s/^0.000$/0/') $(value r.csv d)"
printf '{"k": 7, "list": [5, 6]}' > p.json
causeway simulate "$model" --parameters p.json --stop 1 -o p.csv -q
echo "parameters: $(value p.csv k) $(value p.csv 'list[1]') $(value p.csv 'list[2]')"
causeway simulate "$model" --input in.csv --stop 2 --intervals 40 --solver cvode -o whole.csv -q
causeway simulate "$model" --input in.csv --stop 0.7 --interval 0.05 --solver cvode --save-state at.state -o first.csv -q
causeway simulate "$model" --restore at.state --stop 2 -o second.csv -q
echo "goes on: $(value second.csv x) $(value second.csv d)"
causeway simulate "$model" --input in.csv --start-from whole.csv@0.5 --stop 2 --tolerance 1e-9 -o from.csv 2> said
awk -F, -v n="$(column from.csv x)" 'NR == 2 { exit !($1 == 0.5) }' from.csv
[ "$(value from.csv x)" = 3.5 ] && echo "starts there"
cat said
