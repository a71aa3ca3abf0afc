// pre in a clocked when is previous.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[FLAT0130]: pre() in a clocked when is taken for previous() (MLS 16.8.3)
// FINAL: n = 11 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0130]
model M
  Integer n(start = 0);
equation
  when Clock(1, 10) then
    n = pre(n) + 1;
  end when;
end M;
