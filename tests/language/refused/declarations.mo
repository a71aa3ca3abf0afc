// Declarations that nobody accepts, or only the trade does (--strict): refused.
// RUN: causeway check %s P.NoBase
// EXIT: 2
// CHECK: error[INST0955]
// RUN: causeway check %s P.OutputOfInput
// EXIT: 2
// CHECK: error[INST0935]
// RUN: causeway check --strict %s P.OuterRedeclared
// EXIT: 2
// CHECK: error[INST0406]
// RUN: causeway check --strict %s P.Condition
// EXIT: 2
// CHECK: error[INST0956]
// RUN: causeway check --strict %s P.TwiceOtherwise
// EXIT: 2
// CHECK: error[INST0309]
// RUN: causeway check %s P.ConstantFound
// EXIT: 2
// CHECK: error[FLAT0021]
// RUN: causeway check %s P.ObjectModified
// EXIT: 2
// CHECK: error[INST0205]
package P
  model Part
    Real x = 1;
  end Part;
  model Other
    extends Part;
  end Other;
  model Whole
    replaceable Part r;
  end Whole;
  model A
    Real x;
  end A;
  model B
    Real x;
  end B;
  model NoBase "a type made from nothing"
    type T end T;
    T t;
  end NoBase;
  model OutputOfInput "an output of an input type"
    connector In = input Real;
    output In x = 1;
  end OutputOfInput;
  model OuterRedeclared "an outer component is redeclared"
    model S outer replaceable Part r;
    end S;
    inner Part r;
    S s(redeclare Other r);
  end OuterRedeclared;
  model Condition "a redeclaration with a condition"
    extends Whole;
    redeclare Part r if false;
  end Condition;
  model TwiceOtherwise "inherited twice with different values"
    extends A(x = 1);
    extends B;
  end TwiceOtherwise;
  model ConstantFound "a constant that initialisation should find"
    constant Real c(fixed = false) = 1;
  end ConstantFound;
  class Object
    extends ExternalObject;
    function constructor
      output Object o;
      external "C" o = make();
    end constructor;
    function destructor
      input Object o;
      external "C" destroy(o);
    end destructor;
  end Object;
  model ObjectModified "an element of an external object"
    Object o(x = 1) = Object();
  end ObjectModified;
end P;
