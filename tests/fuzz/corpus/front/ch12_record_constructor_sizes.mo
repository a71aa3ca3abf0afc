record Glass
  parameter Real tau[:] = {0.6};
  parameter Real factor = 1;
  parameter Integer n = 1;
  parameter Real x[n] = fill(1, n);
end Glass;

model RecordConstructorSizes
  parameter Glass one = Glass(tau = {1, 2, 3}, factor = 1);
  parameter Glass both[2] = {Glass(), Glass(tau = {3, 4}, n = 3, x = {1, 2, 3})};
  Real y = one.factor*sum(one.tau);
  Real z = sum(both[2].tau);
end RecordConstructorSizes;
