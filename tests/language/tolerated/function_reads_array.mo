// A function reads elements of an array of models, and of arrays inside them, of the model it stands in.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0505]: pipes is declared in an enclosing class and is not a constant (MLS 5.3.1)
// FINAL: y = 321 +- 1e-9
// FINAL: z = 44 +- 1e-9
// FINAL: s = 15 +- 1e-9
// FINAL: q = 43 +- 1e-9
package P
  model Cell
    parameter Real c[2] = {40, 4};
  end Cell;
  model Pipe
    parameter Real d = 1;
    Real v[2] = {d*time, 2*d*time};
    Cell cells[2](c = {{40, 3}, {41, 4}});
  end Pipe;
  model M
    Pipe pipes[3](d = {1, 20, 300});
    Real y = digits();
    Real z = cell(1);
    Real s = total(2);
    Real q = pick(2);
    function digits
      output Real y;
    algorithm
      y := 0;
      for i in 1:3 loop
        y := y + pipes[i].d;
      end for;
    end digits;
    function cell
      input Integer i;
      output Real y;
    algorithm
      y := pipes[i].cells[1].c[1] + pipes[3].cells[2].c[2];
    end cell;
    function total
      input Integer n;
      output Real y;
    algorithm
      y := sum(pipes[1].v)*(n + size(pipes.d, 1));
    end total;
    function pick
      input Integer n;
      output Real y;
    algorithm
      y := sum(pipes[n].v) - sum(pipes[1].cells[1].c) + pipes[n].v[1] + 6;
    end pick;
  end M;
end P;
