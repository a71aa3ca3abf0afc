// Sizes may depend on what interpolation tables give: tables in matrices and files are read during translation (MLS 3.6, 12.9.7).
// RUN: printf '#1\ndouble tab(3,2)\n0 1\n1 5 # five\n2 9\n' > tab.txt; causeway flatten --allow-files %s
// CHECK: parameter Integer n1 = 3;
// CHECK: parameter Integer n2 = 6;
// CHECK: parameter Integer n3 = 4;
// CHECK: parameter Integer n4 = 3;
// CHECK: parameter Integer n5 = 2875;
// CHECK: Real x[9];
package Tables
  type Smoothness = enumeration(linear, spline, constantSegments);
  type Extrapolation = enumeration(hold, lastTwo, periodic, none);
  class Table1
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      output Table1 object;
    external "C" object = ModelicaStandardTables_CombiTable1D_init3(fileName, tableName, table, size(table, 1), size(table, 2),
        columns, size(columns, 1), smoothness, extrapolation, false, ",", 0);
    end constructor;
    function destructor
      input Table1 object;
    external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table1;
  class Table2
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      output Table2 object;
    external "C" object = ModelicaStandardTables_CombiTable2D_init3(fileName, tableName, table, size(table, 1), size(table, 2),
        smoothness, extrapolation, false, ",", 0);
    end constructor;
    function destructor
      input Table2 object;
    external "C" ModelicaStandardTables_CombiTable2D_close(object);
    end destructor;
  end Table2;
  pure function value1
    input Table1 t;
    input Integer column;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u);
  end value1;
  pure function value2
    input Table2 t;
    input Real u1;
    input Real u2;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable2D_getValue(t, u1, u2);
  end value2;
end Tables;

model TablesDuringTranslation
  parameter Tables.Table2 t2 = Tables.Table2("NoName", "NoName", [0, 0, 2; 0, 1, 3; 4, 5, 15], Tables.Smoothness.linear,
    Tables.Extrapolation.lastTwo);
  parameter Tables.Table1 t1 = Tables.Table1("NoName", "NoName", [0, 1; 1, 2; 2, 4], {2}, Tables.Smoothness.linear,
    Tables.Extrapolation.hold);
  parameter Integer n1 = integer(Tables.value1(t1, 1, 1.5));
  parameter Integer n2 = integer(Tables.value2(t2, 2, 1));
  parameter Integer n3 = integer(Tables.value1(t1, 1, 100));
  parameter Tables.Table1 t4 = Tables.Table1("tab", "tab.txt", fill(0.0, 0, 2), {2}, Tables.Smoothness.linear,
    Tables.Extrapolation.hold);
  parameter Integer n4 = integer(Tables.value1(t4, 1, 0.5));
  parameter Tables.Table1 t5 = Tables.Table1("NoName", "NoName", [0, 1; 1, 2; 2, 4], {2}, Tables.Smoothness.spline,
    Tables.Extrapolation.hold);
  parameter Integer n5 = integer(1000*Tables.value1(t5, 1, 1.5) + 0.5);
  Real v[n5] = ones(n5);
  Real w[n4] = ones(n4);
  Real x[n1 + n2] = ones(n1 + n2);
  Real z[n3] = ones(n3);
end TablesDuringTranslation;
