// A constant that follows from others is rounded as it is written: 1.6383/15, not 1.6383*(1/15), which is smaller.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: assertion
// FINAL: x = 0.89653303 +- 1e-5
model ConstantRounding
  input Real length = 1.6383;
  input Real angle = 1.5707963267948966;
  Real height = length*sin(angle);
  Real dl[2] = fill(length/15, 2), dh[2] = fill(height/15, 2);
  Real x(start = 1, fixed = true);
equation
  for i in 1:2 loop
    assert(dl[i] >= abs(dh[i]), "dl must be at least abs(dh)");
  end for;
  der(x) = -x*dl[1];
end ConstantRounding;
