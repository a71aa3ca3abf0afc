// A record's name called inside its own constructor means its fields (MLS 14.3 knows no other way out).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: c.re = 2 +- 1e-12
// FINAL: c.im = 2 +- 1e-12
// FINAL: d.x = 3 +- 1e-12
package P
  operator record C
    Real re;
    Real im;
    encapsulated operator 'constructor'
      function fromReal
        import P.C;
        input Real re;
        input Real im = 0;
        output C result = C(re, im);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator function '+'
      import P.C;
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
        import P.D;
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
