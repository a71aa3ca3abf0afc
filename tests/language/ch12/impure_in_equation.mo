// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0575]
model M
  impure function next output Integer n; external "C" n = rand(); end next;
  Real x;
equation
  x = next();
end M;
