// A replaceable element counts with its constraining type when a class that redeclared it is compared (MLS 3.6, 6.3).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: box.e.v.y = 3 +- 1e-9
package P
  partial model Volume
    Real y;
  end Volume;
  model Simple
    extends Volume;
    parameter Real only = 1;
  equation
    y = only;
  end Simple;
  model Better
    extends Volume;
  equation
    y = 3;
  end Better;
  model Element
    replaceable Simple v constrainedby Volume;
  end Element;
  model OtherElement
    extends Element(redeclare Better v);
  end OtherElement;
  model Box
    replaceable OtherElement e constrainedby Element;
  end Box;
end P;

model ConstrainingInterfaceOfElement
  P.Box box;
end ConstrainingInterfaceOfElement;
