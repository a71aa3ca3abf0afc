// A ladder of resistors grows slowly along the way: torn to one, and with few rungs solved by a formula.
// RUN: causeway explain %s --json | python3 -c "import json, sys; b = [x['system'] for x in json.load(sys.stdin)['simulation'] if 'system' in x]; print([(x['size'], x['torn'], x['constant']) for x in b])"
// CHECK: [(23, 1, True)]
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv v[13](0) = 0.1151877182470108 +- 1e-9
// RUN: sed 's/n = 12/n = 3/' %s > short.mo; causeway explain short.mo
// CHECK: linear systems 0
// RUN: causeway simulate short.mo -o %t3.csv --stop 1
// VALUE: %t3.csv v[4](0) = 2.11864406779661 +- 1e-9
model Ladder
  parameter Integer n = 12;
  Real v[n+1], i[n];
equation
  v[1] = 10 + sin(time);
  for k in 1:n loop
    v[k] - v[k+1] = i[k];
  end for;
  for k in 1:n-1 loop
    i[k] = i[k+1] + 0.1*v[k+1];
  end for;
  i[n] = v[n+1];
end Ladder;
