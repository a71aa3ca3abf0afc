/* dae_impl.h - what the files of this folder share and nobody else needs. */
#ifndef CAUSEWAY_DAE_IMPL_H
#define CAUSEWAY_DAE_IMPL_H

#include "dae/dae.h"

/* ---- print.c --------------------------------------------------------------------------------- */

typedef struct {
    const Dae *d;
    const DaePool *p;
    const DaeOperand *operands; /* what HOLEs stand for, or NULL: they print as ?0, ?1 ... */
    const DaeFunction *function; /* whose LOCALs are meant, or NULL */
    Text *out;
    int depth;
    bool plain; /* inside noEvent(...): marked relations need no mark of their own */
} DaePrinter;

void dae_print_node(DaePrinter *q, DaeExpr e);                        /* an expression */
void dae_print_statement(DaePrinter *q, DaeExpr e, int indent);       /* one or more lines */
void dae_print_string(Text *out, const char *s);                      /* "..." with escapes */
void dae_print_number(Text *out, double x, DaeBase base);
void dae_print_operand(const Dae *d, DaeOperand o, DaeBase base, Text *out);
void dae_print_function_name(const Dae *d, uint32_t function, Text *out);
void dae_print_equation_lines(const Dae *d, const DaeEquation *e, int indent, Text *out);

#endif
