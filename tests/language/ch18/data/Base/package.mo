within;
package Base "version 3 of a library that has been reworked twice"
  package Units
    type Length = Real(unit = "m");
    type Mass = Real(unit = "kg");
  end Units;
  package Angles
    function toRadian input Real degree; output Real radian = degree*3.14159265358979/180; algorithm end toRadian;
  end Angles;
  model Spring
    parameter Real stiffness = 1;
    parameter Boolean damped = false;
    parameter Real s0 = 0;
    Real f = stiffness*s0;
  end Spring;
  model SteelSpring extends Spring; end SteelSpring;
  model Table parameter Real first = 0; parameter Real second = 0; end Table;
  annotation(version = "3.0", conversion(
    noneFromVersion = "2.9",
    from(version = "1.0", to = "2.0", script = "modelica://Base/Resources/from1.mos"),
    from(version = {"2.0", "2.1"}, script = "modelica://Base/Resources/from2.mos"),
    from(version = "0.5", change = {convertClass("Base.Feather", "Base.Spring")})));
end Base;
