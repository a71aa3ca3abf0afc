// RUN: causeway check %s
// EXIT: 2
// CHECK: used_after_break.mo:{{[0-9]+}}:{{[0-9]+}}: error[INST0516]: y is not present: break has taken it out
// CHECK: hint: what is taken out may be used in connect only (MLS 7.4); redeclare it instead
model UsedAfterBreak
  model Base
    Real y = 2;
    Real z = 3*y;
  end Base;
  extends Base(break y);
end UsedAfterBreak;
