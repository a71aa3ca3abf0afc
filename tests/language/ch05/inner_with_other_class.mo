// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0407]
model M
  model W1 Real g = 1; end W1;
  model W2 Real h = 2; end W2;
  model A
    outer W1 w;
    Real y = w.g;
  end A;
  inner W2 w;
  A a;
end M;
