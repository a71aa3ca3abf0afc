// Variables hold Integers beyond 2^53 only when a double does: the run says that they came there, and ends where a value
// is lost.
// RUN: causeway simulate %s -o %t.csv --stop 0.6
// CHECK: warning[RT0046]: 'k' goes above its max of 9.0072e+15 at time {{0\.5.*}}; farthest is {{.*}}: whole numbers are exact up to there
// RUN: causeway simulate %s -o %t.csv --stop 1
// EXIT: 5
// CHECK: whole_numbers.mo:{{.*}}Integer overflow
// RUN: causeway simulate %s -o %t.csv --stop 1 --limits error
// EXIT: 5
// CHECK: error[RT0046]: 'k' goes above its max
// RUN: causeway simulate %s -o %t.csv --stop 0.4 --limits error; echo inside
// CHECK: inside
model WholeNumbers
  Integer k(start = 1, fixed = true);
equation
  when sample(0, 0.01) then
    k = 2*pre(k);
  end when;
end WholeNumbers;
