# RUN: bash %s
# CHECK: 1 error[ANA0041]: in.csv:3: u is not a number there
# CHECK: 2 error[ANA0041]: in.csv:4: the line ends in its middle
# CHECK: 3 error[ANA0041]: in.csv:4: the line ends in its middle
# CHECK: 4 error[RT0090]: in.csv {{.*}}: line 1, column 3: the name of column 2, too, is 'u'
# CHECK: 5 error[RT0090]: in.csv {{.*}}: line 3, column 2: characters stand behind the end of a quoted field: '26'
# CHECK: 6 error[RT0090]: in.csv {{.*}}: line 3, column 2: a quoted field does not end
# CHECK: 7 error[RT0090]: in.csv {{.*}}: line 3, column 2: a field is not a number: '2?6'
# CHECK: 8 error[RT0090]: in.csv {{.*}}: line 3, column 2: a field is not a number: '0x10'
# CHECK: 9 error[RT0090]: in.csv {{.*}}: line 3, column 2: a field holds a zero byte
# CHECK: 10 error[ANA0041]: in.csv:3: the time is not a number
# CHECK: 11 error[ANA0041]: in.csv: 'kg' is no unit of time
# CHECK: 12 10,2,2
# CHECK: 13 10,2,2
# CHECK: the reference has a hole: 1
# CHECK: u: 100.00 % of the points outside the tube, largest deviation nan at 1
# CHECK: the reference is cut: 1
# CHECK: error[TOOL0011]: ref.csv ends in the middle of line 4
# A reader of numbers makes up none: gaps, lines without an end and names that stand twice are refused with their place.
printf 'model M input Real u; Real x(start=0,fixed=true); equation der(x)=u; end M;' > m.mo
n=0
try() {
    n=$((n + 1))
    printf "$1" > in.csv
    if causeway simulate m.mo --input in.csv --stop 10 -o o.csv > log 2>&1; then
        echo "$n $(tail -1 o.csv | awk -F, '{ printf "%g,%g,%.6g", $1, $2, $3/10 }')"
    else
        echo "$n $(grep -o 'error.*' log)"
    fi
}
try 'time,u\n0,2\n5,\n10,2\n'
try 'time,u\n0,2\n5,2\n10,'
try 'time,u\n0,2\n5,2\n10'
try 'time,u,"u"\n0,2,3\n10,2,3\n'
try 'time,u\n0,2\n5,"2"6\n10,2\n'
try 'time,u\n0,2\n5,"2\n10,2\n'
try 'time,u\n0,2\n5,2\r6\n10,2\n'
try 'time,u\n0,2\n5,0x10\n10,2\n'
try 'time,u\n0,2\n5,2\0003\n10,2\n'
try 'time,u\n0,2\n,\n10,2\n'
try 'time,u\nkg,\n0,2\n10,2\n'
try 'time,u\nms,\n0,2\n5000,2\n10000,2'
try 'time,u\r\n0,2\r\n\r\n10,2\r\n'
printf 'time,u\n0,1\n1,1\n2,1\n' > good.csv
printf 'time,u\n0,1\n1,\n2,1\n' > ref.csv
causeway compare good.csv ref.csv > log; echo "the reference has a hole: $?"; cat log
printf 'time,u\n0,1\n1,1\n2' > ref.csv
causeway compare good.csv ref.csv > log 2>&1; echo "the reference is cut: $?"; cat log
