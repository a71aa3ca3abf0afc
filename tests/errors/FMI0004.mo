// RUN: causeway emi %s -o %t.so --inputs v
// EXIT: 1
// CHECK: error[FMI0004]: v is no input of Gain
model Gain
  input Real u;
  output Real y = 2*u;
end Gain;
