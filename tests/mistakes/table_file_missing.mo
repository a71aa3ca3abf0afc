// REQUIRES: env CAUSEWAY_MSL
// REQUIRES: tool cc
// RUN: causeway simulate -L "$CAUSEWAY_MSL" %s -o %t.csv
// EXIT: 4
// CHECK: table_file_missing.mo:8:42: error[RT0040]: {{.*}} Not possible to open file "measured.txt"
// CHECK: hint: look at what is given to this component; a relative name of a file is looked for where the program runs
model TableFileMissing
  Modelica.Blocks.Sources.CombiTimeTable t(tableOnFile = true, tableName = "tab", fileName = "measured.txt");
end TableFileMissing;
