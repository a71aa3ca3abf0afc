// Parts that need only parameters are computed once, parts that only results need at output points only: the function that
// counts its calls is called once, and as often as there are rows.
// RUN: causeway explain %s
// CHECK: parameters
// CHECK: onlyParameters :=
// CHECK: simulation equations
// CHECK: onlyOutput := {{.*}} // for results only
// CHECK-NOT: onlyParameters := {{.*}} // for results only
// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 10 --stats s.json
// RUN: python3 -c "import json; s = json.load(open('s.json')); print('more evaluations than rows', s['rhs'] > s['rows'])"
// CHECK: more evaluations than rows True
// FINAL: onlyParameters = 1.8185948536513634 +- 1e-12
// FINAL: onlyOutput = 0.13533528 +- 1e-5
model WhenComputed
  parameter Real p = 2;
  Real onlyParameters = 2*sin(p);
  Real x(start = 1, fixed = true);
  Real onlyOutput = x*x;
equation
  der(x) = -x;
end WhenComputed;
