// An assert in a branch, of variables that nothing else reads: they are computed before it is judged.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: z = 0.36787944 +- 1e-4
model AssertInBranch
  parameter Real t0 = 0;
  Real x(start = 1, fixed = true), y = 2*x, z = y/2;
equation
  der(x) = -x;
  if noEvent(time > t0) then
    assert(noEvent(abs(x - z) < 1e-3), "x and z differ: x = " + String(x) + ", z = " + String(z));
  end if;
end AssertInBranch;
