/* structural_errors.c - messages for systems that are not square or structurally singular.
 *
 * Before: a graph and a maximum matching that is not perfect.  After: errors with code SYM04.. that
 * name the equations of the over-determined part and the variables of the under-determined part
 * (Dulmage-Mendelsohn, so that they do not depend on the matching) in terms of the source (Bunus
 * and Fritzson 2002).
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

enum { MOST_NAMED = 12 }; /* equations or variables listed in one message */

Span sym_span(const Dae *d, uint32_t origin) { return dae_span(d, origin); }

static char *take_text(const SymWork *w, Text *t) {
    char *s = base_strndup(&w->ctx->arena, base_text_str(t), t->n);
    base_text_free(t);
    return s;
}

static void cut(Text *t) {
    enum { LONGEST = 200 };
    if (t->n <= LONGEST) return;
    t->n = LONGEST;
    base_text_add(t, " ...");
}

char *sym_eq_text(const SymWork *w, const DaeEquation *eq) {
    Text t = {0};
    dae_print_equation(w->dae, eq, &t);
    while (t.n && (t.at[t.n - 1] == '\n' || t.at[t.n - 1] == ';' || t.at[t.n - 1] == ' ')) t.n--;
    cut(&t);
    return take_text(w, &t);
}

char *sym_var_text(const SymWork *w, DaeVar v) {
    Text t = {0};
    dae_var_text(w->dae, v, &t);
    return take_text(w, &t);
}

static void report_over(SymWork *w, const char *what, const DaeEquations *eqs, const uint32_t *row_eq, uint32_t nrows,
                        const uint8_t *row_part, const uint8_t *col_part, uint32_t ncols, uint32_t excess) {
    uint32_t first = SYM_NONE, last = SYM_NONE, listed = 0, nvars = 0, neqs = 0;
    for (uint32_t r = 0; r < nrows; r++)
        if (row_part[r] == SYM_PART_OVER) {
            if (first == SYM_NONE) first = row_eq[r];
            neqs++;
        }
    for (uint32_t c = 0; c < ncols; c++) nvars += col_part[c] == SYM_PART_OVER;
    const DaeEquation *eq = &eqs->at[first];
    Diag *diag = base_error(w->ctx, "SYM0401", sym_span(w->dae, eq->origin),
                            "the %s is over-determined here: %u equations for %u variables; %u of these equations "
                            "must go",
                            what, neqs, nvars, excess);
    dae_about_origin(w->dae, w->ctx, diag, eq->origin);
    for (uint32_t r = 0; r < nrows && listed < MOST_NAMED; r++) {
        if (row_part[r] != SYM_PART_OVER || row_eq[r] == last) continue;
        last = row_eq[r];
        listed++;
        base_note(w->ctx, diag, sym_span(w->dae, eqs->at[last].origin), "equation: %s", sym_eq_text(w, &eqs->at[last]));
    }
    if (neqs > listed) base_note(w->ctx, diag, (Span){0, 0, 0}, "... and %u more", neqs - listed);
    Text t = {0};
    uint32_t named = 0;
    for (uint32_t c = 0; c < ncols && named < MOST_NAMED; c++)
        if (col_part[c] == SYM_PART_OVER) {
            if (named++) base_text_add(&t, ", ");
            dae_var_text(w->dae, c, &t);
        }
    if (named)
        base_note(w->ctx, diag, (Span){0, 0, 0}, "variables: %s%s", base_text_str(&t), nvars > named ? ", ..." : "");
    base_text_free(&t);
    base_hint(w->ctx, diag, "remove one of these equations, or give it another unknown");
}

