model M
  model Resistor end Resistor;
  Resitor r;
end M;
