model M
  model A parameter Real x = 1; end A;
  model B A a(final x = 3); end B;
  B b(a(x = 4));
end M;
