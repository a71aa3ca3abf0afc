// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0670.mo:11:28: error[INST0670]: cannot open file a.txt
model M
  function sizes
    input String file;
    input String name;
    output Integer dims[2];
  external "C" ModelicaIO_readMatrixSizes(file, name, dims);
  end sizes;
  parameter Integer n[2] = sizes("a.txt", "b");
  Real x[n[1]] = ones(n[1]);
end M;
