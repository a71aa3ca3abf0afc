model M
  record R input Real x; end R;
  R r;
end M;
