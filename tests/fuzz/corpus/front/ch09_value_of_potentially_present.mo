connector RO = output Real;
model M
  expandable connector E Real x; end E;
  E e(x = 1);
  RO y = 1;
equation
  connect(y, e.x);
end M;
