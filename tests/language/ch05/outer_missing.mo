// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0401]
model M
  partial model W Real g; end W;
  model A
    outer W w;
    Real y = w.g;
  end A;
  A a;
end M;
