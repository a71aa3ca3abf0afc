// A second row of units in CSV: written, read back, and shown in plots; panels of one picture share their axis of time.
// RUN: causeway simulate %s -o %t.units.csv -q && head -2 %t.units.csv
// CHECK: time,T,h,"'a,b'[1]",large
// CHECK: s,K|degC,m,,
// RUN: causeway show %t.units.csv T
// CHECK: K
// RUN: causeway simulate %s -o %t.csv -q && head -2 %t.csv | tail -1
// CHECK: 0,300,
// RUN: causeway compare %t.units.csv %t.csv
// CHECK: 0 different, 0 missing
// RUN: causeway plot %t.units.csv T h large "'a,b'[1]" -o %t.svg; causeway plot %t.units.csv T -o %t.html
// RUN: grep -c "°C" %t.svg; grep -o "class='g' d='M[0-9.]* [0-9.]*H" %t.svg | cut -d' ' -f2 | sort -u | wc -l
// CHECK: 2
// CHECK: 1
// RUN: grep -o "<title>.*</title>" %t.html; grep -o "Drag to zoom[^']*" %t.html
// CHECK: <title>T: {{.*}}.units.csv</title>
// CHECK: Drag to zoom, scroll to zoom at the cursor, double-click to reset.
model M
  Real T(unit = "K", displayUnit = "degC") = 300, h(unit = "m") = 3, 'a,b'[1] = {time}, large = 1e4*time;
  annotation (experiment(StopTime = 1));
end M;
