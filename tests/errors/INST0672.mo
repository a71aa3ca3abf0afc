// RUN: printf '#1\ndouble a(2,2)\n1 2\n3\n' > a.txt; causeway check --allow-files %s
// EXIT: 2
// CHECK: INST0672.mo:11:28: error[INST0672]: matrix a in file a.txt has too few numbers
model M
  function read
    input String file;
    input String name;
    output Real a[2, 2];
  external "C" ModelicaIO_readRealMatrix(file, name, a, 2, 2, false);
  end read;
  parameter Real a[2, 2] = read("a.txt", "a");
  Real x[integer(a[1, 1])] = ones(integer(a[1, 1]));
end M;
