model M
  model A end A;
  Real x = A(1);
end M;
