model SubscriptOfNothing
  Real x[0];
  Integer k = integer(time) + 1;
  Real y = x[k];
end SubscriptOfNothing;
