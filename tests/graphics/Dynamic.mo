// DynamicSelect: the static picture, and one with values of a result (MLS 3.6, 18.6.6).
// RUN: causeway simulate %s Dynamic.Plant -o %t.csv --stop 4 --interval 1
// RUN: causeway draw %s Dynamic.Plant --diagram -o %t.json && cat %t.json
// CHECK: ["L",60,-60]
// CHECK: "fill":[0,0,255]
// CHECK: "text":"level"
// RUN: causeway draw %s Dynamic.Plant --diagram --result %t.csv --time 2.5 -o %t.json && cat %t.json
// CHECK: ["L",60,-30]
// CHECK: "fill":[255,0,0]
// CHECK: "text":"2.5 m, 2"
// CHECK: "text":"growth 1, level 2.5 m"
// RUN: causeway draw %s Dynamic.Tank --result nothing.csv -o %t.json
// EXIT: 1
// CHECK: nothing.csv
package Dynamic
  model Tank
    Real level(unit = "m", start = 0, fixed = true);
    Boolean full = level > 2;
    Integer whole(start = 0, fixed = true);
    parameter Real growth = 1;
  equation
    der(level) = growth;
    when sample(1, 1) then
      whole = pre(whole) + 1;
    end when;
    annotation(Icon(graphics = {
      Rectangle(extent = DynamicSelect({{-60, -80}, {60, -60}}, {{-60, -80}, {60, -80 + 20*level}}), fillPattern = FillPattern.Solid,
        fillColor = DynamicSelect({0, 0, 255}, if full then {255, 0, 0} else {0, 0, 255})),
      Text(extent = {{-60, 60}, {60, 40}}, textString = DynamicSelect("level", String(level, significantDigits = 3) + " m, " + String(whole))),
      Text(extent = {{-60, 30}, {60, 10}}, textString = "growth %growth, level %level")}));
  end Tank;

  model Plant
    Tank tank annotation(Placement(transformation(extent = {{-100, -100}, {100, 100}})));
  end Plant;
end Dynamic;
