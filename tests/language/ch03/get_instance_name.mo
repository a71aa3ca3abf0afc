// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  model A
    parameter String s = getInstanceName();
  end A;
  A a;
  Integer n = if a.s == "M.a" then 1 else 0;
end M;
