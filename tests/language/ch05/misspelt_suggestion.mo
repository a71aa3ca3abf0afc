// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]
// CHECK: did you mean 'Units'?
package P
  package Units
    type Length = Real(unit = "m");
  end Units;
  model M
    Unit.Length x = 1;
  end M;
end P;
