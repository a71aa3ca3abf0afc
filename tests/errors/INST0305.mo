// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0305.mo:5:17: error[INST0305]: 'A' extends an inherited class, but none of that name is inherited (MLS 7.3.1)
model M
  model extends A
    Real y = 1;
  end A;
  A a;
end M;
