// each gives its value to one element: an array does not fit a scalar, it does fit a type with dimensions.
// RUN: causeway check %s
// EXIT: 2
// CHECK: each_with_array.mo:7:26: error[INST0590]: start of x: expected Real, found Integer[3]
// CHECK-NOT: start of y
model M type T = Real[3];
  Real x[3](each start = {1, 2, 3});
  T y[2](each start = {1, 2, 3});
equation
  der(x) = zeros(3);
  der(y) = zeros(2, 3);
end M;
