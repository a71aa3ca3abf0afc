// --untrusted: tables of the Modelica library are interpolated by functions of our own; splines of two variables are refused.
// REQUIRES: release
// RUN: causeway simulate %s --untrusted -o %t.csv --stop 4
// VALUE: %t.csv linear(0.5) = 1 +- 1e-9
// VALUE: %t.csv linear(2.5) = 1.25 +- 1e-9
// VALUE: %t.csv linear(3.5) = 0.75 +- 1e-9
// VALUE: %t.csv held(3.5) = 1 +- 0
// VALUE: %t.csv steps(0.5) = 0 +- 0
// VALUE: %t.csv steps(1.5) = 2 +- 0
// VALUE: %t.csv periodic(3.5) = 1 +- 1e-9
// VALUE: %t.csv plane(1) = 4 +- 1e-9
// VALUE: %t.csv plane(4) = 40 +- 1e-9
// VALUE: %t.csv signal(0.5) = 0 +- 0
// VALUE: %t.csv signal(0.999) = 0 +- 1e-9
// VALUE: %t.csv signal(1.5) = 5 +- 1e-9
// VALUE: %t.csv signal(2.5) = 1 +- 1e-9
// FINAL: %t.csv integral = 7 +- 1e-6
// VALUE: %t.csv akima(2) = 2.125 +- 1e-9
// VALUE: %t.csv akima(4) = -0.75 +- 1e-9
// VALUE: %t.csv butland(2) = 1.625 +- 1e-9
// VALUE: %t.csv steffen(2) = 1.625 +- 1e-9
// VALUE: %t.csv modified(2) = 1.96875 +- 1e-9
// VALUE: %t.csv modified(4) = -0.3125 +- 1e-9
// RUN: causeway simulate %s --untrusted -o %t2.csv -p 'file="secret.txt"'
// EXIT: 4
// CHECK: the table "secret.txt" is not read: it
// RUN: causeway simulate %s --untrusted -o %t3.csv -p bent=2
// EXIT: 4
// CHECK: splines of tables of two variables are not made for a model that is not trusted
// RUN: causeway simulate %s --untrusted -o %t4.csv -p beyond=4 --stop 4
// EXIT: 5
// CHECK: a value outside the table is asked for, and none is allowed
model UntrustedTables
  class One
    extends ExternalObject;
    function constructor
      input String file;
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation;
      output One object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init2(
        file, "t", table, size(table, 1), size(table, 2), columns, size(columns, 1), smoothness, extrapolation, 0);
    end constructor;
    function destructor
      input One object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end One;
  function value
    input One object;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, column, u);
  end value;
  class Two
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer smoothness;
      output Two object;
      external "C" object = ModelicaStandardTables_CombiTable2D_init2(
        "NoName", "t", table, size(table, 1), size(table, 2), smoothness, 2, 0);
    end constructor;
    function destructor
      input Two object;
      external "C" ModelicaStandardTables_CombiTable2D_close(object);
    end destructor;
  end Two;
  function height
    input Two object;
    input Real u;
    input Real v;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(object, u, v);
  end height;
  class Over
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer columns[:];
      output Over object;
      external "C" object = ModelicaStandardTables_CombiTimeTable_init2(
        "NoName", "t", table, size(table, 1), size(table, 2), 0.0, columns, size(columns, 1), 1, 1, 0.0, 1, 0);
    end constructor;
    function destructor
      input Over object;
      external "C" ModelicaStandardTables_CombiTimeTable_close(object);
    end destructor;
  end Over;
  impure function next
    input Over object;
    input Real t;
    output Real event;
    external "C" event = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(object, t);
  end next;
  function at
    input Over object;
    input Real t;
    input Real event;
    input Real before;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(object, 1, t, event, before);
  end at;
  parameter String file = "NoName";
  parameter Integer smoothness = 1;
  parameter Integer beyond = 2;
  parameter Integer bent = 1;
  parameter Real points[:, :] = [0, 0; 1, 2; 3, 1];
  parameter One lines = One(file, points, {2}, smoothness, beyond);
  parameter One holds = One("NoName", points, {2}, 1, 1);
  parameter One stairs = One("NoName", points, {2}, 3, 2);
  parameter One again = One("NoName", points, {2}, 1, 3);
  parameter Two field = Two([0, 0, 1; 0, 0, 2; 1, 0, 4; 2, 0, 12], bent);
  parameter Over course = Over([0, 0; 1, 0; 1, 5; 2, 5; 2, 1], {2});
  parameter One curves[4] = {One("NoName", points, {2}, k, 2) for k in {2, 4, 5, 6}};
  Real akima = value(curves[1], 1, time);
  Real butland = value(curves[2], 1, time);
  Real steffen = value(curves[3], 1, time);
  Real modified = value(curves[4], 1, time);
  Real linear = value(lines, 1, time);
  Real held = value(holds, 1, time);
  Real steps = value(stairs, 1, time);
  Real periodic = value(again, 1, time);
  Real plane = height(field, time, if time < 2 then 1 else time/2.8);
  discrete Real event(start = 0, fixed = true);
  Real signal = at(course, time, event, pre(event));
  Real integral(start = 0, fixed = true);
equation
  when {time >= pre(event), initial()} then
    event = next(course, time);
  end when;
  der(integral) = signal;
end UntrustedTables;
