// RUN: causeway simulate %s -o %t.csv --stop 1
// EXIT: 5
// CHECK: tick 0.25
// CHECK: tick 0.5
// CHECK: tick 0.75
// CHECK: 0.75 is too large
// CHECK-NOT: tick 1
// CHECK-NOT: tick 0.1
// Calls and asserts in a clocked when are evaluated at its ticks; other clocks do not matter.
model StatementsInClockedWhen
  impure function print
    input String text;
    external "C" ModelicaMessage(text) annotation(Include = "#include \"ModelicaUtilities.h\"
#include <string.h>");
  end print;
  Real fast = sample(time, Clock(1, 10)), slow;
equation
  when Clock(1, 4) then
    slow = sample(time);
    print("tick " + String(slow) + "\n");
    assert(slow < 0.7, String(slow) + " is too large");
  end when;
end StatementsInClockedWhen;
