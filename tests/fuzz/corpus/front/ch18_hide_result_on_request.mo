model HideResultOnRequest
  Real hidden = time annotation(HideResult = true);
  Real y = 2*hidden;
end HideResultOnRequest;
