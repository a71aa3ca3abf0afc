/* algebra.c - products and powers of units. */
#include "units/units.h"

#include <math.h>

Unit unit_one(void) { return (Unit){.scale = 1}; }

bool unit_multiply(Unit *a, const Unit *b, int twelfths) {
    Unit out = {.scale = a->scale * (twelfths == UNIT_WHOLE ? b->scale : pow(b->scale, twelfths / (double)UNIT_WHOLE))};
    for (int i = 0; i < UNIT_BASES; i++) {
        int product = b->exponent[i] * twelfths;
        int sum = a->exponent[i] + product / UNIT_WHOLE;
        if (product % UNIT_WHOLE != 0 || sum > 2000 || sum < -2000) return false;
        out.exponent[i] = (int16_t)sum;
    }
    *a = out;
    return true;
}

bool unit_power(Unit *a, double exponent) {
    double twelfths = exponent * UNIT_WHOLE;
    if (!(fabs(twelfths) < 1000) || fabs(twelfths - nearbyint(twelfths)) > 1e-9) return false;
    Unit base = *a;
    *a = unit_one();
    return unit_multiply(a, &base, (int)nearbyint(twelfths));
}

bool unit_same_dimension(const Unit *a, const Unit *b) {
    for (int i = 0; i < UNIT_BASES; i++)
        if (a->exponent[i] != b->exponent[i]) return false;
    return true;
}

bool unit_same_scale(const Unit *a, const Unit *b) { return fabs(a->scale - b->scale) <= 1e-6 * fabs(a->scale); }

bool unit_convert(const char *unit, const char *shown, double *factor, double *offset) {
    Unit a, b;
    if (!unit_parse(unit, &a, NULL) || !unit_parse(shown, &b, NULL)) return false;
    if (!unit_same_dimension(&a, &b) || b.scale == 0) return false;
    *factor = a.scale / b.scale;
    *offset = (a.offset - b.offset) / b.scale;
    return true;
}
