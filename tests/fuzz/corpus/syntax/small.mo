within A.B;
package P "text"
  extends Q(x = 1, redeclare replaceable model M = N constrainedby K, final y(start = {1, 2.5e-3}));
  import A.B.{c, d}; import X = Y.Z; import W.*;
  type E = enumeration(a "one", b);
  function f input Real x[:, 3]; output Real y = sum(x[i, end] for i in 1:size(x, 1)); external "C" y = g(x) annotation(Library = "m"); end f;
  model 'quoted \' name' /* comment */
    parameter Integer n(min = 0) = 3 annotation(Evaluate = true); // line
    flow Real z if n > 0 and not false;
  initial equation der(z) = 0;
  equation
    for i in 1:n loop connect(a[i].p, b.n); end for;
    if n == 1 then z = time; elseif n <> 2 then z = -n ^ 2 .* 3; else assert(z >= 0, "x\n" + String(z)); end if;
    when {sample(0, 1), pre(b)} then reinit(z, if b then 1 else 2); elsewhen initial() then (u, , v) = f(1, y = 2); end when;
  algorithm
    while true loop x := [1, 2; 3, 4]; break; end while; return;
  end 'quoted \' name';
end P;
