// RUN: causeway check %s
// EXIT: 2
// CHECK: reinit_twice_in_branch.mo:10:5: error[FLAT0062]: reinit of 'x[2]' stands in one branch twice
// CHECK: reinit_twice_in_branch.mo:9:5: note: the other one is here
model ReinitTwiceInBranch
  Real x[2](each start = 0, each fixed = true);
equation
  der(x) = {1, 1}; when time > 0.5 then
    reinit(x, {2, 3});
    reinit(x[2], 3);
  end when;
end ReinitTwiceInBranch;
