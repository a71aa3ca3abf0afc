// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0030.mo:9:5: error[SYN0030]: a function has one external clause
model M
  function f
    input Real u;
    output Real y;
    external "C" y = sin(u);
    external "C" y = cos(u);
  end f;
  Real x = f(time);
end M;
