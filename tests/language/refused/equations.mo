// Equations and statements that nobody accepts: refused.
// RUN: causeway check %s P.Elsewhen
// EXIT: 2
// CHECK: error[INST0645]
// RUN: causeway check %s P.Results
// EXIT: 2
// CHECK: error[INST0637]
// RUN: causeway check %s P.TypeAsValue
// EXIT: 2
// CHECK: error[INST0506]
// RUN: causeway check %s P.LiteralElement
// EXIT: 2
// CHECK: error[INST0512]
// RUN: causeway check %s P.FixedParameter
// EXIT: 2
// CHECK: error[INST0638]
// RUN: causeway check %s P.Level
// EXIT: 2
// CHECK: error[INST0540]
package P
  function f
    output Real x = 1.0;
    output Real y = 2.0;
  algorithm
  end f;
  model Elsewhen "branches of when give other elements"
    Real x[2];
    equation when time > 0.2 then x[1] = 1;
    elsewhen time > 0.5 then x[2] = 2;
    end when;
  end Elsewhen;
  model Results "results given to expressions"
    Real x;
    Real y;
    equation (x + 1, y + 2) = f();
  end Results;
  model TypeAsValue "a type as value"
    Boolean b[Boolean];
    equation b = Boolean;
  end TypeAsValue;
  model LiteralElement "an element of a literal"
    type E = enumeration(one, two);
    E e = E.one[1];
  end LiteralElement;
  model FixedParameter "a fixed parameter assigned at the start"
    parameter Real p = 1;
    initial algorithm p := 2;
  end FixedParameter;
  model Level "the level of an assertion varies"
    Real x = time;
    equation assert(x < 2, "large", if x > 0.5 then AssertionLevel.error else AssertionLevel.warning);
  end Level;
end P;
