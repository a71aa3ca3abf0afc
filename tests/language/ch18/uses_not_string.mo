// A version that is no text is ignored by the search and kept.
// RUN: causeway check %s
model UsesNotString
  Real x = 1;
  annotation(uses(Somewhere(version = "1.0")));
end UsesNotString;
