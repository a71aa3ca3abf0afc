// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: when_condition_noevent.mo:7:8: error[FLAT0061]
model M
  discrete Real x;
equation
  when noEvent(time > 0.5) then
    x = 1;
  end when;
end M;
