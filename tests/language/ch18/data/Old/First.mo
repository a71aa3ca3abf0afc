within Old;
model First
  import Base.SI.Conversions;   // comments stay
  import Base.*;
  parameter SI.Length l = 2, phi = Conversions.toRadian(deg = 180);
  Base.Coil plain;
  Base.Coil many[2](each c = 3, each old = 5);
  Base.Coil steel(material = "steel", c = 4);
  Coil short(old = 1,
             c = 5) "kept";
  Base.Table t(a = 1 + 2);
  Base.SI.Mass m = plain.c + many[1].c;
equation
  annotation(Documentation(info = "<a href=\"modelica://Base.Coil\">coil</a>"));
end First;
