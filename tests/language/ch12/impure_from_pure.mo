// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0575]
model M
  impure function f output Real y; algorithm y := 1; end f;
  pure function g output Real y; algorithm y := f(); end g;
  Real x = g();
end M;
