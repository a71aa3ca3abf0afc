// Otter and Olsson 2002: positional and named arguments, defaults, reductions, and an external function whose input has a least value.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: %t.csv same = 1 +- 0
// FINAL: %t.csv values[1] = 55 +- 0
// FINAL: %t.csv values[2] = 95 +- 0
// FINAL: %t.csv values[3] = 49 +- 0
// FINAL: %t.csv values[4] = 55 +- 0
// FINAL: %t.csv values[5] = 10 +- 0
// FINAL: %t.csv values[6] = 385 +- 0
// FINAL: %t.csv values[7] = 385 +- 0
// FINAL: %t.csv width = 5 +- 0
// RUN: causeway simulate %s -p mass=-10.4562 -o %t2.csv
// EXIT: 4
// CHECK: Variable "mass" (= -10.4562) shall be non-negative
// RUN: sed 's/d = RealToString.*0),/d = RealToString(2.0, 6, precision = 4),/' %s > twice.mo; causeway check twice.mo
// EXIT: 2
// CHECK: argument precision is given twice
// RUN: causeway simulate %s -p n=-1 -o %t3.csv
// EXIT: 4
// CHECK: argument n of NewFunctions.blanks is below its least value
model NewFunctions
  function RealToString
    input Real number;
    input Integer precision = 6, length = 0;
    output String s = String(number, significantDigits = precision, minimumLength = length);
  algorithm
  end RealToString;
  function blanks
    input Integer n(min = 0);
    output String s;
  external "C" s = make_blanks(n)
    annotation(Include = "
#include <string.h>
#include \"ModelicaUtilities.h\"
static const char *make_blanks(int n) { char *s = ModelicaAllocateString((size_t)n); memset(s, ' ', (size_t)n); s[n] = 0; return s; }");
  end blanks;
  function width_of
    input String s;
    output Integer n;
  external "C" n = string_width(s) annotation(Include = "
#include <string.h>
static int string_width(const char *s) { return (int)strlen(s); }");
  end width_of;
  parameter String a = RealToString(2.0), b = RealToString(2.0, 6), c = RealToString(2.0, 6, 0),
    d = RealToString(number = 2.0, length = 0), e = RealToString(2.0, precision = 6);
  Boolean same = a == b and b == c and c == d and d == e;
  parameter Real mass = 10;
  parameter Integer n = 3;
  parameter Integer width = width_of("a" + blanks(n) + "b");
  Real values[7] = {sum(i for i in 1:10), sum(i^2 for i in {1, 3, 7, 6}), max(i^2 for i in {3, 7, 6}), sum({i^2 for i in 1:5}),
    sum({if i == j then i else 0 for i in 1:4, j in 1:4}), sum(i^2 for i in 1:10), sum(diagonal(1:10)*diagonal(1:10))};
equation
  assert(mass >= 0, "Variable \"mass\" (= " + RealToString(mass) + ") shall be non-negative");
end NewFunctions;
