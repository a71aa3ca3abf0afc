// Elements of a split array of records, inside an array that is not split: each has its own value.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: s = 30 +- 1e-9
// FINAL: w = 20 +- 1e-9
// FINAL: room.data[2].layers.material[2].k = 20 +- 1e-9
model SplitInside "elements of a split array of records, inside an array that is not split"
  record Material
    parameter Real k = 1;
    parameter Integer n = 1;
  end Material;
  record Layers
    parameter Integer nLay = 1;
    parameter Material material[nLay];
  end Layers;
  record Data
    parameter Layers layers;
  end Data;
  model Wall
    parameter Material m;
    Real y[m.n] = fill(m.k, m.n);
  end Wall;
  model Room
    parameter Integer n = 1;
    parameter Data data[n];
    Wall wall[n, 2](m = {{data[i].layers.material[j] for j in 1:2} for i in 1:n});
  end Room;
  parameter Layers brick(nLay = 2, material = {Material(k = 10, n = 1), Material(k = 20, n = 2)});
  Room room(n = 3, data(layers = {brick, brick, brick}));
  Real s = sum(room.data[3].layers.material.k);
  Real w = room.wall[3, 2].y[2];
end SplitInside;
