model M
  model C parameter Real a[3]; parameter Real d; end C;
  C c[2](each a = {1, 2, 3}, d = {10, 20});
end M;
