model M
  model C parameter Real d; end C;
  model B C c[2]; end B;
  B b[2](each c(d = {7, 8}));
end M;
