// A function of ModelicaUtilities that a model declares without an annotation is the program's own (MLS 3.6, 12.9.6).
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv --stop 2
// EXIT: 5
// CHECK: told at 1
// CHECK: stopped at
// CHECK: enough at 1
model Stops
  impure function message
    input String text;
    external "C" ModelicaMessage(text);
  end message;
  impure function stop
    input String text;
    external "C" ModelicaError(text);
  end stop;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    message("told at " + String(1) + "\n");
    stop("enough at " + String(1));
  end when;
end Stops;
