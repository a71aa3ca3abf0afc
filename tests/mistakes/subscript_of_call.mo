// RUN: causeway check %s
// EXIT: 2
// CHECK: subscript_of_call.mo:{{[0-9]+}}:{{[0-9]+}}: error[SYN0001]: expected ';' after the declaration, found '['
// CHECK: hint: what is no name takes subscripts behind parentheses: (f(x))[1]
model SubscriptOfCall
  function pair
    input Real x;
    output Real y[2] = {x, 2*x};
  algorithm
  end pair;
  Real second = pair(time)[2];
end SubscriptOfCall;
