// Nonlinear loops inside a nonlinear system are iterated with the rest: all of it takes as many iterations as the outer equation with
// one loop does, also from starts that are far away; iterations inside each evaluation would multiply.
// RUN: causeway simulate %s -o %t.csv --check-jacobian --no-cache --stats %t.json
// CHECK: , 0 wrong
// RUN: sed 's/n = 12/n = 1/' %s > one.mo; causeway simulate one.mo -o %t_one.csv --no-cache --stats %t_one.json
// RUN: python3 -c "import json; a, b = (json.load(open(f)) for f in ('%t.json', '%t_one.json')); r = [x['nonlinear_iterations']/x['nonlinear_solves'] for x in (a, b)]; print(r[0] <= 1.3*r[1] + 1, r[0] < 12, r)"
// CHECK: True True
// RUN: causeway simulate %s -o %t_whole.csv --no-tearing --no-cache
// RUN: causeway compare %t.csv %t_whole.csv --tolerance 1e-6
// CHECK: 0 different, 0 missing
// RUN: sed 's/start = 1/start = 50/' %s > far.mo; causeway simulate far.mo -o %t_far.csv --no-cache
// RUN: causeway compare %t_far.csv %t_whole.csv --tolerance 1e-6
// CHECK: 0 different, 0 missing
// ALWAYS: %t.csv abs({l[3].a} + 0.1*{l[3].k}*{l[3].b}**3 - 2*{q}) < 1e-9 and abs({l[3].b} - 0.5*sinh({l[3].a}/4) - {l[3].k}) < 1e-9
model NestedNonlinear "loops of two nonlinear equations, driven by one variable that their sum determines"
  parameter Integer n = 12;
  model Loop
    input Real u;
    parameter Real k = 1;
    Real a(start = 1), b(start = 1);
  equation
    a + 0.1*k*b^3 = 2*u;
    b - 0.5*sinh(a/4) = k;
  end Loop;
  Loop l[n](each u = q, k = {1 + mod(i, 3) + (if i == 3 then 2 else 0) for i in 1:n});
  Real q(start = 1), x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  q^3 + q + sum(l.b)/n = 4 + x;
end NestedNonlinear;
