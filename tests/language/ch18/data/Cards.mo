package Cards "rules about connections, simplification, elements of elements"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  type Kind = enumeration(open, closed);
  model Resistor
    Pin p, n, heat if useHeat;
    parameter Boolean useHeat = false;
    parameter Real R = 1, T = 300;
  end Resistor;
  model Source
    Pin p;
    parameter Kind kind = Kind.open;
    parameter Real first = 0, second = 0;
    parameter Boolean on = true;
    parameter Real gain = 1;
  end Source;
  package Media
    replaceable package Fluid
      constant Real d = 1;
    end Fluid;
  end Media;
  annotation(version = "2.0", conversion(from(version = "1.0", change = {
    convertModifiers("Cards.Resistor", {"cardinality(heat) = 1"}, {"useHeat=true"}),
    convertModifiers("Cards.Resistor", {"cardinality(heat)=0", "Tnominal=300"}, {"T=%Tnominal%"}),
    convertModifiers("Cards.Source", {"state=1"},
      {"kind=if %state% == 1 then Cards.Kind.open else if %state% == 2 then Cards.Kind.closed else Cards.Kind.open"}, true),
    convertModifiers("Cards.Source", {"y0=0", "k1=0", "k2=0"}, {"first=%y0%*%k1%", "second=%y0%*%k2%"}, simplify = true),
    convertModifiers("Cards.Source", {"off"}, {"on=not %off%"}, true),
    convertModifiers("Cards.Source", {"amplification"}, {"gain=%amplification%"}),
    convertModifiers("Cards.Source", fill("", 0), {"gain=2"}),
    convertElement("Cards.Media", "Medium", "Fluid"),
    convertClassIf("Cards.Part", "word", "\"a.b\"", "Cards.Source"),
    convertClass("Cards.Part", "Cards.Resistor")})));
end Cards;
