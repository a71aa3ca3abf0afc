/* template.c - the C text of one shape for one purpose, with marks for the operands; made once,
 * found again by hash.
 */
#include "codegen/codegen_impl.h"

#include <math.h>

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Which slots the text names. */
static void find_used(Gen *g, GenTemplate *t) {
    VecU32 found = {0};
    for (const char *s = strchr(t->text, 1); s; s = strchr(s + 1, 1))
        vec_push(&found, (uint32_t)strtoul(s + 2, NULL, 10));
    if (found.n) qsort(found.at, found.n, sizeof *found.at, by_number);
    uint32_t n = 0;
    for (size_t i = 0; i < found.n; i++)
        if (i == 0 || found.at[i] != found.at[i - 1]) found.at[n++] = found.at[i];
    t->used = base_copy(&g->scratch, found.at, n * sizeof(uint32_t));
    t->nused = n;
    vec_free(&found);
}

/* Long texts (a when with thousands of conditions) are not copied. */
static const char *keep_text(Gen *g, Text *text) {
    enum { LONG = 1 << 16 };
    if (text->n < LONG) {
        const char *copy = base_strdup(&g->scratch, base_text_str(text));
        base_text_free(text);
        return copy;
    }
    vec_push(&g->long_texts, *text);
    *text = (Text){0};
    return base_text_str(&vec_last(&g->long_texts));
}

/* Writes "target = value;" in a scope of its own. */
static void put(Emit *e, const char *target, DaeExpr value) {
    size_t start = e->out->n;
    base_text_add(e->out, "{\n");
    GenScope scope;
    gen_scope(e, &scope, &value, 1);
    bool braces = e->out->n > start + 2;
    if (!braces) e->out->n = start;
    base_text_printf(e->out, "%s = ", target);
    Text text = {0};
    gen_expr(e, value, 0, &text);
    base_text_add(e->out, base_text_str(&text));
    base_text_free(&text);
    base_text_add(e->out, ";\n");
    if (braces) base_text_add(e->out, "}\n");
    gen_scope_end(e, &scope);
    e->nstatements++;
}

/* lhs - rhs of an EQUATE. */
static DaeExpr difference(Gen *g, DaeExpr equate) {
    DaePool *p = &g->dae->pool;
    DaeExpr lhs = dae_arg(p, equate, 0), rhs = dae_arg(p, equate, 1);
    if (dae_at(p, lhs)->base == DAE_BOOLEAN) { /* relations have type int in C: their difference is fine too */
        DaeExpr args[2] = {lhs, rhs};
        return dae_node(p, (DaeNode){.op = DAE_SUB, .base = DAE_REAL}, args, 2);
    }
    return dae_op2(p, DAE_SUB, lhs, rhs);
}

/* The expression whose value a shape has: lhs - rhs, or what a single ASSIGN assigns; 0 for
 * anything else. */
static DaeExpr value_of(Gen *g, const DaeShape *s) {
    const DaePool *p = &g->dae->pool;
    DaeOp op = (DaeOp)dae_at(p, s->root)->op;
    if (op == DAE_EQUATE) return difference(g, s->root);
    if (op == DAE_ASSIGN && dae_at(p, dae_arg(p, s->root, 1))->rank == 0) return dae_arg(p, s->root, 1);
    return 0;
}

/* Tangent of what has no symbolic one, by a difference along d: see cw_difference in helpers.c. */
static void difference_quotient(Emit *e, const DaeShape *s, uint64_t active, bool residual) {
    Text *out = e->out;
    uint32_t nin = 0;
    base_text_add(out, "{ const int in[] = {");
    for (uint32_t k = s->nout; k < s->nholes; k++)
        if (k >= 64 || active >> k & 1) base_text_printf(out, nin++ ? ",\1i%u;" : "\1i%u;", k);
    base_text_printf(out, "%s}, to[] = {", nin ? "" : "0");
    for (uint32_t k = 0; k < s->nout; k++) base_text_printf(out, k ? ",\1i%u;" : "\1i%u;", k);
    base_text_printf(out, "%s};\ndouble save[%u], h;\n", s->nout ? "" : "0", nin + 2 * s->nout + 1);
    if (residual) {
        base_text_add(out, "double y0, y1;\n");
        put(e, "y0", value_of(e->g, s));
        base_text_printf(out, "h = cw_difference(e, %u, in, 0, to, save);\nif (h) {\n", nin);
        put(e, "y1", value_of(e->g, s));
        base_text_printf(out, "cw_difference_end(e, h, %u, in, 0, to, save);\nr[\1n%u;] = (y1-y0)/h;\n", nin,
                         s->nholes);
        base_text_printf(out, "} else r[\1n%u;] = 0.0;\n}\n", s->nholes);
    } else {
        base_text_printf(out, "h = cw_difference(e, %u, in, %u, to, save);\nif (h) {\n", nin, s->nout);
        gen_statement(e, s->root);
        base_text_printf(out, "cw_difference_end(e, h, %u, in, %u, to, save);\n}\n}\n", nin, s->nout);
    }
}

