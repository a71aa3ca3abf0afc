model UsesNotString
  Real x = 1;
  annotation(uses(Somewhere(version = "1.0")));
end UsesNotString;
