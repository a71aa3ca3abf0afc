model M
  connector C input Real x; end C;
  input C c;
end M;
