// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0932.mo:9:3: error[INST0932]: connector 'c' must not be parameter (MLS 9.3)
model M
  connector C
    Real v;
    flow Real i;
  end C;
  parameter C c;
end M;
