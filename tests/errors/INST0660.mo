// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0660.mo:8:5: error[INST0660]: evaluation at translation time takes too long and was stopped
model M
  function f
    output Integer n = 0;
  algorithm
    while true loop
    end while;
  end f;
  Real x[f()];
end M;
