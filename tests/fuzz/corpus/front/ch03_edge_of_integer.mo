model M
  Integer i = 1;
  Boolean b = edge(i);
end M;
