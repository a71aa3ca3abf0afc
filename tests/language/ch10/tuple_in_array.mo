// A list of values is no element of an array (MLS 10.4).
// RUN: causeway check %s
// EXIT: 2
// CHECK: tuple_in_array.mo:8:8: error[INST0525]: an element of an array is one value, not a list of 2
model TupleInArray
  Real x;
equation
  x = [(x, 2)];
end TupleInArray;
