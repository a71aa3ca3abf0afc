// Calls with several results in a Jacobian: where no argument moves tangents are zero, and are not computed; where one
// does, they are those of the function.
// RUN: causeway simulate %s Devices --check-jacobian -o /dev/null
// CHECK: steps
// RUN: causeway translate %s Devices -o %t.c
// RUN: grep -c "==0 && .*==0) {" %t.c
// CHECK: {{[1-9]}}
model Devices
  function device "current and charge of something bent"
    input Real u, w, scale;
    output Real i, q;
  protected
    Real x;
  algorithm
    x := u - 0.5*w;
    for k in 1:3 loop
      x := x + 0.1*x^3/k;
    end for;
    i := scale*(exp(x) - 1);
    q := scale*x*abs(x);
  end device;
  parameter Integer n = 5;
  Real v[n](each start = 0, each fixed = true), i[n + 1], q[n + 1];
equation
  (i[1], q[1]) = device(sin(time), v[1], 1);
  for k in 2:n loop
    (i[k], q[k]) = device(v[k - 1], v[k], 1/k);
  end for;
  (i[n + 1], q[n + 1]) = device(v[n], 0, 1/n);
  for k in 1:n loop
    der(v[k]) = 10*(i[k] - i[k + 1]) - 0.1*(q[k] - q[k + 1]);
  end for;
  annotation(experiment(StopTime = 3));
end Devices;
