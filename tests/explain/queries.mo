package Queries
  model Capacitor
    Real v(start = 2);
    Real i;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Resistor
    parameter Real R = 10;
    Real v, i;
  equation
    R*i = v;
  end Resistor;
  model Circuit "two capacitors in parallel behind a resistor; a flywheel on a gear"
    Capacitor C1, C2(C = 3, v(start = 2));
    Resistor R;
    parameter Real k = 5;
    Real V = k*sin(time);
    Real w1(start = 1, fixed = true), w2, tau;
    Real angle(stateSelect = StateSelect.prefer);
  equation
    V = R.v + C1.v;
    C1.v = C2.v;
    R.i = C1.i + C2.i;
    2*der(w1) = 1 - tau;
    3*der(w2) = 4*tau;
    w1 = 4*w2;
    der(angle) = w2;
  end Circuit;
end Queries;
// Why is x a state, what does y depend on, which equation computes z: answers with source lines.
// RUN: causeway explain %s --why C1.v --why C2.v --why R.v --why k --why w1 --why w2 --why angle
// CHECK: declared at {{.*}}queries.mo:3
// CHECK: is a state: its derivative occurs in the equations
// CHECK: its stateSelect is default
// CHECK: its derivative occurs in
// CHECK: C1.C*der(C1.v) = C1.i ({{.*}}queries.mo:7)
// CHECK: C2.v
// CHECK: is the same as C1.v, by
// CHECK: C1.v = C2.v ({{.*}}queries.mo:24)
// CHECK: R.v
// CHECK: is no state: nothing differentiates it
// CHECK: is no state: it is known otherwise
// CHECK: it is a parameter
// CHECK: w1
// CHECK: is a state
// CHECK: w2
// CHECK: is no state although it is differentiated: constraints determine it from other states
// CHECK: namely w1
// CHECK: w2 := {{.*}} ({{.*}}queries.mo:28)
// CHECK: 3.0*der(w2) = 4.0*tau ({{.*}}queries.mo:27)
// CHECK: angle
// CHECK: is a state: stateSelect = StateSelect.prefer
// CHECK: its stateSelect is prefer
// RUN: causeway explain %s --computes R.i --computes C1.v --computes 'der(C1.v)' --computes k
// CHECK: R.i
// CHECK: is computed by
// CHECK: R.i := R.v/R.R ({{.*}}queries.mo:13)
// CHECK: C1.v
// CHECK: is integrated from its derivative
// CHECK: der(C1.v) := {{.*}}R.i{{.*}}
// CHECK: at the start it
// CHECK: C1.v := 2.0
// CHECK: der(C1.v)
// CHECK: is known before the simulation, from
// CHECK: k := 5.0
// RUN: causeway explain %s --depends R.i --depends 'der(C1.v)'
// CHECK: R.i
// CHECK: reads R.v, R.R
// CHECK: depends on the states C1.v
// CHECK: on the parameters R.R, k
// CHECK: on time
// CHECK: through
// CHECK: V := k*sin(time) ({{.*}}queries.mo:19)
// CHECK: R.v := V - C1.v ({{.*}}queries.mo:23)
// CHECK: der(C1.v)
// RUN: causeway explain %s --why nothing
// EXIT: 1
// CHECK: error[TOOL0018]: the model has no variable nothing
// RUN: causeway explain %s --json --why w2 --depends R.i --computes R.i > q.json; python3 -c "import json; a = [json.loads(l) for l in open('q.json')]; print(a[0]['state'], a[0]['why'], a[0]['states'], a[0]['constraints'][0]['line'], a[1]['states'], a[1]['time'], a[2]['computed_by']['line'])"
// CHECK: False constraint ['w1'] 28 ['C1.v'] True 13
