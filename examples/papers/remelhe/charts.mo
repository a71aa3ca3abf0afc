// M.A. Pereira Remelhe: Combining Discrete Event Models and Modelica General Thoughts and a Special Modeling Environment (2002).
// Statecharts become blocks: as text, as SCXML, as a table.  Instants of conditions on continuous inputs are found exactly.
// RUN: causeway statechart %d/lamp.chart -o lamp.mo && causeway check --strict lamp.mo && causeway simulate lamp.mo %s Room -o %t.csv
// CHECK: Lamp: {{[0-9]+}} equations
// VALUE: %t.csv lamp.is_On(0.9) = 0 +- 0
// VALUE: %t.csv lamp.is_On(1.1) = 1 +- 0
// VALUE: %t.csv lamp.is_On(5.99) = 1 +- 0
// VALUE: %t.csv lamp.is_On(6.01) = 0 +- 0
// VALUE: %t.csv lamp.is_Alarm(19.999) = 0 +- 0
// VALUE: %t.csv lamp.is_Alarm(20.001) = 1 +- 0
// VALUE: %t.csv lamp.is_Quiet(20.99) = 0 +- 0
// VALUE: %t.csv lamp.is_Quiet(21.01) = 1 +- 0
// VALUE: %t.csv lamp.is_Red(20.29) = 1 +- 0
// VALUE: %t.csv lamp.is_Red(20.31) = 0 +- 0
// VALUE: %t.csv lamp.is_Red(20.51) = 1 +- 0
// VALUE: %t.csv lamp.is_Working(29.999) = 0 +- 0
// VALUE: %t.csv lamp.is_Off(30.001) = 1 +- 0
// FINAL: %t.csv lamp.n = 1 +- 0
// RUN: causeway statechart %d/lamp.scxml -o lamp.mo && causeway check --strict lamp.mo && causeway simulate lamp.mo %s Room -o %t.scxml.csv
// VALUE: %t.scxml.csv lamp.is_On(1.1) = 1 +- 0
// VALUE: %t.scxml.csv lamp.is_On(19.999) = 1 +- 0
// VALUE: %t.scxml.csv lamp.is_Loud(20.001) = 1 +- 0
// VALUE: %t.scxml.csv lamp.is_Louder(24.999) = 0 +- 0
// VALUE: %t.scxml.csv lamp.is_Louder(25.001) = 1 +- 0
// VALUE: %t.scxml.csv lamp.is_On(30.001) = 1 +- 0
// RUN: causeway statechart %d/Door.csv -o door.mo && causeway simulate door.mo %s Entrance -o %t.door.csv
// VALUE: %t.door.csv door.is_Opening(1.5) = 1 +- 0
// VALUE: %t.door.csv door.is_Open(3.01) = 1 +- 0
// VALUE: %t.door.csv door.is_Closing(6.01) = 1 +- 0
// VALUE: %t.door.csv door.is_Opening(7.01) = 1 +- 0
// FINAL: %t.door.csv door.count = 2 +- 0
// FINAL: %t.door.csv door.is_Closed = 1 +- 0
model Room "A button, and a level that rises to 3.5 and falls"
  Lamp lamp;
equation
  lamp.button = time > 1 and time < 1.5;
  lamp.level = if time < 27.5 then time/10 + (if time > 20 then (time - 20)/10 else 0) else 3.5 - (time - 27.5);
  annotation(experiment(StopTime = 40));
end Room;
model Entrance "Somebody stands in the door when it closes"
  Door door;
equation
  door.open = time > 1;
  door.blocked = if time > 7 and time < 9 then 1 else 0;
  annotation(experiment(StopTime = 30));
end Entrance;
