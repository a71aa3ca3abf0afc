model M
  impure function next output Integer n; external "C" n = rand(); end next;
  pure function twice output Integer n; algorithm n := 2*next(); end twice;
  parameter Integer x = twice();
end M;
