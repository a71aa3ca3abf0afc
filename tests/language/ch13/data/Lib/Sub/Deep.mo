within Lib.Sub;
model Deep
  Real z = 2*factor;
end Deep;
