// The same with whole arrays.
// RUN: causeway simulate %s -o %t.csv
// FINAL: b[1].y = 1 +- 1e-9
// FINAL: b[2].y = 0 +- 1e-9
package P
  connector I = input Real;
  connector O = output Real;
  model S O y = time; end S;
  model B
    parameter Boolean use = false;
    I u if use;
    O y;
  protected
    I ui;
  equation
    connect(u, ui);
    if not use then ui = 0; end if;
    y = ui;
  end B;
  model M
    S s[2];
    B b[2](use = {true, false});
  equation
    connect(s.y, b.u);
  end M;
end P;
