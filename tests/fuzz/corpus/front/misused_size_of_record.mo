package Layers
  record Material
    parameter Real x;
    parameter Integer states = 2;
  end Material;
  record Construction
    parameter Wall n;
    parameter Material material[n];
    final parameter Integer states[n] = {material[i].states for i in 1:n};
  end Construction;
  record One = Construction(final n = 1, material = {Material(x = states, states = 3)});
  record Two = Construction(final n = 2, material = {Material(x = 1), Material(x = 2)});
  record Part
    parameter Construction layers;
    parameter Real A = 1;
  end Part;
  model Wall
    parameter Construction layers;
    parameter Real A;
    final parameter Integer n = size(layers.material, 1);
    Real T[sum(layers.states)];
  equation
    for i in 1:n loop
      for j in 1:layers.states[i] loop
        T[sum(layers.states[k] for k in 1:i - 1.) + j] = A*layers.material[i].x;
      end for;
    end for;
  end Wall;
end Layers;

model RecordsOfDifferentSize
  parameter Layers.One a;
  parameter Layers.Two b;
  parameter Layers.Part part[2](layers = {a, b}, A = {10, 20});
  Layers.Wall wall[2](layers = part.layers, A = part.A);
  parameter Layers.Construction both[2] = {a, b};
  Layers.Wall again[2](layers = both, each A = 1);
end RecordsOfDifferentSize;
