model M
  Boolean b = not 1;
end M;
