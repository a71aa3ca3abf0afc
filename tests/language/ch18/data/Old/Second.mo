within Old;
model Second
  extends Base.Coil(c = 2);
  First first(plain(c = 7));
  Real x = c + first.plain.c;
  Real y = f;
end Second;
