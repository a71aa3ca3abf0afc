/* assigned.c - variables of a function that are used or returned without a value (MLS 3.6, 12.4.4).
 *
 * Before: the body of the function is typed.  Each way through the algorithm is followed: `must` holds what got a value
 * on every way to here, `may` what got one on some way.  Loops count as run through once, and inside one everything
 * that it assigns counts as assigned, so that what is told is true; of arrays and records any part stands for the
 * whole.  What is told here is a warning: only a run knows which way is taken (generated code returns NaN then).
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

typedef struct {
    bool *must, *may; /* by variable: outputs, then protected ones */
    bool ended;       /* nothing gets here: behind a return, or an error */
} Ways;

typedef struct {
    const InstFunction *f;
    uint32_t n;
    bool alone;            /* the function is looked at for its own sake, also where it stands in a library */
    bool *told, *left_out; /* variables spoken of; outputs that some way leaves without a value */
    Span *left_at;         /* where it leaves: the statement return, or the end */
} Walk;

static const InstComp *variable(const Walk *w, uint32_t k) {
    return k < w->f->noutputs ? w->f->outputs[k] : w->f->locals[k - w->f->noutputs];
}

static Span place_of(const InstComp *c) { return c->syn ? c->syn->name_span : (Span){0}; }

static bool needs_value(const InstComp *c) {
    if (c->binding.value || c->covered || c->type.base == INST_RECORD || c->type.base == INST_ANY) return false;
    for (uint32_t k = 0; k < c->type.ndims; k++)
        if (c->type.dims[k] <= 0) return false; /* may be empty */
    return true;
}

/* ---- ways -------------------------------------------------------------------------------------------------------- */

static Ways copy_ways(const Walk *w, const Ways *from) {
    Ways to = {.ended = from->ended};
    to.must = BASE_ARRAY(&w->f->inst->arena, bool, w->n + 1);
    to.may = BASE_ARRAY(&w->f->inst->arena, bool, w->n + 1);
    memcpy(to.must, from->must, w->n);
    memcpy(to.may, from->may, w->n);
    return to;
}

/* into := what holds where the ways meet. */
static void join_ways(const Walk *w, Ways *into, const Ways *other) {
    if (other->ended) return;
    for (uint32_t k = 0; k < w->n; k++) {
        into->must[k] = into->ended ? other->must[k] : into->must[k] && other->must[k];
        into->may[k] = into->ended ? other->may[k] : into->may[k] || other->may[k];
    }
    into->ended = false;
}

static void give(const Walk *w, Ways *ways, const InstExpr *target) {
    if (!target) return;
    for (uint32_t i = 0; target->kind == INST_E_TUPLE && i < target->nargs; i++) give(w, ways, target->args[i]);
    for (uint32_t k = 0; k < w->n; k++)
        if (target->kind == INST_E_ERROR || (target->kind == INST_E_CREF && target->parts[0].comp == variable(w, k)))
            ways->must[k] = ways->may[k] = true;
}

/* All that the statements assign somewhere. */
static void give_all(const Walk *w, Ways *ways, const InstStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == SYN_ST_ASSIGN || s->kind == SYN_ST_CALL) give(w, ways, s->lhs);
        for (uint32_t i = 0; i < s->nbranches; i++) give_all(w, ways, s->branches[i].stmts);
        give_all(w, ways, s->body);
    }
}

/* ---- uses -------------------------------------------------------------------------------------------------------- */

typedef enum { NEVER, USED, RETURNED } Fault;

static void tell(const Walk *w, uint32_t k, Span span, Fault fault) {
    static const char *const words[] = {"gets no value", "is used here, but some way to here gives it no value",
                                        "gets no value on some way through the function"};
    const InstComp *c = variable(w, k);
    Inst *in = w->f->inst;
    if (w->told[k] || (!w->alone && lib_is_foreign(in->lib, NULL, span.file))) return;
    w->told[k] = true;
    static const char text[] = "%s %s of function %s %s (MLS 12.4.4)";
    const char *kind = k < w->f->noutputs ? "output" : "variable", *name = inst_name(in, c->name),
               *function = inst_class_text(w->f->cls);
    bool certain = fault == NEVER && !lib_is_foreign(in->lib, NULL, span.file);
    Diag *d = certain ? inst_error(w->f->cls, "INST0577", span, text, kind, name, function, words[fault])
                      : inst_warning(w->f->cls, "INST0577", span, text, kind, name, function, words[fault]);
    base_hint(in->ctx, d,
              fault == NEVER ? "assign it in the algorithm, or give it a default"
                             : "assign it in every branch, or give it a default");
}

