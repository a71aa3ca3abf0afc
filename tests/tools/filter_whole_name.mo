// --filter means whole names: T.1. is T[1], not T[10] or T[123].
// RUN: causeway simulate %s -o %t.csv --filter 'T.1.' -q; head -1 %t.csv
// CHECK: time,T[1]
// CHECK-NOT: T[10]
// CHECK-NOT: T[123]
model FilterWholeName
  Real T[123] = fill(time, 123);
end FilterWholeName;
