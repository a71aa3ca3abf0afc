model Step
  Base.Feather f(hardness = 6);
  annotation(uses(Base(version = "1.0")));
end Step;
