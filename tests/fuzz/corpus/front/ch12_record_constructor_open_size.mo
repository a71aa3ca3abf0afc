package Q
  record Curve
    parameter Real at[:];
    parameter Real value[size(at, 1)];
  end Curve;
  record Data
    parameter String names[:] = {"a"};
    parameter Curve curves[size(names, 1)];
  end Data;
  model Efficiency
    parameter Integer n;
    parameter Curve curves[n];
    Real y[n] = {sum(curves[i].value) for i in 1:n};
  end Efficiency;
  model Filter
    parameter Data data;
    Efficiency eff(n = size(data.names, 1), curves = data.curves);
  end Filter;
end Q;

model RecordConstructorOpenSize
  parameter Q.Data data(names = {"a", "b"}, curves = {Q.Curve(at = {0, 0.5, 1}, value = {1, 2, 3}), Q.Curve(at = {0, 1}, value = {1, 4})});
  Q.Filter f(data = data);
end RecordConstructorOpenSize;
