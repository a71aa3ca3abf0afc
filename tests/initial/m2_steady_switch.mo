// Three structural outcomes by parameters: der(x) = 0, x = x0, or no initial equation (then the start is taken, and said).
// RUN: causeway simulate %s -o %t.csv --stop 1 -p steadyState=true
// VALUE: %t.csv x(0) = 3 +- 1e-9
// FINAL: %t.csv x = 3 +- 1e-6
// RUN: causeway simulate %s -o %t2.csv --stop 1
// VALUE: %t2.csv x(0) = 0.5 +- 1e-12
// RUN: sed 's/fixed0 = true/fixed0 = false/' %s > free.mo; causeway explain free.mo
// CHECK: start values taken because too few conditions were given
// CHECK: x
// RUN: causeway simulate free.mo -o %t3.csv --stop 1
// VALUE: %t3.csv x(0) = 0.5 +- 1e-12
model SteadySwitch
  parameter Real x0 = 0.5;
  parameter Boolean steadyState = false;
  parameter Boolean fixed0 = true;
  Real x(start = x0, fixed = fixed0 and not steadyState);
initial equation
  if steadyState then
    der(x) = 0;
  end if;
equation
  der(x) = -2*x + 6;
end SteadySwitch;
