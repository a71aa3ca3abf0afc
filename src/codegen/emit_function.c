/* emit_function.c - Modelica functions as C functions.
 *
 *     T1 f7(CwEnv *e, inputs..., T2 *result 2, T3 *result 3, ...)
 *
 * returns the first result; a null pointer says that a result is not wanted.  Scalars are double,
 * const char * or void *, arrays CwArray *, functions const CwClosure *.  Functions with very many
 * inputs and results (records of hundreds of fields) take them in arrays, since no compiler likes
 * such calls and tcc refuses them:
 *
 *     T1 f7(CwEnv *e, const CwCell *in, CwCell *out)      out[0] is not used; null: no other
 * results are wanted
 */
#include "codegen/codegen_impl.h"

void gen_function_name(const Gen *g, uint32_t function, Text *out) {
    (void)g;
    base_text_printf(out, "f%u", function);
}

static const char *local_type(const DaeLocal *l) {
    return l->function_type ? "const CwClosure *" : gen_ctype((DaeBase)l->base, l->rank);
}

const char *gen_result_type(const DaeFunction *f) { return f->noutputs ? local_type(&f->locals[f->ninputs]) : "void "; }

enum { WIDE = 32 }; /* inputs and results */

static bool is_wide(const DaeFunction *f) { return f->ninputs + f->noutputs > WIDE; }

