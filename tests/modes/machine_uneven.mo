// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0152]: states of one machine say differently much of outer variables: 'a' 1 equations, 'b' 0
model Uneven "In the second state no equation is left for x"
  inner Real x(start = 0, fixed = true);
  block A
    outer output Real x;
  equation
    der(x) = 1;
  end A;
  block B
  end B;
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, time > 1);
end Uneven;
