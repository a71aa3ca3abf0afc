// A replaceable function without an algorithm is an interface: a library that holds one passes, with a warning; its call
// is an error (INST0577_no_algorithm).
// RUN: mkdir -p lib/Gas; cp %s lib/Gas/package.mo; causeway check -L lib Gas
// CHECK: warning[INST0577]: output R of function Gas.gasConstant gets no value
// CHECK: 3 classes checked, 1 of them models; 0 failed
package Gas
  replaceable function gasConstant
    input Real x;
    output Real R;
  end gasConstant;
  model M
    Real y = 2*time;
  end M;
end Gas;
