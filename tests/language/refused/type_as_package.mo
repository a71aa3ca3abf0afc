// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0955]: type 'Units' is made from no other type (MLS 4.7)
// CHECK: hint: it holds classes: write package Units ... end Units;
model TypeAsPackage
  type Units
    type Power_kW = Real(unit = "kW");
  end Units;
  Units.Power_kW p = time;
end TypeAsPackage;
