// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0573.mo:16:18: error[INST0573]: function ...(...) needs the name of a function
model M
  function apply
    input Fun f;
    output Real y;
    partial function Fun
      input Real u;
      output Real y;
    end Fun;
  algorithm
    y := f(1);
  end apply;
  Real k = 3;
  Real x = apply(function k(u = 2));
end M;
