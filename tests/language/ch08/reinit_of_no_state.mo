// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
// CHECK: reinit_of_no_state.mo:7:8: error[SYM0302]: x is given a new value by reinit, so it must be a state (MLS 8.3.6)
// CHECK: reinit_of_no_state.mo:10:5: note: the reinit is here
// CHECK: note: it is determined by x = 2.0*time
model ReinitOfNoState
  Real x = 2 * time;
equation
  when time > 0.5 then
    reinit(x, 2);
  end when;
end ReinitOfNoState;
