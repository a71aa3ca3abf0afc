// A loop of linear equations whose coefficients the outer iteration variable changes is solved inside: by formulas where it is small,
// factorised at every evaluation where it is larger but a small part of what is evaluated; the Jacobian of the outer iteration is exact.
// RUN: causeway explain %s --json | python3 -c "import json, sys; b = [x['system'] for x in json.load(sys.stdin)['simulation'] if 'system' in x]; i = b[0]['inner']; print(b[0]['torn'] == 1, len([x for x in i if isinstance(x, dict)]), len([x for x in i if str(x).startswith('solve {')]))"
// CHECK: True 1 0
// RUN: causeway simulate %s -o %t.csv --check-jacobian --no-cache
// CHECK: , 0 wrong
// RUN: causeway simulate %s -o %t_whole.csv --no-tearing --no-cache
// RUN: causeway compare %t.csv %t_whole.csv --tolerance 1e-7
// CHECK: 0 different, 0 missing
// RUN: causeway simulate %s -o %t_ida.csv --solver ida --no-cache
// RUN: causeway compare %t_ida.csv %t_whole.csv --tolerance 1e-4
// CHECK: 0 different, 0 missing
// ALWAYS: %t.csv abs({s} - {q}**3 - {q} + 1 + {x} + 0.01*{w[100]}) < 1e-9
// Three equations in each of ten loops: formulas.
// RUN: sed 's/m = 8/m = 1/; s/loops\[1\]/loops[10]/' %s > small.mo; causeway explain small.mo --json | python3 -c "import json, sys; b = [x['system'] for x in json.load(sys.stdin)['simulation'] if 'system' in x]; i = b[0]['inner']; print(b[0]['torn'] == 1, len([x for x in i if isinstance(x, dict)]), len([x for x in i if str(x).startswith('solve {')]))"
// CHECK: True 0 10
// RUN: causeway simulate small.mo -o %t_small.csv --check-jacobian --no-cache
// CHECK: , 0 wrong
// RUN: causeway simulate small.mo -o %t_small_whole.csv --no-tearing --no-cache
// RUN: causeway compare %t_small.csv %t_small_whole.csv --tolerance 1e-7
// CHECK: 0 different, 0 missing
// Ten larger loops cost more inside than with the rest; tearing them needs the sizes of their varying coefficients at the start.
// RUN: sed 's/loops\[1\]/loops[10]/' %s > large.mo; causeway explain large.mo --json | python3 -c "import json, sys; b = [x['system'] for x in json.load(sys.stdin)['simulation'] if 'system' in x]; i = b[0]['inner']; print(b[0]['torn'] == 1, len([x for x in i if isinstance(x, dict)]), len([x for x in i if str(x).startswith('solve {')]))"
// CHECK: False 0 0
// RUN: causeway simulate large.mo -o %t_large.csv --no-cache
// RUN: causeway simulate large.mo -o %t_large_whole.csv --no-tearing --no-cache
// RUN: causeway compare %t_large.csv %t_large_whole.csv --tolerance 1e-7
// CHECK: 0 different, 0 missing
// CHECK-NOT: RT0034
model NestedVarying "loops of coupled equations and a chain, driven by one variable that their sum determines"
  parameter Integer m = 8;
  model Loop
    input Real u;
    parameter Integer n;
    parameter Real k = 1;
    Real a[n], b[n], c[n];
    output Real y = a[1] + c[n];
  equation
    for i in 1:n loop
      (4 + k + u^2)*a[i] + b[i] - sin(u)*c[if i == n then 1 else i + 1] = u;
      a[if i == 1 then n else i - 1] + (5 + u)*b[i] + c[i] = k;
      (2 + u^2)*c[i] - b[i] - a[i]*cos(u) + 0.1*k*a[if i == n then 1 else i + 1] = 0.1*u;
    end for;
  end Loop;
  Loop loops[1](each n = m, each u = q, k = 1:size(loops, 1));
  Real q(start = 1), s, w[100];
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  s = sum(loops.y);
  w[1] = q;
  for i in 2:100 loop
    w[i] = w[i - 1] + 0.01*sin(w[i - 1] + i);
  end for;
  s = q^3 + q - 1 - x - 0.01*w[100];
end NestedVarying;
