// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 7 +- 1e-12
// FINAL: t = 3 +- 1e-12
// 12.6: defaults of a record constructor may refer to fields declared later.
package Order
  record Material
    parameter Real x;
    parameter Integer n = max(1, integer(ceil(wanted)));
    parameter Boolean thin = x < 0.05;
    parameter Real wanted = if thin then 1 else 10*x;
  end Material;
  record Construction
    parameter Integer nLay;
    parameter Material material[nLay];
    final parameter Integer n[nLay] = {material[i].n for i in 1:nLay};
  end Construction;
  record Wall = Construction(material = {Material(x = 0.1), Material(x = 0.2)}, final nLay = 2);
  model Layers
    replaceable parameter Construction c;
    Real T[sum(c.n)] = fill(1, sum(c.n));
  end Layers;
  model M
    Layers layers(redeclare Wall c);
    parameter Material m = Material(x = 0.4);
    Real s = sum(layers.T) + m.n;
    Real t = sum(layers.T);
  end M;
end Order;
