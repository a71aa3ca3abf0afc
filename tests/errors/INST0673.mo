// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0673.mo:14:7: error[INST0673]: n is too small
model M
  function stop
    input String text;
  external "C" ModelicaError(text);
  end stop;
  function f
    input Integer n;
    output Integer m;
  algorithm
    if n < 3 then
      stop("n is too small");
    end if;
    m := n;
  end f;
  Real x[f(2)] = ones(f(2));
end M;
