// A rule about cardinality(a) applies to components whose connector a is connected, or is not, wherever the user's classes connect
// it (MLS 3.6, 18.8.2.1).
// RUN: causeway convert %s -L %d/data -o out && grep -v '^//' out/convert_cardinality.mo
// CHECK: Cards.Resistor cold(R = 2, T=310), warm(Tnominal = 320, useHeat=true), many[2](each useHeat=true), plain;
// CHECK: extends Cards.Resistor(Tnominal = 5);
// CHECK: Cards.Resistor inherited(useHeat=true), other(T=290);
package M
  model Circuit
    Cards.Resistor cold(Tnominal = 310, R = 2), warm(Tnominal = 320), many[2], plain;
    Cards.Pin heat;
  equation
    connect(cold.p, warm.n);
    connect(warm.heat, heat);
    for i in 1:2 loop
      connect(heat, many[i].heat);
    end for;
  end Circuit;
  model Derived
    extends Cards.Resistor(Tnominal = 5);
  end Derived;
  partial model Parts
    Cards.Resistor inherited, other(Tnominal = 290);
  end Parts;
  model Whole
    extends Parts;
    Cards.Pin heat;
  equation
    if true then
      connect(inherited.heat, heat);
    end if;
  end Whole;
  annotation(uses(Cards(version = "1.0")));
end M;
