// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0025]: the model has more than {{[0-9]+}} scalar variables
model FLAT0025
  model Row Real x[50000]; end Row;
  Row row[50000];
end FLAT0025;
