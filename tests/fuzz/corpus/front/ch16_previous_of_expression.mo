model PreviousOfExpression
  Real x(start = 0) = previous(x + 1);
end PreviousOfExpression;