static void use(const Walk *w, const Ways *ways, const InstExpr *e);

static void use_subscripts(const Walk *w, const Ways *ways, const InstExpr *e) {
    for (uint32_t i = 0; i < e->nparts; i++)
        for (uint32_t k = 0; k < e->parts[i].nsubs; k++) use(w, ways, e->parts[i].subs[k]);
}

static void use(const Walk *w, const Ways *ways, const InstExpr *e) {
    if (!e || ways->ended) return;
    if (e->kind == INST_E_BUILTIN && (e->builtin == INST_B_SIZE || e->builtin == INST_B_NDIMS)) return;
    for (uint32_t i = 0; i < e->nargs; i++) use(w, ways, e->args[i]);
    if (e->kind != INST_E_CREF) return;
    use_subscripts(w, ways, e);
    for (uint32_t k = 0; k < w->n; k++)
        if (e->parts[0].comp == variable(w, k) && !ways->must[k] && needs_value(variable(w, k)))
            tell(w, k, e->span, USED);
}

static void use_target(const Walk *w, const Ways *ways, const InstExpr *e) {
    if (!e) return;
    if (e->kind == INST_E_CREF) use_subscripts(w, ways, e);
    for (uint32_t i = 0; e->kind == INST_E_TUPLE && i < e->nargs; i++) use_target(w, ways, e->args[i]);
}

