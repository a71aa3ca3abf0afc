/* Units: text to dimensions and back (MLS 3.6, chapter 19). */
#include "units/units.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void expect(bool ok, const char *what) {
    ok ? passed++ : failed++;
    if (!ok) printf("failed: %s\n", what);
}

/* a unit, what it is printed as, and its scale */
static void reads(const char *text, const char *printed, double scale) {
    Unit u;
    Text t = {0};
    bool ok = unit_parse(text, &u, NULL);
    if (ok) unit_print(&u, &t);
    expect(ok && strcmp(base_text_str(&t), printed) == 0 && fabs(u.scale - scale) <= 1e-12 * scale, text);
    if (!ok || strcmp(base_text_str(&t), printed) != 0) printf("  %s is printed as %s\n", text, base_text_str(&t));
    base_text_free(&t);
}

static void refuses(const char *text, size_t start, bool syntax) {
    Unit u;
    UnitFault fault;
    expect(!unit_parse(text, &u, &fault) && fault.start == start && fault.syntax == syntax, text);
}

static void by_second(const char *text, const char *wanted) {
    Text t = {0};
    Unit u;
    unit_by_second(text, &t);
    check(strcmp(base_text_str(&t), wanted) == 0, text, base_text_str(&t));
    if (*wanted) check(unit_parse(wanted, &u, NULL), wanted);
    base_text_free(&t);
}

int main(void) {
    by_second("rad", "rad/s");
    by_second("m/s", "m/s2");
    by_second("m/s2", "m/s3");
    by_second("W/(m.K)", "W/(m.K.s)");
    by_second("J/kg", "J/(kg.s)");
    by_second("V.Hz-(1/2)", "V.Hz-(1/2)/s");
    by_second("(J/kg)/K", "(J/kg)/(K.s)");
    by_second("1", "1/s");
    by_second("degC", "");
    by_second("", "");
    by_second("nonsense", "");
    reads("m", "m", 1);
    reads("N.m", "J", 1);
    reads("kg.m/s2", "N", 1);
    reads("kg.m.s-2", "N", 1);
    reads("1/rad", "1", 1);
    reads("mm/s", "0.001 m/s", 1e-3);
    reads("mm2", "1e-06 m2", 1e-6);
    reads("T", "T", 1);
    reads("min", "min", 60);
    reads("mmol", "0.001 mol", 1e-3);
    reads("J/(kg.K)", "m2/(s2.K)", 1);
    reads("(J/kg)/K", "m2/(s2.K)", 1);
    reads("V.Hz-(1/2)", "kg.m2/(s(5/2).A)", 1);
    reads("degC", "K", 1);
    reads("rev/min", "rpm", 0.10471975511965977);
    reads("Pa", "Pa", 1);
    reads("dam", "10 m", 10);
    reads("cd", "cd", 1);
    reads("1", "1", 1);
    refuses("", 0, true);
    refuses("kg/m3/", 5, true);
    refuses("kg..m", 3, true);
    refuses("kg m", 2, true);
    refuses("J/(kg.K", 2, true);
    refuses("Nm", 0, false);
    refuses("m/foo", 2, false);
    refuses("m2(1/0)", 2, true);
    return test_done();
}
