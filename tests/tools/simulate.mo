// The simulate command: options over the annotation, parameters (structural too), selection, statistics.
// RUN: causeway simulate %s -o %t.csv
// CHECK: Decay: 0 to 2 s
// RUN: causeway simulate %s -o %t.mat --quiet
// RUN: causeway compare %t.mat %t.csv --tolerance 1e-6
// CHECK: variables compared, 0 different, 0 missing
// RUN: causeway simulate %s -o five.csv -p n=5 -p k=2 --stop 1 --intervals 10 --stats stats.json && wc -l < five.csv
// CHECK: Decay: 0 to 1 s
// CHECK: 12
// RUN: python3 -c 'import json; s = json.load(open("stats.json")); k = "load instantiate flatten symbolic codegen compile initialise simulate total peak_rss_mb variables equations states parameters linear_systems nonlinear_systems shapes steps rejected rhs jacobians state_events time_events".split(); print([x for x in k if x not in s], s["states"], s["rejected"] >= 0)'
// CHECK: [] 5 True
// RUN: printf 'x[2]\nk\n' > names.txt; causeway simulate %s -o some.csv --signals names.txt -q; head -1 some.csv
// CHECK: time,
// CHECK: x[2]
// RUN: causeway simulate %s -o some.csv --filter 'x.*' -q; head -1 some.csv
// CHECK: x[3]
// RUN: causeway simulate %s -o /dev/null -p nothing=1
// EXIT: 1
// CHECK: error[RT0001]
// RUN: causeway simulate %s -o /dev/null -p k=soon
// EXIT: 2
// CHECK: soon
// RUN: causeway simulate %s -o /dev/null -p k
// EXIT: 1
// CHECK: -p wants NAME=VALUE
// RUN: causeway simulate %s -o /dev/null --start 3 --stop 1
// EXIT: 1
// CHECK: the stop time {{.*}} lies before the start time
// RUN: causeway simulate %s -o /dev/null --solver magic
// EXIT: 1
// CHECK: magic
// RUN: causeway simulate %s -o result.xyz
// EXIT: 1
// RUN: causeway simulate %s --dump flat
// CHECK: dae Decay
// RUN: causeway simulate %s --dump blocks
// CHECK: model Decay
// VALUE: five.csv x[1](1) = 0.1353352832 +~ 1e-5
// VALUE: %t.mat x[3](2) = 0.0024787522 +~ 1e-3
// VALUE: %t.csv x[3](2) = 0.0024787522 +~ 1e-3
model Decay
  parameter Integer n = 3;
  parameter Real k = 1;
  Real x[n](each start = 1, each fixed = true, each unit = "kg");
equation
  for i in 1:n loop
    der(x[i]) = -k*i*x[i];
  end for;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Decay;
