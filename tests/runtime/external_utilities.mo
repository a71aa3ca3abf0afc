// ModelicaUtilities.h: strings that external code returns, all forms of messages, and errors that unwind with allocated strings.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv
// CHECK: plain 1
// CHECK: formatted 2.5
// CHECK: warning[RT0012]
// CHECK: careful
// FINAL: %t.csv n = 11 +- 0
// FINAL: %t.csv m = 9 +- 0
// FINAL: %t.csv k = 3 +- 0
// RUN: causeway simulate %s -o %t.2.csv -p fail=true
// EXIT: 5
// CHECK: external function {{.*}}talk: no more than 7
model ExternalUtilities
  function join "two outputs, one of them a string by argument"
    input String a, b;
    output String s;
    output Integer n;
    external "C" join_strings(a, b, s, n) annotation(Include = "
#include <string.h>
#include \"ModelicaUtilities.h\"
static void join_strings(const char *a, const char *b, const char **s, int *n) {
  char *t = ModelicaAllocateString(strlen(a) + strlen(b) + 1);
  strcpy(t, a); strcat(t, \" \"); strcat(t, b);
  *s = t; *n = (int)strlen(t);
}");
  end join;
  function twice
    input String a;
    output String s;
    external "C" s = twice_string(a) annotation(Include = "
#include <string.h>
#include \"ModelicaUtilities.h\"
static const char *twice_string(const char *a) {
  char *t = ModelicaAllocateStringWithErrorReturn(2 * strlen(a));
  strcpy(t, a); strcat(t, a);
  return ModelicaDuplicateString(t);
}");
  end twice;
  impure function talk
    input Real x;
    output Integer k;
    external "C" k = talk_all(x) annotation(Include = "
#include \"ModelicaUtilities.h\"
static int talk_all(double x) {
  if (x > 7) { char *t = ModelicaAllocateString(1000); t[0] = 0; ModelicaFormatError(\"no more than %d%s\", 7, t); }
  ModelicaMessage(\"plain 1\\n\");
  ModelicaFormatMessage(\"formatted %g\\n\", 2.5);
  ModelicaFormatWarning(\"careful %s\\n\", \"please\");
  return 3;
}");
  end talk;
  parameter Boolean fail = false;
  String s, t;
  Integer n, m, k(start = 0, fixed = true);
equation
  when initial() then
    (s, n) = join("hello", "world");
    t = twice("abc");
    m = if t == "abcabc" then 9 else 0;
  end when;
  when time > 0.5 then
    k = talk(if fail then 8 else 1);
  end when;
end ExternalUtilities;
