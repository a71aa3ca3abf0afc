model M
  record R outer Real x; end R;
  R r;
end M;
