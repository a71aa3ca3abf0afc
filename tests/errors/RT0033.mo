// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[RT0033]: at time {{[0-9.e-]+}} the linear system for '{{[a-z0-9\[\]]+}}' cannot be solved well as it was torn
// CHECK: RisingChain: 0 to 1 s
// VALUE: %t.csv u[2](1) = 0.14589803375 +- 1e-8
// VALUE: %t.csv u[11](1) = 4.3701303e-09 +- 1e-15
// VALUE: %t.csv u[59](1) = 0.14589803375 +- 1e-8
model RisingChain "where it starts the recursion u[i+1] = a*u[i] - u[i-1] only grows step by step, later by factors"
  parameter Integer N = 60;
  Real u[N];
  Real a(start = 2, fixed = true);
equation
  der(a) = 5;
  u[1] = 1;
  for i in 2:N - 1 loop
    a*u[i] - u[i - 1] - u[i + 1] = 0;
  end for;
  u[N] = 1;
end RisingChain;
