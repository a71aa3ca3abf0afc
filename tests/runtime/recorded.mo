// What is recorded: public variables and no others by default; HideResult and protected ones on request; exactly those named or matched; aliases
// share one place in a MAT file; both forms of file are read back with the same values.
// RUN: causeway simulate %s -o %t.csv -q; head -1 %t.csv
// CHECK: time,
// RUN: head -1 %t.csv | tr ',' '\n' | grep -c -E '^(hidden|inside|part.secret)$'
// EXIT: 1
// CHECK: 0
// RUN: causeway simulate %s -o all.csv -q --protected; head -1 all.csv | tr ',' '\n' | grep -c -E '^(hidden|inside|part.secret)$'
// CHECK: 3
// RUN: printf 'part.secret\ninside\n\n k \nder(x)\nhidden\n' > names; causeway simulate %s -o some.csv -q --signals names; head -1 some.csv; sed -n 2p some.csv
// CHECK: time,part.secret,inside,k,der(x),hidden
// CHECK: 0,3,5,2,-2,7
// RUN: causeway simulate %s -o match.csv -q --filter '(part[.].*|x|k)'; head -1 match.csv
// CHECK: time,
// RUN: head -1 match.csv | tr ',' '\n' | sort | xargs
// CHECK: k part.secret part.u time x
// RUN: causeway simulate %s -o %t.mat -q; causeway compare %t.mat %t.csv --tolerance 1e-9; causeway compare %t.csv %t.mat --tolerance 1e-9
// CHECK: 0 different, 0 missing
// CHECK: 0 different, 0 missing
// RUN: causeway plot %t.mat x minus --compare %t.csv --width 60 --height 8
// CHECK: minus
// RUN: sed 's/n = 0/n = 1000/' %s > Recorded.mo; causeway simulate Recorded.mo -o few.mat -q; python3 -c "import os; n = os.path.getsize('few.mat'); print('aliases are stored once' if n < 1000*100*8 else n)"
// CHECK: aliases are stored once
model Recorded
  model Part
    Real u;
  protected
    Real secret = 3;
  end Part;
  parameter Real k = 2;
  parameter Integer n = 0;
  Real x(start = 1, fixed = true), minus = -x, same[n] = fill(x, n), opposite[n] = fill(-x, n);
  Real hidden = 7 annotation(HideResult = true);
  Part part(u = x);
protected
  Real inside = 5;
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 1, Interval = 0.01));
end Recorded;
