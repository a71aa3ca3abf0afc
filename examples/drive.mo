// Two wheels and a spring, with icons, and a pendulum that can be seen in space: `make studio` opens it.  The torque of 10 N.m
// moves 2.5 kg.m2 together, so that after 1.9 s both turn with 7.6 rad/s on the mean.
// RUN: causeway simulate %s Seen.Drive -o %t.csv --tolerance 1e-8
// ALWAYS: abs(0.5*{first.w} + 2*{second.w} - 10*max(0, {time} - 0.1)) < 1e-4
// RUN: causeway animate %s Seen.Swing -o %t.glb
package Seen "Models to be looked at"
  package Parts "Parts of a drive"
    connector Flange "A shaft's end"
      Real phi(unit = "rad") "Angle";
      flow Real tau(unit = "N.m") "Torque";
      annotation(Icon(graphics = {Ellipse(extent = {{-100,-100},{100,100}}, fillColor = {95,95,95}, fillPattern = FillPattern.Solid)}),
        Diagram(graphics = {Ellipse(extent = {{-100,-100},{100,100}}, fillColor = {95,95,95}, fillPattern = FillPattern.Solid)}));
    end Flange;
    model Wheel "A wheel that turns"
      Flange a annotation(Placement(transformation(extent = {{-110,-10},{-90,10}})));
      Flange b annotation(Placement(transformation(extent = {{90,-10},{110,10}})));
      parameter Real J(unit = "kg.m2", min = 0) = 1 "Moment of inertia";
      Real phi(unit = "rad", start = 0, fixed = true) "Angle";
      Real w(unit = "rad/s", start = 0, fixed = true) "Speed";
    equation
      a.phi = phi;
      b.phi = phi;
      der(phi) = w;
      J*der(w) = a.tau + b.tau;
      annotation(
        Icon(graphics = {Rectangle(extent = {{-100,10},{100,-10}}, lineColor = {64,64,64}, fillPattern = FillPattern.HorizontalCylinder, fillColor = {192,192,192}),
          Rectangle(extent = {{-50,50},{50,-50}}, radius = 10, lineColor = {64,64,64}, fillPattern = FillPattern.HorizontalCylinder, fillColor = {255,255,255}),
          Text(extent = {{-150,100},{150,60}}, textString = "%name", textColor = {0,0,255}), Text(extent = {{-150,-70},{150,-100}}, textString = "J=%J")}),
        Documentation(info = "<html><p>The sum of both torques accelerates the wheel.</p></html>"));
    end Wheel;
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
        Text(extent = {{-150,100},{150,60}}, textString = "%name", textColor = {0,0,255}), Text(extent = {{-150,-60},{150,-90}}, textString = "c=%c")}));
    end Spring;
    model Torque "A torque that begins at an instant"
      Flange b annotation(Placement(transformation(extent = {{90,-10},{110,10}})));
      parameter Real size(unit = "N.m") = 10 "Torque";
      parameter Real begin(unit = "s") = 0.1 "When it begins";
    equation
      b.tau = if time < begin then 0 else -size;
      annotation(Icon(graphics = {Rectangle(extent = {{-100,100},{100,-100}}), Line(points = {{-60,-40},{0,-40},{0,40},{90,40}}, color = {0,0,127}, arrow = {Arrow.None,Arrow.Filled}),
        Text(extent = {{-150,140},{150,110}}, textString = "%name", textColor = {0,0,255})}));
    end Torque;
    record Orientation "Leads from the world into the frame of a body"
      Real T[3,3];
    end Orientation;
    model Body "A shape, with the variables of MultiBody.Visualizers.Advanced.Shape"
      parameter String shapeType = "box" "box, sphere, cylinder, cone, pipe, beam, gearwheel, spring";
      input Orientation R;
      input Real r[3](each unit = "m") "Place";
      parameter Real r_shape[3](each unit = "m") = {0,0,0}, lengthDirection[3] = {1,0,0}, widthDirection[3] = {0,1,0};
      parameter Real length(unit = "m") = 1, width(unit = "m") = 0.1, height(unit = "m") = 0.1, extra = 0, color[3] = {200,60,30}, specularCoefficient = 0.5;
    end Body;
  end Parts;
  model Drive "Two wheels and a spring"
    Parts.Torque motor annotation(Placement(transformation(extent = {{-90,-10},{-70,10}})));
    Parts.Wheel first(J = 0.5) annotation(Placement(transformation(extent = {{-50,-10},{-30,10}})));
    Parts.Spring spring annotation(Placement(transformation(extent = {{-10,-10},{10,10}})));
    Parts.Wheel second(J = 2) annotation(Placement(transformation(extent = {{30,-10},{50,10}})));
  equation
    connect(motor.b, first.a) annotation(Line(points = {{-70,0},{-50,0}}));
    connect(first.b, spring.a) annotation(Line(points = {{-30,0},{-10,0}}));
    connect(spring.b, second.a) annotation(Line(points = {{10,0},{30,0}}));
    annotation(experiment(StopTime = 2),
      Documentation(info = "<html><p>A motor, two <a href=\"modelica://Seen.Parts.Wheel\">wheels</a> and a spring between them. Change the stiffness of the spring.</p></html>",
        figures = {Figure(title = "Speeds", preferred = true, plots = {Plot(curves = {Curve(y = first.w), Curve(y = second.w)}), Plot(curves = {Curve(y = spring.twist)})})}));
  end Drive;
  model Swing "A pendulum in space"
    Real phi(unit = "rad", start = 1, fixed = true) "Angle", w(unit = "rad/s", start = 0, fixed = true) "Speed";
    Parts.Body rod(shapeType = "cylinder", length = 1, width = 0.06, height = 0.06),
      bob(shapeType = "sphere", r_shape = {0.9,0,0}, length = 0.2, width = 0.2, height = 0.2, color = {30,80,200}),
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
end Seen;
