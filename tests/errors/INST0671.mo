// RUN: printf '#1\ndouble a(2,2)\n1 2\n3 4\n' > a.txt; causeway check --allow-files %s
// EXIT: 2
// CHECK: INST0671.mo:11:28: error[INST0671]: no matrix b was found in file a.txt
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
