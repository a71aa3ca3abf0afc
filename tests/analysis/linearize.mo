// The linear model at a point: exact matrices, zeros, responses; files that other programs and we ourselves read.
// RUN: causeway linearize %s -o %t.json --frequency 1 --frequency 10 --bode %t.svg --nyquist %t.html --step step.png
// CHECK: Filter at time 0: 3 states, 1 input, 2 outputs
// CHECK: held: 1 sampled clock; discrete: s
// CHECK: 0.256077 Hz
// CHECK: time constant 1 s
// CHECK: zeros from v to node: {{-?[0-9.e-]+}} +- 1.60898i
// CHECK: v → node at 1 Hz: -25.61
// FILE-CHECK: %t.json "states": ["node", "a", "b"]
// FILE-CHECK: %t.svg magnitude [dB]</text>
// FILE-CHECK: %t.html <!DOCTYPE html>
// RUN: causeway linearize %s -q -o lin.mo -p v.start=1 --at 2 && causeway simulate lin.mo -o %t.csv --stop 0.5
// VALUE: %t.csv y[1](0) = 0.28822 +- 1e-5
// VALUE: %t.csv x[1](0.5) = 0.30597167 +- 1e-6
// RUN: causeway linearize %s -q -o lin.py --outputs 'o*' && grep -c 'outputs = \["node", "y", "o1", "o2"\]' lin.py
// RUN: causeway linearize %s -q -o lin.mat && head -c 22 lin.mat | tail -c 2
// CHECK: A
// RUN: causeway linearize %s -o lin.txt
// EXIT: 1
// CHECK: the name of a linear model must end in .mo, .mat, .json or .py
// RUN: causeway linearize %s --outputs nod
// EXIT: 1
// CHECK: the model has no variable 'nod'
// CHECK: did you mean 'node'?
model Filter "a circuit of 1 Ohm, then 0.5 Ohm beside 3 F; an oscillator beside it"
  constant Real w = 2*3.14159265358979*0.2560773;
  input Real v(start = 0);
  output Real node(start = 0, fixed = true);
  output Real y = 2*o1 + o2^2;
  Real a(start = 0, fixed = true), b(start = 1, fixed = true);
  Real o1 = a + v, o2 = sin(b);
  discrete Real s(start = 0, fixed = true);
equation
  3*der(node) = (v - node)/1 - node/0.5;
  der(a) = w*b;
  der(b) = -w*a;
  when sample(0, 1) then
    s = node;
  end when;
end Filter;