/* The function ends here. */
static void leave(const Walk *w, Ways *ways, Span span) {
    for (uint32_t k = 0; !ways->ended && k < w->f->noutputs; k++) {
        if (ways->must[k] || w->left_out[k] || !needs_value(variable(w, k))) continue;
        w->left_out[k] = true;
        w->left_at[k] = span;
    }
    ways->ended = true;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* assert(false, ...) or a call of a function that is ModelicaError. */
static bool never_returns(const InstExpr *e) {
    if (e && e->kind == INST_E_BUILTIN && e->builtin == INST_B_ASSERT)
        return e->nargs && e->args[0] && e->args[0]->kind == INST_E_BOOLEAN && !e->args[0]->integer;
    const SynExternal *x = e && e->kind == INST_E_CALL && e->function ? e->function->external : NULL;
    return x && x->name && strcmp(base_str(e->function->inst->ctx->names, x->name), "ModelicaError") == 0;
}

/* Is one of the conditions always true, because they ask for each literal of an enumeration, or for both values of a
 * Boolean? */
static bool all_cases(const InstStmt *s) {
    const InstComp *asked = NULL;
    uint64_t cases = 0, count = 0;
    for (uint32_t i = 0; i < s->nbranches; i++) {
        const InstExpr *e = s->branches[i].cond;
        bool negated = e && e->kind == INST_E_UNARY && e->op == SYN_NOT;
        bool compared = e && e->kind == INST_E_BINARY && e->op == SYN_EQ && e->args[1]->kind == INST_E_ENUM;
        const InstExpr *v = !e ? NULL : negated || compared ? e->args[0] : e;
        if (!v || v->kind != INST_E_CREF || v->nparts != 1 || v->parts[0].nsubs) return false;
        if (asked && asked != v->parts[0].comp) return false;
        asked = v->parts[0].comp;
        int64_t which = compared ? e->args[1]->integer : negated ? 1 : 2;
        count = compared ? (uint64_t)inst_enum_size(v->type.cls) : 2;
        if (which < 1 || which > 63) return false;
        cases |= (uint64_t)1 << which;
    }
    return count && count < 63 && cases == (((uint64_t)1 << count) - 1) << 1;
}

static void follow(const Walk *w, Ways *ways, const InstStmt *s);

static void follow_if(const Walk *w, Ways *ways, const InstStmt *s) {
    Ways joined = copy_ways(w, ways);
    joined.ended = true;
    bool complete = false;
    for (uint32_t i = 0; i < s->nbranches; i++) {
        use(w, ways, s->branches[i].cond);
        Ways branch = copy_ways(w, ways);
        follow(w, &branch, s->branches[i].stmts);
        join_ways(w, &joined, &branch);
        complete |= !s->branches[i].cond;
    }
    if (!complete && !all_cases(s)) join_ways(w, &joined, ways);
    *ways = joined;
}

static void follow_loop(const Walk *w, Ways *ways, const InstStmt *s) {
    if (s->iter) use(w, ways, s->iter->range);
    Ways inside = copy_ways(w, ways), after = copy_ways(w, ways);
    give_all(w, &inside, s->body);
    for (uint32_t i = 0; i < s->nbranches; i++) {
        use(w, ways, s->branches[i].cond);
        give_all(w, &inside, s->branches[i].stmts);
    }
    follow(w, &inside, s->body);
    for (uint32_t i = 0; i < s->nbranches; i++) follow(w, &inside, s->branches[i].stmts);
    bool *left_out = w->left_out; /* told by the walk above, where more counts as assigned */
    Walk quiet = *w;
    quiet.told = BASE_ARRAY(&w->f->inst->arena, bool, w->n + 1);
    memset(quiet.told, 1, w->n);
    quiet.left_out = BASE_ARRAY(&w->f->inst->arena, bool, w->n + 1);
    memcpy(quiet.left_out, left_out, w->n);
    follow(&quiet, &after, s->body);
    for (uint32_t i = 0; i < s->nbranches; i++) follow(&quiet, &after, s->branches[i].stmts);
    if (after.ended || s->kind == SYN_ST_WHILE) after = inside, after.ended = false; /* it goes on until it has it */
    *ways = after;
}

static void follow(const Walk *w, Ways *ways, const InstStmt *s) {
    for (; s && !ways->ended; s = s->next) {
        switch ((SynStatementKind)s->kind) {
        case SYN_ST_ASSIGN:
        case SYN_ST_CALL:
            use(w, ways, s->rhs);
            if (!s->rhs) use(w, ways, s->lhs);
            else use_target(w, ways, s->lhs);
            if (s->rhs) give(w, ways, s->lhs);
            ways->ended = never_returns(s->rhs ? s->rhs : s->lhs);
            break;
        case SYN_ST_IF: follow_if(w, ways, s); break;
        case SYN_ST_FOR:
        case SYN_ST_WHILE:
        case SYN_ST_WHEN: follow_loop(w, ways, s); break;
        case SYN_ST_BREAK: ways->ended = true; break;
        case SYN_ST_RETURN: leave(w, ways, s->span); break;
        }
    }
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

void inst_check_assigned(InstFunction *f, bool alone) {
    Inst *in = f->inst;
    if (f->external || f->is_record_constructor || f->is_constructor || inst_is_partial(f->cls) || !f->body) return;
    Walk w = {.f = f, .n = f->noutputs + f->nlocals, .alone = alone};
    w.told = BASE_ARRAY(&in->arena, bool, w.n + 1);
    w.left_out = BASE_ARRAY(&in->arena, bool, w.n + 1);
    w.left_at = BASE_ARRAY(&in->arena, Span, w.n + 1);
    Ways ways = {BASE_ARRAY(&in->arena, bool, w.n + 1), BASE_ARRAY(&in->arena, bool, w.n + 1), false};
    Ways all = copy_ways(&w, &ways);
    give_all(&w, &all, f->body);
    for (uint32_t k = 0; k < f->noutputs; k++)
        if (!all.may[k] && needs_value(variable(&w, k))) tell(&w, k, place_of(variable(&w, k)), NEVER);
    follow(&w, &ways, f->body);
    leave(&w, &ways, (Span){0});
    for (uint32_t k = 0; k < f->noutputs; k++) {
        if (w.left_out[k]) tell(&w, k, w.left_at[k].file ? w.left_at[k] : place_of(variable(&w, k)), RETURNED);
    }
}
