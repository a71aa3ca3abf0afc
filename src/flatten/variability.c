/* variability.c - the equations of Boolean, Integer, String and enumeration variables have discrete-time expressions on
 * both sides (MLS 3.6, 3.8.4): such a variable is computed at events only, and what changes between them would be
 * missed.
 *
 * Before: all equations are there and the variables of clocked partitions are known.  Functions have been called,
 * inlined (their relations make no events) or evaluated; a relation that makes events is discrete whatever it compares.
 */
#include "flatten/flatten_impl.h"

typedef struct {
    Flat *f;
    const DaeEquation *eq;
    DaeWalk walk;
    VEC(uint8_t) varies; /* per node of walk: is it no discrete-time expression? */
    VEC(uint8_t) given;  /* per variable that a section of statements assigns: is it given what varies? */
    bool said;           /* about this equation */
} Check;

static const DaeNode *node_at(const Check *c, DaeExpr e) { return &c->f->dae->pool.nodes.at[e]; }

static bool varies(const Check *c, DaeExpr e) {
    uint32_t slot = dae_walk_slot(&c->walk, e);
    return slot != UINT32_MAX && c->varies.at[slot];
}

static bool operand_varies(const Check *c, uint32_t hole) {
    const Dae *d = c->f->dae;
    DaeOperand o = d->operands.at[c->eq->operands + hole];
    if (o == DAE_NO_OPERAND || dae_operand_is_const(o)) return false;
    if (hole < c->given.n) return c->given.at[hole];
    uint8_t kind = d->vars.at[o].kind;
    return kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE || kind == DAE_KIND_TIME;
}

/* Is it the condition of a when?  What it guards is computed at that event. */
static bool is_trigger(const Check *c, DaeExpr condition) {
    const DaePool *p = &c->f->dae->pool;
    const DaeNode *n = node_at(c, condition);
    if (n->op == DAE_TRIGGER || n->op == DAE_INITIAL) return true;
    for (uint32_t k = 0; (n->op == DAE_AND || n->op == DAE_OR) && k < n->nargs; k++)
        if (is_trigger(c, dae_arg(p, condition, k))) return true;
    return false;
}

static bool node_varies(const Check *c, DaeExpr e) {
    const DaePool *p = &c->f->dae->pool;
    const DaeNode *n = node_at(c, e);
    uint32_t from = 0;
    switch (n->op) {
    case DAE_HOLE: return operand_varies(c, n->id);
    case DAE_LT:
    case DAE_LE:
    case DAE_GT:
    case DAE_GE:
    case DAE_FLOOR:
    case DAE_CEIL:
    case DAE_INTEGER_OF:
    case DAE_DIVT:
        if (n->value.i != 1) return false; /* makes events */
        break;
    case DAE_TRIGGER:
    case DAE_SAMPLE: return false;
    case DAE_IF:
        if (is_trigger(c, dae_arg(p, e, 0))) from = 2;
        break;
    default: break;
    }
    for (uint32_t k = from; k < n->nargs; k++)
        if (varies(c, dae_arg(p, e, k))) return true;
    return false;
}

/* Libraries in wide use (media) give records with Integer fields the result of a function; nothing is missed there,
 * since the equations of a record are computed together. */
static bool in_record(const Flat *f, DaeName name) {
    VecU32 path = {0};
    for (DaeName n = name; n; n = f->dae->names.at[n].parent) vec_push(&path, f->dae->names.at[n].word);
    InstClass *at = f->model;
    bool record = false;
    for (size_t i = path.n; at && !record && i-- > 1;) {
        InstElement *e = inst_find(at, path.at[i]);
        InstComp *comp = e && e->kind == SYN_COMPONENT ? inst_component(at, e) : NULL;
        at = comp ? comp->cls : NULL;
        record = at && (at->restriction == SYN_RECORD || at->restriction == SYN_OPERATOR_RECORD);
    }
    vec_free(&path);
    return record;
}

/* What a function gives is taken when it is asked, at events: others accept that, with or without a word. */
static void tolerate(Check *c, DaeVar v) {
    Flat *f = c->f;
    Text name = {0};
    dae_var_text(f->dae, v, &name);
    Diag *d = inst_tolerate(f->model, "FLAT0061", dae_span(f->dae, c->eq->origin),
                            "'%s' changes at events only, but what this gives it changes between events (MLS "
                            "3.8.4): it is computed at events",
                            base_text_str(&name));
    base_note(f->ctx, d, dae_span(f->dae, f->dae->vars.at[v].origin), "it is declared here");
    base_text_free(&name);
}

