// RUN: causeway check %s
// EXIT: 3
// CHECK: error[FLAT0900]: a loop whose step varies is not translated
model M
  Integer n = 1 + integer(time);
  Real s;
algorithm
  s := 0;
  for i in 1:n:9 loop
    s := s + i;
  end for;
end M;
