// fixed of an array may be an expression of parameters; it is evaluated like that of a scalar.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: start values taken
// VALUE: %t.csv a[1].z[1](0) = 1 +- 1e-12
// VALUE: %t.csv a[1].z[2](0) = 11 +- 1e-12
// VALUE: %t.csv a[2].z[1](0) = 12 +- 1e-12
// VALUE: %t.csv a[2].z[2](0) = 2 +- 1e-12
model FixedArrayByParameter
  model Tank
    parameter Real way[2] = {1, 0};
    Real z[2](start = {1, 2}, fixed = if way[1] > 0 then {true, false} else {false, true});
  equation
    der(z) = {-1, -2};
  end Tank;
  Tank a[2](way = {{1, 0}, {0, 0}});
initial equation
  a[1].z[2] = 11;
  a[2].z[1] = 12;
end FixedArrayByParameter;
