package Files "Texts that refer to files"
  annotation(Documentation(info = "<html><p><img src=\"modelica://Files/Resources/dot.svg\"><img src=\"modelica://Files/Resources/bad.svg\">
<a href=\"modelica://Files/Resources/more.html\">more</a> <a href=\"modelica://Files/../Doc.mo\">outside</a></p></html>"));
end Files;
