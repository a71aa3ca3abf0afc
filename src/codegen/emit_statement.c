/* emit_statement.c - statements of algorithms, function bodies, solved equations and actions as C.
 *
 * Each statement is a scope of its own (emit_expr.c): what it shares is computed in temporaries before
 * it, in braces.
 */
#include "codegen/codegen_impl.h"

#include <ctype.h>
#include <string.h>

/* Text of where a message comes from: index in dae->origins. */
void gen_origin(const Emit *e, Text *out) {
    if (e->origin_slot == UINT32_MAX) base_text_printf(out, "%u", e->origin);
    else base_text_printf(out, "\1n%u;", e->origin_slot);
}

/* Opens braces and the scope of roots; close_block closes both.  Braces are left out when there was
 * nothing shared. */
typedef struct {
    GenScope scope;
    size_t at; /* where the block starts in the text */
} Block;

static Block open_block(Emit *e, const DaeExpr *roots, uint32_t n) {
    Block b = {.at = e->out->n};
    base_text_add(e->out, "{\n");
    gen_scope(e, &b.scope, roots, n);
    if (e->out->n == b.at + 2) {
        e->out->n = b.at;
        e->out->at[b.at] = 0;
        b.at = SIZE_MAX;
    }
    return b;
}

static void close_block(Emit *e, Block *b) {
    if (b->at != SIZE_MAX) base_text_add(e->out, "}\n");
    gen_scope_end(e, &b->scope);
}

static void value_text(Emit *e, DaeExpr x) {
    Text value = {0};
    gen_expr(e, x, 0, &value);
    base_text_add(e->out, base_text_str(&value));
    base_text_free(&value);
}

/* ---- assignment -------------------------------------------------------------------------------------------------- */

/* Puts `value` (C text, scalar of base) into a scalar target. */
static void store(Emit *e, DaeExpr target, DaeBase base, const char *value) {
    const DaeNode *t = dae_at(e->p, target);
    Text place = {0};
    if (t->op == DAE_HOLE && base == DAE_STRING) {
        base_text_printf(e->out, "\1s%u; = e->call->keep(e, %s);\n", t->id, value);
        return;
    }
    if (t->op == DAE_INDEX) gen_index(e, target, &place);
    else if (t->op == DAE_LOCAL) gen_local(e, t->id, &place);
    else gen_expr(e, target, 0, &place);
    base_text_printf(e->out, "%s = %s;\n", base_text_str(&place), value);
    base_text_free(&place);
}

/* Elements of the array named `array` into the holes of a nested ARRAY target. */
static void store_elements(Emit *e, DaeExpr target, DaeBase base, const char *array, uint32_t *next) {
    const DaeNode *t = dae_at(e->p, target);
    if (t->op != DAE_ARRAY) {
        char value[64];
        snprintf(value, sizeof value, "%s->at[%u].%c", array, (*next)++,
                 base == DAE_STRING   ? 's'
                 : base == DAE_OBJECT ? 'o'
                                      : 'r');
        store(e, target, base, value);
        return;
    }
    for (uint32_t k = 0; k < t->nargs; k++) store_elements(e, dae_arg(e->p, target, k), base, array, next);
}

static uint32_t count_elements(const Emit *e, DaeExpr target) {
    const DaeNode *t = dae_at(e->p, target);
    if (t->op != DAE_ARRAY) return 1;
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->nargs; k++) n += count_elements(e, dae_arg(e->p, target, k));
    return n;
}

