/* units_impl.h - what the files of units/ share. */
#ifndef CAUSEWAY_UNITS_IMPL_H
#define CAUSEWAY_UNITS_IMPL_H

#include "units/units.h"

typedef struct {
    const char *symbol;
    int8_t exponent[UNIT_BASES]; /* whole powers of m kg s A K mol cd */
    bool prefixed;               /* may carry a prefix */
    double scale, offset;
} UnitSymbol;

extern const UnitSymbol unit_symbols[];
extern const size_t unit_nsymbols;

#endif
