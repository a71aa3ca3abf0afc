model HideResult
  Real hidden = time annotation(HideResult = true);
  Real y = 2*hidden;
end HideResult;
