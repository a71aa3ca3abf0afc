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
