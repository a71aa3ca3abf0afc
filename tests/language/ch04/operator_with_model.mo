// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0905]
model M
  operator record O
    Real x;
    encapsulated operator '+' model N end N; end '+';
  end O;
  O.'+'.N n;
end M;
