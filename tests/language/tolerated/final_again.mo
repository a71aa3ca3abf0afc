// What is final is given again as it is: the heir of a class declares its element once more, or redeclares a component
// with the modifiers that it has already.
// RUN: causeway simulate %s FinalAgain.Heir -o %t.csv --stop 1
// FINAL: y = 8 +- 0
// FINAL: gain.k = 3 +- 0
// RUN: causeway simulate %s FinalAgain.Other -o %t.csv --stop 1
// EXIT: 2
// CHECK: error[INST0203]: 'k' is final
// RUN: causeway simulate %s FinalAgain.User -o %t.csv --stop 1
// EXIT: 2
// CHECK: error[INST0203]: 'k' is final
package FinalAgain
  model Gain
    parameter Real k = 1;
    parameter Real T = 0;
  end Gain;
  model Base
    parameter Real T0 = 2;
    replaceable Gain gain(final k = 3, final T = T0);
  protected
    final parameter Real T03(min = 0, unit = "K3") = T0 ^ 3;
  end Base;
  model Heir
    extends Base;
    redeclare Gain gain(final k = 3, final T = T0);
    output Real y = T03;
  protected
    final parameter Real T03(min = 0, final unit = "K3") = T0 ^ 3;
  end Heir;
  model Other "another value"
    extends Base;
    redeclare Gain gain(final k = 4);
  end Other;
  model User "the same words of another class"
    parameter Real k = 5;
    model A
      parameter Real k = 1;
      Gain gain(final k = k);
    end A;
    A a(gain(k = k));
  end User;
end FinalAgain;
