// RUN: causeway check %s M
// EXIT: 2
// CHECK: :17:10: error[INST0205]: class 'Source' has no element 'freqHz' to modify
// CHECK: hint: its parameters are V, f, phase; when it was called so in an older version of the library, causeway convert knows the new name
model Source
  parameter Real V = 1, f = 50, phase = 0;
  Real current, voltage, energy(start = 0, fixed = true), loss, power, heat, temperature, field;
equation
  voltage = V*sin(6.283*f*time + phase);
  {current, loss, power} = {voltage/10, current^2, current*voltage};
  {heat, temperature, field} = {loss, heat + 300, current};
  der(energy) = power;
end Source;
model M
  Source s(
    V = 2,
         freqHz = 60); // <- f
end M;
