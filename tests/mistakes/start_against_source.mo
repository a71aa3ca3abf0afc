// RUN: causeway simulate %s -L %d/library -o %t.csv -p s.V=1
// EXIT: 4
// CHECK: start_against_source.mo:10:19: error[RT0043]: too many conditions are given at the start, and they disagree: c.v = 0.0 does not hold
// CHECK: note: this is where, in the library
// CHECK: in instance c
// RUN: causeway simulate %s -L %d/library -o %t.csv
// CHECK: start_against_source.mo:9:16: warning[TOOL0019]: parameter s.V has no value
model M
  Parts.Source s;
  Parts.Capacitor c(v(start = 0, fixed = true)); // <- s prescribes it
  Parts.Ground g;
equation
  connect(s.p, c.p);
  connect(s.n, c.n);
  connect(g.p, s.n);
end M;