/* Takes as long as a dozen additions, or more. */
static bool is_costly(const DaePool *p, DaeExpr x) {
    double exponent;
    switch (dae_at(p, x)->op) {
    case DAE_CALL: return true;
    case DAE_ABS:
    case DAE_SIGN:
    case DAE_SQRT: return false;
    case DAE_POW: return !(dae_is_const(p, dae_arg(p, x, 1), &exponent) && exponent == floor(exponent));
    default: return dae_at(p, x)->op >= DAE_FIRST_ELEMENTARY && dae_at(p, x)->op < DAE_AFTER_ELEMENTARY;
    }
}

static bool any_costly(Gen *g, DaeExpr x) {
    const DaePool *p = &g->dae->pool;
    dae_walk(&g->walk, p, x);
    for (uint32_t i = 0; i < g->walk.n; i++)
        if (is_costly(p, g->walk.at[i])) return true;
    return false;
}

/* "if (no operand moves) tangents = 0; else": most directions of a Jacobian move few operands of what takes long, and a
 * tangent is linear in those of its operands. */
static void guard_tangent(Emit *e, const DaeShape *s, uint64_t active, const char *target, DaeExpr all) {
    const DaePool *p = &e->g->dae->pool;
    const char *before = "if (";
    for (uint32_t k = s->nout; k < s->nholes; k++)
        if (active >> k & 1) base_text_printf(e->out, "%s\1d%u;==0", before, k), before = " && ";
    base_text_add(e->out, ") {\n");
    if (!all) base_text_printf(e->out, "%s = 0;\n", target);
    for (uint32_t k = 1; all && k < dae_at(p, all)->nargs; k++) {
        if (!dae_arg(p, all, k)) continue;
        dae_walk(&e->g->walk, p, dae_arg(p, all, k));
        for (uint32_t i = 0; i < e->g->walk.n; i++) {
            const DaeNode *x = dae_at(p, e->g->walk.at[i]);
            if (x->op == DAE_HOLE) base_text_printf(e->out, "\1d%u; = 0;\n", x->id - s->nholes);
        }
    }
    base_text_add(e->out, "} else {\n");
}

static void tangent(Emit *e, uint32_t shape, uint64_t active, bool residual) {
    Gen *g = e->g;
    DaeExpr t = 0, all = 0;
    const DaeShape *s = &g->dae->shapes.at[shape];
    if (dae_at(&g->dae->pool, s->root)->op == DAE_SOLVE) {
        base_text_printf(e->out, "e->call->solve_tangent(e, (int)\1v%u;);\n", s->nholes - 1);
        return;
    }
    if (residual || s->nout == 1) t = alg_tangent(g->sym->memo, shape, active);
    if (!t && !residual) all = alg_tangent_call(g->sym->memo, shape, active);
    s = &g->dae->shapes.at[shape]; /* the memo may have added shapes */
    gen_node_flags(g);
    char target[32];
    snprintf(target, sizeof target, residual ? "r[\1n%u;]" : "\1d%u;", residual ? s->nholes : 0);
    bool costly = all ? dae_at(&g->dae->pool, all)->op == DAE_ASSIGN_CALL : t && any_costly(g, t);
    bool guarded = costly && s->nholes < 64 && active >> s->nout;
    if (guarded) guard_tangent(e, s, active, target, all);
    if (t) put(e, target, t);
    else if (all) gen_statement(e, all);
    else difference_quotient(e, s, active, residual);
    if (guarded) base_text_add(e->out, "}\n");
}

static void relation(Emit *e, const DaeShape *s, DaeOp op) {
    DaePool *p = &e->g->dae->pool;
    char target[32];
    snprintf(target, sizeof target, "v[\1n%u;]", s->nholes);
    DaeExpr lhs = dae_arg(p, s->root, 0), rhs = dae_arg(p, s->root, 1), args[2] = {lhs, rhs};
    if (op == DAE_FLOOR)
        put(e, target, dae_node(p, (DaeNode){.op = DAE_FLOOR, .base = DAE_REAL, .value.i = 1}, &lhs, 1));
    else put(e, target, dae_node(p, (DaeNode){.op = (uint16_t)op, .base = DAE_BOOLEAN, .value.i = 1}, args, 2));
}

static void write_text(Emit *e, uint32_t shape, GenPurpose purpose, uint64_t detail) {
    Gen *g = e->g;
    DaeShape s = shape == UINT32_MAX ? (DaeShape){0} : g->dae->shapes.at[shape];
    char target[32];
    switch (purpose) {
    case GEN_STATEMENT: gen_statement(e, s.root); break;
    case GEN_PARAMETER:
        base_text_add(e->out, "if (!e->given || !e->given[\1i0;]) {\n");
        gen_statement(e, s.root);
        base_text_add(e->out, "}\n");
        break;
    case GEN_RESIDUAL:
    case GEN_TIME:
        snprintf(target, sizeof target, "r[\1n%u;]", s.nholes);
        put(e, target, value_of(g, &s));
        break;
    case GEN_TANGENT: tangent(e, shape, detail, false); break;
    case GEN_GIVEN_TANGENT:
        base_text_add(e->out, "if (!e->given || !e->given[\1i0;]) {\n");
        tangent(e, shape, detail, false);
        base_text_add(e->out, "}\n");
        break;
    case GEN_RESIDUAL_TANGENT: tangent(e, shape, detail, true); break;
    case GEN_RELATION: relation(e, &s, (DaeOp)detail); break;
    case GEN_CHECK: e->checks_only = true; /* fall through */
    case GEN_ACTION: gen_statement(e, s.root); break;
    case GEN_SOLVE: base_text_add(e->out, "e->call->solve(e, \1n0;);\n"); break;
    case GEN_SOLVE_TANGENT: base_text_add(e->out, "e->call->solve_tangent(e, \1n0;);\n"); break;
    }
}

