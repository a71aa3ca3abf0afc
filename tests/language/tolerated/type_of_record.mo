// A short class definition that calls a record a type: another name of the record, with its operators.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0921]: a type cannot be derived from a record (MLS 7.1.3)
// FINAL: s.grad[2] = 6 +- 1e-9
// FINAL: z.im = 2 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0921]: a type cannot be derived from a record
package P
  record Dual
    parameter Integer n = 1;
    Real val;
    Real grad[n];
  end Dual;
  function sum
    input Dual a;
    input Dual b;
    output Dual c(n = a.n);
  algorithm
    c.val := a.val + b.val;
    c.grad := a.grad + b.grad;
  end sum;
  operator record C
    Real re;
    Real im;
    encapsulated operator function '*'
      import P.C;
      input C a;
      input C b;
      output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end '*';
  end C;
  model M
    type Pair = Dual(n = 2);
    type Phasor = C(re(unit = "V"));
    Pair a(val = time, grad = {1, 2});
    Pair b(val = 1, grad = {3, 4});
    Pair s;
    Phasor x(re = 1, im = time), z;
  equation
    s = sum(a, b);
    z = x*x;
  end M;
end P;
