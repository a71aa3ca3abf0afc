model M
  replaceable model A Real x = 1; end A;
  extends A;
end M;