/* ---- arrays of operands ------------------------------------------------------------------------------------------ */

enum { MIN_RANGE = 4, MAX_RANGES = 32 };

/* Array literals of a shape that are made of holes in order, found once. */
static const GenRange *ranges_of(Gen *g, uint32_t shape, uint32_t *n) {
    uint64_t found = g->last_ranges;
    if (shape != g->last_range_shape && !base_map_get(&g->ranges_of, shape, &found)) {
        const DaePool *p = &g->dae->pool;
        DaeExpr root = g->dae->shapes.at[shape].root;
        size_t first = g->ranges.n;
        dae_walk(&g->walk, p, root);
        for (uint32_t i = 0; i < g->walk.n && g->ranges.n - first < MAX_RANGES; i++) {
            GenRange range;
            if (dae_at(p, g->walk.at[i])->op == DAE_ARRAY && gen_hole_range(p, g->walk.at[i], &range) &&
                range.n >= MIN_RANGE)
                vec_push(&g->ranges, range);
        }
        enum { MANY_NODES = 4096 }; /* rare: what they took is better given back */
        if (g->walk.n > MANY_NODES) dae_walk_free(&g->walk);
        found = (uint64_t)first << 8 | (g->ranges.n - first);
        base_map_put(&g->ranges_of, shape, found);
    }
    g->last_range_shape = shape, g->last_ranges = found;
    *n = (uint32_t)(found & 0xFF);
    return *n ? g->ranges.at + (found >> 8) : NULL;
}

static uint32_t packed_ranges(Gen *g, const DaeEquation *eq) {
    uint32_t n, mask = 0;
    const GenRange *ranges = ranges_of(g, eq->shape, &n);
    for (uint32_t i = 0; i < n; i++) {
        const DaeOperand *o = dae_operands(g->dae, eq) + ranges[i].first;
        bool together = true;
        for (uint32_t k = 1; k < ranges[i].n && together; k++) together = gen_place(g, o[k]) == gen_place(g, o[0]) + k;
        mask |= (uint32_t)together << i;
    }
    return mask;
}

static bool is_template(const GenTemplate *t, uint32_t shape, GenPurpose purpose, uint64_t detail, uint32_t packed) {
    return t->shape == shape && t->purpose == purpose && t->detail == detail && t->packed == packed;
}

uint32_t gen_template(Gen *g, const DaeEquation *eq, GenPurpose purpose, uint64_t detail) {
    uint32_t shape = eq->shape, packed = shape == UINT32_MAX ? 0 : packed_ranges(g, eq);
    if (g->last_template && is_template(&g->templates.at[g->last_template], shape, purpose, detail, packed))
        return g->last_template;
    uint64_t hash = base_mix(base_mix((uint64_t)shape << 8 | purpose, detail), packed), first = 0;
    base_map_get(&g->template_of, hash, &first);
    for (uint32_t t = (uint32_t)first; t; t = g->templates.at[t].next)
        if (is_template(&g->templates.at[t], shape, purpose, detail, packed)) return g->last_template = t;
    uint32_t nholes = shape == UINT32_MAX ? 0 : g->dae->shapes.at[shape].nholes;
    Text text = {0};
    GenRange ranges[MAX_RANGES];
    Emit e = {.g = g, .p = &g->dae->pool, .nholes = nholes, .origin_slot = nholes + 1, .out = &text, .ranges = ranges};
    for (uint32_t i = 0, n; i < MAX_RANGES; i++)
        if (packed >> i & 1) ranges[e.nranges++] = ranges_of(g, shape, &n)[i];
    gen_node_flags(g);
    g->next_temp = 0;
    write_text(&e, shape, purpose, detail);
    GenTemplate t = {.text = keep_text(g, &text),
                     .shape = shape,
                     .nholes = nholes,
                     .purpose = purpose,
                     .detail = detail,
                     .packed = packed,
                     .next = (uint32_t)first,
                     .statements = e.nstatements ? e.nstatements : 1};
    if (shape != UINT32_MAX) t.touches_outside = (g->node_flags.at[g->dae->shapes.at[shape].root] & GEN_IMPURE) != 0;
    t.takes_cells = gen_takes_cells(t.text);
    find_used(g, &t);
    vec_push(&g->templates, t);
    g->last_template = (uint32_t)(g->templates.n - 1);
    base_map_put(&g->template_of, hash, g->last_template);
    return g->last_template;
}
