model WishedVersion
  Real y = Ver.n;
  annotation(uses(Ver(version = "1.0")));
end WishedVersion;
