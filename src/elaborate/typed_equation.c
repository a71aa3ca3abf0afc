/* typed_equation.c - typed equations and statements (MLS 3.6, chapters 8 and 11).
 *
 * Before: a prepared class instance.  After: lists of equations and statements whose sides have one type (casts are
 * inserted), each for with one iterator per node.  What the language forbids in a place (when inside when, connect
 * under a changing condition, assignment to an input ...) has been reported.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

static const InstType boolean_type = {.base = INST_BOOLEAN};

static Diag *error_at(InstElab *x, const char *code, Span span, const char *text) {
    return inst_error(x->scope, code, span, "%s", text);
}

/* ---- both: sides, conditions, iterators -------------------------------------------------------------------------- */

/* A right side that stands alone: a call may have several results. */
static InstExpr *elab_side(InstElab *x, const SynExpr *e, bool several, uint32_t place) {
    uint32_t saved = x->place;
    x->place |= place;
    if (several && e->kind == SYN_CALL) x->place |= INST_TOP_CALL;
    x->whole = e;
    InstExpr *r = inst_elab(x, e);
    x->place = saved;
    if (e->kind == SYN_CREF && r->kind == INST_E_RANGE) { /* Boolean, or an enumeration: a range or a size only */
        error_at(x, "INST0506", e->span, "this is a type; a value is needed here");
        return inst_error_node(x->in, e->span);
    }
    if (several || r->type.base != INST_TUPLE || r->kind == INST_E_TUPLE) return r;
    InstExpr *one = inst_node_args(x->in, INST_E_RESULT, inst_type(INST_REAL), r->span, &r, 1);
    return one; /* spatialDistribution used for its first result */
}

static InstExpr *need_value(InstElab *x, InstExpr *e) {
    if (e->type.base != INST_NORETURN && e->type.base != INST_FUNCTION) return e;
    inst_error(x->scope, "INST0620", e->span, "this has no value: it gives %s", inst_type_string(x->in, &e->type));
    return inst_error_node(x->in, e->span);
}

static InstExpr *elab_condition(InstElab *x, const SynExpr *e, const char *what) {
    InstExpr *c = inst_elab(x, e);
    return inst_convert_or_report(x, c, &boolean_type, what);
}

/* (a, , b) = f(x): targets against results */
static bool check_tuple(InstElab *x, InstExpr *lhs, InstExpr *rhs, Span span) {
    Inst *in = x->in;
    if (rhs->type.base == INST_ANY) return false;
    if (rhs->kind == INST_E_BUILTIN && rhs->builtin == INST_B_SPATIAL) return lhs->nargs <= 2;
    if (rhs->kind != INST_E_CALL) {
        error_at(x, "INST0621", span,
                 "a list of variables in parentheses needs a call of a function with several results on the right");
        return false;
    }
    InstFunction *f = rhs->function;
    if (lhs->nargs > f->noutputs) {
        inst_error(x->scope, "INST0622", span, "%u variables are given for the %u result%s of %s", lhs->nargs,
                   f->noutputs, f->noutputs == 1 ? "" : "s", inst_name(in, f->cls->name));
        return false;
    }
    for (uint32_t i = 0; i < lhs->nargs; i++) {
        InstExpr *a = lhs->args[i];
        if (a == NULL || a->type.base == INST_ANY) continue;
        if (a->kind != INST_E_CREF && a->kind != INST_E_ITER && a->kind != INST_E_SUBSCRIPT &&
            a->kind != INST_E_FIELD) {
            error_at(x, "INST0637", a->span, "a result is given to a variable, not to an expression (MLS 8.3.1)");
            return false;
        }
        const InstType *t = &f->outputs[i]->type;
        (void)inst_function_body(f);
        if (!inst_check_taken(f, i)) return false;
        if (inst_type_agrees(&a->type, t)) continue;
        Diag *d = inst_error(x->scope, "INST0623", a->span, "result %s of %s is %s, the variable is %s",
                             inst_name(in, f->outputs[i]->name), inst_name(in, f->cls->name), inst_type_string(in, t),
                             inst_type_string(in, &a->type));
        if (f->outputs[i]->syn) base_note(in->ctx, d, f->outputs[i]->syn->name_span, "declared here");
        return false;
    }
    return true;
}

typedef struct {
    const SynEquation *eqs;
    const SynStatement *stmts;
} Body;

static InstExpr *deduce_equations(InstElab *x, const SynEquation *q, Name it, bool *conflict, InstExpr *found) {
    for (; q; q = q->next) {
        found = inst_deduce_size(x, q->lhs, it, conflict, found);
        found = inst_deduce_size(x, q->rhs, it, conflict, found);
        for (uint32_t i = 0; i < q->nbranches; i++) {
            found = inst_deduce_size(x, q->branches[i].condition, it, conflict, found);
            found = deduce_equations(x, q->branches[i].equations, it, conflict, found);
        }
        found = deduce_equations(x, q->body, it, conflict, found);
    }
    return found;
}

static InstExpr *deduce_statements(InstElab *x, const SynStatement *s, Name it, bool *conflict, InstExpr *found) {
    for (; s; s = s->next) {
        found = inst_deduce_size(x, s->lhs, it, conflict, found);
        found = inst_deduce_size(x, s->rhs, it, conflict, found);
        for (uint32_t i = 0; i < s->nbranches; i++) {
            found = inst_deduce_size(x, s->branches[i].condition, it, conflict, found);
            found = deduce_statements(x, s->branches[i].statements, it, conflict, found);
        }
        found = deduce_statements(x, s->body, it, conflict, found);
    }
    return found;
}

static InstExpr *deduce_body(InstElab *x, const void *in, Name it, bool *conflict) {
    const Body *b = in;
    if (b->eqs) return deduce_equations(x, b->eqs, it, conflict, NULL);
    return deduce_statements(x, b->stmts, it, conflict, NULL);
}

/* Is a branch ruled out by a condition that is known now? Then what it says need not fit. */
static bool known_false(InstElab *x, InstExpr *cond) {
    if (cond->kind == INST_E_ERROR || cond->variability > INST_VAR_PARAMETER) return false;
    InstValue *v = inst_eval(x->in, cond, INST_EVAL_SILENT);
    return v && v->num[0] == 0;
}

