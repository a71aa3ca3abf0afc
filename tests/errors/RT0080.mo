// RUN: causeway simulate %s -o %t.csv --filter '('
// EXIT: 1
// CHECK: error[RT0080]: --filter '(': Unmatched ( or \(
model M
  Real x = time;
end M;
