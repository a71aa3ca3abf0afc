/* fmi_impl.h - what the files of fmi/ share. */
#ifndef CAUSEWAY_FMI_IMPL_H
#define CAUSEWAY_FMI_IMPL_H

#include "fmi/fmi.h"

/* ---- xml_text.c -------------------------------------------------------------------------------------------------- */

void fmi_c_text(Text *t, const char *s);                          /* a C literal */
void fmi_attribute(Text *t, const char *name, const char *value); /* name="value", escaped */
void fmi_double(Text *t, double x);                               /* a finite number */
void fmi_number(Text *t, const char *name, double x);             /* nothing when it is NAN */
double fmi_operand(const FmiModel *m, DaeOperand o);              /* a constant, or NAN */
const char *fmi_start_text(const FmiModel *m, const FmiVariable *f);
const char *fmi_name(const FmiModel *m, Name n);
void fmi_units(const FmiModel *m, Text *t);                      /* UnitDefinitions, where there are any */
void fmi_unit_of(const FmiModel *m, const DaeAttrs *a, Text *t); /* unit and displayUnit of a Real */
const char *fmi_causality(const FmiVariable *f);
const char *fmi_variability(const FmiVariable *f);
const char *fmi_initial(const FmiVariable *f); /* NULL: must not be said */
const char *fmi_date(const FmiModel *m, char *out, size_t n);
void fmi_categories(Text *t);
void fmi_experiment(const FmiModel *m, Text *t);

/* ---- ordering.c -------------------------------------------------------------------------------------------------- */

/* The columns of a matrix in the order in which they are eliminated, to be freed; NULL: it is better stored dense.
 * identity: a multiple of it is added. */
int *fmi_order(int n, const int *colptr, const int *rowind, bool identity);

/* ---- parts.c ----------------------------------------------------------------------------------------------------- */

/* The name in the FMU of a file that is packed; NULL: the text is not the name of one. */
const char *fmi_resource(const FmiModel *m, const char *text);
/* Generated code, with names of packed files asked for where the FMU is unpacked. */
void fmi_place_resources(const FmiModel *m, const char *code, bool marked, FILE *out);
/* What carry/fmu_parts.c reads. */
void fmi_part_tables(const FmiModel *m, FILE *out);

#endif
