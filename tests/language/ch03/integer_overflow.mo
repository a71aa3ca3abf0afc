// RUN: causeway simulate %s --stop 2 -o %t.csv
// EXIT: 5
// CHECK: integer_overflow.mo:7:{{.*}}the simulation stopped at an event at time 1.3: Integer overflow
// VALUE: %t.csv f(1.0) = 2432902008176640000 +- 0
// VALUE: %t.csv far(0) = 1 +- 0
model IntegerOverflow "20! is kept exactly, 22! is an error with its line"
  function factorial
    input Integer n;
    output Integer y;
  algorithm
    y := 1;
    for i in 1:n loop
      y := y*i;
    end for;
  end factorial;
  Integer n(start = 10, fixed = true);
  Integer f = factorial(min(n, 20)) + factorial(max(n - 2, 1)) - factorial(max(n - 2, 1));
  Boolean far = 3037000000*(3037000000 + n) > 3037000000*(3036999999 + n);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
end IntegerOverflow;
