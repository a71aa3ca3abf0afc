// RUN: causeway simulate %s IntegerBehindCall.M -o %t.csv --stop 1
// CHECK: warning[FLAT0061]: 'n' changes at events only
// CHECK-NOT: error
// FINAL: twice = 6 +- 0
// An Integer that a function gives is computed at events, with a word; what is made of it changes at events too.
package IntegerBehindCall
  function count
    input Real x;
    output Integer n;
  algorithm
    n := if x > 0.5 then 3 else 1;
    annotation(Inline = false);
  end count;
  model M
    Integer n, twice;
    Boolean late = time > 0.6;
  algorithm
    n := count(time);
    if n > 1 then
      twice := 2*n;
    else
      twice := integer(abs(n));
    end if;
  end M;
end IntegerBehindCall;
