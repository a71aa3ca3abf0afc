model M
  model A Real x; equation x = time; end A;
  model B extends A; end B;
  model C extends A; end C;
  extends B;
  extends C;
end M;
