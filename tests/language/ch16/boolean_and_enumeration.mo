// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv b(0.1) = 1 +- 0
// VALUE: %t.csv b(0.3) = 0 +- 0
// VALUE: %t.csv n(0.3) = 2 +- 0
model BooleanAndEnumeration
  type E = enumeration(one, two);
  Boolean x(start = false);
  E e(start = E.one);
  Boolean b = hold(x);
  Integer n = Integer(hold(e));
equation
  when Clock(0.25) then
    x = not previous(x);
    e = if x then E.one else E.two;
  end when;
end BooleanAndEnumeration;
