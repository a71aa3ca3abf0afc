// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0629.mo:7:8: error[INST0629]: a clocked when cannot have elsewhen
model M
  Integer n;
equation
  when Clock(0.1) then
    n = previous(n) + 1;
  elsewhen time > 1 then
    n = 0;
  end when;
end M;