static void report_under(SymWork *w, const char *what, const DaeEquations *eqs, const uint32_t *row_eq, uint32_t nrows,
                         const uint8_t *row_part, const uint8_t *col_part, uint32_t ncols, const uint8_t *unknown,
                         uint32_t missing) {
    uint32_t nvars = 0, neqs = 0, listed = 0, last = SYM_NONE, first = SYM_NONE;
    for (uint32_t c = 0; c < ncols; c++)
        if (unknown[c] && col_part[c] == SYM_PART_UNDER) {
            nvars++;
            if (first == SYM_NONE) first = c;
        }
    for (uint32_t r = 0; r < nrows; r++) neqs += row_part[r] == SYM_PART_UNDER;
    if (first == SYM_NONE) return;
    Diag *diag = base_error(w->ctx, "SYM0402", sym_span(w->dae, w->dae->vars.at[first].origin),
                            "the %s is under-determined: %u variables have only %u equations; %u more needed", what,
                            nvars, neqs, missing);
    Text t = {0};
    for (uint32_t c = 0; c < ncols && listed < MOST_NAMED; c++) {
        if (!unknown[c] || col_part[c] != SYM_PART_UNDER) continue;
        if (listed++) base_text_add(&t, ", ");
        dae_var_text(w->dae, c, &t);
    }
    base_note(w->ctx, diag, (Span){0, 0, 0}, "variables: %s%s", base_text_str(&t), nvars > listed ? ", ..." : "");
    base_text_free(&t);
    listed = 0;
    for (uint32_t r = 0; r < nrows && listed < MOST_NAMED; r++) {
        if (row_part[r] != SYM_PART_UNDER || row_eq[r] == last) continue;
        last = row_eq[r];
        listed++;
        base_note(w->ctx, diag, sym_span(w->dae, eqs->at[last].origin), "equation: %s", sym_eq_text(w, &eqs->at[last]));
    }
    base_hint(w->ctx, diag, "add an equation for one of these variables, or remove a variable");
}

static bool report_parts(SymWork *w, const DaeEquations *eqs, const uint32_t *row_eq, uint32_t nrows,
                         const uint8_t *row_part, const uint8_t *col_part, uint32_t ncols, const uint8_t *unknown) {
    VecU32 under = {0};
    VEC(const DaeEquation *) over = {0};
    for (uint32_t c = 0; c < ncols; c++)
        if (unknown[c] && col_part[c] == SYM_PART_UNDER) vec_push(&under, c);
    for (uint32_t r = 0; r < nrows; r++)
        if (row_part[r] == SYM_PART_OVER) vec_push(&over, &eqs->at[row_eq[r]]);
    bool told = sym_report_physical(w->dae, under.at, (uint32_t)under.n, over.at, (uint32_t)over.n);
    vec_free(&under);
    vec_free(&over);
    return told;
}

void sym_diagnose(SymWork *w, const char *what, const SymGraph *g, const DaeEquations *eqs, const uint32_t *row_eq,
                  const uint32_t *row_match, const uint32_t *col_match, const uint8_t *unknown) {
    uint32_t nrows = sym_graph_rows(g), ncols = (uint32_t)w->dae->vars.n, excess = 0, missing = 0;
    uint8_t *row_part = base_realloc(NULL, nrows + 1), *col_part = base_realloc(NULL, ncols + 1);
    sym_decompose(g, ncols, row_match, col_match, row_part, col_part);
    for (uint32_t r = 0; r < nrows; r++) excess += row_match[r] == SYM_NONE;
    for (uint32_t c = 0; c < ncols; c++)
        if (unknown[c] && col_match[c] == SYM_NONE) {
            missing++;
            col_part[c] = SYM_PART_UNDER; /* also one that no equation names */
        }
    if (excess && missing && report_parts(w, eqs, row_eq, nrows, row_part, col_part, ncols, unknown))
        excess = missing = 0;
    if (excess) report_over(w, what, eqs, row_eq, nrows, row_part, col_part, ncols, excess);
    if (missing) report_under(w, what, eqs, row_eq, nrows, row_part, col_part, ncols, unknown, missing);
    base_realloc(row_part, 0);
    base_realloc(col_part, 0);
}
