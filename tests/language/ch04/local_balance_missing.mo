// A class must be balanced on its own, not only the model that uses it.
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0060]: component 'a': class 'A' is not balanced on its own, it has 0 equations for 1 unknowns (MLS 4.8)
model M
  model A
    Real x;
  end A;
  A a;
equation
  a.x = 1;
end M;
