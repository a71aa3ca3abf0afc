within Elsewhere;
model Wrong
  Real x = 1;
end Wrong;
