model VendorAnnotation
  Real x = time annotation(__Tool(special = {1, 2}, deep(er = "x")));
  annotation(__Other_tool(anything), unknownAnnotation(a = 1));
end VendorAnnotation;
