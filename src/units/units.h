/* units.h - units of measure: from their text to dimensions and back.
 *
 * Sections:
 *   unit_parse.c  "N.m/rad" -> exponents of the seven base units of the SI, scale and offset (MLS 3.6, chapter 19)
 *   algebra.c     products, powers, comparisons
 *   unit_print.c  a unit as text
 */
#ifndef CAUSEWAY_UNITS_H
#define CAUSEWAY_UNITS_H

#include "base/base.h"

/* ---- unit_parse.c ------------------------------------------------------------------------------------------------ */

enum { UNIT_BASES = 7, UNIT_WHOLE = 12 }; /* m kg s A K mol cd; exponents are counted in twelfths */

/* value in the SI = value * scale + offset.  The radian is 1, as in the SI. */
typedef struct {
    int16_t exponent[UNIT_BASES];
    double scale;
    double offset; /* degC, degF; 0 as soon as other factors stand beside it */
} Unit;

/* Why a text is no unit. */
typedef struct {
    bool syntax;         /* against the grammar; else an unknown symbol */
    size_t start, end;   /* bytes of the text that are meant */
    const char *nearest; /* symbol that may be meant, or NULL */
} UnitFault;

/* false, with *fault filled (may be NULL), when text is no unit.  The empty text is none. */
bool unit_parse(const char *text, Unit *out, UnitFault *fault);

/* ---- algebra.c --------------------------------------------------------------------------------------------------- */

Unit unit_one(void);
/* a * b^(twelfths/12); false when an exponent cannot be represented. */
bool unit_multiply(Unit *a, const Unit *b, int twelfths);
bool unit_power(Unit *a, double exponent);
bool unit_same_dimension(const Unit *a, const Unit *b);
bool unit_same_scale(const Unit *a, const Unit *b); /* up to rounding; offsets are not compared */
/* A value of `unit` is factor*value + offset in `shown`; false: the units do not fit each other. */
bool unit_convert(const char *unit, const char *shown, double *factor, double *offset);

/* ---- unit_print.c ------------------------------------------------------------------------------------------------ */

/* A value as messages show it: "300.15 K (27 degC)"; unit and display unit may be empty. */
void unit_print_value(double value, int digits, const char *unit, const char *shown, Text *out);
/* What is measured in `unit`, by the second: "rad" -> "rad/s", "m/s" -> "m/s2", "W/(m.K)" -> "W/(m.K.s)".  Nothing
 * where that cannot be told from the text: no unit, or one whose zero lies elsewhere. */
void unit_by_second(const char *unit, Text *out);
void unit_print(const Unit *u, Text *out); /* "N.m", "kg.m/s2", "1"; a scale in front: "1000 m" */

#endif
