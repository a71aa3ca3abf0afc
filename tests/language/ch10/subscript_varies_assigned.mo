// RUN: causeway simulate %s -o %t.csv --stop 5
// EXIT: 5
// CHECK: assertion failed: subscript 4 of 'x' (subscript_varies_assigned.mo:10:5) is outside 1:3
model M
  Real x[3](each start = 0, each fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  when sample(1, 1) then
    n := n + 1;
    x[n] := time;
  end when;
end M;
