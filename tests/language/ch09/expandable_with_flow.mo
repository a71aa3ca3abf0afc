// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0911]
model M
  expandable connector Bus
    flow Real i;
  end Bus;
  Bus bus;
end M;