/* Puts an array (C text of type CwArray *) into a target. */
static void store_array(Emit *e, DaeExpr target, const char *value) {
    const DaeNode *t = dae_at(e->p, target);
    Text text = {0};
    if (t->op == DAE_ARRAY) {
        uint32_t next = 0, id = ++e->g->next_temp;
        base_text_printf(e->out, "{ CwArray *t%u = cw_sized(e, %s, %u);\n", id, value, count_elements(e, target));
        char name[16];
        snprintf(name, sizeof name, "t%u", id);
        store_elements(e, target, (DaeBase)t->base, name, &next);
        base_text_add(e->out, "}\n");
    } else if (t->op == DAE_LOCAL) {
        gen_local(e, t->id, &text);
        uint32_t sizes[CW_MAX_RANK];
        if (e->fn && gen_fixed_sizes(e->p, e->fn, t->id, sizes))
            base_text_printf(e->out, "cw_fit(e, %s, %s);\n", text.at, value);
        else base_text_printf(e->out, "%s = cw_assign(e, %s, %s);\n", text.at, text.at, value);
    } else if (t->op == DAE_INDEX) {
        gen_expr(e, dae_arg(e->p, target, 0), 0, &text);
        base_text_printf(e->out, "cw_put(e, %s, ", text.at);
        gen_subscripts(e, target, e->out);
        base_text_printf(e->out, ", %s);\n", value);
    } else gen_refuse(e, (DaeOp)t->op, "as target of an array");
    base_text_free(&text);
}

static bool is_constructor(const Emit *e, DaeExpr value) {
    const DaeNode *n = dae_at(e->p, value);
    if (n->op != DAE_CALL || n->base != DAE_OBJECT) return false;
    const DaeFunction *f = &e->g->dae->functions.at[n->id];
    return f->external && f->external->constructor;
}

/* Destructor that belongs to a constructor: X.destructor to X.constructor (MLS 12.9.7). */
static uint32_t destructor_of(const Emit *e, uint32_t constructor) {
    const Dae *d = e->g->dae;
    const char *name = base_str(d->ctx->names, d->functions.at[constructor].name);
    const char *dot = strrchr(name, '.');
    size_t n = dot ? (size_t)(dot - name) : 0;
    for (uint32_t i = 1; i < d->functions.n; i++) {
        const DaeFunction *f = &d->functions.at[i];
        const char *other = base_str(d->ctx->names, f->name);
        if (f->external && f->external->destructor && !strncmp(other, name, n) && !strcmp(other + n, ".destructor"))
            return i;
    }
    return 0;
}

/* An external object is made once; the runtime keeps and destroys it. */
static void construct(Emit *e, DaeExpr target, DaeExpr value) {
    uint32_t hole = dae_at(e->p, target)->id, destructor = destructor_of(e, dae_at(e->p, value)->id);
    base_text_printf(e->out, "if (!\1x%u;) e->call->object(e, \1i%u;, ", hole, hole);
    value_text(e, value);
    base_text_add(e->out, ", ");
    if (destructor) {
        gen_want(e->g, destructor);
        base_text_add(e->out, "(void (*)(CwEnv *, void *))");
        gen_function_name(e->g, destructor, e->out);
    } else base_text_char(e->out, '0');
    base_text_add(e->out, ");\n");
}

static void assign(Emit *e, DaeExpr target, DaeExpr value) {
    const DaeNode *t = dae_at(e->p, target), *n = dae_at(e->p, value);
    Block b = open_block(e, &value, 1);
    if (t->op == DAE_HOLE && is_constructor(e, value)) {
        construct(e, target, value);
    } else {
        Text text = {0};
        gen_expr(e, value, 0, &text);
        if (t->rank || n->rank) store_array(e, target, base_text_str(&text));
        else store(e, target, (DaeBase)t->base, base_text_str(&text));
        base_text_free(&text);
    }
    close_block(e, &b);
    e->nstatements++;
}

/* ---- calls with several results ---------------------------------------------------------------------------------- */