static bool known_true(InstElab *x, InstExpr *cond) {
    if (cond->kind == INST_E_ERROR || cond->variability > INST_VAR_PARAMETER) return false;
    InstValue *v = inst_eval(x->in, cond, INST_EVAL_SILENT);
    return v && v->num[0] != 0;
}

/* Is branch k taken with the present values of the loop variables around?  Yes where that is not known. */
static bool is_taken(InstElab *x, const InstBranch *branches, uint32_t k) {
    for (uint32_t i = 0; i < k; i++)
        if (known_true(x, branches[i].cond)) return false;
    return !branches[k].cond || !known_false(x, branches[k].cond);
}

enum { MOST_LOOPS = 8, MOST_ROUNDS = 10000 };

static bool is_taken_in(InstElab *x, InstIter **loops, uint32_t n, uint32_t *rounds, const InstBranch *branches,
                        uint32_t k) {
    if (n == 0) return is_taken(x, branches, k);
    InstIter *it = loops[0];
    InstValue *range = it->bound ? NULL : inst_eval(x->in, it->range, INST_EVAL_SILENT);
    if (!range || range->type.ndims != 1 || range->type.base > INST_ENUM || range->type.base == INST_STRING)
        return true;
    bool taken = false;
    InstValue *before = it->value;
    it->bound = true;
    it->value = inst_value_new(x->in, it->type);
    for (uint64_t i = 0; i < range->n && !taken; i++) {
        it->value->num[0] = range->num[i];
        taken = ++*rounds > MOST_ROUNDS || is_taken_in(x, loops + 1, n - 1, rounds, branches, k);
    }
    it->bound = false;
    it->value = before;
    return taken;
}

/* Does no round of the loops around take branch k?  What is wrong in it then does not count: `if i == 3 then x[3] = 0;`
 * where i runs to 2. */
