within Causeway;
package Icons "Drawings that other classes extend"
  partial package Library "A package"
    annotation(Icon(graphics={Rectangle(extent={{-90,-90},{90,90}}, radius=12, lineColor={60,60,60},
      fillColor={235,235,225}, fillPattern=FillPattern.Solid)}));
  end Library;

  partial model Experiment "A model that can be simulated as it stands"
    annotation(Icon(graphics={Ellipse(extent={{-90,-90},{90,90}}, lineColor={60,60,60}),
      Polygon(points={{-40,60},{70,0},{-40,-60},{-40,60}}, fillColor={40,120,80}, fillPattern=FillPattern.Solid)}));
  end Experiment;

  partial model Component "A part with a name below it"
    annotation(Icon(graphics={Text(extent={{-140,-100},{140,-140}}, textString="%name", textColor={0,0,160})}));
  end Component;

  partial block Block "A block of a diagram"
    annotation(Icon(graphics={Rectangle(extent={{-100,-100},{100,100}}, lineColor={0,0,120},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Text(extent={{-140,140},{140,105}}, textString="%name", textColor={0,0,160})}));
  end Block;
end Icons;