static void report(Check *c, DaeVar v, bool call) {
    Flat *f = c->f;
    if (c->said || (v && in_record(f, f->dae->vars.at[v].name))) return;
    c->said = true;
    if (call && v && !(f->dae->vars.at[v].flags & DAE_HIDDEN)) {
        tolerate(c, v);
        return;
    }
    Span at = dae_span(f->dae, c->eq->origin);
    DaeName before = f->name;
    f->name = dae_instance(f->dae, c->eq->origin);
    Text name = {0};
    if (v) dae_var_text(f->dae, v, &name);
    bool hidden = !v || f->dae->vars.at[v].flags & DAE_HIDDEN;
    Diag *d = hidden
                  ? flat_error(f, "FLAT0061", at,
                               "this must be a discrete-time expression: it is looked at at events only, "
                               "but changes between them (MLS 3.8.4)")
                  : flat_error(f, "FLAT0061", at,
                               "'%s' changes at events only, but what this gives it changes between events (MLS 3.8.4)",
                               base_text_str(&name));
    if (v && !hidden) base_note(f->ctx, d, dae_span(f->dae, f->dae->vars.at[v].origin), "it is declared here");
    base_hint(f->ctx, d,
              "a relation makes events outside noEvent and outside functions; or give the value in a when clause");
    base_text_free(&name);
    f->name = before;
}

static bool is_discrete_valued(const DaeNode *n) { return n->base != DAE_REAL && n->base < DAE_OBJECT; }

static DaeVar target_variable(const Check *c, DaeExpr target) {
    const DaeNode *n = node_at(c, target);
    if (n->op != DAE_HOLE) return 0;
    DaeOperand o = c->f->dae->operands.at[c->eq->operands + n->id];
    return o == DAE_NO_OPERAND || dae_operand_is_const(o) ? 0 : o;
}

/* Marks a target that is given what varies; true: it was not marked before.  One that is no Real is computed at events
 * whatever it is given: what is wrong there is said there, and behind it nothing varies. */
static bool mark(Check *c, DaeExpr target, bool varying) {
    const DaeNode *n = target ? node_at(c, target) : NULL;
    if (n && is_discrete_valued(n)) return false;
    for (; n && n->op == DAE_INDEX; n = node_at(c, target)) target = dae_arg(&c->f->dae->pool, target, 0);
    if (!n || !varying || n->op != DAE_HOLE || n->id >= c->given.n || c->given.at[n->id]) return false;
    c->given.at[n->id] = 1;
    return true;
}

/* Which of the variables that statements assign are given what varies, as far as is known.  true: there are more. */
static bool mark_targets(Check *c, DaeExpr s, bool switched) {
    const DaePool *p = &c->f->dae->pool;
    const DaeNode *n = s ? node_at(c, s) : NULL;
    bool more = false;
    if (!n) return false;
    if (n->op == DAE_SEQ) {
        for (uint32_t k = 0; k < n->nargs; k++) more |= mark_targets(c, dae_arg(p, s, k), switched);
    } else if (n->op == DAE_ASSIGN) {
        more = mark(c, dae_arg(p, s, 0), switched || varies(c, dae_arg(p, s, 1)));
    } else if (n->op == DAE_ASSIGN_CALL) {
        bool call = switched || varies(c, dae_arg(p, s, 0));
        for (uint32_t k = 1; k < n->nargs; k++) more |= mark(c, dae_arg(p, s, k), call);
    } else if (n->op == DAE_IF_STMT) {
        bool now = switched || varies(c, dae_arg(p, s, 0));
        if (!is_trigger(c, dae_arg(p, s, 0))) more = mark_targets(c, dae_arg(p, s, 1), now);
        more |= mark_targets(c, dae_arg(p, s, 2), now);
    } else if (n->op == DAE_FOR || n->op == DAE_WHILE) {
        bool loop = n->op == DAE_FOR;
        more = mark_targets(c, dae_arg(p, s, loop ? 2 : 1), switched || varies(c, dae_arg(p, s, loop ? 1 : 0)));
    }
    return more;
}

/* Does it vary through calls of functions alone: f(x) and g(y)?  A function that was inlined has left relations that
 * make no events. */
