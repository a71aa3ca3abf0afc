// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :12:1: error[SYN0012]: expected 'end if', found keyword 'end'
// CHECK-NOT: internal
model M
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 0;
end M; // <- end if is missing in front of this
