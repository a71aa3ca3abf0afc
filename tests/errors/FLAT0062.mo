// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: FLAT0062.mo:12:5: error[FLAT0062]: reinit of 'x' stands in two when-equations (MLS 8.3.6)
model FLAT0062
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then
    reinit(x, 2);
  end when;
  when time > 0.7 then
    reinit(x, 3);
  end when;
end FLAT0062;
