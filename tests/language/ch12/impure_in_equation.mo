// By the letter an impure function has no place in an equation (MLS 3.6, 12.3); others call it in every evaluation.
// RUN: causeway check %s
// CHECK: warning[INST0575]: M.next is impure and cannot be called from an equation that always holds
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0575]
model M
  impure function next output Integer n; external "C" n = rand(); end next;
  Real x;
equation
  x = next();
end M;
