// Rules about modifiers reach elements of elements and components of the user's own heirs; a redeclared element is renamed; what is
// written wins over what a rule would add, with a warning unless both agree (MLS 3.6, 18.8.2.1).
// RUN: causeway convert %s -L %d/data -o out && grep -v '^//' out/convert_nested.mo
// CHECK: warning[LIB0026]: conversion would give this modifier another value: gain=3; what is written was kept
// CHECK: extends Cards.Source(gain=2);
// CHECK: Own own(on=false), kept(gain = 5);
// CHECK: Box o(own(gain=7), s(first=6, second=0));
// CHECK: Cards.Source same(gain = 4);
// CHECK: Cards.Source differs(gain = 4);
// CHECK: package P = Cards.Media(redeclare package Fluid = Water);
// CHECK: Cards.Resistor r(word = "c.b");
// CHECK: Cards.Source w;
package M
  package Water
    constant Real d = 2;
  end Water;
  model Own
    extends Cards.Source;
  end Own;
  model Box
    Own own(off = true), kept(gain = 5);
    Cards.Source s;
  end Box;
  model All
    Box o(own(amplification = 7), s(y0 = 2, k1 = 3));
    Cards.Source same(gain = 4, amplification = 4);
    Cards.Source differs(gain = 4, amplification = 3);
    package P = Cards.Media(redeclare package Medium = Water);
    Cards.Part r(word = "c.b");
    Cards.Part w(word = "a.b");
  end All;
  annotation(uses(Cards(version = "1.0")));
end M;
