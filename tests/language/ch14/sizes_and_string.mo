// Sizes in redeclared outputs are looked up in the function; further arguments of an overloaded String.
// RUN: causeway simulate %s LS.Use -o %t.csv --stop 1
// FINAL: w = 6 +- 1e-9
// FINAL: y[3] = 1 +- 1e-9
package LS
  operator record ZP
    Real n1[:];
    Real d1[:];
    encapsulated operator 'constructor'
      function fromCoef
        import LS.ZP;
        import LS.count;
        input Real z[:];
        input Real p[:];
        output ZP zp(redeclare Real n1[count(z)], redeclare Real d1[count(p)]);
      algorithm
        zp.n1 := z[1:count(z)];
        zp.d1 := p[1:count(p)];
      end fromCoef;
    end 'constructor';
    encapsulated operator function 'String'
      import LS.ZP;
      input ZP zp;
      input String name = "s";
      output String s = name + String(size(zp.n1, 1));
    algorithm
    end 'String';
  end ZP;
  function count
    input Real v[:];
    output Integer n;
  algorithm
    n := 0;
    for i in 1:size(v, 1) loop
      if v[i] > 0 then n := n + 1; end if;
    end for;
  end count;
  function design
    input Integer order;
    output ZP zp(redeclare Real n1[if order > 2 then 1 else order], redeclare Real d1[order]);
  algorithm
    for i in 1:size(zp.n1, 1) loop zp.n1[i] := 2; end for;
    zp.d1 := ones(order);
  end design;
  model Use
    parameter ZP a = ZP({1, -2}, {1, 2, 3});
    parameter ZP b = design(3);
    parameter Integer n = size(b.d1, 1);
    Real y[n] = b.d1*time;
    Real w = sum(a.d1);
    parameter String s = String(a, name = "t");
  end Use;
end LS;
