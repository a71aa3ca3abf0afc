// What equals the time, a number or a parameter is no state: reinit of it is refused (it set the clock itself).
// RUN: causeway simulate %s M -o %t.csv
// EXIT: 2
// CHECK: error[SYM0302]: reinit gives x a new value, but it is no state: it is the time (MLS 8.3.6)
// CHECK: error[SYM0302]: reinit gives z a new value, but it is no state: it is fixed (MLS 8.3.6)
model M
  Real x = time;
  Real z = 5;
  Real y(start = 0, fixed = true);
equation
  der(y) = 1;
  when time > 0.5 then
    reinit(x, 3);
    reinit(z, 3);
  end when;
end M;
