within Bad;
model Named
  Real x = 1;
end Named;
