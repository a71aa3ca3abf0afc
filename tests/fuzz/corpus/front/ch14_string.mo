operator record C "complex number"
  Real re;
  Real im;
  encapsulated operator 'constructor'
    function fromReal import C; input Real re; input Real im = 0; output C r(re = re, im = im); algorithm end fromReal;
  end 'constructor';
  encapsulated operator function '+' import C; input C a; input C b; output C c; algorithm c := C(a.re + b.re, a.im + b.im); end '+';
  encapsulated operator '-'
    function negate import C; input C a; output C c; algorithm c := C(-a.re, -a.im); end negate;
    function subtract import C; input C a; input C b; output C c; algorithm c := C(a.re - b.re, a.im - b.im); end subtract;
  end '-';
  encapsulated operator function '*' import C; input C a; input C b; output C c; algorithm
    c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end '*';
  encapsulated operator function '0' import C; output C c; algorithm c := C(0, 0); end '0';
  encapsulated operator function 'String' import C; input C a; output String s; algorithm s := String(a.re) + "+" + String(a.im) + "i"; end 'String';
end C;

model M
  parameter C z = C(1, 2);
  parameter String s = String(z);
  Real n = if s == "1+2i" then 1 else 0;
end M;
