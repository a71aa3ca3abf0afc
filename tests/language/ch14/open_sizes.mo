// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: c[1,1].re = -6 +- 1e-9
// FINAL: c[1,1].im = 6 +- 1e-9
// FINAL: c[2,2].re = -3 +- 1e-9
// FINAL: c[2,2].im = 4 +- 1e-9
// FINAL: v[1].re = -5 +- 1e-9
// FINAL: v[2].im = 4 +- 1e-9
// FINAL: s.re = 3 +- 1e-9
// FINAL: s.im = 4 +- 1e-9
// FINAL: p.re = -1 +- 1e-9
// FINAL: p.im = 5 +- 1e-9
// FINAL: two = 2 +- 1e-9
// Matrices of operator records whose sizes a function does not know are multiplied by rows and columns, as those of
// known size (MLS 3.6, 14.5); a product over records is that of their operator, not of their fields.
operator record C
  Real re;
  Real im;
  encapsulated operator function 'constructor'
    import C;
    input Real re;
    input Real im = 0;
    output C r(re = re, im = im);
  algorithm
  end 'constructor';
  encapsulated operator function '+'
    import C;
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re + b.re, a.im + b.im);
  end '+';
  encapsulated operator function '*'
    import C;
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end '*';
  encapsulated operator function '0'
    import C;
    output C c;
  algorithm
    c := C(0, 0);
  end '0';
end C;

model open_sizes
  function product_of
    input C A[:, :];
    input C B[:, :];
    output C AB[size(A, 1), size(B, 2)] = A*B;
  algorithm
  end product_of;
  function times_vector
    input C A[:, :];
    input C x[:];
    output C y[size(A, 1)];
  algorithm
    y := A*x;
  end times_vector;
  function sum_of
    input C x[:];
    output C y;
  algorithm
    y := sum(x);
  end sum_of;
  C a[2, 2] = {{C(1, 2), C(2, 3)}, {C(0, time), C(1, 1)}};
  C c[2, 2] = product_of(a, a);
  C v[2] = times_vector(a, a[:, 2]);
  C s = sum_of(a[:, 2]);
  C p = product(a[i, 2] for i in 1:2);
  parameter C known[1, 1] = product_of({{C(1, 1)}}, {{C(1, -1)}});
  parameter Integer n = integer(known[1, 1].re) annotation(Evaluate = true);
  Real x[n] = fill(1, n);
  Real two = sum(x);
end open_sizes;
