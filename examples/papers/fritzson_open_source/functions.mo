// P. Fritzson, P. Aronsson, P. Bunus, V. Engelson, L. Saldamli, H. Johansson, A. Karström: The Open Source Modelica Project (2002).
// Functions alone: arrays, conversion of Integer to Real at calls, results of several values; a linear program by the simplex method.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: %t.csv total = 78 +- 0
// FINAL: %t.csv largest = 12 +- 0
// FINAL: %t.csv optimum = 21 +- 1e-12
// FINAL: %t.csv x[1] = 3 +- 1e-12
// FINAL: %t.csv x[2] = 1.5 +- 1e-12
package Session
  function statistics
    input Real v[:];
    output Real total;
    output Real largest;
  algorithm
    total := sum(v);
    largest := max(v);
  end statistics;
  function simplex "max c*x, A*x <= b, x >= 0, from the origin"
    input Real A[:, :], b[size(A, 1)], c[size(A, 2)];
    output Real x[size(A, 2)];
    output Real optimum;
  protected
    Integer m = size(A, 1), n = size(A, 2), p, q;
    Real T[size(A, 1) + 1, size(A, 2) + size(A, 1) + 1], best;
    Integer basis[size(A, 1)];
  algorithm
    T := zeros(m + 1, n + m + 1);
    T[1:m, 1:n] := A;
    T[1:m, n + m + 1] := b;
    T[m + 1, 1:n] := -c;
    for i in 1:m loop
      T[i, n + i] := 1;
      basis[i] := n + i;
    end for;
    while min(T[m + 1, 1:n + m]) < -1e-12 loop
      q := 1;
      for j in 2:n + m loop
        if T[m + 1, j] < T[m + 1, q] then
          q := j;
        end if;
      end for;
      p := 0;
      best := 1e60;
      for i in 1:m loop
        if T[i, q] > 1e-12 and T[i, n + m + 1]/T[i, q] < best then
          best := T[i, n + m + 1]/T[i, q];
          p := i;
        end if;
      end for;
      assert(p > 0, "The program is unbounded");
      T[p, :] := T[p, :]/T[p, q];
      for i in 1:m + 1 loop
        if i <> p then
          T[i, :] := T[i, :] - T[i, q]*T[p, :];
        end if;
      end for;
      basis[p] := q;
    end while;
    x := zeros(n);
    for i in 1:m loop
      if basis[i] <= n then
        x[basis[i]] := T[i, n + m + 1];
      end if;
    end for;
    optimum := T[m + 1, n + m + 1];
  end simplex;
end Session;
model Test
  Real total, largest, x[2], optimum;
equation
  (total, largest) = Session.statistics(1:12);
  (x, optimum) = Session.simplex([6, 4; 1, 2; -1, 1; 0, 1], {24, 6, 1, 2}, {5, 4});
end Test;
