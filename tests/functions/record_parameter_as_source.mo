// A record that is a parameter as a whole gives its value to the variables on the other side.
// RUN: causeway simulate %s RecordParameterAsSource.M -o %t.csv --stop 1
// FINAL: p.re = 5 +- 1e-9
// FINAL: p.im = 8 +- 1e-9
package RecordParameterAsSource
  operator record C
    Real re;
    Real im;
    encapsulated operator function '-'
      import RecordParameterAsSource.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c.re := a.re - b.re;
      c.im := a.im - b.im;
    end '-';
  end C;
  model M
    parameter C v(re = 3, im = 4);
    C p, n(re = 2, im = 4);
  equation
    v = p - n;
  end M;
end RecordParameterAsSource;
