// RUN: causeway simulate %s -o %t.csv --no-cache
// EXIT: 5
// CHECK-NOT: error[SYM
// CHECK: error[MODE0001]: at time 0.5 the model changes to a mode whose equations cannot be solved
// CHECK: the mode before: not late
// CHECK: the mode after: late
// CHECK: singular_mode.mo:13:{{.*}} note: the condition late became true
// VALUE: %t.csv x(0.5) = 0.60653066 +- 1e-5
model SingularMode "Behind 0.5 s no equation is left for z, and two say what x is"
  Real x(start = 1, fixed = true), z;
  Boolean late = time >= 0.5;
equation
  der(x) = if late then 0 else -z;
  if late then
    x = 1;
  else
    z = x;
  end if;
end SingularMode;