static void spatial(Emit *e, DaeExpr s) {
    DaeExpr call = dae_arg(e->p, s, 0);
    const DaeNode *n = dae_at(e->p, call);
    Block b = open_block(e, &call, 1);
    base_text_add(e->out, "{ double in[4] = {");
    for (uint32_t k = 0; k < 4; k++) {
        if (k) base_text_add(e->out, ", ");
        value_text(e, dae_arg(e->p, call, k));
    }
    base_text_add(e->out, "}, out[2];\nCwArray *pt = ");
    value_text(e, dae_arg(e->p, call, 4));
    base_text_add(e->out, ", *vl = ");
    value_text(e, dae_arg(e->p, call, 5));
    base_text_printf(e->out, ";\ne->call->spatial(e, %lld, in, out, &pt->at->r, &vl->at->r, pt->n[0]);\n",
                     (long long)n->value.i);
    for (uint32_t k = 1; k < dae_at(e->p, s)->nargs && k <= 2; k++)
        if (dae_arg(e->p, s, k)) store(e, dae_arg(e->p, s, k), DAE_REAL, k == 1 ? "out[0]" : "out[1]");
    base_text_add(e->out, "}\n");
    close_block(e, &b);
}

static void assign_call(Emit *e, DaeExpr s) {
    DaeExpr call = dae_arg(e->p, s, 0);
    if (dae_at(e->p, call)->op == DAE_SPATIAL) {
        spatial(e, s);
        return;
    }
    const DaeNode *head = dae_at(e->p, s), *n = dae_at(e->p, call);
    const DaeFunction *f = &e->g->dae->functions.at[n->id];
    uint32_t first = e->g->next_temp + 1, nouts = f->noutputs;
    e->g->next_temp += nouts;
    base_text_add(e->out, "{\n");
    /* The arguments are the roots: the call itself stands once. */
    GenScope scope;
    DaeExpr roots[64];
    uint32_t nroots = n->nargs < 64 ? n->nargs : 64;
    for (uint32_t k = 0; k < nroots; k++) roots[k] = dae_arg(e->p, call, k);
    gen_scope(e, &scope, roots, nroots);
    for (uint32_t k = 0; k < nouts; k++) {
        const DaeLocal *l = &f->locals[f->ninputs + k];
        base_text_printf(e->out, "%st%u;\n", gen_ctype((DaeBase)l->base, l->rank), first + k);
    }
    Text text = {0};
    uint32_t wanted[2] = {first, nouts};
    gen_call(e, call, wanted, &text);
    if (nouts) base_text_printf(e->out, "t%u = %s;\n", first, base_text_str(&text));
    else base_text_printf(e->out, "%s;\n", base_text_str(&text));
    base_text_free(&text);
    for (uint32_t k = 0; k < nouts && k + 1 < head->nargs; k++) {
        DaeExpr target = dae_arg(e->p, s, k + 1);
        if (!target || dae_at(e->p, target)->op == DAE_NONE) continue;
        const DaeLocal *l = &f->locals[f->ninputs + k];
        char name[16];
        snprintf(name, sizeof name, "t%u", first + k);
        if (l->rank) store_array(e, target, name);
        else store(e, target, (DaeBase)l->base, name);
    }
    base_text_add(e->out, "}\n");
    gen_scope_end(e, &scope);
    e->nstatements++;
}

/* A small linear system: its matrix and right side as expressions, elimination with pivots while running. */
/* Does a value that is not Real (a condition, a mode) stand in it? */
static bool has_modes(const Emit *e, const DaeExpr *roots, uint32_t n) {
    DaeWalk walk = {0};
    bool found = false;
    for (uint32_t k = 0; k < n && !found; k++) {
        dae_walk(&walk, e->p, roots[k]);
        for (uint32_t i = 0; i < walk.n && !found; i++) {
            const DaeNode *x = dae_at(e->p, walk.at[i]);
            found = x->op == DAE_HOLE && x->base != DAE_REAL;
        }
    }
    dae_walk_free(&walk);
    return found;
}

/* Where modes change at events, values that solve the new equations as well are kept to the last bit: relations between
 * them would otherwise change from one event iteration to the next by rounding. */
