model M
  model C parameter Real d; end C;
  C c[2](d = {1, 2, 3});
end M;
