model M
  parameter String s = "a" + 1;
end M;