static bool is_call(const Check *c, DaeExpr e) {
    const DaeNode *n = node_at(c, e);
    if (n->op == DAE_CALL || (n->op >= DAE_LT && n->op <= DAE_GE && n->value.i == 1)) return true;
    if (n->op == DAE_EQ || n->op == DAE_NE) /* of Reals: stands in functions only */
        return node_at(c, dae_arg(&c->f->dae->pool, e, 0))->base == DAE_REAL;
    if (n->op <= DAE_COLON || !is_discrete_valued(n)) return false;
    for (uint32_t k = 0; k < n->nargs; k++) {
        DaeExpr a = dae_arg(&c->f->dae->pool, e, k);
        if (a && varies(c, a) && !is_call(c, a)) return false;
    }
    return true;
}

/* Statements nest as deep as the text, which the parser bounds.  switched: under a condition that is not
 * discrete-time. */
static void check_statement(Check *c, DaeExpr s, bool switched) {
    const DaePool *p = &c->f->dae->pool;
    if (!s) return;
    const DaeNode *n = node_at(c, s);
    if (n->op == DAE_SEQ) {
        for (uint32_t k = 0; k < n->nargs; k++) check_statement(c, dae_arg(p, s, k), switched);
    } else if (n->op == DAE_ASSIGN) {
        DaeExpr target = dae_arg(p, s, 0);
        if (is_discrete_valued(node_at(c, target)) && node_at(c, target)->op == DAE_HOLE &&
            (switched || varies(c, dae_arg(p, s, 1))))
            report(c, target_variable(c, target), !switched && is_call(c, dae_arg(p, s, 1)));
    } else if (n->op == DAE_ASSIGN_CALL) {
        for (uint32_t k = 1; k < n->nargs; k++) {
            DaeExpr target = dae_arg(p, s, k);
            DaeVar v = target && is_discrete_valued(node_at(c, target)) ? target_variable(c, target) : 0;
            /* fields of results that nobody declared are let be */
            bool own = v && !(c->f->dae->vars.at[v].flags & DAE_HIDDEN);
            if (own && (switched || varies(c, dae_arg(p, s, 0)))) report(c, v, !switched);
        }
    } else if (n->op == DAE_IF_STMT) {
        DaeExpr condition = dae_arg(p, s, 0);
        if (!is_trigger(c, condition)) check_statement(c, dae_arg(p, s, 1), switched || varies(c, condition));
        check_statement(c, dae_arg(p, s, 2), switched || varies(c, condition));
    } else if (n->op == DAE_FOR || n->op == DAE_WHILE) {
        DaeExpr range = dae_arg(p, s, n->op == DAE_FOR ? 1 : 0);
        check_statement(c, dae_arg(p, s, n->op == DAE_FOR ? 2 : 1), switched || varies(c, range));
    }
}

static void check_equation(Check *c) {
    const Dae *d = c->f->dae;
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[c->eq->shape].root;
    const DaeNode *n = node_at(c, root);
    bool sides = n->op == DAE_EQUATE;
    if (sides && !is_discrete_valued(node_at(c, dae_arg(p, root, 0)))) return;
    dae_walk(&c->walk, p, root);
    vec_clear(&c->given);
    for (uint32_t k = 0; !sides && k < d->shapes.at[c->eq->shape].nout; k++) vec_push(&c->given, 0);
    do {
        vec_clear(&c->varies);
        for (uint32_t i = 0; i < c->walk.n; i++) {
            vec_push(&c->varies, 0); /* a node is not its own argument */
            c->varies.at[i] = node_varies(c, c->walk.at[i]);
        }
    } while (!sides && mark_targets(c, root, false));
    c->said = false;
    if (!sides) {
        check_statement(c, root, false);
        return;
    }
    for (uint32_t k = 0; k < 2; k++)
        if (varies(c, dae_arg(p, root, k)))
            report(c, target_variable(c, dae_arg(p, root, 1 - k)), is_call(c, dae_arg(p, root, k)));
}

void flat_check_discrete(Flat *f) {
    Check c = {.f = f};
    for (size_t i = 0; i < f->dae->equations.n; i++) {
        c.eq = &f->dae->equations.at[i];
        check_equation(&c);
    }
    dae_walk_free(&c.walk);
    vec_free(&c.varies);
    vec_free(&c.given);
}
