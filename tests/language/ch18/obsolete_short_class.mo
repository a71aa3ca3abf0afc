// RUN: causeway check %s
// CHECK: warning[INST0120]: class 'P.A' is obsolete: use B
package P
  model B
    Real x = time;
  end B;
  model A = B annotation(obsolete = "use B");
  model M
    A a;
  end M;
end P;
