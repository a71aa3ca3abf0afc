// RUN: causeway flatten %s
// CHECK: s.e = e and s.me;
// CHECK: s.c.x = real(if s.e then 1 else 0);
model M
  model C outer Boolean e; Real x = if e then 1 else 0; end C;
  model S Boolean me = time < 1; inner outer Boolean e = e and me; C c; end S;
  S s;
  inner Boolean e = time > 0.5;
end M;
