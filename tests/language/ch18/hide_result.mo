// RUN: causeway simulate %s -o %t.csv --stop 1 && head -1 %t.csv
// CHECK: time,y
// CHECK-NOT: hidden
model HideResult
  Real hidden = time annotation(HideResult = true);
  Real y = 2*hidden;
end HideResult;