static bool is_never_taken(InstElab *x, const InstBranch *branches, uint32_t k) {
    InstIter *loops[MOST_LOOPS];
    uint32_t n = 0, rounds = 0;
    for (const InstIterScope *s = x->iters; s; s = s->outer) n++;
    if (n == 0 || n > MOST_LOOPS) return false;
    uint32_t at = n;
    for (const InstIterScope *s = x->iters; s; s = s->outer) loops[--at] = s->iter;
    return !is_taken_in(x, loops, n, &rounds, branches, k);
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static InstEq *elab_equations(InstElab *x, const SynEquation *q);

static InstEq *new_eq(InstElab *x, const SynEquation *q) {
    InstEq *r = BASE_NEW(x->in->nodes, InstEq);
    r->kind = q->kind;
    r->span = q->span;
    return r;
}

static void match_sides(InstElab *x, InstEq *r) {
    Inst *in = x->in;
    InstExpr *a = r->lhs = need_value(x, r->lhs), *b = r->rhs = need_value(x, r->rhs);
    if (a->type.base == INST_ANY || b->type.base == INST_ANY) return;
    InstType want = b->type;
    InstExpr *number = NULL; /* an Integer on one side, a whole Real on the other */
    if (a->type.base == INST_INTEGER && b->type.base == INST_REAL && b->kind != INST_E_REAL)
        number = inst_convert_freely(x, b, &a->type, "the left side");
    if (number) r->rhs = b = number;
    else if (b->type.base == INST_INTEGER && a->type.base == INST_REAL && a->kind != INST_E_REAL &&
             (number = inst_convert_freely(x, a, &b->type, "the right side")))
        r->lhs = a = number;
    if (number) return;
    if (inst_type_agrees(&a->type, &b->type)) {
        want.base = a->type.base;
        if (want.base == INST_RECORD) want.cls = a->type.cls;
        r->rhs = inst_convert(in, b, &want);
        return;
    }
    if (inst_type_agrees(&b->type, &a->type)) {
        want = a->type;
        want.base = b->type.base;
        r->lhs = inst_convert(in, a, &want);
        return;
    }
    InstExpr *free = inst_convert_freely(x, b, &a->type, "the left side");
    if (free) {
        r->rhs = free;
        return;
    }
    if ((free = inst_convert_freely(x, a, &b->type, "the right side"))) {
        r->lhs = free;
        return;
    }
    Diag *d =
        inst_error(x->scope, "INST0624", r->span, "the two sides of this equation have different types: %s and %s",
                   inst_type_string(in, &a->type), inst_type_string(in, &b->type));
    base_note(in->ctx, d, a->span, "%s", inst_type_string(in, &a->type));
    base_note(in->ctx, d, b->span, "%s", inst_type_string(in, &b->type));
    inst_note_difference(in, d, &a->type, &b->type, r->span);
    r->lhs = inst_error_node(in, r->span);
}

/* {a, b}, [a; b]: variables put together */
static bool is_array_of_variables(const InstExpr *e) {
    if (e->kind == INST_E_CREF) return true;
    bool builtin = e->kind == INST_E_BUILTIN && (e->builtin == INST_B_CAT || e->builtin == INST_B_MATRIX ||
                                                 e->builtin == INST_B_VECTOR || e->builtin == INST_B_PROMOTE);
    if (!builtin && e->kind != INST_E_ARRAY) return false;
    uint32_t first = e->kind == INST_E_BUILTIN && e->builtin == INST_B_CAT, last = e->nargs;
    if (e->kind == INST_E_BUILTIN && e->builtin == INST_B_PROMOTE && last > 1) last = 1;
    for (uint32_t i = first; i < last; i++)
        if (!is_array_of_variables(e->args[i])) return false;
    return e->nargs > 0;
}

/* 8.3.5.2: inside when the left side names what the equation computes */
static void check_when_target(InstElab *x, const InstExpr *lhs) {
    if (lhs->kind == INST_E_CREF || lhs->type.base == INST_ANY || (x->place & INST_IN_CLOCKED_WHEN)) return;
    if (lhs->kind == INST_E_TUPLE) {
        for (uint32_t i = 0; i < lhs->nargs; i++)
            if (lhs->args[i]) check_when_target(x, lhs->args[i]);
        return;
    }
    if (lhs->kind == INST_E_CAST || lhs->kind == INST_E_SUBSCRIPT) return;
    if (is_array_of_variables(lhs) && !x->in->ctx->strict) return; /* each of them is computed */
    Diag *d = error_at(x, "INST0625", lhs->span, "an equation inside when needs a variable on its left side");
    base_hint(x->in->ctx, d, "write it as v = expression");
}

static InstEq *elab_equals(InstElab *x, const SynEquation *q) {
    InstEq *r = new_eq(x, q);
    bool tuple = q->lhs->kind == SYN_TUPLE;
    r->lhs = elab_side(x, q->lhs, false, 0);
    r->rhs = elab_side(x, q->rhs, tuple, 0);
    if (tuple) {
        if (!check_tuple(x, r->lhs, r->rhs, q->span)) r->rhs = inst_error_node(x->in, q->span);
        if (r->rhs->kind == INST_E_CALL && r->rhs->type.base != INST_TUPLE && r->rhs->type.base != INST_ANY) {
            InstExpr *e = base_copy(x->in->nodes, r->rhs, sizeof *e); /* one result: (a) = f(x) */
            e->type = inst_type(INST_TUPLE);
            r->rhs = e;
        }
    } else {
        match_sides(x, r);
    }
    if (x->place & INST_IN_WHEN) check_when_target(x, r->lhs);
    return r;
}

static void elab_branch_equations(InstElab *x, const SynEquation *q, InstBranch *branches, uint32_t k, bool dead) {
    Context *ctx = x->in->ctx;
    size_t mark = base_diag_mark(ctx), errors = base_error_count(ctx);
    branches[k].eqs = elab_equations(x, q);
    if (dead || (base_error_count(ctx) > errors && is_never_taken(x, branches, k))) base_diag_rollback(ctx, mark);
}

static InstEq *elab_if(InstElab *x, const SynEquation *q) {
    InstEq *r = new_eq(x, q);
    r->nbranches = q->nbranches;
    r->branches = BASE_ARRAY(x->in->nodes, InstBranch, q->nbranches + 1);
    bool decided = false;
    uint32_t saved = x->place;
    for (uint32_t i = 0; i < q->nbranches; i++) {
        bool dead = decided;
        if (q->branches[i].condition) {
            size_t mark = base_diag_mark(x->in->ctx);
            InstExpr *c = r->branches[i].cond = elab_condition(x, q->branches[i].condition, "condition of if");
            if (dead) base_diag_rollback(x->in->ctx, mark);
            dead |= known_false(x, c);
            if (!dead && known_true(x, c)) decided = true;
            if (c->variability > INST_VAR_PARAMETER) x->place |= INST_IN_IF; /* 8.3.4: no connect below it */
        }
        elab_branch_equations(x, q->branches[i].equations, r->branches, i, dead);
    }
    x->place = saved;
    return r;
}

static InstEq *elab_for(InstElab *x, const SynEquation *q, uint32_t level) {
    InstEq *r = new_eq(x, q);
    Body body = {.eqs = q->body};
    r->iter = inst_elab_iterator(x, &q->iterators[level], NULL, deduce_body, &body);
    InstIterScope here = {.iter = r->iter, .outer = x->iters};
    if (r->iter->range->kind != INST_E_ERROR && r->iter->range->variability > INST_VAR_PARAMETER) {
        inst_error(x->scope, "INST0626", r->iter->range->span,
                   "the range of a for equation must be known at translation: it depends on a variable");
        r->iter->range = inst_error_node(x->in, r->iter->range->span); /* said once, not again where it is evaluated */
        return r;
    }
    x->iters = &here;
    uint32_t saved = x->place;
    x->place |= INST_IN_FOR;
    r->body = level + 1 < q->niterators ? elab_for(x, q, level + 1) : elab_equations(x, q->body);
    x->place = saved;
    x->iters = here.outer;
    return r;
}

/* A when looks at its condition at events, so that noEvent keeps it from ever becoming true by itself: the relations in
 * it are taken to make events, as they do in the trade. */
static const SynExpr *without_no_event(InstElab *x, const SynExpr *e) {
    bool logical = ((e->kind == SYN_BINARY || e->kind == SYN_UNARY) && e->op >= SYN_AND && e->op <= SYN_NOT) ||
                   e->kind == SYN_ARRAY;
    if (e->kind == SYN_CALL && e->nargs == 1 && !e->nnamed && e->cref.n == 1 &&
        !strcmp(inst_name(x->in, e->cref.parts[0].name), "noEvent")) {
        Diag *d = inst_tolerate(x->scope, "FLAT0061", e->span,
                                "noEvent in the condition of when: it would be looked at at other events only, and is "
                                "taken to make events itself (MLS 3.8.4)");
        base_hint(x->in->ctx, d, "write the condition without noEvent");
        return inst_strict(x->scope) ? e : e->args[0];
    }
    if (!logical) return e;
    SynExpr *r = NULL;
    for (uint32_t i = 0; i < e->nargs; i++) {
        const SynExpr *a = without_no_event(x, e->args[i]);
        if (a == e->args[i]) continue;
        if (!r) {
            r = base_copy(&x->in->arena, e, sizeof *e);
            r->args = base_copy(&x->in->arena, e->args, e->nargs * sizeof *e->args);
        }
        r->args[i] = (SynExpr *)a;
    }
    return r ? r : e;
}

/* The condition of a when: Boolean scalar or vector, or a clock (8.3.5, 16.6). */
static InstExpr *elab_when_condition(InstElab *x, const SynExpr *e) {
    InstExpr *c = inst_elab(x, without_no_event(x, e));
    if (c->type.base == INST_ANY || (c->type.base == INST_CLOCK && c->type.ndims == 0)) return c;
    if (c->type.base != INST_BOOLEAN || c->type.ndims > 1) {
        inst_error(x->scope, "INST0627", c->span,
                   "the condition of when must be a Boolean, a vector of Booleans or a Clock, found %s",
                   inst_type_string(x->in, &c->type));
        return inst_error_node(x->in, c->span);
    }
    return c;
}

static bool when_allowed(InstElab *x, Span span) {
    const char *why = NULL;
    if (x->place & INST_IN_FUNCTION) why = "when cannot be used in a function";
    else if (x->place & INST_IN_INITIAL) why = "when cannot be used in an initial section";
    else if (x->place & (INST_IN_WHEN | INST_IN_CLOCKED_WHEN)) why = "when cannot be nested in when";
    else if ((x->place & INST_IN_ALGORITHM) && (x->place & (INST_IN_IF | INST_IN_FOR | INST_IN_WHILE)))
        why = "when cannot stand inside if, for or while of an algorithm";
    if (why) error_at(x, "INST0628", span, why);
    return why == NULL;
}

typedef VEC(const InstExpr *) Targets;

/* What the equations of a branch of a when give values to. */
static void collect_targets(const InstEq *eq, Targets *to) {
    for (; eq; eq = eq->next) {
        if (eq->kind == SYN_EQ_EQUALS && eq->lhs) {
            bool tuple = eq->lhs->kind == INST_E_TUPLE;
            for (uint32_t i = 0; i < (tuple ? eq->lhs->nargs : 1); i++) {
                const InstExpr *e = tuple ? eq->lhs->args[i] : eq->lhs;
                if (e && e->kind == INST_E_CREF) vec_push(to, e);
            }
        }
        collect_targets(eq->body, to);
        for (uint32_t i = 0; i < eq->nbranches; i++) collect_targets(eq->branches[i].eqs, to);
    }
}

static bool same_target(const InstExpr *a, const InstExpr *b) {
    if (a->nparts != b->nparts) return false;
    for (uint32_t i = 0; i < a->nparts; i++) {
        const InstPart *p = &a->parts[i], *q = &b->parts[i];
        if (p->comp != q->comp) return false;
        int64_t m, n;
        for (uint32_t k = 0; k < p->nsubs && k < q->nsubs; k++)
            if (inst_is_int(p->subs[k], &m) && inst_is_int(q->subs[k], &n) && m != n) return false;
    }
    return true;
}

/* The first target of a that is not one of b. */
static const InstExpr *without_match(const Targets *a, const Targets *b) {
    for (size_t i = 0; i < a->n; i++) {
        size_t k = 0;
        while (k < b->n && !same_target(a->at[i], b->at[k])) k++;
        if (k == b->n) return a->at[i];
    }
    return NULL;
}

/* All branches of a when give values to the same variables (8.3.5.2). */
static void check_branch(InstElab *x, const InstEq *when, uint32_t branch) {
    Targets first = {0}, other = {0};
    collect_targets(when->branches[0].eqs, &first);
    collect_targets(when->branches[branch].eqs, &other);
    const InstExpr *lacking = without_match(&first, &other), *more = without_match(&other, &first);
    const InstExpr *odd = lacking ? lacking : more;
    if (odd) {
        Diag *d = inst_error(x->scope, "INST0645", odd->span,
                             "%s gets a value in one branch of this when, but not in the other (MLS 8.3.5.2)",
                             inst_name(x->in, odd->parts[odd->nparts - 1].comp->name));
        base_note(x->in->ctx, d, when->branches[lacking ? branch : 0].cond->span, "the branch without it begins here");
        base_hint(x->in->ctx, d, "write v = pre(v) there, or use two when clauses");
    }
    vec_free(&first);
    vec_free(&other);
}

static InstEq *elab_when(InstElab *x, const SynEquation *q) {
    InstEq *r = new_eq(x, q);
    if (!when_allowed(x, q->span)) return NULL;
    r->nbranches = q->nbranches;
    r->branches = BASE_ARRAY(x->in->nodes, InstBranch, q->nbranches + 1);
    uint32_t saved = x->place;
    for (uint32_t i = 0; i < q->nbranches; i++) {
        x->place = saved | INST_IN_WHEN;
        InstExpr *c = r->branches[i].cond = elab_when_condition(x, q->branches[i].condition);
        if (c->type.base == INST_CLOCK) {
            x->place = saved | INST_IN_CLOCKED_WHEN;
            if (q->nbranches > 1) error_at(x, "INST0629", c->span, "a clocked when cannot have elsewhen");
        }
        r->branches[i].eqs = elab_equations(x, q->branches[i].equations);
    }
    x->place = saved;
    for (uint32_t i = 1; i < r->nbranches; i++) check_branch(x, r, i);
    return r;
}

static bool is_connector(const InstExpr *e) {
    const InstComp *c = e->parts[e->nparts - 1].comp;
    const InstClass *k = c->cls;
    if (k == NULL) return true;
    return k->restriction == SYN_CONNECTOR || k->restriction == SYN_EXPANDABLE_CONNECTOR;
}

/* The first parts of a reference in connect; nothing is reported. */
static InstNamed resolve_head(InstElab *x, const SynCref *head, Span span) {
    size_t mark = base_diag_mark(x->in->ctx);
    uint32_t place = x->place;
    x->place |= INST_IN_CONNECT; /* conditional components may be named */
    InstNamed r = inst_resolve(x, head, span, true);
    x->place = place;
    base_diag_rollback(x->in->ctx, mark);
    return r;
}

/* Does the reference pass through an expandable connector?  New elements come into being by connecting (9.1.3). */
static bool in_expandable(InstElab *x, const SynExpr *e) {
    if (e->kind != SYN_CREF || e->cref.n < 2) return false;
    SynCref head = e->cref;
    for (head.n = e->cref.n - 1; head.n >= 1; head.n--) {
        InstNamed r = resolve_head(x, &head, e->span);
        if (r.failed || r.comp == NULL) continue;
        return r.comp->cls && r.comp->cls->restriction == SYN_EXPANDABLE_CONNECTOR;
    }
    return false;
}

/* A reference to an element that an expandable connector does not declare: the parts that exist, and the rest of the
 * text, for flattening: an ERROR-free CREF with type ANY whose `field` is the new element's name. */
static InstExpr *expandable_element(InstElab *x, const SynExpr *e) {
    SynCref head = e->cref;
    head.n--;
    for (; head.n >= 1; head.n--) {
        InstNamed r = resolve_head(x, &head, e->span);
        if (r.failed || r.expr == NULL || r.expr->kind != INST_E_CREF) continue;
        InstExpr *c = base_copy(x->in->nodes, r.expr, sizeof *c);
        const SynPart *p = &e->cref.parts[head.n];
        InstType t = inst_type(INST_ANY);
        c->type = t;
        c->field = p->name;
        c->span = e->span;
        if (p->nsubs) { /* subscripts of the new element */
            c->args = BASE_ARRAY(x->in->nodes, InstExpr *, p->nsubs + 1);
            c->nargs = p->nsubs;
            uint32_t saved = x->place;
            x->place &= ~(uint32_t)INST_IN_CONNECT;
            for (uint32_t k = 0; k < p->nsubs; k++)
                c->args[k] = p->subs[k]->kind == SYN_COLON
                                 ? inst_node(x->in, INST_E_COLON, inst_type(INST_INTEGER), INST_VAR_CONSTANT, p->span)
                                 : inst_elab(x, p->subs[k]);
            x->place = saved;
        }
        return c;
    }
    return inst_error_node(x->in, e->span);
}

/* The connectors of a component that was named instead of one of them. */
static void hint_connectors(InstElab *x, Diag *d, const InstType *type, const char *name) {
    uint32_t n, said = 0;
    InstComp **fields = type->cls ? inst_fields(type->cls, &n) : NULL;
    Text t = {0};
    for (uint32_t i = 0; fields && i < n && said < 6; i++) {
        const InstClass *c = fields[i]->cls;
        if (!c || (c->restriction != SYN_CONNECTOR && c->restriction != SYN_EXPANDABLE_CONNECTOR)) continue;
        base_text_printf(&t, "%s%s.%s", said++ ? ", " : "", name, inst_name(x->in, fields[i]->name));
    }
    if (said) base_hint(x->in->ctx, d, "connect one of its connectors: %s", base_text_str(&t));
    base_text_free(&t);
}

/* The other side of a connection, without a word about it. */
static InstExpr *other_side(InstElab *x, const SynExpr *other) {
    size_t mark = base_diag_mark(x->in->ctx);
    InstExpr *r = elab_side(x, other, false, INST_IN_CONNECT);
    base_diag_rollback(x->in->ctx, mark);
    return r;
}

static InstExpr *elab_connector(InstElab *x, const SynExpr *e, const SynExpr *other) {
    BASE_ASSERT(e->kind == SYN_CREF); /* says the grammar */
    size_t mark = base_diag_mark(x->in->ctx);
    InstExpr *r = elab_side(x, e, false, INST_IN_CONNECT);
    if (r->kind == INST_E_ERROR && in_expandable(x, e)) {
        base_diag_rollback(x->in->ctx, mark);
        return expandable_element(x, e);
    }
    if (r->type.base == INST_ANY) return r;
    if (r->kind != INST_E_CREF || !is_connector(r)) {
        if (r->kind == INST_E_CREF && in_expandable(x, e)) return r; /* a variable of an expandable connector */
        const InstExpr *to = other_side(x, other);
        if (to->type.base == INST_ANY && !in_expandable(x, other))
            return inst_error_node(x->in, e->span); /* told of it */
        Text t = {0};
        syn_print_expr(x->in->ctx->names, e, &t);
        bool scalar = to->kind == INST_E_CREF && to->type.base <= INST_ENUM; /* or an array of a predefined type */
        bool variable = r->kind == INST_E_CREF && r->type.base <= INST_ENUM && scalar;
        Diag *d = (variable ? inst_tolerate : inst_error)(x->scope, "INST0631", e->span,
                                                          "%s is not a connector: only connectors can be connected",
                                                          base_text_str(&t));
        if (r->kind == INST_E_CREF && r->type.base == INST_RECORD) hint_connectors(x, d, &r->type, base_text_str(&t));
        if (variable) base_hint(x->in->ctx, d, "write an equation: %s = ...", base_text_str(&t));
        base_text_free(&t);
        return variable && !inst_strict(x->scope) ? r : inst_error_node(x->in, e->span);
    }
    for (uint32_t i = 1; i + 1 < r->nparts; i++) { /* 9.1: c1.c2...cn or m.c */
        const InstComp *c = r->parts[i].comp;
        if (c->cls && c->present && c->cls->restriction != SYN_CONNECTOR &&
            c->cls->restriction != SYN_EXPANDABLE_CONNECTOR) {
            Diag *d =
                inst_tolerate(x->scope, "INST0643", e->span,
                              "a connector two levels down cannot be connected here: %s is not a connector (MLS 9.1)",
                              inst_name(x->in, c->name));
            base_hint(x->in->ctx, d, "connect it in the class of %s, or give that a connector",
                      inst_name(x->in, r->parts[0].comp->name));
            return inst_strict(x->scope) ? inst_error_node(x->in, e->span) : r;
        }
    }
    return r;
}

/* Does a reference pass through a component whose condition is false? */
static bool is_absent(const InstExpr *e) {
    for (uint32_t i = 0; e->kind == INST_E_CREF && i < e->nparts; i++)
        if (!e->parts[i].comp->present) return true;
    return false;
}

static bool is_whole(const InstExpr *e, const SynExpr *q, SynRestriction kind) {
    if (e->kind != INST_E_CREF || e->nparts != q->cref.n) return false;
    const InstComp *c = e->parts[e->nparts - 1].comp;
    return c->cls && c->cls->restriction == kind && !(c->element && c->element->expanded);
}

/* An expandable connector can be connected to expandable connectors only; to its members, what fits (9.1.3). */
static bool expandable_alone(InstElab *x, const SynEquation *q, const InstExpr *a, const InstExpr *b) {
    bool wrong = is_whole(a, q->lhs, SYN_EXPANDABLE_CONNECTOR) && is_whole(b, q->rhs, SYN_CONNECTOR);
    bool other = is_whole(b, q->rhs, SYN_EXPANDABLE_CONNECTOR) && is_whole(a, q->lhs, SYN_CONNECTOR);
    if (!wrong && !other) return true;
    const InstExpr *bus = wrong ? a : b, *plain = wrong ? b : a;
    const InstComp *c = bus->parts[bus->nparts - 1].comp, *p = plain->parts[plain->nparts - 1].comp;
    Diag *d = inst_error(x->scope, "INST0646", q->span,
                         "%s is an expandable connector and cannot be connected to %s, which is not (MLS 9.1.3)",
                         inst_name(x->in, c->name), inst_name(x->in, p->name));
    if (p->syn) base_note(x->in->ctx, d, p->syn->name_span, "%s is declared here", inst_name(x->in, p->name));
    base_hint(x->in->ctx, d, "connect it to a member of the expandable connector: %s.%s", inst_name(x->in, c->name),
              inst_name(x->in, p->name));
    return false;
}

/* connect(r.heatPort, x) where the component r leaves its heatPort out: legal, and libraries do it on purpose; in a
 * file of the user it is hardly meant when the connector is that of a library. */
static void warn_absent(InstElab *x, const SynEquation *q, const InstExpr *gone) {
    const InstComp *c = gone->nparts > 1 ? gone->parts[gone->nparts - 1].comp : NULL;
    Context *ctx = x->in->ctx;
    if (!c || c->present || !c->syn || !gone->parts[gone->nparts - 2].comp->present ||
        lib_is_foreign(x->in->lib, NULL, q->span.file) || !lib_is_foreign(x->in->lib, NULL, c->syn->span.file))
        return;
    Text name = {0}, condition = {0};
    inst_expr_text(x->in, gone, &name);
    Diag *d = base_warning(ctx, "INST0647", q->span, "'%s' is not there, so that this connects nothing",
                           base_text_str(&name));
    if (c->syn->condition) {
        syn_print_expr(ctx->names, c->syn->condition, &condition);
        base_note(ctx, d, c->syn->name_span, "it is declared with the condition: if %s", base_text_str(&condition));
        base_hint(ctx, d, "make %s true in the modifiers of %s", base_text_str(&condition),
                  inst_name(x->in, gone->parts[gone->nparts - 2].comp->name));
    }
    base_text_free(&name);
    base_text_free(&condition);
}

static InstEq *elab_connect(InstElab *x, const SynEquation *q) {
    InstEq *r = new_eq(x, q);
    const char *why = NULL;
    if (x->place & INST_IN_WHEN) why = "connect cannot stand inside when";
    else if (x->place & INST_IN_INITIAL) why = "connect cannot stand in an initial equation section";
    else if (x->place & INST_IN_IF)
        why = "connect cannot stand inside an if whose condition is not a parameter expression";
    if (why) {
        error_at(x, "INST0632", q->span, why);
        return NULL;
    }
    size_t mark = base_diag_mark(x->in->ctx);
    r->lhs = elab_connector(x, q->lhs, q->rhs);
    r->rhs = elab_connector(x, q->rhs, q->lhs);
    if (is_absent(r->lhs) || is_absent(r->rhs)) { /* 4.4.5: the connection is gone; so are faults of the other side */
        base_diag_rollback(x->in->ctx, mark);
        if (is_absent(r->lhs) != is_absent(r->rhs)) warn_absent(x, q, is_absent(r->lhs) ? r->lhs : r->rhs);
        return NULL;
    }
    return expandable_alone(x, q, r->lhs, r->rhs) ? r : NULL;
}

static void check_call(InstElab *x, const InstExpr *e) {
    if (e->kind != INST_E_BUILTIN) return;
    bool graph = e->builtin == INST_B_CONN_BRANCH || e->builtin == INST_B_CONN_ROOT ||
                 e->builtin == INST_B_CONN_POTENTIAL_ROOT || e->builtin == INST_B_CONN_UNIQUE_ROOT;
    if (graph && (x->place & (INST_IN_WHEN | INST_IN_CLOCKED_WHEN | INST_IN_IF)))
        inst_error(x->scope, "INST0642", e->span,
                   "%s cannot stand inside when or under a condition that is not a parameter expression (MLS 9.4.1)",
                   inst_builtin_name(e->builtin));
    bool machine = e->builtin == INST_B_TRANSITION || e->builtin == INST_B_INITIALSTATE;
    if (machine &&
        (x->place & (INST_IN_WHEN | INST_IN_CLOCKED_WHEN | INST_IN_IF | INST_IN_INITIAL | INST_IN_ALGORITHM)))
        inst_error(x->scope, "INST0644", e->span,
                   "%s belongs in an equation section, not in a when or under a condition that is not a parameter "
                   "expression (MLS 17.1)",
                   inst_builtin_name(e->builtin));
    if (e->builtin == INST_B_REINIT && !(x->place & INST_IN_WHEN))
        error_at(x, "INST0633", e->span, "reinit can be used inside when only");
    if (e->builtin == INST_B_REINIT && (x->place & INST_IN_ALGORITHM))
        inst_tolerate(x->scope, "INST0634", e->span, "reinit belongs in an equation section (MLS 8.3.6)");
}

/* A call whose results nobody takes is legal (8.3.1, 11.2.1.1): that of an operator has no effect and is left out. */
static bool is_idle(InstElab *x, const InstExpr *e, const SynExpr *text, Span span) {
    if (e->kind == INST_E_ERROR || e->type.base == INST_NORETURN || e->kind == INST_E_CALL) return false;
    bool call = text->kind == SYN_CALL;
    Diag *d = (call ? inst_tolerate : inst_error)(x->scope, "INST0635", span, "this is a value, not %s%s",
                                                  x->place & (INST_IN_ALGORITHM | INST_IN_FUNCTION) ? "a statement"
                                                                                                    : "an equation",
                                                  call ? ": it has no effect" : "");
    base_hint(x->in->ctx, d,
              x->place & (INST_IN_ALGORITHM | INST_IN_FUNCTION) ? "write variable := value" : "write left = right");
    return !inst_strict(x->scope);
}

static InstEq *elab_call_equation(InstElab *x, const SynEquation *q) {
    InstEq *r = new_eq(x, q);
    r->lhs = elab_side(x, q->lhs, true, 0);
    check_call(x, r->lhs);
    return is_idle(x, r->lhs, q->lhs, q->span) ? NULL : r;
}

static InstEq *elab_equation(InstElab *x, const SynEquation *q) {
    if (q->kind == SYN_EQ_CONNECT && inst_is_deselected(x->scope, q)) return NULL; /* break connect (7.4) */
    if (x->scope->heir && inst_is_repeated(x->scope, q)) return NULL;              /* 7.1 */
    switch ((SynEquationKind)q->kind) {
    case SYN_EQ_EQUALS: return elab_equals(x, q);
    case SYN_EQ_IF: return elab_if(x, q);
    case SYN_EQ_FOR: return elab_for(x, q, 0);
    case SYN_EQ_WHEN: return elab_when(x, q);
    case SYN_EQ_CONNECT: return elab_connect(x, q);
    case SYN_EQ_CALL: return elab_call_equation(x, q);
    }
    return NULL;
}

static InstEq *elab_equations(InstElab *x, const SynEquation *q) {
    InstEq *first = NULL, **tail = &first;
    Inst *in = x->in;
    if (in->depth >= in->ctx->max_depth) {
        if (q) error_at(x, "INST0534", q->span, "equations are nested too deeply");
        return NULL;
    }
    in->depth++;
    for (; q; q = q->next) {
        InstEq *r = elab_equation(x, q);
        if (r == NULL) continue;
        *tail = r;
        tail = &r->next;
    }
    in->depth--;
    return first;
}

static InstElab section_of(InstClass *c, bool initial) {
    InstElab x = inst_elab_in(c, NULL);
    x.place |= INST_IN_EQUATION;
    if (initial) x.place |= INST_IN_INITIAL;
    return x;
}

InstEq *inst_equations(InstClass *c, bool initial) {
    if (c->syn == NULL) return NULL;
    InstElab x = section_of(c, initial);
    return elab_equations(&x, initial ? c->syn->initial_equations : c->syn->equations);
}

InstEq *inst_equation(InstClass *c, const SynEquation *q, bool initial) {
    InstElab x = section_of(c, initial);
    return elab_equation(&x, q);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static InstStmt *elab_statements(InstElab *x, const SynStatement *s);

static InstStmt *new_stmt(InstElab *x, const SynStatement *s) {
    InstStmt *r = BASE_NEW(x->in->nodes, InstStmt);
    r->kind = s->kind;
    r->span = s->span;
    return r;
}

/* Is a parameter's value given by its declaration, not found at the start (fixed = false, 8.6)? */
static bool is_fixed(const InstExpr *t) {
    InstComp *c = t->parts[t->nparts - 1].comp;
    if (c->type.base > INST_ENUM || !c->attrs) return false;
    InstExpr *e = c->attrs[INST_ATTR_FIXED]->value ? inst_attr_expr(c, INST_ATTR_FIXED) : NULL;
    if (!e) return true;
    InstValue *v = e->kind == INST_E_ERROR ? NULL : inst_eval(c->inst, e, INST_EVAL_SILENT);
    for (uint64_t i = 0; v && i < v->n; i++)
        if (v->num[i] == 0) return false;
    return v != NULL;
}

/* 11.2.1: what may be assigned to */
static bool check_target(InstElab *x, const InstExpr *t) {
    Inst *in = x->in;
    if (t == NULL || t->type.base == INST_ANY) return true;
    if (t->kind == INST_E_ITER) {
        inst_error(x->scope, "INST0636", t->span, "the loop variable %s cannot be assigned to",
                   inst_name(in, t->iter->name));
        return false;
    }
    if (t->kind != INST_E_CREF) {
        error_at(x, "INST0637", t->span, "the left side of := must be a variable");
        return false;
    }
    const InstComp *c = t->parts[0].comp;
    const char *why = NULL;
    if (c->variability == INST_VAR_CONSTANT) why = "a constant";
    else if ((x->place & INST_IN_FUNCTION) && (c->prefixes & SYN_INPUT)) why = "an input of the function";
    else if ((x->place & INST_IN_FUNCTION) && c->element && (c->element->prefixes & SYN_PARAMETER)) why = "a parameter";
    else if (!(x->place & (INST_IN_FUNCTION | INST_IN_INITIAL)) && t->variability <= INST_VAR_PARAMETER)
        why = "a parameter";
    else if (c->variability <= INST_VAR_PARAMETER && (x->place & INST_IN_INITIAL) && is_fixed(t))
        why = "a parameter that is fixed (give it fixed = false)";
    if (why == NULL) return true;
    /* a local of a function that is called a parameter and has no value: a variable to others */
    bool local = (x->place & INST_IN_FUNCTION) && c->variability != INST_VAR_CONSTANT && !(c->prefixes & SYN_INPUT) &&
                 !c->binding.value;
    Diag *d = (local ? inst_tolerate : inst_error)(x->scope, "INST0638", t->span, "%s is %s and cannot be assigned to",
                                                   inst_name(in, c->name), why);
    if (c->syn) base_note(in->ctx, d, c->syn->name_span, "declared here");
    return local && !inst_strict(x->scope);
}

static InstStmt *elab_assign(InstElab *x, const SynStatement *s) {
    InstStmt *r = new_stmt(x, s);
    bool tuple = s->lhs->kind == SYN_TUPLE;
    r->lhs = elab_side(x, s->lhs, false, INST_IN_LHS);
    r->rhs = elab_side(x, s->rhs, tuple, 0);
    if (tuple) {
        for (uint32_t i = 0; i < r->lhs->nargs; i++)
            if (!check_target(x, r->lhs->args[i])) r->lhs->args[i] = inst_error_node(x->in, s->span);
        if (!check_tuple(x, r->lhs, r->rhs, s->span)) r->rhs = inst_error_node(x->in, s->span);
        if (r->rhs->kind == INST_E_CALL && r->rhs->type.base != INST_TUPLE && r->rhs->type.base != INST_ANY) {
            InstExpr *e = base_copy(x->in->nodes, r->rhs, sizeof *e);
            e->type = inst_type(INST_TUPLE);
            r->rhs = e;
        }
        return r;
    }
    if (!check_target(x, r->lhs)) r->lhs = inst_error_node(x->in, s->span);
    r->rhs = need_value(x, r->rhs);
    if (r->lhs->type.base != INST_ANY) {
        InstType want = r->lhs->type;
        if ((x->place & INST_IN_FUNCTION) && r->lhs->kind == INST_E_CREF && want.ndims == r->rhs->type.ndims) {
            want = r->rhs->type; /* sizes of local arrays may follow from what is assigned (12.4.4) */
            want.base = r->lhs->type.base;
            want.cls = r->lhs->type.cls;
        }
        r->rhs = inst_convert_or_report(x, r->rhs, &want, "assignment");
    }
    return r;
}

static InstStmt *elab_branches(InstElab *x, const SynStatement *s, InstStmt *r, bool when) {
    r->nbranches = s->nbranches;
    r->branches = BASE_ARRAY(x->in->nodes, InstBranch, s->nbranches + 1);
    uint32_t saved = x->place;
    bool decided = false;
    for (uint32_t i = 0; i < s->nbranches; i++) {
        bool dead = decided;
        x->place = saved | (when ? INST_IN_WHEN : INST_IN_IF);
        if (s->branches[i].condition) {
            InstExpr *c = when ? elab_when_condition(x, s->branches[i].condition)
                               : elab_condition(x, s->branches[i].condition, "condition of if");
            r->branches[i].cond = c;
            /* in a function only constants are known: its inputs may have defaults */
            if (!when && (!(x->place & INST_IN_FUNCTION) || c->variability == INST_VAR_CONSTANT)) {
                dead |= known_false(x, c);
                if (!dead && known_true(x, c)) decided = true;
            }
        }
        size_t mark = base_diag_mark(x->in->ctx), errors = base_error_count(x->in->ctx);
        r->branches[i].stmts = elab_statements(x, s->branches[i].statements);
        if (!when && !(x->place & INST_IN_FUNCTION) && base_error_count(x->in->ctx) > errors)
            dead |= is_never_taken(x, r->branches, i);
        if (!dead) continue;
        base_diag_rollback(x->in->ctx, mark);
        if (x->place & INST_IN_FUNCTION) r->branches[i].stmts = NULL;
    }
    x->place = saved;
    return r;
}

static InstStmt *elab_for_statement(InstElab *x, const SynStatement *s, uint32_t level) {
    InstStmt *r = new_stmt(x, s);
    Body body = {.stmts = s->body};
    r->iter = inst_elab_iterator(x, &s->iterators[level], NULL, deduce_body, &body);
    InstIterScope here = {.iter = r->iter, .outer = x->iters};
    uint32_t saved = x->place;
    x->iters = &here;
    x->place |= INST_IN_FOR;
    r->body = level + 1 < s->niterators ? elab_for_statement(x, s, level + 1) : elab_statements(x, s->body);
    x->place = saved;
    x->iters = here.outer;
    return r;
}

static InstStmt *elab_while(InstElab *x, const SynStatement *s) {
    InstStmt *r = new_stmt(x, s);
    r->lhs = elab_condition(x, s->lhs, "condition of while");
    uint32_t saved = x->place;
    x->place |= INST_IN_WHILE;
    r->body = elab_statements(x, s->body);
    x->place = saved;
    return r;
}

static InstStmt *elab_call_statement(InstElab *x, const SynStatement *s) {
    InstStmt *r = new_stmt(x, s);
    r->lhs = elab_side(x, s->lhs, true, 0);
    check_call(x, r->lhs);
    return is_idle(x, r->lhs, s->lhs, s->span) ? NULL : r;
}

static InstStmt *elab_statement(InstElab *x, const SynStatement *s) {
    switch ((SynStatementKind)s->kind) {
    case SYN_ST_ASSIGN: return elab_assign(x, s);
    case SYN_ST_CALL: return elab_call_statement(x, s);
    case SYN_ST_IF: return elab_branches(x, s, new_stmt(x, s), false);
    case SYN_ST_WHEN: return when_allowed(x, s->span) ? elab_branches(x, s, new_stmt(x, s), true) : NULL;
    case SYN_ST_FOR: return elab_for_statement(x, s, 0);
    case SYN_ST_WHILE: return elab_while(x, s);
    case SYN_ST_BREAK:
        if (!(x->place & (INST_IN_FOR | INST_IN_WHILE)))
            error_at(x, "INST0639", s->span, "break stands outside for and while");
        return new_stmt(x, s);
    case SYN_ST_RETURN:
        if (!(x->place & INST_IN_FUNCTION)) error_at(x, "INST0640", s->span, "return can be used in functions only");
        return new_stmt(x, s);
    }
    return NULL;
}

static InstStmt *elab_statements(InstElab *x, const SynStatement *s) {
    InstStmt *first = NULL, **tail = &first;
    Inst *in = x->in;
    if (in->depth >= in->ctx->max_depth) {
        if (s) error_at(x, "INST0534", s->span, "statements are nested too deeply");
        return NULL;
    }
    in->depth++;
    for (; s; s = s->next) {
        InstStmt *r = elab_statement(x, s);
        if (r == NULL) continue;
        *tail = r;
        tail = &r->next;
    }
    in->depth--;
    return first;
}

InstStmt *inst_algorithm(InstClass *c, const SynAlgorithm *a) {
    InstElab x = inst_elab_in(c, NULL);
    x.place |= INST_IN_ALGORITHM | INST_IN_EQUATION;
    for (const SynAlgorithm *i = c->syn ? c->syn->initial_algorithms : NULL; i; i = i->next)
        if (i == a) x.place |= INST_IN_INITIAL;
    return elab_statements(&x, a->statements);
}

/* ---- bodies of functions ----------------------------------------------------------------------------------------- */

static InstStmt **append_body(InstClass *c, InstStmt **tail, uint32_t *sections, int depth) {
    if (c->duplicate || c->syn == NULL || depth > 50) return tail;
    for (uint32_t i = 0; i < c->nbases; i++) tail = append_body(c->bases[i], tail, sections, depth + 1);
    for (const SynAlgorithm *a = c->syn->algorithms; a; a = a->next) {
        if (++*sections == 2)
            inst_error(c, "INST0909", a->span, "a function must not have more than one algorithm section (MLS 12.2)");
        *tail = inst_algorithm(c, a);
        while (*tail) tail = &(*tail)->next;
    }
    return tail;
}

InstStmt *inst_function_body(InstFunction *f) {
    if (f->body_ready) return f->body;
    f->body_ready = true;
    InstStmt *first = NULL;
    uint32_t sections = 0;
    size_t errors = base_error_count(f->inst->ctx);
    Arena *nodes = inst_keep_nodes(f->inst);
    append_body(f->cls, &first, &sections, 0);
    f->inst->nodes = nodes;
    f->body = first;
    inst_check_assigned(f, false);
    f->faulty = base_error_count(f->inst->ctx) > errors;
    return first;
}

InstStmt *inst_function_reported(InstFunction *f) {
    InstStmt *body = inst_function_body(f);
    if (!f->faulty || base_error_count(f->inst->ctx)) return body;
    f->body_ready = false;
    return inst_function_body(f);
}
