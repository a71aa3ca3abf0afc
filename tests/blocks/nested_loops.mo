// RUN: causeway explain %s
// CHECK: nonlinear system of 132 equations, torn to 1
// CHECK: constant linear system of 12 equations, torn to 3, inside
// CHECK: constant linear system of 12 equations, torn to 3, inside
// RUN: causeway simulate %s -o %t.csv --check-jacobian
// CHECK: , 0 wrong
// RUN: causeway simulate %s -o %t_whole.csv --no-tearing
// RUN: causeway compare %t.csv %t_whole.csv --tolerance 1e-7
// CHECK: 0 different, 0 missing
// ALWAYS: %t.csv abs({s} - {q}**3 - {q} + 1 + {x}) < 1e-9
model NestedLoops "ten loops of four coupled equations, all of them driven by one variable that their sum determines"
  model Loop
    input Real u;
    parameter Real k = 1;
    Real a[4], b[4], c[4];
    output Real y = a[1] + c[4];
  equation
    for i in 1:4 loop
      (4 + k)*a[i] + b[i] - c[if i == 4 then 1 else i + 1] = u;
      a[if i == 1 then 4 else i - 1] + 5*b[i] + c[i] = k;
      2*c[i] - b[i] - a[i] + 0.1*k*a[if i == 4 then 1 else i + 1] = 0.1*u;
    end for;
  end Loop;
  Loop loops[10](each u = q, k = 1:10);
  Real q(start = 1), s;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  s = sum(loops.y);
  s = q^3 + q - 1 - x;
end NestedLoops;
