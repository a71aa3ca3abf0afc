// RUN: causeway simulate Lib.InFile -L %d/data -o %t.csv --stop 1
// FINAL: y = 9 +- 0
// Classes of package.mo, of files beside it and of folders below are one package (13.4).
