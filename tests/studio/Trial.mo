// RUN: causeway check %s
// CHECK: 10 of them models
package Trial "Small models that the studio is tried with"
  package Parts "Parts of a drive"
    connector Flange "A shaft's end"
      Real phi(unit = "rad") "Angle";
      flow Real tau(unit = "N.m") "Torque";
      annotation(Icon(graphics = {Ellipse(extent = {{-100,-100},{100,100}}, fillColor = {95,95,95}, fillPattern = FillPattern.Solid)}),
        Diagram(graphics = {Ellipse(extent = {{-100,-100},{100,100}}, fillColor = {95,95,95}, fillPattern = FillPattern.Solid)}));
    end Flange;
    model Inertia "A wheel that turns"
      Flange a annotation(Placement(transformation(extent = {{-110,-10},{-90,10}})));
      Flange b annotation(Placement(transformation(extent = {{90,-10},{110,10}})));
      parameter Real J(unit = "kg.m2", min = 0) = 1 "Moment of inertia";
      parameter Real phi0(unit = "rad") = 0 "Angle at the start" annotation(Dialog(tab = "Initialisation"));
      Real phi(unit = "rad", start = phi0, fixed = true) "Angle";
      Real w(unit = "rad/s", start = 0, fixed = true) "Speed";
    equation
      a.phi = phi;
      b.phi = phi;
      der(phi) = w;
      J*der(w) = a.tau + b.tau;
      annotation(Icon(graphics = {Rectangle(extent = {{-100,10},{100,-10}}, fillPattern = FillPattern.HorizontalCylinder, fillColor = {192,192,192}),
        Rectangle(extent = {{-50,50},{50,-50}}, radius = 10, fillPattern = FillPattern.HorizontalCylinder, fillColor = {255,255,255}),
        Text(extent = {{-150,100},{150,60}}, textString = "%name", textColor = {0,0,255}), Text(extent = {{-150,-70},{150,-100}}, textString = "J=%J")}),
        Documentation(info = "<html><h3>Inertia</h3><p>The sum of both torques accelerates the wheel.</p><script>document.title='broken'</script></html>"));
    end Inertia;
    model Spring "A spring with a damper"
      Flange a annotation(Placement(transformation(extent = {{-110,-10},{-90,10}})));
      Flange b annotation(Placement(transformation(extent = {{90,-10},{110,10}})));
      parameter Real c(unit = "N.m/rad") = 100 "Stiffness";
      parameter Real d(unit = "N.m.s/rad") = 1 "Damping";
      Real twist(unit = "rad") "How far it is turned";
    equation
      twist = b.phi - a.phi;
      b.tau = c*twist + d*der(twist);
      a.tau = -b.tau;
      annotation(Icon(graphics = {Line(points = {{-100,0},{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0},{100,0}}),
        Text(extent = {{-150,100},{150,60}}, textString = "%name", textColor = {0,0,255})}));
    end Spring;
    model Torque "A torque that begins at an instant"
      Flange b annotation(Placement(transformation(extent = {{90,-10},{110,10}})));
      parameter Real size(unit = "N.m") = 10 "Torque";
      parameter Real begin(unit = "s") = 0.1 "When it begins";
    equation
      b.tau = if time < begin then 0 else -size;
      annotation(Icon(graphics = {Line(points = {{-60,-40},{0,-40},{0,40},{90,40}}, color = {0,0,127}, arrow = {Arrow.None,Arrow.Filled}), Rectangle(extent = {{-100,100},{100,-100}}),
        Text(extent = {{-150,140},{150,110}}, textString = "%name", textColor = {0,0,255})}));
    end Torque;
    record Orientation
      Real T[3,3];
    end Orientation;
    model Holder "Hands its type on: no shape itself"
      parameter String shapeType = "box";
      Real r[3] = {5,0,0};
    end Holder;
    model Visual "A shape as MultiBody has it"
      parameter String shapeType = "box";
      input Orientation R;
      input Real r[3];
      parameter Real r_shape[3] = {0,0,0}, lengthDirection[3] = {1,0,0}, widthDirection[3] = {0,1,0};
      parameter Real length = 1, width = 0.1, height = 0.1, extra = 0, color[3] = {200,60,30}, specularCoefficient = 0.5;
    end Visual;
  end Parts;
  model Drive "Two wheels and a spring"
    Parts.Torque motor annotation(Placement(transformation(extent = {{-90,-10},{-70,10}})));
    Parts.Inertia first(J = 0.5) annotation(Placement(transformation(extent = {{-50,-10},{-30,10}})));
    Parts.Spring spring annotation(Placement(transformation(extent = {{-10,-10},{10,10}})));
    Parts.Inertia second(J = 2) annotation(Placement(transformation(extent = {{30,-10},{50,10}})));
  equation
    connect(motor.b, first.a) annotation(Line(points = {{-70,0},{-50,0}}));
    connect(first.b, spring.a) annotation(Line(points = {{-30,0},{-10,0}}));
    connect(spring.b, second.a) annotation(Line(points = {{10,0},{30,0}}));
    annotation(experiment(StopTime = 2), Documentation(info = "<html><p>A <b>drive</b> with a torsional spring; see <a href=\"modelica://Trial.Parts.Inertia\">Inertia</a>.</p></html>"));
  end Drive;
  model Swing "A pendulum in space"
    Parts.Holder holder;
    Real phi(start = 1, fixed = true), w(start = 0, fixed = true);
    Parts.Visual rod(shapeType = "cylinder", length = 1, width = 0.06, height = 0.06), bob(shapeType = "sphere", r_shape = {0.9,0,0}, length = 0.2, width = 0.2, height = 0.2, color = {30,80,200}),
      gear(shapeType = "gearwheel", length = 0.05, width = 0.4, height = 0.4, extra = 18, lengthDirection = {0,0,1}, widthDirection = {1,0,0}, color = {120,120,120});
  equation
    der(phi) = w;
    der(w) = -9.81*sin(phi) - 0.05*w;
    rod.R.T = [sin(phi), -cos(phi), 0; cos(phi), sin(phi), 0; 0, 0, 1];
    bob.R.T = rod.R.T;
    gear.R.T = rod.R.T;
    rod.r = zeros(3);
    bob.r = zeros(3);
    gear.r = zeros(3);
    annotation(experiment(StopTime = 5));
  end Swing;
  model Long "Runs until it is stopped"
    Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  equation
    der(x) = 2000*y;
    der(y) = -2000*x;
    annotation(experiment(StopTime = 100000, Tolerance = 1e-8));
  end Long;
  model Level "A tank whose icon shows its level"
    Real h(start = 0, fixed = true, max = 1);
  equation
    der(h) = 0.3*(1 - h);
    annotation(Icon(graphics = {Rectangle(extent = DynamicSelect({{-50,-80},{50,-80}}, {{-50,-80},{50,-80 + 160*h}}), fillColor = {60,140,220}, fillPattern = FillPattern.Solid), Rectangle(extent = {{-50,-80},{50,80}})}), experiment(StopTime = 10));
  end Level;
  model Wrong "Divides by zero on its way"
    Real x(start = 1, fixed = true);
    parameter Real limit = 0.5 "Where it ends";
  equation
    der(x) = -1;
    assert(x > limit, "x has become too small");
    annotation(experiment(StopTime = 2));
  end Wrong;
  annotation(Documentation(info = "<html><p>For tests of the studio.</p></html>"));
end Trial;
