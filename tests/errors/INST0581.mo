// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0581.mo:27:9: error[INST0581]: operator * of (C, C) is ambiguous: several functions match
operator record C
  Real re;
  encapsulated operator '*'
    function a
      import C;
      input C x;
      input C y;
      output C z;
    algorithm
      z := C(x.re * y.re);
    end a;
    function b
      import C;
      input C x;
      input C y;
      output C z;
    algorithm
      z := C(x.re);
    end b;
  end '*';
end C;
model M
  C a = C(1);
  C b = a * a;
end M;
