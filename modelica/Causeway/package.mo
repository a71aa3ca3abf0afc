within;
package Causeway "Components for physical models: electrical, mechanical, thermal, hydraulic, and block diagrams"
  extends Icons.Library;

  annotation(version="0.1.0",
    Documentation(info="<html>
<p>The library that ships with Causeway. It is found without any option.</p>
<p>A connector carries a <em>potential</em> (voltage, angle, position, temperature, pressure), equal in everything connected, and a
<em>flow</em> (current, torque, force, heat flow rate, volume flow rate), which sums to zero. Flows are positive <em>into</em> a component.</p>
</html>"));
end Causeway;
