model M
  model A model S Real y = 2; end S; S s; end A;
  extends A(break s);
  Real s = 5;
end M;
