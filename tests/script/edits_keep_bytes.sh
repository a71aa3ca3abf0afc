# RUN: bash %s
# CHECK: same bytes
# Edits by script change what they are asked for and no byte beside it: line ends, tabs and comments of the user stay.
set -eu
printf 'within;\r\nmodel F "d"\r\n\tReal x;\r\n\tG g[2](each k=2) annotation (\r\n\t\tPlacement(transformation(extent={{0,0},{20,20}})));\r\nequation\r\n\tconnect(g[1].y, g[2].u) annotation (Line(points={{1,1},{2,2}}));\r\n\tif true then\r\n\t\tconnect(g[2].y, h.u);\r\n\tend if;\r\nend F;\r\n' > F.mo
cat > H.mo <<'M'
model H
  extends B(u(start=1));
  replaceable model M = Gain(k=2);
  M m(redeclare Real q = 3) if true;
  Real a, b(start=2) = 3, c;
equation
  y = u;
public
  parameter Real p = 1 /* one */ "p";
initial equation
  a = 1;
end H;
M
cat > edits.mos <<'S'
loadFile("F.mo"); addComponent(k, Real, F); addConnection(a.b, c.d, F); deleteConnection(g[2].y, h.u, F); save(F);
loadFile("H.mo"); setComponentModifierValue(H, b.start, $Code(=5)); setComponentModifierValue(H, b, $Code(=7));
setParameterValue(H, p, 2); setComponentModifierValue(H, m.k, $Code(=4)); setComponentModifierValue(H, c.start, $Code(=4));
setComponentModifierValue(H, u.start, $Code(=6)); addComponent(n, Real, H); addConnection(m.y, c.d, H); deleteComponent(a, H); save(H);
S
causeway run edits.mos > said
printf 'within;\r\nmodel F "d"\r\n\tReal x;\r\n\tG g[2](each k=2) annotation (\r\n\t\tPlacement(transformation(extent={{0,0},{20,20}})));\r\n\tReal k;\r\nequation\r\n\tconnect(g[1].y, g[2].u) annotation (Line(points={{1,1},{2,2}}));\r\n\tconnect(a.b, c.d);\r\n\tif true then\r\n\tend if;\r\nend F;\r\n' > F.wanted
cat > H.wanted <<'M'
model H
  extends B(u(start=6));
  replaceable model M = Gain(k=2);
  M m(redeclare Real q = 3, k = 4) if true;
  Real b(start=5) = 7, c(start = 4);
  Real n;
equation
  y = u;
  connect(m.y, c.d);
public
  parameter Real p = 2 /* one */ "p";
initial equation
  a = 1;
end H;
M
diff F.mo F.wanted
diff H.mo H.wanted
echo same bytes
