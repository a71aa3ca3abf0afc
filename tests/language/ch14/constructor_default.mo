// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: z.re = 3 +- 0
// FINAL: z.im = 4 +- 0
operator record C
  Real re;
  Real im;
end C;
model ConstructorDefault
  C z = C(3, im = 4);
end ConstructorDefault;
