// RUN: causeway simulate %s -o %t.csv --no-cache
// EXIT: 5
// CHECK: error[MODE0002]: at time 0.5 the model changes to a mode whose equations do not say what becomes of x, v
// CHECK: the condition locked became true
// CHECK: hint: write reinit()
// VALUE: %t.csv x(0.5) = 1.5 +- 1e-8
model Undetermined "A body is held at a place where it is not: no impulse brings it there"
  Real x(start = 1, fixed = true), v(start = 1, fixed = true), f;
  Boolean locked = time >= 0.5;
equation
  der(x) = v;
  der(v) = f;
  if locked then
    x = 5;
  else
    f = 0;
  end if;
end Undetermined;
