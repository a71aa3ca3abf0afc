/* assigned.c - variables of a function that are used or returned without a value (MLS 3.6, 12.4.4).
 *
 * Before: the body of the function is typed.  The ways through the algorithm are followed one by one, each with what
 * got a value on it and with what its conditions say (way_facts.c), so that ways that cannot be taken are left; where
 * there are more than MOST, those that have given the same values become one.  Loops count as run through once at
 * least, and inside one everything that it assigns counts as assigned, so that what is told is true; of arrays and
 * records any part stands for the whole.  What is told here is a warning: only a run knows which way is taken
 * (generated code stops it then).
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

enum { MOST = 16, PASSES = 4, DEEPEST = 8 };

typedef struct Way {
    struct Way *next;
    bool *must; /* by variable: outputs, then protected ones */
    const InstFact *facts;
} Way;

typedef struct {
    Way *first; /* NULL: nothing gets here, behind a return or an error */
    uint32_t n;
} Ways;

typedef struct {
    const InstFunction *f;
    Arena *arena;
    uint32_t n;
    bool alone;            /* the function is looked at for its own sake, also where it stands in a library */
    bool *told, *left_out; /* variables spoken of; outputs that some way leaves without a value */
    bool *never;           /* nothing assigns it: told at the end when it is an output */
    bool *returns;         /* some way leads to the end */
    Span *left_at;         /* where it leaves: the statement return, or the end */
    Ways *breaks;          /* those that have left the loop around */
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

static void add_way(const Walk *w, Ways *to, const bool *must, const InstFact *facts) {
    Way *way = BASE_NEW(w->arena, Way);
    way->must = BASE_ARRAY(w->arena, bool, w->n + 1);
    memcpy(way->must, must, w->n);
    way->facts = facts;
    way->next = to->first;
    to->first = way;
    to->n++;
}

static void add_ways(const Walk *w, Ways *to, const Ways *from) {
    for (const Way *p = from->first; p; p = p->next) add_way(w, to, p->must, p->facts);
}

static Ways copy_ways(const Walk *w, const Ways *from) {
    Ways to = {0};
    add_ways(w, &to, from);
    return to;
}

static bool is_known(const Walk *w, const Ways *ways, const Way *way) {
    for (const Way *p = ways->first; p; p = p->next)
        if (!memcmp(p->must, way->must, w->n) && inst_same_facts(p->facts, way->facts)) return true;
    return false;
}

/* At most MOST ways: those that gave the same values become one, then all. */
static void limit_ways(const Walk *w, Ways *ways) {
    for (int all = 0; all < 2 && ways->n > MOST; all++) {
        Ways fewer = {0};
        for (const Way *p = ways->first; p; p = p->next) {
            Way *q = fewer.first;
            while (q && !all && memcmp(q->must, p->must, w->n) != 0) q = q->next;
            if (!q) add_way(w, &fewer, p->must, p->facts);
            else {
                q->facts = inst_common_facts(w->arena, q->facts, p->facts);
                for (uint32_t k = 0; k < w->n; k++) q->must[k] = q->must[k] && p->must[k];
            }
        }
        *ways = fewer;
    }
}

/* The ways on which cond is as wanted. */
static Ways those_with(const Walk *w, const Ways *ways, const InstExpr *cond, bool want) {
    Ways to = {0};
    const InstFact *cases[INST_FACTS_MAX];
    for (const Way *p = ways->first; p; p = p->next) {
        uint32_t n = inst_assume(w->f->inst, w->arena, p->facts, cond, want, cases);
        for (uint32_t i = 0; i < n; i++) add_way(w, &to, p->must, cases[i]);
    }
    limit_ways(w, &to);
    return to;
}

static void give(const Walk *w, Ways *ways, const InstExpr *target, const InstExpr *value) {
    if (!target) return;
    for (uint32_t i = 0; target->kind == INST_E_TUPLE && i < target->nargs; i++) give(w, ways, target->args[i], NULL);
    if (target->kind != INST_E_CREF && target->kind != INST_E_ERROR) return;
    for (Way *p = ways->first; p; p = p->next) {
        for (uint32_t k = 0; k < w->n; k++)
            if (target->kind == INST_E_ERROR || target->parts[0].comp == variable(w, k)) p->must[k] = true;
        if (target->kind != INST_E_CREF) continue;
        p->facts = inst_forget(w->arena, p->facts, target->parts[0].comp);
        p->facts = inst_learn(w->f->inst, w->arena, p->facts, target, value);
    }
}

/* All that the statements assign somewhere. */
static void give_all(const Walk *w, Ways *ways, const InstStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == SYN_ST_ASSIGN || s->kind == SYN_ST_CALL) give(w, ways, s->lhs, NULL);
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
    if (w->told[k] || (!w->alone && w->f->body && lib_is_foreign(in->lib, NULL, span.file))) return;
    w->told[k] = true;
    static const char text[] = "%s %s of function %s %s (MLS 12.4.4)";
    const char *kind = k < w->f->noutputs ? "output" : "variable", *name = inst_name(in, c->name),
               *function = inst_class_text(w->f->cls);
    bool spare = fault == NEVER && k > 0 && k < w->f->noutputs && !inst_strict(w->f->cls); /* perhaps nobody uses it */
    bool certain = fault == NEVER && !spare && (!w->alone || !lib_is_foreign(in->lib, NULL, span.file));
    Diag *d = certain ? inst_error(w->f->cls, "INST0577", span, text, kind, name, function, words[fault])
                      : inst_warning(w->f->cls, "INST0577", span, text, kind, name, function, words[fault]);
    base_hint(in->ctx, d,
              spare            ? "assign it in the algorithm, or give it a default; now it is zero"
              : fault == NEVER ? "assign it in the algorithm, or give it a default"
                               : "assign it in every branch, or give it a default");
}

