// A class that a model makes with its own variables is checked with that model.
// RUN: causeway check %s P
// CHECK: 5 classes checked, 2 of them models; 0 failed
package P
  model Loss
    parameter Integer n = 2;
    input Real u;
    Real y[n] = fill(u, n);
  end Loss;
  model Pipe
    Real u = time;
    Integer k = 3;
    replaceable model L = Loss(u = u);
    model K = Loss(final u = 2*u);
    L l;
    K m;
  end Pipe;
end P;
