/* fmi_impl.h - what the files of fmi/ share. */
#ifndef CAUSEWAY_FMI_IMPL_H
#define CAUSEWAY_FMI_IMPL_H

#include "fmi/fmi.h"

/* ---- describe.c -------------------------------------------------------------------------------------------------- */

void fmi_attribute(Text *t, const char *name, const char *value); /* name="value", escaped */
void fmi_number(Text *t, const char *name, double x);             /* nothing when it is NAN */
double fmi_operand(const FmiModel *m, DaeOperand o);              /* a constant, or NAN */
const char *fmi_name(const FmiModel *m, Name n);
const char *fmi_causality(const FmiVariable *f);
const char *fmi_variability(const FmiVariable *f);
const char *fmi_initial(const FmiVariable *f); /* NULL: must not be said */
const char *fmi_date(const FmiModel *m, char *out, size_t n);
void fmi_categories(Text *t);
void fmi_experiment(const FmiModel *m, Text *t);

#endif