static void use(const Walk *w, const Ways *ways, const InstExpr *e);

static void use_subscripts(const Walk *w, const Ways *ways, const InstExpr *e) {
    for (uint32_t i = 0; i < e->nparts; i++)
        for (uint32_t k = 0; k < e->parts[i].nsubs; k++) use(w, ways, e->parts[i].subs[k]);
}

static bool lacks(const Ways *ways, uint32_t k) {
    for (const Way *p = ways->first; p; p = p->next)
        if (!p->must[k] && !inst_doubted(p->facts)) return true;
    return false;
}

static void use(const Walk *w, const Ways *ways, const InstExpr *e) {
    if (!e || !ways->first) return;
    if (e->kind == INST_E_BUILTIN && (e->builtin == INST_B_SIZE || e->builtin == INST_B_NDIMS)) return;
    if (e->kind == INST_E_IF && e->nargs == 3 && !e->args[0]->type.ndims) {
        use(w, ways, e->args[0]);
        for (uint32_t i = 1; i < 3; i++) {
            Ways taken = those_with(w, ways, e->args[0], i == 1);
            use(w, &taken, e->args[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < e->nargs; i++) use(w, ways, e->args[i]);
    if (e->kind != INST_E_CREF) return;
    use_subscripts(w, ways, e);
    for (uint32_t k = 0; k < w->n; k++) {
        if (e->parts[0].comp != variable(w, k) || (w->never[k] && k < w->f->noutputs)) continue;
        if (needs_value(variable(w, k)) && lacks(ways, k)) tell(w, k, e->span, USED);
    }
}

static void use_target(const Walk *w, const Ways *ways, const InstExpr *e) {
    if (!e) return;
    if (e->kind == INST_E_CREF) use_subscripts(w, ways, e);
    for (uint32_t i = 0; e->kind == INST_E_TUPLE && i < e->nargs; i++) use_target(w, ways, e->args[i]);
}

/* The function ends here. */
static void leave(const Walk *w, Ways *ways, Span span) {
    for (uint32_t k = 0; k < w->f->noutputs; k++) {
        if (w->left_out[k] || !needs_value(variable(w, k)) || !lacks(ways, k)) continue;
        w->left_out[k] = true;
        w->left_at[k] = span;
    }
    *w->returns |= ways->first != NULL;
    *ways = (Ways){0};
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static const InstExpr *condition_of_assert(const InstExpr *e) {
    if (!e || e->kind != INST_E_BUILTIN || e->builtin != INST_B_ASSERT || !e->nargs) return NULL;
    bool warning = e->nargs > 2 && e->args[2] && !(e->args[2]->kind == INST_E_ENUM && e->args[2]->integer == 2);
    return warning ? NULL : e->args[0];
}

/* A call of a function that is ModelicaError, or that comes to such a call, or to assert(false, ...), in any case. */
static bool never_returns(const InstExpr *e, int depth) {
    const InstExpr *asserted = condition_of_assert(e);
    if (asserted) return asserted->kind == INST_E_BOOLEAN && !asserted->integer;
    InstFunction *f = e && e->kind == INST_E_CALL ? e->function : NULL;
    if (!f || f->noutputs || depth > DEEPEST) return false;
    const SynExternal *x = f->external;
    if (x) return x->name && strcmp(base_str(f->inst->ctx->names, x->name), "ModelicaError") == 0;
    for (const InstStmt *s = inst_function_body(f); s; s = s->next)
        if (s->kind == SYN_ST_CALL && never_returns(s->rhs ? s->rhs : s->lhs, depth + 1)) return true;
    return false;
}

static void follow(const Walk *w, Ways *ways, const InstStmt *s);

static void follow_if(const Walk *w, Ways *ways, const InstStmt *s) {
    Ways joined = {0}, rest = *ways;
    for (uint32_t i = 0; i < s->nbranches; i++) {
        use(w, &rest, s->branches[i].cond);
        Ways taken = those_with(w, &rest, s->branches[i].cond, true);
        rest = those_with(w, &rest, s->branches[i].cond, false);
        follow(w, &taken, s->branches[i].stmts);
        add_ways(w, &joined, &taken);
    }
    add_ways(w, &joined, &rest);
    limit_ways(w, &joined);
    *ways = joined;
}

/* The ways behind a loop whose body is run through once or more. */
static Ways behind_loop(const Walk *w, const Ways *ways, const InstStmt *s) {
    Walk quiet = *w; /* all is told where more counts as assigned */
    Ways seen = {0}, breaks = {0}, latest = *ways;
    quiet.breaks = &breaks;
    quiet.told = BASE_ARRAY(w->arena, bool, w->n + 1);
    memset(quiet.told, 1, w->n);
    quiet.left_out = BASE_ARRAY(w->arena, bool, w->n + 1);
    memcpy(quiet.left_out, w->left_out, w->n);
    for (int pass = 0; latest.first && pass < PASSES; pass++) {
        Ways now = copy_ways(w, &latest), fresh = {0};
        follow(&quiet, &now, s->body);
        for (const Way *p = now.first; p; p = p->next)
            if (!is_known(w, &seen, p) && !is_known(w, &fresh, p)) add_way(w, &fresh, p->must, p->facts);
        add_ways(w, &seen, &fresh);
        latest = fresh;
    }
    add_ways(w, &seen, &breaks);
    if (!latest.first) return seen;
    Ways assigned = {0}; /* it goes on changing: what the body assigns is not known */
    for (Way *p = seen.first; p; p = p->next) {
        Ways one = {0};
        add_way(w, &one, p->must, p->facts);
        give_all(w, &one, s->body);
        add_way(w, &assigned, p->must, one.first->facts);
    }
    return assigned;
}

static void follow_loop(const Walk *w, Ways *ways, const InstStmt *s) {
    if (s->iter) use(w, ways, s->iter->range);
    Ways inside = copy_ways(w, ways), none = {0};
    give_all(w, &inside, s->body);
    for (uint32_t i = 0; i < s->nbranches; i++) {
        use(w, ways, s->branches[i].cond);
        give_all(w, &inside, s->branches[i].stmts);
    }
    Ways after = copy_ways(w, &inside);
    Walk within = *w;
    within.breaks = &none;
    follow(&within, &inside, s->body);
    for (uint32_t i = 0; i < s->nbranches; i++) follow(&within, &inside, s->branches[i].stmts);
    if (s->kind == SYN_ST_FOR) {
        Ways behind = behind_loop(w, ways, s);
        if (behind.first) after = behind;
    } /* a loop with a condition goes on until it has what it assigns */
    limit_ways(w, &after);
    *ways = after;
}

static void follow_one(const Walk *w, Ways *ways, const InstStmt *s) {
    const InstExpr *value = s->rhs ? s->rhs : s->lhs, *asserted = condition_of_assert(value);
    if (asserted) { /* the message is needed only where it does not hold */
        Ways broken = those_with(w, ways, asserted, false);
        use(w, ways, asserted);
        use(w, &broken, value);
        *ways = those_with(w, ways, asserted, true);
        return;
    }
    use(w, ways, value);
    if (s->rhs) use_target(w, ways, s->lhs);
    if (s->rhs) give(w, ways, s->lhs, s->rhs);
    if (never_returns(value, 0)) *ways = (Ways){0};
}

static void follow(const Walk *w, Ways *ways, const InstStmt *s) {
    for (; s && ways->first; s = s->next) {
        switch ((SynStatementKind)s->kind) {
        case SYN_ST_ASSIGN:
        case SYN_ST_CALL: follow_one(w, ways, s); break;
        case SYN_ST_IF: follow_if(w, ways, s); break;
        case SYN_ST_FOR:
        case SYN_ST_WHILE:
        case SYN_ST_WHEN: follow_loop(w, ways, s); break;
        case SYN_ST_BREAK:
            if (w->breaks) add_ways(w, w->breaks, ways);
            *ways = (Ways){0};
            break;
        case SYN_ST_RETURN: leave(w, ways, s->span); break;
        }
    }
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

/* What no statement assigns. */
static bool *find_never(const Walk *w, const InstStmt *body) {
    Ways all = {0};
    bool *never = BASE_ARRAY(w->arena, bool, w->n + 1);
    add_way(w, &all, never, NULL);
    give_all(w, &all, body);
    for (uint32_t k = 0; k < w->n; k++) never[k] = !all.first->must[k];
    return never;
}

/* What values in declarations say. */
static const InstFact *facts_at_start(const Walk *w) {
    const InstFact *facts = NULL;
    for (uint32_t k = 0; k < w->n; k++) {
        InstComp *c = (InstComp *)variable(w, k);
        if (!c->binding.value || c->type.ndims || c->type.base > INST_ENUM) continue;
        InstExpr *e = BASE_NEW(w->arena, InstExpr);
        e->kind = INST_E_CREF;
        e->type = c->type;
        e->variability = INST_VAR_CONTINUOUS;
        e->nparts = 1;
        e->parts = BASE_NEW(w->arena, InstPart);
        e->parts[0].comp = c;
        facts = inst_learn(w->f->inst, w->arena, facts, e, inst_binding_expr(c));
    }
    return facts;
}

/* The error where a result is taken that never gets a value.  As long as nobody takes it that is a warning. */
bool inst_check_taken(InstFunction *f, uint32_t k) {
    if (f->external || f->is_record_constructor || f->is_constructor || !f->body || !k || inst_is_partial(f->cls) ||
        !needs_value(f->outputs[k]) || inst_strict(f->cls))
        return true;
    Arena arena = {0};
    Walk w = {.f = f, .arena = &arena, .n = f->noutputs + f->nlocals};
    bool never = find_never(&w, f->body)[k];
    base_free_arena(&arena);
    if (!never) return true;
    Inst *in = f->inst;
    Diag *d =
        inst_error(f->cls, "INST0577", place_of(f->outputs[k]), "output %s of function %s gets no value (MLS 12.4.4)",
                   inst_name(in, f->outputs[k]->name), inst_class_text(f->cls));
    base_hint(in->ctx, d, "assign it in the algorithm, or give it a default");
    return false;
}

void inst_check_assigned(InstFunction *f, bool alone) {
    Inst *in = f->inst;
    if (f->external || f->is_record_constructor || f->is_constructor || inst_is_partial(f->cls)) return;
    if (!alone && !f->body && in->checking) return; /* an interface: told where it is called, or as a class itself */
    if (!alone && f->body && f->cls->syn && lib_is_foreign(in->lib, NULL, f->cls->syn->span.file)) return;
    Arena arena = {0};
    bool returns = false;
    Walk w = {.f = f, .arena = &arena, .n = f->noutputs + f->nlocals, .alone = alone, .returns = &returns};
    w.told = BASE_ARRAY(&arena, bool, w.n + 1);
    w.left_out = BASE_ARRAY(&arena, bool, w.n + 1);
    w.left_at = BASE_ARRAY(&arena, Span, w.n + 1);
    w.never = find_never(&w, f->body);
    Ways ways = {0};
    add_way(&w, &ways, w.told, facts_at_start(&w));
    follow(&w, &ways, f->body);
    leave(&w, &ways, (Span){0});
    for (uint32_t k = 0; returns && k < f->noutputs; k++) {
        Span place = place_of(variable(&w, k));
        if (!needs_value(variable(&w, k))) continue;
        if (w.never[k]) tell(&w, k, place, NEVER);
        else if (w.left_out[k]) tell(&w, k, w.left_at[k].file ? w.left_at[k] : place, RETURNED);
    }
    base_free_arena(&arena);
    if (returns) inst_check_parts(f);
}
