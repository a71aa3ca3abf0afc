/* external_fortran.c - LAPACK routines at translation time (MLS 3.6, 12.9.1.3, 12.9.2).
 *
 * The standard library computes constants with LAPACK (least squares of media tables, roots of filters).  The routines
 * lie in the LAPACK library the program is linked with; here arguments are laid out as FORTRAN 77 wants them:
 * everything by address, matrices by columns, INTEGER as 32 bit.
 */
#include "elaborate/elaborate_impl.h"

#include <dlfcn.h>
#include <string.h>

enum { MAX_ARGUMENTS = 26 };

static const char *const routines[] = {
    "dgbsv",  "dgecon", "dgees",  "dgeev",  "dgeevx", "dgegv",  "dgehrd", "dgels",  "dgelsx", "dgelsy", "dgeqp3",
    "dgeqpf", "dgeqrf", "dgesdd", "dgesv",  "dgesvd", "dgesvx", "dgetrf", "dgetri", "dgetrs", "dggev",  "dggevx",
    "dgglse", "dgtsv",  "dhgeqz", "dhseqr", "dlange", "dlansy", "dorghr", "dorgqr", "dormhr", "dormqr", "dpotrf",
    "dtrevc", "dtrsen", "dtrsm",  "dtrsyl", "dgetrs", "dgesv",  "dgerqf", "dtrtri"};

static void *find_routine(Inst *in, const char *name) {
    bool known = false;
    for (size_t i = 0; i < sizeof routines / sizeof routines[0]; i++) known |= strcmp(routines[i], name) == 0;
    if (!known) return NULL;
    const char *symbol = base_sprintf(&in->arena, "%s_", name);
    void *f = base_symbol(RTLD_DEFAULT, symbol);
    if (f) return f;
    void *library = base_load("liblapack.so.3", RTLD_LAZY | RTLD_LOCAL);
    return library ? base_symbol(library, symbol) : NULL;
}

typedef struct {
    void *at; /* address handed over */
    int slot; /* variable of the frame it came from, or -1 */
} Argument;

/* element i (row major) of a value with these dims, in FORTRAN's order */
static uint64_t column_major(const InstType *t, uint64_t i) {
    if (t->ndims != 2) return i;
    uint64_t rows = (uint64_t)t->dims[0], cols = (uint64_t)t->dims[1];
    return i % cols * rows + i / cols;
}

static void *lay_out(Arena *temp, const InstValue *a, const char *text) {
    if (a->type.base == INST_STRING) return base_strdup(temp, text);
    bool real = a->type.base == INST_REAL;
    char *block = base_alloc(temp, (a->n + 1) * sizeof(double));
    for (uint64_t i = 0; i < a->n; i++) {
        uint64_t k = column_major(&a->type, i);
        if (real) ((double *)(void *)block)[k] = a->num[i];
        else ((int *)(void *)block)[k] = (int)a->num[i];
    }
    return block;
}

static InstValue *take_back(Inst *in, const InstValue *old, const void *block) {
    InstValue *a = inst_value_new(in, old->type);
    for (uint64_t i = 0; i < a->n; i++) {
        uint64_t k = column_major(&a->type, i);
        a->num[i] = a->type.base == INST_REAL ? ((const double *)block)[k] : (double)((const int *)block)[k];
    }
    return a;
}

static bool make_argument(InstEnv *v, InstFrame *f, const SynExpr *s, Arena *temp, Argument *out) {
    InstExpr *e = inst_expr(f->function->cls, s, NULL);
    if (e->kind == INST_E_ERROR) return false;
    out->slot = -1;
    if (e->kind == INST_E_CREF && e->nparts == 1 && e->parts[0].nsubs == 0)
        for (uint32_t i = 0; i < f->n; i++)
            if (f->comps[i] == e->parts[0].comp) out->slot = (int)i;
    InstValue *a = inst_eval_expr(v, e);
    if (a == NULL || a->type.ndims > 2 || a->type.base == INST_RECORD) return false;
    out->at = lay_out(temp, a, a->type.base == INST_STRING ? inst_name(v->in, a->str[0]) : "");
    return true;
}

typedef void (*Routine)(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                        void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                        void *, void *, size_t, size_t, size_t, size_t);
typedef double (*Function)(void *, void *, void *, void *, void *, void *, void *, void *, size_t, size_t);

bool inst_eval_fortran(InstEnv *v, InstFrame *f, const char *name) {
    const SynExternal *x = f->function->external;
    union {
        void *object;
        Routine call;
        Function value;
    } routine = {find_routine(v->in, name)};
    if (routine.object == NULL || x->nargs > MAX_ARGUMENTS) return false;
    Arena temp = {0};
    Argument a[MAX_ARGUMENTS] = {{0}};
    bool ok = true;
    for (uint32_t i = 0; i < x->nargs && ok; i++) ok = make_argument(v, f, x->args[i], &temp, &a[i]);
    if (ok && x->output) {
        ok = x->nargs <= 8;
        if (ok) {
            double r = routine.value(a[0].at, a[1].at, a[2].at, a[3].at, a[4].at, a[5].at, a[6].at, a[7].at, 1, 1);
            f->vals[f->function->ninputs] = inst_value_real(v->in, r);
        }
    } else if (ok) {
        routine.call(a[0].at, a[1].at, a[2].at, a[3].at, a[4].at, a[5].at, a[6].at, a[7].at, a[8].at, a[9].at, a[10].at,
                     a[11].at, a[12].at, a[13].at, a[14].at, a[15].at, a[16].at, a[17].at, a[18].at, a[19].at, a[20].at,
                     a[21].at, a[22].at, a[23].at, a[24].at, a[25].at, 1, 1, 1, 1);
        for (uint32_t i = 0; i < x->nargs; i++) {
            bool variable = a[i].slot >= (int)f->function->ninputs && f->vals[a[i].slot];
            if (variable && f->vals[a[i].slot]->type.base != INST_STRING)
                f->vals[a[i].slot] = take_back(v->in, f->vals[a[i].slot], a[i].at);
        }
    }
    base_free_arena(&temp);
    return ok;
}
