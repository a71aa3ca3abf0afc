// The icon of a class, its connectors with their places on it, and its documentation travel in an FMU.
// RUN: causeway fmu %s Looks.Double --fmi 3 -o three.fmu
// RUN: causeway fmu %s Looks.Double --fmi 2 -o two.fmu
// RUN: python3 -c "import zipfile; z = zipfile.ZipFile('three.fmu'); print(*z.namelist()); print(z.read('terminalsAndIcons/terminalsAndIcons.xml').decode()); print(z.read('documentation/index.html').decode()); print(z.read('terminalsAndIcons/icon.png')[1:4]); print(*zipfile.ZipFile('two.fmu').namelist())"
// CHECK: terminalsAndIcons/icon.png
// CHECK: terminalsAndIcons/Looks.In.png
// CHECK: <Terminal name="u" matchingRule="plug" terminalKind="Looks.In"
// CHECK: variableName="u" memberName="u" variableKind="signal"
// CHECK: x1="-120" y1="-10" x2="-100" y2="10" iconBaseName="Looks.In"
// CHECK: <p>Doubles.</p>
// CHECK: b'PNG'
// CHECK: model.png documentation/index.html
// RUN: causeway fmu %s Looks.Resistor --fmi 3 -o pins.fmu -q && unzip -p pins.fmu terminalsAndIcons/terminalsAndIcons.xml
// CHECK: <Terminal name="p" matchingRule="plug" terminalKind="Looks.Pin">
// CHECK: variableName="p.v" memberName="v" variableKind="signal"
// CHECK: variableName="p.i" memberName="i" variableKind="inflow"
package Looks
  connector In = input Real
    annotation(Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid)}));
  connector Pin
    Real v;
    flow Real i;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}})}));
  end Pin;
  model Resistor
    Pin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    parameter Real R = 2;
    Real u(start = 1, fixed = true);
  equation
    der(u) = -u;
    p.v = u + R*p.i;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}})}));
  end Resistor;
  block Double
    In u(start = 0) annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    output Real y = 2*u;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}})}), Documentation(info = "<html><p>Doubles.</p></html>"));
  end Double;
end Looks;
