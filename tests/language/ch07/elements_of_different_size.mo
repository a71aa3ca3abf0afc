// RUN: causeway simulate %s -o %t.csv
// FINAL: multi.T[1] = 2 +- 1e-6
// FINAL: multi.T[2] = 3 +- 1e-6
// FINAL: multi.T[5] = 7 +- 1e-6
// FINAL: hidden = 2 +- 1e-6
// An array of components whose elements have arrays of different sizes, reached by subscripts (7.2.5).
package Layers
  record Mat
    parameter Real x = 1;
    parameter Integer n = 2;
  end Mat;
  record Cons
    parameter Integer nLay;
    parameter Mat m[nLay];
    final parameter Integer nSta[nLay] = {m[i].n for i in 1:nLay};
  end Cons;
  model Single
    Real T[nSta](each start = 1, each fixed=true);
    parameter Boolean s = true;
    replaceable parameter Mat mat;
    parameter Integer n2 = mat.n;
    parameter Real w[nSta] = if s then {i for i in 1:nSta} else {2*i for i in 1:nSta};
  protected
    final parameter Integer nSta = max(n2, if s then 2 else 1);
  equation
    for i in 1:nSta loop
     der(T[i]) = w[i];
    end for;
  end Single;
  model Multi
    replaceable parameter Cons layers;
    final parameter Integer nLay = size(layers.m, 1);
    Real T[sum(layers.nSta)];
  protected
    Single[nLay] lay(final n2 = {layers.nSta[i] for i in 1:nLay}, final s = {if i == 1 then true else false for i in 1:nLay},
       mat={layers.m[i] for i in 1:nLay});
  equation
    for i in 1:nLay loop
     for j in 1:layers.nSta[i] loop
      T[sum(layers.nSta[k] for k in 1:i-1) + j] = lay[i].T[j];
     end for;
    end for;
  end Multi;
  record Ins = Cons(m={Mat(n=2), Mat(n=3)}, final nLay=2);
  model M
    Multi multi(redeclare Ins layers);
    Real binding = time, hidden = 2*binding;
  end M;
end Layers;
