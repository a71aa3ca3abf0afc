within Causeway;
package Icons "Drawings that other classes extend"
  partial package Library "A package"
    annotation(Icon(graphics={Rectangle(extent={{-90,-90},{90,90}}, radius=12, lineColor={60,60,60},
      fillColor={235,235,225}, fillPattern=FillPattern.Solid)}));
  end Library;

  partial package Examples "A package of models that can be simulated as they stand"
    extends Library;
    annotation(Icon(graphics={Polygon(points={{-40,60},{70,0},{-40,-60},{-40,60}}, lineColor={60,60,60}, fillColor={40,120,80},
      fillPattern=FillPattern.Solid)}));
  end Examples;

  partial model Experiment "A model that can be simulated as it stands"
    annotation(Icon(graphics={Ellipse(extent={{-90,-90},{90,90}}, lineColor={60,60,60}),
      Polygon(points={{-40,60},{70,0},{-40,-60},{-40,60}}, fillColor={40,120,80}, fillPattern=FillPattern.Solid)}));
  end Experiment;

  partial model Component "A part with a name below it"
    annotation(Icon(graphics={Text(extent={{-140,-100},{140,-140}}, textString="%name", textColor={0,0,160})}));
  end Component;

  partial model Box "A part drawn as a box"
    extends Component;
    annotation(Icon(graphics={Rectangle(extent={{-90,-60},{90,60}}, radius=6, lineColor={60,60,60}, fillColor={245,245,240},
      fillPattern=FillPattern.Solid)}));
  end Box;

  partial model Shaft "A part on a shaft"
    extends Component;
    annotation(Icon(graphics={Rectangle(extent={{-100,8},{100,-8}}, lineColor={60,60,60}, fillColor={190,190,190},
      fillPattern=FillPattern.HorizontalCylinder)}));
  end Shaft;

  partial model Pump "A circle with a triangle: what moves a fluid"
    extends Component;
    annotation(Icon(graphics={Line(points={{-100,0},{100,0}}, color={0,90,160}, thickness=0.5),
      Ellipse(extent={{-60,60},{60,-60}}, lineColor={0,90,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Polygon(points={{-30,50},{58,0},{-30,-50},{-30,50}}, lineColor={0,90,160}, fillColor={0,90,160}, fillPattern=FillPattern.Solid)}));
  end Pump;

  partial model Valve "Two triangles: what throttles a fluid"
    extends Component;
    annotation(Icon(graphics={Line(points={{-100,0},{100,0}}, color={0,90,160}, thickness=0.5),
      Polygon(points={{-60,40},{-60,-40},{60,40},{60,-40},{-60,40}}, lineColor={0,90,160}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid)}));
  end Valve;

  partial model Pipe "A length of pipe"
    extends Component;
    annotation(Icon(graphics={Rectangle(extent={{-100,25},{100,-25}}, lineColor={0,90,160}, fillColor={150,200,235},
      fillPattern=FillPattern.HorizontalCylinder)}));
  end Pipe;

  partial model Vessel "A tank"
    extends Component;
    annotation(Icon(graphics={Rectangle(extent={{-80,90},{80,-90}}, lineColor={60,60,60}, fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{-80,20},{80,-90}}, lineColor={0,90,160}, fillColor={150,200,235}, fillPattern=FillPattern.Solid)}));
  end Vessel;

  partial model Sensor "A round instrument"
    extends Component;
    annotation(Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={60,60,60}, fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Line(points={{0,0},{35,45}}, color={160,0,0}, thickness=0.5), Ellipse(extent={{-6,6},{6,-6}}, fillColor={60,60,60},
      fillPattern=FillPattern.Solid)}));
  end Sensor;

  partial model Wall "A hatched layer"
    extends Component;
    annotation(Icon(graphics={Rectangle(extent={{-40,90},{40,-90}}, lineColor={130,80,40}, fillColor={230,200,170}, fillPattern=FillPattern.Backward)}));
  end Wall;

  partial model Machine "A rotating electrical machine"
    extends Component;
    annotation(Icon(graphics={Rectangle(extent={{60,10},{100,-10}}, lineColor={60,60,60}, fillColor={190,190,190},
      fillPattern=FillPattern.HorizontalCylinder), Ellipse(extent={{-70,70},{70,-70}}, lineColor={60,60,60}, fillColor={245,245,240},
      fillPattern=FillPattern.Solid)}));
  end Machine;

  partial model Vehicle "A car from the side"
    extends Component;
    annotation(Icon(graphics={Polygon(points={{-90,-20},{-90,10},{-50,20},{-25,55},{40,55},{60,20},{90,10},{90,-20},{-90,-20}},
      lineColor={60,60,60}, fillColor={200,215,230}, fillPattern=FillPattern.Solid, smooth=Smooth.None),
      Ellipse(extent={{-70,-5},{-30,-45}}, lineColor={40,40,40}, fillColor={90,90,90}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{30,-5},{70,-45}}, lineColor={40,40,40}, fillColor={90,90,90}, fillPattern=FillPattern.Solid)}));
  end Vehicle;

  partial function Function "A function"
    annotation(Icon(graphics={Ellipse(extent={{-90,90},{90,-90}}, lineColor={180,120,0}, fillColor={255,250,235}, fillPattern=FillPattern.Solid),
      Text(extent={{-60,60},{60,-60}}, textString="f", textColor={180,120,0})}));
  end Function;

  partial record Record "A set of parameters"
    annotation(Icon(graphics={Rectangle(extent={{-90,60},{90,-80}}, lineColor={60,60,60}, fillColor={255,245,200}, fillPattern=FillPattern.Solid),
      Line(points={{-90,20},{90,20}}, color={60,60,60}), Line(points={{-90,-30},{90,-30}}, color={60,60,60}),
      Line(points={{0,60},{0,-80}}, color={60,60,60})}));
  end Record;

  partial block Block "A block of a diagram"
    annotation(Icon(graphics={Rectangle(extent={{-100,-100},{100,100}}, lineColor={0,0,120},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Text(extent={{-140,140},{140,105}}, textString="%name", textColor={0,0,160})}));
  end Block;
end Icons;
