/* flat_units_impl.h - what units.c and units_solve.c share. */
#ifndef CAUSEWAY_UNITS_CHECK_IMPL_H
#define CAUSEWAY_UNITS_CHECK_IMPL_H

#include "flatten/flatten_impl.h"
#include "units/units.h"

enum { FLAT_FORM_UNKNOWNS = 3 };

typedef struct {
    uint32_t id; /* in FlatUnits.unknowns */
    int16_t twelfths;
} FlatUnknownPower;

/* FREE: anything; PURE: a number that only counts, anything in sums; UNIT: a product of unit and unknown units */
typedef enum { FORM_FREE, FORM_PURE, FORM_UNIT } FlatFormKind;

typedef struct {
    uint8_t kind; /* FlatFormKind */
    uint8_t n;    /* unknowns */
    bool time;    /* nothing but time */
    bool gain;    /* holds a parameter of unit 1: what libraries call a gain stands for any unit */
    bool plain;   /* one variable: an offset (degC) means something */
    Name text;    /* the unit as it was declared, of a plain one */
    Unit unit;
    FlatUnknownPower unknown[FLAT_FORM_UNKNOWNS];
} FlatForm;

/* Why two forms must be equal. */
typedef enum {
    JOIN_EQUATION,
    JOIN_SUM,
    JOIN_COMPARE,
    JOIN_BRANCH,
    JOIN_NUMBER, /* argument of sin, exp: the first form is that of a number */
    JOIN_VALUE,
    JOIN_ARGUMENT,
    JOIN_CONNECT
} FlatJoin;

/* Two forms that must be equal.  There is one for each scalar of a connection between variables without unit: small. */
typedef struct {
    uint32_t side[2]; /* a number in FlatUnits.forms, or FLAT_LONE and an unknown that is the whole form */
    Span at[2];
    uint32_t name[2]; /* instead of the text at `at`: a DaeVar (JOIN_CONNECT) or a Name; or 0 */
    DaeName instance;
    uint8_t join; /* FlatJoin */
    bool foreign; /* in a library that is not the user's */
    uint8_t open; /* unknowns that are not solved yet */
} FlatConstraint;

#define FLAT_LONE 0x80000000u

/* The unit of a variable that was given none. */
typedef struct {
    DaeVar var;
    uint32_t from;      /* constraint that gave it, plus 1 */
    uint32_t unit : 31; /* number in FlatUnits.units plus 1; 0: not known */
    uint32_t told : 1;
} FlatUnknown;

struct FlatUnits {
    Flat *f;
    Map parsed; /* Name of a unit -> number in units + 1, or 0 */
    VEC(Unit) units;
    VEC(FlatUnknown) unknowns;
    Map unknown_of; /* DaeVar -> number in unknowns */
    VEC(FlatConstraint) constraints;
    VEC(FlatForm) forms;
    Map functions; /* InstFunction * whose bodies were looked at */
    Map local;     /* InstComp * of a function being traced -> number in locals */
    VEC(FlatForm) locals;
    Map files;              /* SourceId -> 1 + whether it is foreign */
    InstComp *input;        /* JOIN_ARGUMENT, JOIN_VALUE: what takes the value ... */
    InstFunction *function; /* ... of this function, or NULL */
    DaeVar connected[2];    /* JOIN_CONNECT */
    int silent, nested, budget, depth;
};

const Unit *flat_unit_of(FlatUnits *u, Name text); /* NULL when text is empty or no unit */
Name flat_unit_text(FlatUnits *u, InstComp *c);
FlatForm flat_form_ratio(const FlatForm *a, const FlatForm *b);
void flat_units_function(FlatUnits *u, InstFunction *fn); /* looks at its body, once */

/* ---- units_solve.c */
uint32_t flat_units_unknown(FlatUnits *u, DaeVar v);
bool flat_units_foreign(FlatUnits *u, Span span);
/* false: they are known and differ */
bool flat_units_join(FlatUnits *u, FlatJoin join, const FlatForm *a, Span at_a, const FlatForm *b, Span at_b);

#endif
