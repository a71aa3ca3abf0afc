// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0645]
model M
  Integer n(start = 0), m(start = 0);
equation
  when time > 0.5 then
    n = 1;
  elsewhen time > 0.6 then
    m = 2;
  end when;
end M;