static void linear(Emit *e, DaeExpr s) {
    uint32_t n = (uint32_t)dae_at(e->p, s)->value.i, nroots = n * n + n;
    DaeExpr roots[DAE_LINEAR_MOST * (DAE_LINEAR_MOST + 1)];
    for (uint32_t k = 0; k < nroots; k++) roots[k] = dae_arg(e->p, s, n + k);
    base_text_add(e->out, "{\n");
    GenScope scope;
    gen_scope(e, &scope, roots, nroots);
    Text text = {0};
    for (uint32_t k = 0; k < nroots; k++) {
        base_text_add(&text, k == 0 ? "double la[] = {" : k == n * n ? "}, lb[] = {" : ",");
        gen_expr(e, roots[k], 0, &text);
    }
    bool tangent = dae_at(e->p, dae_arg(e->p, s, 0))->id >= e->nholes, modes = !tangent && has_modes(e, roots, nroots);
    for (uint32_t k = 0; k < n && modes; k++) {
        base_text_add(&text, k == 0 ? "}, lx[] = {" : ",");
        gen_expr(e, dae_arg(e->p, s, k), 0, &text);
    }
    base_text_printf(e->out, "%s};\nif (%s(%u, la, lb%s)) {\n", base_text_str(&text),
                     tangent ? "cw_linear_tangent"
                     : modes ? "cw_linear_near"
                             : "cw_linear",
                     n, modes ? ", lx" : "");
    base_text_free(&text);
    for (uint32_t k = 0; k < n; k++) {
        char name[16];
        snprintf(name, sizeof name, "lb[%u]", k);
        store(e, dae_arg(e->p, s, k), DAE_REAL, name);
    }
    uint32_t number = dae_at(e->p, dae_arg(e->p, s, n + nroots))->id;
    base_text_printf(e->out, "} else e->call->%s(e, (int)\1v%u;);\n}\n", tangent ? "solve_tangent" : "solve", number);
    gen_scope_end(e, &scope);
    e->nstatements++;
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

/* The condition of a when: it holds in one event iteration only. */
static bool is_trigger(const Emit *e, DaeExpr cond) {
    const DaeNode *n = dae_at(e->p, cond);
    if (n->op == DAE_TRIGGER) return true;
    if (n->op != DAE_AND && n->op != DAE_OR) return false;
    return is_trigger(e, dae_arg(e->p, cond, 0)) || is_trigger(e, dae_arg(e->p, cond, 1));
}

static void if_statement(Emit *e, DaeExpr s) {
    DaeExpr cond = dae_arg(e->p, s, 0);
    bool when = is_trigger(e, cond);
    Block b = open_block(e, &cond, 1);
    base_text_add(e->out, "if (");
    value_text(e, cond);
    base_text_add(e->out, ") {\n");
    gen_scope_end(e, &b.scope); /* the branches may assign what the condition was made of */
    if (when) base_text_add(e->out, "e->in_when = 1;\n");
    gen_statement(e, dae_arg(e->p, s, 1));
    base_text_add(e->out, when ? "e->in_when = 0;\n}\n" : "}\n");
    DaeExpr other = dae_at(e->p, s)->nargs > 2 ? dae_arg(e->p, s, 2) : 0;
    if (other && dae_at(e->p, other)->op != DAE_NONE) {
        base_text_add(e->out, "else {\n");
        gen_statement(e, other);
        base_text_add(e->out, "}\n");
    }
    close_block(e, &b);
}

/* Rounds of a loop i<id> from 0 to n<id> or m<id>.  A loop that goes on for long asks now and then whether the run is
 * to end: in stretches, so that the loop within is as plain as before. */
void gen_loop_begin(Text *out, uint32_t id, char count) {
    base_text_printf(out, "for (i%u = 0; i%u < %c%u;) {\nint s%u = %c%u - i%u > 0x100000 ? i%u + 0x100000 : %c%u;\n",
                     id, id, count, id, id, count, id, id, id, count, id);
    base_text_printf(out, "if (i%u) e->call->linger(e);\nfor (; i%u < s%u; i%u++) {\n", id, id, id, id);
}

/* Is there a loop in the text, or a call of a function, which may have one? */
static bool may_last(const char *body) {
    for (const char *p = body; *p; p++) {
        if (p != body && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) continue;
        if (strncmp(p, "for (", 5) == 0) return true;
        if (*p != 'f' || !isdigit((unsigned char)p[1])) continue;
        for (p++; isdigit((unsigned char)*p);) p++;
        if (strncmp(p, "(e", 2) == 0) return true;
        p--;
    }
    return false;
}

void gen_loop_end(Text *out, uint32_t id, size_t body) {
    if (may_last(base_text_str(out) + body)) base_text_printf(out, "if ((i%u & 31) == 31) e->call->linger(e);\n", id);
    base_text_printf(out, "}\nif (i%u < s%u) break;\n}\n", id, id);
}

/* Code of a loop, behind what must stand in front of it. */
typedef struct {
    Text head, code;
    Text *out; /* where it goes */
} Loop;

static void begin_loop(Emit *e, Loop *l) {
    *l = (Loop){.out = e->out};
    e->out = &l->code;
}

static void end_loop(Emit *e, Loop *l) {
    e->out = l->out;
    base_text_add(e->out, base_text_str(&l->head));
    base_text_add(e->out, base_text_str(&l->code));
    base_text_free(&l->head), base_text_free(&l->code);
}

static void for_statement(Emit *e, DaeExpr s) {
    DaeExpr range = dae_arg(e->p, s, 1);
    uint32_t id = ++e->g->next_temp;
    bool plain = dae_at(e->p, range)->op == DAE_RANGE && !e->g->temp.at[range];
    char turns[16];
    Text name = {0};
    snprintf(turns, sizeof turns, "i%u", id);
    gen_local(e, dae_at(e->p, dae_arg(e->p, s, 0))->id, &name);
    base_text_add(e->out, "{\n");
    GenScope scope;
    gen_scope(e, &scope, &range, 1);
    if (plain) {
        for (uint32_t k = 0; k < 3; k++) {
            base_text_printf(e->out, k == 0 ? "double a%u = " : k == 1 ? ", b%u = " : ", c%u = ", id);
            value_text(e, dae_arg(e->p, range, k));
        }
        base_text_printf(e->out, ";\nint i%u, n%u = cw_range_size(e, a%u, b%u, c%u);\n", id, id, id, id, id);
    } else {
        bool shared = dae_at(e->p, range)->op == DAE_LOCAL; /* the body may assign it */
        base_text_printf(e->out, shared ? "CwArray *a%u = cw_copy(e, " : "CwArray *a%u = (", id);
        value_text(e, range);
        base_text_printf(e->out, ");\nint i%u, n%u = a%u->n[0];\n", id, id, id);
    }
    Loop loop;
    begin_loop(e, &loop);
    gen_loop_begin(e->out, id, 'n');
    if (plain) base_text_printf(e->out, "double %s = a%u + i%u*b%u;\n", name.at, id, id, id);
    else base_text_printf(e->out, "double %s = a%u->at[i%u].r;\n", name.at, id, id);
    size_t body = e->out->n;
    gen_scope_end(e, &scope); /* the body may assign what the range was made of */
    gen_statement(e, dae_arg(e->p, s, 2));
    gen_loop_scratch(e, id, turns, body, &loop.head);
    gen_loop_end(e->out, id, body);
    end_loop(e, &loop);
    base_text_add(e->out, "}\n");
    base_text_free(&name);
}

static void while_statement(Emit *e, DaeExpr s) {
    DaeExpr cond = dae_arg(e->p, s, 0);
    Loop loop;
    base_text_add(e->out, "{\n");
    begin_loop(e, &loop);
    base_text_add(e->out, "for (unsigned turns = 1;; turns++) {\nif (!(turns & 0xffff)) e->call->linger(e);\n");
    size_t body = e->out->n;
    Block b = open_block(e, &cond, 1);
    base_text_add(e->out, "if (!(");
    value_text(e, cond);
    base_text_add(e->out, ")) break;\n");
    close_block(e, &b);
    gen_statement(e, dae_arg(e->p, s, 1));
    gen_loop_scratch(e, ++e->g->next_temp, "turns", body, &loop.head);
    base_text_add(e->out, "}\n");
    end_loop(e, &loop);
    base_text_add(e->out, "}\n");
}

/* ---- actions ----------------------------------------------------------------------------------------------------- */

static void assertion(Emit *e, DaeExpr s) {
    const DaeNode *n = dae_at(e->p, s);
    DaeExpr roots[3] = {dae_arg(e->p, s, 0), dae_arg(e->p, s, 1), n->nargs > 2 ? dae_arg(e->p, s, 2) : 0};
    Block b = open_block(e, roots, 1);
    base_text_add(e->out, "if (!(");
    value_text(e, roots[0]);
    base_text_add(e->out, ")) {\n");
    Block message = open_block(e, roots + 1, 1);
    base_text_add(e->out, "e->call->assertion(e, ");
    if (roots[2]) {
        base_text_add(e->out, "(int)(");
        value_text(e, roots[2]);
        base_text_add(e->out, ")");
    } else base_text_add(e->out, "1");
    base_text_add(e->out, ", ");
    value_text(e, roots[1]);
    base_text_add(e->out, ", ");
    gen_origin(e, e->out);
    base_text_add(e->out, ");\n");
    close_block(e, &message);
    base_text_add(e->out, "}\n");
    close_block(e, &b);
}

static void terminate(Emit *e, DaeExpr s) {
    DaeExpr message = dae_arg(e->p, s, 0);
    Block b = open_block(e, &message, 1);
    base_text_add(e->out, "e->call->terminate(e, ");
    value_text(e, message);
    base_text_add(e->out, ", ");
    gen_origin(e, e->out);
    base_text_add(e->out, ");\n");
    close_block(e, &b);
}

static void reinit(Emit *e, DaeExpr s) {
    DaeExpr value = dae_arg(e->p, s, 1);
    Block b = open_block(e, &value, 1);
    base_text_printf(e->out, "e->call->reinit(e, \1i%u;, ", dae_at(e->p, dae_arg(e->p, s, 0))->id);
    value_text(e, value);
    base_text_add(e->out, ");\n");
    close_block(e, &b);
}

static void call_statement(Emit *e, DaeExpr s) {
    DaeExpr call = dae_arg(e->p, s, 0);
    Block b = open_block(e, &call, 1);
    value_text(e, call);
    base_text_add(e->out, ";\n");
    close_block(e, &b);
}

void gen_statement(Emit *e, DaeExpr s) {
    const DaeNode *n = dae_at(e->p, s);
    if (e->checks_only && !dae_has_assert(e->p, s)) return;
    if (++e->depth > e->g->ctx->max_depth) {
        base_error(e->g->ctx, "GEN0002", e->g->span, "statements are nested too deeply");
        e->depth--;
        return;
    }
    e->nstatements++;
    switch ((DaeOp)n->op) {
    case DAE_NONE: break;
    case DAE_SEQ:
        for (uint32_t k = 0; k < dae_at(e->p, s)->nargs; k++) gen_statement(e, dae_arg(e->p, s, k));
        break;
    case DAE_ASSIGN: assign(e, dae_arg(e->p, s, 0), dae_arg(e->p, s, 1)); break;
    case DAE_ASSIGN_CALL: assign_call(e, s); break;
    case DAE_IF_STMT: if_statement(e, s); break;
    case DAE_FOR: for_statement(e, s); break;
    case DAE_WHILE: while_statement(e, s); break;
    case DAE_BREAK: base_text_add(e->out, "break;\n"); break;
    case DAE_RETURN: base_text_add(e->out, "goto out;\n"); break;
    case DAE_ASSERT: assertion(e, s); break;
    case DAE_TERMINATE: terminate(e, s); break;
    case DAE_REINIT: reinit(e, s); break;
    case DAE_CALL_STMT: call_statement(e, s); break;
    case DAE_LINEAR: linear(e, s); break;
    case DAE_SOLVE: base_text_printf(e->out, "e->call->solve(e, (int)\1v%u;);\n", n->nargs - 1); break;
    default: gen_refuse(e, (DaeOp)n->op, "as a statement");
    }
    e->depth--;
}
