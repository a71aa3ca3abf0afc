model M
  type Size = enumeration(small, large);
  Size s = Size.lagre;
end M;
