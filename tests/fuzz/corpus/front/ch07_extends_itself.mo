model M
  extends M;
end M;
