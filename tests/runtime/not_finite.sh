# A value that is not finite never reaches a result unsaid, whether it varies or not: the equation is named.
# RUN: one() { printf 'model M\n  constant Integer k = 0;\n  parameter Real p = 0;\n  parameter Integer n = 0;\n  Real x = time;\n  %%s;\nend M;\n' "$1" > M.mo; causeway simulate M.mo -q -o M.csv > out 2>&1; echo "$1: $?" $(grep -o "error.*" out | head -1); }; one "Real a = 1/p"; one "Real a = p/p"; one "Integer a = div(3, n)"; one "Integer a = mod(3, n)"; one "Real a = 1/k"; one "Real a = p^(-0.1)"; one "Integer a = mod(3, k)"; one "Real a = exp(1000*x)"; one "parameter Real a = log(p)"
# CHECK: Real a = 1/p: 4 error[RT0040]: parameters could not be computed at time 0: 'a' is not a finite number: 1 is divided by zero: a := 1.0/p with p = 0
# CHECK: Real a = p/p: 4 error[RT0040]
# CHECK: Integer a = div(3, n): 4 error[RT0040]: {{.*}}the second argument of div is zero
# CHECK: Integer a = mod(3, n): 4 error[RT0040]
# CHECK: Real a = 1/k: 4 error[RT0040]
# CHECK: Real a = p^(-0.1): 4 error[RT0040]
# CHECK: Integer a = mod(3, k): 4 error[RT0040]
# CHECK: Real a = exp(1000*x): 5 error[RT0060]
# CHECK: parameter Real a = log(p): 4 error[RT0040]
