operator record C
  Real re;
  Real im;
  encapsulated operator 'constructor'
    function fromReal import C; input Real x; output C r(re = x, im = 0); algorithm end fromReal;
    function both import C; input Real re; input Real im; output C r(re = re, im = im); algorithm end both;
  end 'constructor';
  encapsulated operator function '+' import C; input C a; input C b; output C c; algorithm c := C(a.re + b.re, a.im + b.im); end '+';
end C;
model ImplicitConversion
  C x = C(time, 1);
  C y = 3.0 + x;
end ImplicitConversion;
