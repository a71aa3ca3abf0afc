// Messages of external code go to standard error; standard output is for results.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv 2> %t.messages
// RUN: cat %t.messages
// CHECK: told from C
// CHECK: warning[RT0012]
// CHECK: warned from C
// RUN: causeway simulate %s -o %t.csv 2> /dev/null | grep -c "from C"
// EXIT: 1
model ExternalMessage
  impure function talk
    input Real x;
    output Real y;
    external "C" y = talk(x) annotation(Include = "
#include \"ModelicaUtilities.h\"
double talk(double x) {
    ModelicaMessage(\"told from C\\n\");
    ModelicaWarning(\"warned from C\\n\");
    return x;
}");
  end talk;
  discrete Real y(start = 0, fixed = true);
equation
  when time > 0.5 then
    y = talk(2);
  end when;
end ExternalMessage;
