// What a result holds: summaries with a line for the course, a tree, a search; what differs, the worst first; frequencies.
// RUN: causeway simulate %s --stop 0.2 --interval 0.0001 -o a.mat -q && causeway show a.mat
// CHECK: a.mat: {{[0-9]+}} variables, 2001 rows, 0 to 0.2 s
// CHECK: k 1 constant
// CHECK: h K 300 302 302 0.0001 0.2 ▁▁▁▂▂▃▃▃▄▄▅▅▆▆▆▇▇▇██
// RUN: causeway show a.mat --tree 'part*'
// CHECK: part
// CHECK: z
// RUN: causeway show a.mat warm --json
// CHECK: "name": "h", "unit": "K", "min": 300
// RUN: causeway show a.mat nothing
// EXIT: 1
// CHECK: a.mat has no variable 'nothing'
// RUN: causeway simulate %s --stop 0.2 -p k=1.02 -p part.z.start=3 -o b.mat -q; causeway compare a.mat b.mat
// EXIT: 1
// CHECK: part.z: 100.00 % of the points outside the tube, largest deviation 2 at 0
// CHECK: y: {{.*}} outside the tube, largest deviation
// RUN: causeway spectrum a.mat y --window none
// CHECK: y: mean 3, rms 7.713{{[0-9]*}}, fundamental 50 Hz, THD 9.99
// CHECK: 150 Hz amplitude 0.99
// RUN: causeway spectrum a.mat y -q -o s.csv && head -2 s.csv
// CHECK: variable,frequency,amplitude
// RUN: causeway spectrum a.mat q
// EXIT: 1
// CHECK: a.mat has no variable 'q'
// Panels for units, display units, several results, elements of arrays, equal units, letters.
// RUN: causeway plot a.mat y h --width 60 --height 12
// CHECK: [°C]
// RUN: causeway plot a.mat b.mat 'list[*]' h -o %t.svg && causeway plot a.mat h -o %t.html --title 'a < b'
// FILE-CHECK: %t.svg <text x=
// FILE-CHECK: %t.svg list[2] (b.mat)</text>
// FILE-CHECK: %t.svg [°C]</text>
// FILE-CHECK: %t.html <title>a &lt; b</title>
// FILE-CHECK: %t.html h [°C]
// RUN: causeway simulate %s --stop 20000 --interval 100 -o long.mat -q && causeway plot long.mat h --width 60 --height 6
// CHECK: time [h]
// RUN: causeway plot long.mat h --si --width 60 --height 6
// CHECK: [K]
// CHECK: time [s]
model Course
  model Part
    Real z(start = 1, fixed = true);
  equation
    der(z) = -z;
  end Part;
  parameter Real k = 1;
  Real y = 3 + 10*k*sin(2*3.141592653589793*50*time) + sin(2*3.141592653589793*150*time);
  Real h(unit = "K", displayUnit = "degC") = 300 + 10*time "how warm it is";
  Real list[3] = {time, 2*time, 3*time};
  Part part;
end Course;
