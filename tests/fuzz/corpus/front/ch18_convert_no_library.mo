model M
  annotation(uses(Base(version = "2.0")));
end M;
