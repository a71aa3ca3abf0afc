// Ctrl-C ends a run, keeps what was computed and says so.
// RUN: (causeway simulate %s -o %t.csv --stop 1e9 --interval 0.1 -q & pid=$!; sleep 1; kill -INT $pid; wait $pid)
// EXIT: 5
// CHECK: interrupt
// RUN: test $(wc -l < %t.csv) -gt 10
// VALUE: %t.csv x(0.5) = 0.479425538604 +- 1e-4
// RUN: causeway simulate %s -o %t.mat --stop 1e9 --interval 0.1 --timeout 0.5
// EXIT: 5
// VALUE: %t.mat x(0.5) = 0.479425538604 +- 1e-4
model Oscillator
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Oscillator;
