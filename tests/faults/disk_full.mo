// A disk that fills while the result is written.
// RUN: ln -s /dev/full full.csv; causeway simulate %s -o full.csv --intervals 100000
// EXIT: 5
// CHECK: error[RT
// CHECK: No space left on device
model DiskFull
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end DiskFull;
