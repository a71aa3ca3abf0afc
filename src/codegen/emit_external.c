/* emit_external.c - external functions: arguments by the mapping of MLS 12.9.1, results back.
 *
 * The generated function calls the external one through cw_external[2*k], an array that the unit
 * exports and compile/ fills with addresses; cw_external[2*k+1], where not null, tells the library
 * in whose evaluation it runs (for ModelicaUtilities).  No header is needed: the specification's
 * mapping is the prototype.  Where there is one, cc converts what it declares otherwise
 * (compile/external.c).
 *
 *     Real double   Integer, Boolean, enumeration int   String const char *   ExternalObject void *
 *     size(a, i) size_t   outputs: pointers   arrays: pointer to the elements, row by row
 *     records: pointer to a structure of their fields   FORTRAN 77: everything by pointer, arrays
 * by columns
 */
#include "codegen/codegen_impl.h"

typedef struct {
    Emit *e;
    const DaeFunction *f;
    bool fortran;
    Text before, types, args, after; /* declarations; parameter types; arguments; copying back */
    uint32_t n;                      /* arguments so far */
    uint32_t next;                   /* numbers of C variables */
} Call;

static const char *plain_type(DaeBase base) {
    switch (base) {
    case DAE_REAL: return "double";
    case DAE_STRING: return "const char *";
    case DAE_OBJECT: return "void *";
    default: return "int";
    }
}

static void add(Call *c, const char *type, const char *argument) {
    base_text_printf(&c->types, c->n ? ", %s" : "%s", type);
    base_text_printf(&c->args, c->n ? ", %s" : "%s", argument);
    c->n++;
}

static void expression(Call *c, DaeExpr x, Text *out) { gen_expr(c->e, x, 0, out); }

/* ---- one argument ------------------------------------------------------------------------------------------------ */

/* A scalar that the external function may change. */
static void scalar_output(Call *c, uint32_t local) {
    DaeBase base = (DaeBase)c->f->locals[local].base;
    char type[32], argument[32];
    snprintf(type, sizeof type, "%s *", plain_type(base));
    if (base == DAE_REAL || base == DAE_STRING || base == DAE_OBJECT)
        snprintf(argument, sizeof argument, "&x%u", local);
    else {
        uint32_t k = c->next++;
        base_text_printf(&c->before, "int given%u = (int)x%u;\n", k, local);
        base_text_printf(&c->after, "x%u = given%u;\n", local, k);
        snprintf(argument, sizeof argument, "&given%u", k);
    }
    add(c, type, argument);
}

static void scalar_input(Call *c, DaeExpr x) {
    DaeBase base = (DaeBase)dae_at(c->e->p, x)->base;
    Text value = {0};
    bool size = dae_at(c->e->p, x)->op == DAE_SIZE;
    const char *type = size ? "unsigned long" : plain_type(base);
    if (size || (base != DAE_REAL && base != DAE_STRING && base != DAE_OBJECT))
        base_text_printf(&value, "(%s)(", size ? "long" : type); /* tcc has no code for double to unsigned long */
    else base_text_char(&value, '(');
    expression(c, x, &value);
    base_text_char(&value, ')');
    if (c->fortran && base != DAE_STRING) { /* a text is a pointer to its letters already */
        uint32_t k = c->next++;
        char name[32], pointer[40];
        snprintf(pointer, sizeof pointer, "%s *", size ? "int" : type);
        base_text_printf(&c->before, "%s given%u = %s;\n", size ? "int" : type, k, value.at);
        snprintf(name, sizeof name, "&given%u", k);
        add(c, pointer, name);
    } else add(c, type, value.at);
    base_text_free(&value);
}

static void array(Call *c, DaeExpr x, bool output) {
    DaeBase base = (DaeBase)dae_at(c->e->p, x)->base;
    uint32_t k = c->next++;
    Text value = {0};
    expression(c, x, &value);
    const char *elements = base == DAE_REAL ? "double" : base == DAE_STRING || base == DAE_OBJECT ? "void *" : "int";
    bool direct = !(c->fortran && dae_at(c->e->p, x)->rank > 1) && strcmp(elements, "int") != 0;
    char type[32], argument[40];
    snprintf(type, sizeof type, "%s *", base == DAE_STRING ? "const char *" : elements);
    base_text_printf(&c->before, "CwArray *whole%u = %s;\n", k, value.at);
    if (direct) snprintf(argument, sizeof argument, "(void *)whole%u->at", k);
    else {
        const char *kind = strcmp(elements, "int") ? "0" : "1";
        base_text_printf(&c->before, "void *outward%u = cw_outward(e, whole%u, %s, %d);\n", k, k, kind, c->fortran);
        if (output) base_text_printf(&c->after, "cw_inward(whole%u, outward%u, %s, %d);\n", k, k, kind, c->fortran);
        snprintf(argument, sizeof argument, "outward%u", k);
    }
    add(c, type, argument);
    base_text_free(&value);
}

