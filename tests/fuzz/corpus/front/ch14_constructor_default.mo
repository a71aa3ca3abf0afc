operator record C
  Real re;
  Real im;
end C;
model ConstructorDefault
  C z = C(3, im = 4);
end ConstructorDefault;
