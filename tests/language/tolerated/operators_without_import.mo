// Encapsulated operators find the record they belong to without an import.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: c.im = 2 +- 1e-12
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0112]
package P
  operator record C
    Real re;
    Real im;
    encapsulated operator 'constructor'
      function fromReal

        input Real re;
        input Real im = 0;
        output C result = C(re, im);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator function '+'

      input C a;
      input C b;
      output C c = C(a.re + b.re, a.im + b.im);
    algorithm
    end '+';
  end C;
  operator record D
    Real x;
    encapsulated operator 'constructor'
      function one

        input Real x;
        output D d;
      algorithm
        d := D(x);
      end one;
    end 'constructor';
  end D;
  model M
    C a = C(time), b = C(1, 2);
    C c = a + b;
    D d = D(3*time);
    D e(x = 2);
  end M;
end P;