/* Leaves of one record: a structure, filled before and read back after. */
static uint32_t record(Call *c, const DaeExternal *x, uint32_t from) {
    const DaePool *p = c->e->p;
    uint32_t group = c->f->locals[dae_at(p, x->args[from])->id].record, k = c->next++, i;
    Text fields = {0}, values = {0};
    for (i = from; i < x->nargs; i++) {
        const DaeNode *n = dae_at(p, x->args[i]);
        if (n->op != DAE_LOCAL || n->id >= c->f->nlocals || c->f->locals[n->id].record != group) break;
        const DaeLocal *l = &c->f->locals[n->id];
        if (l->rank) gen_refuse(c->e, DAE_ARRAY, "as a field of a record given to external code");
        base_text_printf(&fields, "%s m%u; ", plain_type((DaeBase)l->base), i);
        base_text_printf(&values, i > from ? ", x%u" : "x%u", n->id);
        if (l->role == 1) base_text_printf(&c->after, "x%u = r%u.m%u;\n", n->id, k, i);
    }
    base_text_printf(&c->before, "struct { %s} r%u = {%s};\n", base_text_str(&fields), k, base_text_str(&values));
    char argument[32];
    snprintf(argument, sizeof argument, "&r%u", k);
    add(c, "void *", argument);
    base_text_free(&fields), base_text_free(&values);
    return i;
}

static uint32_t argument(Call *c, const DaeExternal *x, uint32_t i) {
    const DaeNode *n = dae_at(c->e->p, x->args[i]);
    bool local = n->op == DAE_LOCAL && n->id < c->f->nlocals;
    if (local && c->f->locals[n->id].record) return record(c, x, i);
    bool output = local && c->f->locals[n->id].role == 1;
    if (n->rank) array(c, x->args[i], output);
    else if (output) scalar_output(c, n->id);
    else scalar_input(c, x->args[i]);
    return i + 1;
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

static uint32_t number_of(Gen *g, uint32_t function) {
    GenModel *m = g->g;
    for (uint32_t i = 0; i < m->externals.n; i++)
        if (m->externals.at[i].function == function) return i;
    const DaeExternal *x = g->dae->functions.at[function].external;
    const char *name = base_str(g->ctx->names, x->c_name);
    bool fortran = !strncasecmp(base_str(g->ctx->names, x->language), "FORTRAN", 7);
    GenExternal made = {.function = function, .fortran = fortran};
    char *symbol = base_sprintf(&m->arena, fortran ? "%s_" : "%s", name);
    for (char *s = symbol; fortran && *s; s++)
        if (*s >= 'A' && *s <= 'Z') *s = (char)(*s - 'A' + 'a');
    made.symbol = symbol;
    vec_push(&m->externals, made);
    return (uint32_t)(m->externals.n - 1);
}

static void result_statement(Call *c, const DaeExternal *x, uint32_t k) {
    const DaeNode *r = x->result ? dae_at(c->e->p, x->result) : NULL;
    GenModel *m = c->e->g->g;
    GenExternal *made = &m->externals.at[k];
    Text *out = c->e->out;
    if (r && (r->op != DAE_LOCAL || r->rank)) gen_refuse(c->e, (DaeOp)r->op, "as result of an external function");
    made->result = r ? plain_type((DaeBase)r->base) : "void";
    made->types = base_sprintf(&m->arena, "%s", c->n ? c->types.at : "void");
    if (r) base_text_printf(out, "x%u = ", r->id);
    base_text_printf(out, "((%s (*)(%s))cw_external[%u])(%s);\n", made->result, made->types, 2 * k,
                     base_text_str(&c->args));
}

void gen_external_body(Emit *e, uint32_t function) {
    const DaeFunction *f = &e->g->dae->functions.at[function];
    const DaeExternal *x = f->external;
    const char *language = base_str(e->g->ctx->names, x->language);
    Call c = {.e = e, .f = f, .fortran = !strncasecmp(language, "FORTRAN", 7)};
    if (!c.fortran && strcmp(language, "C") != 0 && strcmp(language, "builtin") != 0) {
        base_unsupported(e->g->ctx, "GEN0004", f->span, "external language \"%s\" of %s", language,
                         base_str(e->g->ctx->names, f->name));
        return;
    }
    uint32_t k = number_of(e->g, function);
    for (uint32_t i = 0; i < x->nargs;) i = argument(&c, x, i);
    base_text_add(e->out, base_text_str(&c.before));
    base_text_add(e->out, "e->call->external(e, ");
    gen_c_string(e->out, base_str(e->g->ctx->names, f->name));
    base_text_printf(e->out, ");\nif (cw_external[%u]) ((void (*)(CwEnv *))cw_external[%u])(e);\n", 2 * k + 1,
                     2 * k + 1);
    result_statement(&c, x, k);
    base_text_add(e->out, "e->call->external(e, 0);\n");
    base_text_add(e->out, base_text_str(&c.after));
    base_text_free(&c.before), base_text_free(&c.types), base_text_free(&c.args), base_text_free(&c.after);
}
