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
