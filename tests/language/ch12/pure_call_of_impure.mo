// pure(...) around the call of an impure function.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 2 +- 1e-9
model PureCall
  impure function f
    input Real x;
    output Real y = 2*x;
  end f;
  Real y = pure(f(time));
end PureCall;