/* Member of CwCell that holds a value. */
static char cell_of(const DaeLocal *l) {
    return l->function_type || l->rank || l->base == DAE_OBJECT ? 'o' : l->base == DAE_STRING ? 's' : 'r';
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* Functions may be added while code is made: tangents call derivatives. */
void gen_want(Gen *g, uint32_t function) {
    if (g->wanted.n < g->dae->functions.n) (void)vec_extend(&g->wanted, g->dae->functions.n - g->wanted.n);
    if (!g->wanted.at[function]) g->wanted.at[function] = 1;
}

/* Input k of a call: its argument, or the default of the declaration. */
static void input_value(Emit *e, DaeExpr call, const DaeFunction *f, uint32_t k, Text *out) {
    if (k < dae_at(e->p, call)->nargs) gen_expr(e, dae_arg(e->p, call, k), 0, out);
    else if (f->locals[k].init) gen_expr(e, f->locals[k].init, 0, out);
    else
        base_error(e->g->ctx, "GEN0003", f->span, "call of %s without a value for its input %s",
                   base_str(e->g->ctx->names, f->name), base_str(e->g->ctx->names, f->locals[k].name));
}

/* Pointers for results 1..: to temporary `first`+k where wanted, to `single` for result `one`, else
 * null. */
static void result_pointers(const DaeFunction *f, const uint32_t *wanted, uint32_t one, uint32_t single, Text *out) {
    for (uint32_t k = 1; k < f->noutputs; k++) {
        if (wanted && k < wanted[1]) base_text_printf(out, ",&t%u", wanted[0] + k);
        else if (!wanted && one == k) base_text_printf(out, ",&t%u", single);
        else base_text_add(out, ",0");
    }
}

/* Call with inputs and results in arrays. */
static void wide_call(Emit *e, DaeExpr call, const DaeFunction *f, const uint32_t *wanted, uint32_t one, Text *out) {
    uint32_t id = ++e->g->next_temp;
    bool results = f->noutputs > 1 && (wanted || one);
    if (results) base_text_printf(out, "({ CwCell o%u[%u]; %sr%u = ", id, f->noutputs, gen_result_type(f), id);
    gen_function_name(e->g, dae_at(e->p, call)->id, out);
    base_text_add(out, "(e,(CwCell[]){");
    for (uint32_t k = 0; k < f->ninputs; k++) {
        char cell = cell_of(&f->locals[k]);
        base_text_printf(out, "%s{.%c=%s", k ? "," : "", cell, cell == 'o' ? "(void*)" : "");
        input_value(e, call, f, k, out);
        base_text_char(out, '}');
    }
    if (!results) {
        base_text_add(out, "},0)");
        return;
    }
    base_text_printf(out, "},o%u); ", id);
    for (uint32_t k = 1; wanted && k < wanted[1]; k++)
        base_text_printf(out, "t%u=o%u[%u].%c; ", wanted[0] + k, id, k, cell_of(&f->locals[f->ninputs + k]));
    if (wanted) base_text_printf(out, "r%u; })", id);
    else
        base_text_printf(out, "(%s)o%u[%u].%c; })", local_type(&f->locals[f->ninputs + one]), id, one,
                         cell_of(&f->locals[f->ninputs + one]));
    e->nstatements += f->noutputs / 4;
}

void gen_call(Emit *e, DaeExpr call, const uint32_t *wanted, Text *out) {
    const DaeNode *n = dae_at(e->p, call);
    uint32_t id = n->id, one = (uint32_t)n->value.i, single = 0;
    const DaeFunction *f = &e->g->dae->functions.at[id];
    gen_want(e->g, id);
    e->nstatements += f->ninputs / 8; /* arguments take room on the stack */
    if (is_wide(f)) {
        wide_call(e, call, f, wanted, one, out);
        return;
    }
    if (!wanted && one) {
        const DaeLocal *l = &f->locals[f->ninputs + one];
        single = ++e->g->next_temp;
        base_text_printf(out, "({ %st%u; ", local_type(l), single);
    }
    gen_function_name(e->g, id, out);
    base_text_add(out, "(e");
    for (uint32_t k = 0; k < f->ninputs; k++) {
        base_text_char(out, ',');
        input_value(e, call, f, k, out);
    }
    result_pointers(f, wanted, one, single, out);
    base_text_char(out, ')');
    if (single) base_text_printf(out, "; t%u; })", single);
}

/* ---- function values --------------------------------------------------------------------------------------------- */

/* Inputs bound by a PARTIAL, a bit for each; its arguments are pairs (number, value). */
static uint64_t bound_inputs(Emit *e, DaeExpr partial) {
    uint64_t mask = 0;
    for (uint32_t k = 0; k + 1 < dae_at(e->p, partial)->nargs; k += 2) {
        int64_t i = dae_at(e->p, dae_arg(e->p, partial, k))->value.i;
        if (i < 0 || i >= 64) gen_refuse(e, DAE_PARTIAL, "with more than 64 inputs");
        else mask |= (uint64_t)1 << i;
    }
    return mask;
}

static DaeExpr bound_value(const Emit *e, DaeExpr partial, uint32_t input) {
    for (uint32_t k = 0; k + 1 < dae_at(e->p, partial)->nargs; k += 2)
        if (dae_at(e->p, dae_arg(e->p, partial, k))->value.i == input) return dae_arg(e->p, partial, k + 1);
    return 0;
}

static uint32_t thunk_for(Gen *g, uint32_t function, uint64_t mask) {
    for (uint32_t i = 0; i < g->thunks.n; i++)
        if (g->thunks.at[i].function == function && g->thunks.at[i].mask == mask) return i;
    vec_push(&g->thunks, ((GenThunk){function, mask}));
    return (uint32_t)(g->thunks.n - 1);
}

void gen_thunk(Emit *e, DaeExpr partial, Text *out) {
    const DaeNode *n = dae_at(e->p, partial);
    uint32_t id = n->id;
    const DaeFunction *f = &e->g->dae->functions.at[id];
    uint64_t mask = bound_inputs(e, partial);
    gen_want(e->g, id);
    base_text_printf(out, "&(CwClosure){(void(*)(void))h%u,(CwCell[]){", thunk_for(e->g, id, mask));
    uint32_t at = 0;
    for (uint32_t k = 0; k < f->ninputs; k++) {
        if (!(mask >> k & 1)) continue;
        base_text_printf(out, "%s{.%c=%s", at ? "," : "", cell_of(&f->locals[k]),
                         cell_of(&f->locals[k]) == 'o' ? "(void*)" : "");
        gen_expr(e, bound_value(e, partial, k), 0, out);
        base_text_char(out, '}');
        at++;
    }
    base_text_add(out, at ? "}}" : "{0}}}");
}

/* Parameter list of a function value: (e, closure, free inputs, pointers for results 1..). */
static void value_parameters(const DaeFunction *f, uint64_t mask, bool names, Text *out) {
    base_text_add(out, names ? "(CwEnv *e,const CwClosure *c" : "(CwEnv *,const CwClosure *");
    for (uint32_t k = 0; k < f->ninputs; k++) {
        if (mask >> k & 1) continue;
        base_text_printf(out, ",%s", local_type(&f->locals[k]));
        if (names) base_text_printf(out, "x%u", k);
    }
    for (uint32_t k = 1; k < f->noutputs; k++) {
        base_text_printf(out, ",%s*", local_type(&f->locals[f->ninputs + k]));
        if (names) base_text_printf(out, "y%u", k);
    }
    base_text_char(out, ')');
}

void gen_apply(Emit *e, DaeExpr apply, Text *out) {
    const DaeNode *n = dae_at(e->p, apply), *head = dae_at(e->p, dae_arg(e->p, apply, 0));
    uint32_t type = e->fn && head->op == DAE_LOCAL ? e->fn->locals[head->id].function_type : 0;
    if (!type) {
        gen_refuse(e, DAE_APPLY, "of something that is no functional input");
        return;
    }
    const DaeFunction *f = &e->g->dae->functions.at[type];
    uint32_t one = (uint32_t)n->value.i, single = 0, nargs = n->nargs;
    if (one) {
        single = ++e->g->next_temp;
        base_text_printf(out, "({ %st%u; ", local_type(&f->locals[f->ninputs + one]), single);
    }
    base_text_printf(out, "((%s(*)", gen_result_type(f));
    value_parameters(f, 0, false, out);
    base_text_printf(out, ")x%u->code)(e,x%u", head->id, head->id);
    for (uint32_t k = 1; k < nargs; k++) {
        base_text_char(out, ',');
        gen_expr(e, dae_arg(e->p, apply, k), 0, out);
    }
    result_pointers(f, NULL, one, single, out);
    base_text_char(out, ')');
    if (single) base_text_printf(out, "; t%u; })", single);
}

static void thunk_call(Gen *g, const GenThunk *t, const DaeFunction *f) {
    Text *out = &g->functions;
    bool wide = is_wide(f);
    uint32_t at = 0;
    if (wide) base_text_printf(out, "CwCell o[%u];\n", f->noutputs + 1);
    if (f->noutputs) base_text_printf(out, "%sresult = ", gen_result_type(f));
    gen_function_name(g, t->function, out);
    base_text_add(out, wide ? "(e,(CwCell[]){" : "(e");
    for (uint32_t k = 0; k < f->ninputs; k++) {
        const DaeLocal *l = &f->locals[k];
        base_text_add(out, wide && !k ? "" : ",");
        if (wide) base_text_printf(out, "{.%c=", cell_of(l));
        if (t->mask >> k & 1) base_text_printf(out, "(%s)c->bound[%u].%c", local_type(l), at++, cell_of(l));
        else base_text_printf(out, "x%u", k);
        if (wide) base_text_char(out, '}');
    }
    for (uint32_t k = 1; k < f->noutputs && !wide; k++) base_text_printf(out, ",y%u", k);
    base_text_add(out, wide ? "},o);\n" : ");\n");
    for (uint32_t k = 1; k < f->noutputs && wide; k++)
        base_text_printf(out, "if (y%u) *y%u = o[%u].%c;\n", k, k, k, cell_of(&f->locals[f->ninputs + k]));
    base_text_add(out, f->noutputs ? "return result;\n}\n" : "}\n");
}

static void thunk_text(Gen *g, uint32_t i) {
    const GenThunk *t = &g->thunks.at[i];
    const DaeFunction *f = &g->dae->functions.at[t->function];
    Text head = {0};
    base_text_printf(&head, "static %sh%u", gen_result_type(f), i);
    value_parameters(f, t->mask, true, &head);
    base_text_printf(&g->prototypes, "%s;\n", head.at);
    base_text_printf(&g->functions, "%s {\n", head.at);
    thunk_call(g, t, f);
    base_text_free(&head);
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

static void head_text(const Gen *g, uint32_t id, Text *out) {
    const DaeFunction *f = &g->dae->functions.at[id];
    base_text_printf(out, "static %s", gen_result_type(f));
    gen_function_name(g, id, out);
    if (is_wide(f)) {
        base_text_add(out, "(CwEnv *e,const CwCell *in,CwCell *y)");
        return;
    }
    base_text_add(out, "(CwEnv *e");
    for (uint32_t k = 0; k < f->ninputs; k++) base_text_printf(out, ",%sx%u", local_type(&f->locals[k]), k);
    for (uint32_t k = 1; k < f->noutputs; k++)
        base_text_printf(out, ",%s*y%u", local_type(&f->locals[f->ninputs + k]), k);
    base_text_char(out, ')');
}

/* Declares outputs and protected variables, each after those that its sizes and initial value need
 * (MLS 12.4.4). */
typedef struct {
    Emit *e;
    const DaeFunction *f;
    uint8_t *state;    /* per local: 1 being declared, 2 declared */
    uint8_t *assigned; /* per local: a statement assigns it */
} Declare;

static void declare_local(Declare *d, uint32_t k);

static void declare_needed(Declare *d, DaeExpr x) {
    if (!x) return;
    const DaeNode *n = dae_at(d->e->p, x);
    if (n->op == DAE_LOCAL && n->id < d->f->nlocals && n->id >= d->f->ninputs) declare_local(d, n->id);
    for (uint32_t i = 0; i < n->nargs; i++) declare_needed(d, dae_arg(d->e->p, x, i));
}

/* A number that is used or returned before it gets a value is NaN (MLS 3.6, 12.4.4: an error), which a run stops at.
 * One that never gets a value was told of by translation. */
static bool is_blank(const Declare *d, uint32_t k) {
    const DaeLocal *l = &d->f->locals[k];
    if (l->base == DAE_STRING || l->base == DAE_OBJECT || l->function_type) return false;
    if (l->rank && !d->e->g->ctx->strict)
        return false; /* elements that nobody sets are zero elsewhere: libraries count on it */
    return !l->record && d->assigned[k] && !d->f->made && !d->f->external; /* fields may be for others to use */
}

static const char blank[] = "((union{unsigned long long bits; double r;}){CW_BLANK}).r";

enum { STACK_CELLS = 256 };

/* An array of literal sizes that is no result lives on the stack. */
static bool on_stack(Declare *d, const DaeLocal *l, uint32_t k) {
    uint32_t sizes[CW_MAX_RANK];
    uint64_t cells = 1;
    if (l->role != 2 || l->base == DAE_STRING || l->base == DAE_OBJECT) return false;
    if (!gen_fixed_sizes(d->e->p, d->f, k, sizes)) return false;
    for (int i = 0; i < l->rank; i++) cells *= sizes[i];
    if (cells > STACK_CELLS || cells == 0) return false;
    base_text_printf(d->e->out, "CwCell c%u[%u]; CwArray b%u = {c%u,%d,{", k, (uint32_t)cells, k, k, l->rank);
    for (int i = 0; i < l->rank; i++) base_text_printf(d->e->out, i ? ",%u" : "%u", sizes[i]);
    base_text_printf(d->e->out, "}}; x%u = &b%u;\n", k, k);
    if (l->init) return true;
    if (is_blank(d, k))
        base_text_printf(d->e->out, "for (int i = 0; i < %u; i++) c%u[i].r = %s;\n", (uint32_t)cells, k, blank);
    else base_text_printf(d->e->out, "memset(c%u,0,sizeof c%u);\n", k, k);
    return true;
}

static void new_array(Declare *d, const DaeLocal *l, uint32_t k) {
    Emit *e = d->e;
    const char *make = l->base == DAE_STRING        ? "cw_new_strings"
                       : !l->init && is_blank(d, k) ? "cw_new_blank"
                                                    : "cw_new";
    base_text_printf(e->out, "x%u = %s(e,%d,(int[]){", k, make, l->rank);
    for (int i = 0; i < l->rank; i++) {
        if (i) base_text_char(e->out, ',');
        if (l->dims && l->dims[i] && dae_at(e->p, l->dims[i])->op != DAE_COLON) {
            base_text_add(e->out, "(int)(");
            gen_expr(e, l->dims[i], 0, e->out);
            base_text_char(e->out, ')');
        } else base_text_char(e->out, '0');
    }
    base_text_add(e->out, "});\n");
}

static void declare_array(Declare *d, const DaeLocal *l, uint32_t k) {
    Emit *e = d->e;
    uint32_t sizes[CW_MAX_RANK];
    if (!l->init) {
        if (!on_stack(d, l, k)) new_array(d, l, k);
        return;
    }
    Text value = {0};
    gen_expr(e, l->init, 0, &value);
    bool fixed = gen_fixed_sizes(e->p, d->f, k, sizes);
    if (l->role == 2 && !d->assigned[k] && gen_constant_array(e, l->init))
        base_text_printf(e->out, "x%u = %s;\n", k, value.at); /* a table: nobody writes to it */
    else if (fixed) {
        if (!on_stack(d, l, k)) new_array(d, l, k);
        base_text_printf(e->out, "cw_fit(e,x%u,%s);\n", k, value.at);
    } else base_text_printf(e->out, "x%u = cw_copy(e,%s);\n", k, value.at);
    base_text_free(&value);
}

static void declare_local(Declare *d, uint32_t k) {
    const DaeLocal *l = &d->f->locals[k];
    Emit *e = d->e;
    if (d->state[k]) return; /* a cycle is an error of the front end; zero is as good as anything then */
    d->state[k] = 1;
    for (int i = 0; i < l->rank && l->dims; i++) declare_needed(d, l->dims[i]);
    declare_needed(d, l->init);
    d->state[k] = 2;
    if (l->rank) {
        declare_array(d, l, k);
        return;
    }
    base_text_printf(e->out, "x%u = ", k);
    if (l->init) {
        Text value = {0};
        gen_expr(e, l->init, 0, &value);
        base_text_add(e->out, base_text_str(&value));
        base_text_free(&value);
    } else base_text_add(e->out, l->base == DAE_STRING ? "\"\"" : is_blank(d, k) ? blank : "0");
    base_text_add(e->out, ";\n");
}

static void note_target(Declare *d, DaeExpr target) {
    const DaeNode *t = target ? dae_at(d->e->p, target) : NULL;
    if (t && t->op == DAE_INDEX) t = dae_at(d->e->p, dae_arg(d->e->p, target, 0));
    if (t && t->op == DAE_LOCAL && t->id < d->f->nlocals) d->assigned[t->id] = 1;
}

static void find_assigned(Declare *d) {
    DaeWalk *w = &d->e->g->walk;
    if (d->f->external) memset(d->assigned, 1, d->f->nlocals); /* its address goes out */
    if (!d->f->body) return;
    dae_walk(w, d->e->p, d->f->body);
    for (uint32_t i = 0; i < w->n; i++) {
        const DaeNode *n = dae_at(d->e->p, w->at[i]);
        if (n->op == DAE_ASSIGN) note_target(d, dae_arg(d->e->p, w->at[i], 0));
        for (uint32_t k = 1; n->op == DAE_ASSIGN_CALL && k < n->nargs; k++)
            note_target(d, dae_arg(d->e->p, w->at[i], k));
    }
}

/* What the statements do with a variable first. */
typedef enum { NOTHING, SETS, READS } First;

static bool mentions(const DaePool *p, DaeExpr x, uint32_t k) {
    if (!x) return false;
    const DaeNode *n = dae_at(p, x);
    if (n->op == DAE_LOCAL) return n->id == k;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (mentions(p, dae_arg(p, x, i), k)) return true;
    return false;
}

static bool is_local(const DaePool *p, DaeExpr x, uint32_t k) {
    return x && dae_at(p, x)->op == DAE_LOCAL && dae_at(p, x)->id == k;
}

static First first_use(const DaePool *p, DaeExpr x, uint32_t k, bool output) {
    if (!x) return NOTHING;
    const DaeNode *n = dae_at(p, x);
    First a = NOTHING, b;
    switch ((DaeOp)n->op) {
    case DAE_SEQ:
        for (uint32_t i = 0; i < n->nargs && a == NOTHING; i++) a = first_use(p, dae_arg(p, x, i), k, output);
        return a;
    case DAE_ASSIGN:
        if (mentions(p, dae_arg(p, x, 1), k)) return READS;
        if (is_local(p, dae_arg(p, x, 0), k)) return SETS;
        break;
    case DAE_ASSIGN_CALL:
        if (mentions(p, dae_arg(p, x, 0), k)) return READS;
        for (uint32_t i = 1; i < n->nargs; i++)
            if (is_local(p, dae_arg(p, x, i), k)) return SETS;
        break;
    case DAE_IF_STMT:
        if (mentions(p, dae_arg(p, x, 0), k)) return READS;
        a = first_use(p, dae_arg(p, x, 1), k, output);
        b = n->nargs > 2 ? first_use(p, dae_arg(p, x, 2), k, output) : NOTHING;
        return a == b ? a : READS;
    case DAE_FOR:
    case DAE_WHILE: /* taken to run */
        for (uint32_t i = 0; i + 1 < n->nargs; i++)
            if (mentions(p, dae_arg(p, x, i), k)) return READS;
        return first_use(p, dae_arg(p, x, n->nargs - 1), k, output);
    case DAE_RETURN: return output ? READS : SETS;
    default: break;
    }
    return mentions(p, x, k) ? READS : NOTHING;
}

/* Scalars that may be read, or returned, before they get a value: where they are, it is looked at. */
static uint8_t *find_open(const Declare *d) {
    const DaeFunction *f = d->f;
    uint8_t *open = base_realloc(NULL, f->nlocals + 1);
    memset(open, 0, f->nlocals + 1);
    for (uint32_t k = f->ninputs; k < f->nlocals; k++) {
        if (f->locals[k].rank || f->locals[k].init || !is_blank(d, k)) continue;
        /* what carries results of a call to their places is set in front of them; a field that the call gave no value
         * is not used by being carried */
        if (f->locals[k].made) continue;
        bool output = k < f->ninputs + f->noutputs;
        First first = first_use(d->e->p, f->body, k, output);
        open[k] = first == READS || (first == NOTHING && output);
    }
    return open;
}

/* Returns which variables are open, for as long as code of the function is made. */
static uint8_t *declarations(Emit *e, const DaeFunction *f) {
    for (uint32_t k = 0; k < f->ninputs && is_wide(f); k++)
        base_text_printf(e->out, "%sx%u = in[%u].%c;\n", local_type(&f->locals[k]), k, k, cell_of(&f->locals[k]));
    for (uint32_t k = f->ninputs; k < f->nlocals; k++)
        base_text_printf(e->out, "%sx%u;\n", local_type(&f->locals[k]), k);
    Declare d = {e, f, base_realloc(NULL, f->nlocals + 1), base_realloc(NULL, f->nlocals + 1)};
    memset(d.state, 0, f->nlocals + 1);
    memset(d.assigned, 0, f->nlocals + 1);
    find_assigned(&d);
    for (uint32_t k = f->ninputs; k < f->nlocals; k++) declare_local(&d, k);
    uint8_t *open = find_open(&d);
    base_realloc(d.state, 0), base_realloc(d.assigned, 0);
    return open;
}

/* By the letter the only result is looked at; of several a caller may want the others, which are NaN where they got no
 * value.  Otherwise all are. */
static bool is_looked_at(const Emit *e, uint32_t output) {
    return e->open[output] && (e->fn->noutputs == 1 || !e->g->ctx->strict);
}

static void results_text(const Emit *e, bool remembers, Text *out) {
    const DaeFunction *f = e->fn;
    bool wide = is_wide(f);
    if (wide) base_text_add(out, "if (y) {\n");
    for (uint32_t k = 1; k < f->noutputs; k++) {
        uint32_t x = f->ninputs + k;
        if (wide) base_text_printf(out, "y[%u].%c = ", k, cell_of(&f->locals[x]));
        else base_text_printf(out, "if (y%u) *y%u = ", k, k);
        if (is_looked_at(e, x)) gen_open_local(e, x, out);
        else gen_local(e, x, out);
        base_text_add(out, ";\n");
    }
    if (wide) base_text_add(out, "}\n");
    if (!f->noutputs) return;
    base_text_add(out, remembers ? "double result = " : "return ");
    if (is_looked_at(e, f->ninputs)) gen_open_local(e, f->ninputs, out);
    else gen_local(e, f->ninputs, out);
    base_text_add(out, ";\n");
    if (!remembers) return;
    gen_remember(f, out);
    base_text_add(out, "return result;\n");
}

/* Whether code calls functions or function values: only then can it be part of a recursion. */
static bool calls_functions(const char *code) {
    uint32_t id;
    return strstr(code, "->code)(e") || gen_next_call(code, code, &id);
}

/* Variables that lie in scratch memory. */
static bool has_arrays(const DaeFunction *f) {
    for (uint32_t k = f->ninputs; k < f->nlocals; k++)
        if (f->locals[k].rank || f->locals[k].base == DAE_STRING) return true;
    return false;
}

/* A function that takes a difference quotient says so where an argument moves: some of its inputs are tangents. */
static void quotient_mark(Gen *g, uint32_t id) {
    uint32_t of = alg_quotient_of(g->sym->memo, id);
    if (!of) return;
    const DaeFunction *f = &g->dae->functions.at[id];
    base_text_add(&g->functions, "if (!e->quotient && (0");
    for (uint32_t k = 0; k < f->ninputs; k++) {
        if (!f->locals[k].made) continue;
        if (f->locals[k].rank == 0) base_text_printf(&g->functions, " || x%u != 0", k);
        else base_text_printf(&g->functions, " || cw_max_of(x%u) != 0 || cw_min_of(x%u) != 0", k, k);
    }
    base_text_add(&g->functions, ")) e->quotient = ");
    gen_c_string(&g->functions, alg_user_name(g->dae, of));
    base_text_add(&g->functions, ";\n");
}

static void function_text(Gen *g, uint32_t id) {
    const DaeFunction *f = &g->dae->functions.at[id];
    Text head = {0}, body = {0};
    Emit e = {.g = g, .p = &g->dae->pool, .fn = f, .origin_slot = UINT32_MAX, .out = &body};
    e.origin = dae_origin(g->dae, f->span, 0);
    g->place = base_str(g->ctx->names, f->name);
    g->span = f->span;
    gen_node_flags(g);
    head_text(g, id, &head);
    base_text_printf(&g->prototypes, "%s;\n", head.at);
    uint8_t *open = declarations(&e, f);
    e.open = open;
    if (f->body) gen_statement(&e, f->body);
    if (f->external) gen_external_body(&e, id);
    if (g->opt.comments) base_text_printf(&g->functions, "\n/* %s */\n", g->place);
    base_text_printf(&g->functions, "%s {\n", head.at);
    bool remembers = !is_wide(f) && gen_remembers(g, id);
    if (remembers) gen_recall(g, f, &g->functions);
    bool release = gen_plain_results(f) && body.n && (has_arrays(f) || gen_takes_scratch(g, body.at));
    if (release) base_text_add(&g->functions, "void *mark = e->call->mark(e);\n");
    /* a helper, or a loop without end, may report an error: say where */
    bool fails = body.n && (strstr(body.at, "cw_") != NULL || strstr(body.at, "->linger(e)") != NULL);
    if (fails) {
        base_text_add(&g->functions, "const char *caller = e->place;\ne->place = ");
        gen_c_string(&g->functions, g->place);
        base_text_add(&g->functions, ";\n");
    }
    bool calls = body.n && calls_functions(body.at);
    if (calls) {
        /* read at the end, so that no compiler makes an endless loop of a recursion at the end */
        base_text_add(&g->functions, "volatile int deep = 1;\ncw_deeper(e, ");
        gen_c_string(&g->functions, g->place);
        base_text_add(&g->functions, ");\n");
    }
    quotient_mark(g, id);
    base_text_add(&g->functions, base_text_str(&body));
    if (body.n && strstr(body.at, "goto out;")) base_text_add(&g->functions, "out:;\n");
    if (release) base_text_add(&g->functions, "e->call->release(e, mark);\n");
    if (fails) base_text_add(&g->functions, "e->place = caller;\n");
    if (calls) base_text_add(&g->functions, "(void)deep;\n");
    results_text(&e, remembers, &g->functions);
    base_text_add(&g->functions, "}\n");
    base_realloc(open, 0);
    base_text_free(&head), base_text_free(&body);
    g->place = NULL;
    g->span = (Span){0};
}

void gen_functions(Gen *g) {
    uint32_t thunks = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 1; i < g->dae->functions.n && i < g->wanted.n; i++) {
            if (g->wanted.at[i] != 1) continue;
            g->wanted.at[i] = 2;
            function_text(g, i);
            again = true;
        }
        for (; thunks < g->thunks.n; thunks++) thunk_text(g, thunks), again = true;
    }
}
