// Incidence and blocks of the sorted system as text, JSON and picture; sizes before and after each step.
// RUN: causeway explain %s --incidence
// CHECK: incidence of 5 equations in the order of evaluation
// CHECK: 1 {{[#.]+}} a: a := sin(time)
// CHECK: 2 o#... b: b := 2.0*a + 1.0
// CHECK: 3 o.Io. x: x := a + 3.0 - y*y
// CHECK: 4 .ooR. y: x*y = b
// CHECK: 5 ..oo# z: z := x + y
// RUN: causeway explain %s --incidence --json > i.json; python3 -c "import json; d = json.load(open('i.json')); n = len(d['unknowns']); print(n, [sorted(set(r['columns'])) for r in d['rows']][0], sum(r['kind'] == 'residual' for r in d['rows']), all(r['line'] > 20 for r in d['rows']))"
// CHECK: 5 [0] {{[12]}} True
// RUN: causeway explain %s --svg blocks.svg; python3 -c "import xml.dom.minidom as x; d = x.parse('blocks.svg'); t = [n.firstChild.data for n in d.getElementsByTagName('title')]; print(t, len(d.getElementsByTagName('rect')) > 8)"
// CHECK: ['nonlinear system of 2 equations, torn to {{\d}}'] True
// RUN: causeway explain %s
// CHECK: equations 6 6 variables
// CHECK: after aliases 5
// CHECK: after constants 5
// CHECK: states 0
// CHECK: assignments 3
// CHECK: linear systems 0
// CHECK: nonlinear systems 1
// RUN: causeway explain %s --json | python3 -c "import json, sys; c = json.load(sys.stdin)['counts']; print(c['equations'], c['equations_after_alias'], c['equations_left'], c['states'])"
// CHECK: 6 5 5 0
// (what follows is the model)
model Incidence
  Real a, b, x, y(start = 1), z, alias;
equation
  a = sin(time);
  b = 2*a + 1;
  x*y = b;
  x + y*y = a + 3;
  z = x + y;
  alias = z;
end Incidence;
