/* algorithm.c - algorithm sections of models become multi-equations.
 *
 * Before: typed statements.  After: one multi-equation whose unknowns are all variables assigned in the section.  Loops
 * with known ranges are unrolled; calls with several results are statements of their own with hidden variables.
 * A variable that may be read before it is assigned starts from pre (discrete) or its start value (11.1.2).
 */
#include "flatten/flatten_impl.h"

static void statements(Flat *f, InstStmt *s);

/* ---- what counts while loops are unrolled ------------------------------------------------------------------------ */

/* The value of an Integer expression here: k := 0, and k := k + 1 in each round, where that is written down one round
 * after the other. */
static bool number_of(Flat *f, DaeExpr e, int64_t *i) {
    const DaeNode *n = dae_at(&f->pool, e);
    int64_t a, b = 0;
    uint64_t known;
    double x;
    if (n->base != DAE_INTEGER) return false;
    if (n->op == DAE_VAR) {
        bool has = base_map_get(&f->targets->numbers, n->id, &known);
        if (has) *i = (int64_t)known;
        return has;
    }
    if (dae_is_const(&f->pool, e, &x)) return *i = inst_whole(x), true;
    bool sum = n->op == DAE_ADD || n->op == DAE_SUB;
    if ((!sum && n->op != DAE_MUL && n->op != DAE_NEG) || n->nargs > 2 || !number_of(f, dae_arg(&f->pool, e, 0), &a) ||
        (n->nargs > 1 && !number_of(f, dae_arg(&f->pool, e, 1), &b)))
        return false;
    bool out = n->op == DAE_ADD   ? __builtin_add_overflow(a, b, i)
               : n->op == DAE_MUL ? __builtin_mul_overflow(a, b, i)
               : n->op == DAE_SUB ? __builtin_sub_overflow(a, b, i)
                                  : __builtin_sub_overflow(0, a, i);
    return !out;
}

bool flat_counted(Flat *f, DaeExpr index, int64_t size, int64_t *i) {
    return f->targets && f->targets->numbers.n && number_of(f, index, i) && *i >= 1 && *i <= size;
}

/* What was counted from there on was so in one branch only. */
static void forget_numbers(Flat *f, size_t from) {
    FlatTargets *t = f->targets;
    for (size_t k = from; k < t->counted.n; k++) base_map_del(&t->numbers, t->counted.at[k]);
    t->counted.n = from;
}

void flat_target(Flat *f, DaeVar v) {
    base_map_del(&f->targets->numbers, v);
    if (base_map_get(&f->targets->known, v, NULL)) return;
    base_map_put(&f->targets->known, v, 1);
    vec_push(&f->targets->outs, v);
}

static void push(Flat *f, DaeExpr stmt) {
    if (stmt) vec_push(&f->stmts->list, stmt);
}

/* A variable of the section itself. */
static DaeVar hidden(Flat *f, const char *stem, DaeBase base, DaeKind kind) {
    DaeVar v = flat_hidden(f, stem, ++f->naux, base, kind);
    if (f->initial) flat_initial_only(f, v);
    return v;
}

static DaeExpr sequence(Flat *f, FlatStmts *s) {
    DaeExpr seq = dae_op(&f->pool, DAE_SEQ, s->list.at, (uint32_t)s->list.n);
    vec_free(&s->list);
    return seq;
}

static DaeExpr block(Flat *f, InstStmt *body) {
    FlatStmts inner = {0}, *before = f->stmts;
    f->stmts = &inner;
    statements(f, body);
    f->stmts = before;
    return sequence(f, &inner);
}

/* Statements that run or do not. */
static DaeExpr branch(Flat *f, InstStmt *body) {
    size_t counted = f->targets->counted.n;
    DaeExpr all = block(f, body);
    forget_numbers(f, counted);
    return all;
}

/* ---- assignment -------------------------------------------------------------------------------------------------- */

/* Variables between lo and hi: most others are told apart by that alone. */
typedef struct {
    uint32_t lo, hi;
    const Map *among; /* NULL: all between them */
} Reads;

static bool reads(const DaePool *p, DaeExpr e, const Reads *r) {
    const DaeNode *n = dae_at(p, e);
    if (n->op == DAE_VAR) return n->id >= r->lo && n->id <= r->hi && (!r->among || base_map_get(r->among, n->id, NULL));
    for (uint32_t i = 0; i < n->nargs; i++)
        if (dae_arg(p, e, i) && reads(p, dae_arg(p, e, i), r)) return true;
    return false;
}

/* Does one of the values read one of the variables? */
static bool overlaps(Flat *f, const VecU32 *vars, const DaeExpr *values, uint32_t n) {
    Reads r = {.lo = UINT32_MAX};
    Map among = {0};
    bool overlap = false;
    for (size_t i = 0; i < vars->n; i++) {
        r.lo = vars->at[i] < r.lo ? vars->at[i] : r.lo;
        r.hi = vars->at[i] > r.hi ? vars->at[i] : r.hi;
    }
    if (r.hi - r.lo + 1 != vars->n) { /* not a whole array */
        for (size_t i = 0; i < vars->n; i++) base_map_put(&among, vars->at[i], 1);
        r.among = &among;
    }
    for (uint32_t i = 0; i < n && !overlap; i++) overlap = reads(&f->pool, values[i], &r);
    base_map_free(&among);
    return overlap;
}

/* A value under a name of its own, which later assignments leave alone. */
static DaeExpr copied(Flat *f, DaeExpr value, DaeBase base, DaeKind kind) {
    DaeVar t = hidden(f, "copy", base, kind);
    push(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, t), value));
    flat_target(f, t);
    return flat_var_expr(f, t);
}

/* The same for all scalars of a value. */
static void copy_all(Flat *f, FlatVal *e) {
    DaeBase base = flat_base(&e->type);
    for (uint32_t i = 0; i < e->n; i++) {
        DaeBase own = (DaeBase)dae_at(&f->pool, e->e[i])->base;
        bool real = own == DAE_REAL && !f->when_guard;
        if (dae_at(&f->pool, e->e[i])->op != DAE_CONST)
            e->e[i] = copied(f, e->e[i], e->type.base == INST_RECORD ? own : base,
                             real ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE);
    }
}

/* x := e for several scalars at once: values that use what is being assigned go through hidden variables. */
static void assign_vars(Flat *f, const VecU32 *vars, const FlatVal *e) {
    bool overlap = vars->n > 1 && overlaps(f, vars, e->e, e->n);
    DaeExpr *value = BASE_ARRAY(&f->temp, DaeExpr, e->n + 1);
    for (uint32_t i = 0; i < e->n; i++) {
        value[i] = e->e[i];
        if (overlap) {
            const DaeVariable *of = &f->dae->vars.at[vars->at[i]];
            value[i] = copied(f, e->e[i], of->base, of->kind);
        }
    }
    int64_t number;
    bool counts = vars->n == 1 && f->dae->vars.at[vars->at[0]].base == DAE_INTEGER && number_of(f, value[0], &number);
    for (uint32_t i = 0; i < e->n; i++) {
        push(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, vars->at[i]), value[i]));
        flat_target(f, vars->at[i]);
        if (f->when_guard) f->dae->vars.at[vars->at[i]].kind = DAE_KIND_DISCRETE;
    }
    if (!counts) return;
    base_map_put(&f->targets->numbers, vars->at[0], (uint64_t)number);
    vec_push(&f->targets->counted, vars->at[0]);
}

/* A left side with subscripts that vary, being assigned element by element. */
typedef struct {
    uint32_t part, sub; /* which subscript of which part of the name */
    DaeExpr index;      /* its value; 0: it is known, and is the number */
    InstExpr number;    /* what it is compared with */
} Choice;

typedef struct {
    InstExpr *lhs;
    const FlatVal *e;
    uint32_t n; /* subscripts that vary */
    Choice at[32];
} Chosen;

static const InstType *type_of_part(const InstExpr *e, uint32_t part) {
    const InstComp *c = e->parts[part].comp;
    return c->inner ? &c->inner->type : &c->type;
}

/* Every element that the subscripts from k on can mean keeps its value or takes the new one. */
static void assign_elements(Flat *f, Chosen *c, uint32_t k, DaeExpr is) {
    if (k < c->n && !c->at[k].index) {
        assign_elements(f, c, k + 1, is);
        return;
    }
    if (k < c->n) {
        int64_t size = type_of_part(c->lhs, c->at[k].part)->dims[c->at[k].sub];
        for (int64_t i = 1; i <= size; i++) {
            c->at[k].number.integer = i;
            DaeExpr here = dae_op2(&f->pool, DAE_EQ, c->at[k].index, dae_int(&f->pool, i));
            assign_elements(f, c, k + 1, is ? dae_op2(&f->pool, DAE_AND, is, here) : here);
        }
        return;
    }
    VecU32 vars = {0};
    if (flat_reference(f, c->lhs, &vars, NULL) && vars.n == c->e->n) {
        for (uint32_t i = 0; i < vars.n; i++) {
            DaeExpr x = flat_var_expr(f, vars.at[i]);
            push(f, dae_op2(&f->pool, DAE_ASSIGN, x, dae_op3(&f->pool, DAE_IF, is, c->e->e[i], x)));
            flat_target(f, vars.at[i]);
        }
    }
    vec_free(&vars);
}

/* An expression whose value must stay while variables are assigned that it may read. */
static DaeExpr held(Flat *f, DaeExpr e) {
    if (dae_at(&f->pool, e)->op == DAE_CONST) return e;
    DaeVar t = hidden(f, "index", (DaeBase)dae_at(&f->pool, e)->base, DAE_KIND_DISCRETE);
    push(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, t), e));
    flat_target(f, t);
    return flat_var_expr(f, t);
}

/* An operand of something that makes events, inside an algorithm: what the section assigns may change again behind it,
 * so that its value here gets a name; the crossing of that is what is looked for.  In the body of a when, and in loops
 * that are run, nothing is to be found between events. */
DaeExpr flat_operand_here(Flat *f, DaeExpr e) {
    if (!f->targets || !f->stmts || f->no_event || f->when_guard || f->loops || f->initial || f->positions ||
        dae_at(&f->pool, e)->base != DAE_REAL ||
        !reads(&f->pool, e, &(Reads){.hi = UINT32_MAX, .among = &f->targets->known}))
        return e;
    DaeVar t = hidden(f, "here", DAE_REAL, DAE_KIND_CONTINUOUS);
    push(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, t), e));
    flat_target(f, t);
    return flat_var_expr(f, t);
}

static void find_choices(Flat *f, Chosen *c) {
    for (uint32_t part = 0; part < c->lhs->nparts; part++) {
        const InstPart *p = &c->lhs->parts[part];
        for (uint32_t k = 0; k < p->nsubs && c->n < 32; k++) {
            int64_t i;
            if (p->subs[k]->kind != INST_E_COLON && p->subs[k]->type.ndims == 0 && !flat_integer(f, p->subs[k], &i))
                c->at[c->n++] = (Choice){.part = part, .sub = k};
        }
    }
}

/* A left side whose subscripts are known. */
static void assign_element(Flat *f, InstExpr *lhs, const FlatVal *e, Span span) {
    VecU32 vars = {0};
    if (flat_reference(f, lhs, &vars, NULL)) {
        if (vars.n != e->n)
            flat_error(f, "FLAT0050", span, "the two sides have different sizes: %zu and %u scalars", vars.n, e->n);
        else assign_vars(f, &vars, e);
    }
    vec_free(&vars);
}

/* All scalars of the array of which a left side names some. */
static void places(Flat *f, const InstExpr *lhs, VecU32 *vars) {
    InstExpr whole = *lhs;
    whole.parts = base_copy(&f->temp, lhs->parts, sizeof *lhs->parts * lhs->nparts);
    for (uint32_t i = 0; i < lhs->nparts; i++) whole.parts[i].nsubs = 0;
    (void)flat_reference(f, &whole, vars, NULL);
}

/* Subscripts and values are those of before the assignment (11.2.1.1), whichever elements it looks at one by one:
 * subscripts that read the array, and several values that do, get names. */
static void hold_operands(Flat *f, Chosen *c, FlatVal *e) {
    VecU32 vars = {0};
    places(f, c->lhs, &vars);
    for (uint32_t k = 0; k < c->n; k++)
        if (c->at[k].index && (c->n > 1 || overlaps(f, &vars, &c->at[k].index, 1)))
            c->at[k].index = held(f, c->at[k].index);
    if (e->n > 1 && overlaps(f, &vars, e->e, e->n)) copy_all(f, e);
    vec_free(&vars);
}

/* A left side whose subscripts vary, in whatever part of its name; false: it has none. */
static bool assign_chosen(Flat *f, InstExpr *lhs, FlatVal *e, Span span) {
    Chosen c = {.lhs = lhs, .e = e};
    bool varies = false;
    find_choices(f, &c);
    if (!c.n) return false;
    for (uint32_t k = 0; k < c.n; k++) {
        Choice *at = &c.at[k];
        InstExpr *sub = lhs->parts[at->part].subs[at->sub];
        int64_t size = type_of_part(lhs, at->part)->dims[at->sub];
        at->number = (InstExpr){.kind = INST_E_INTEGER, .type = sub->type, .span = span};
        if (!flat_scalar(f, sub, &at->index)) return true;
        if (flat_counted(f, at->index, size, &at->number.integer)) at->index = 0;
        else at->index = flat_checked_index(f, sub, at->index, size, flat_array_words(f, lhs, at->part, at->sub));
        varies |= at->index != 0;
    }
    if (varies) hold_operands(f, &c, e);
    InstPart *saved = lhs->parts;
    lhs->parts = base_copy(&f->temp, saved, sizeof *saved * lhs->nparts);
    for (uint32_t k = 0; k < c.n; k++) {
        InstPart *p = &lhs->parts[c.at[k].part];
        if (p->subs == saved[c.at[k].part].subs) p->subs = base_copy(&f->temp, p->subs, sizeof *p->subs * p->nsubs);
        p->subs[c.at[k].sub] = &c.at[k].number;
    }
    if (varies) assign_elements(f, &c, 0, 0);
    else assign_element(f, lhs, e, span);
    lhs->parts = saved;
    return true;
}

static void assign_to(Flat *f, InstExpr *lhs, FlatVal *e, Span span) {
    if (lhs->kind != INST_E_CREF) {
        flat_unsupported(f, span, "the left side of an assignment must be a variable");
        return;
    }
    flat_note_array(f, lhs);
    if (!assign_chosen(f, lhs, e, span)) assign_element(f, lhs, e, span);
}

/* (a, b, ...) := f(...): what an inlined function gives may read what is assigned before it. */
static void hold_results(Flat *f, const InstExpr *lhs, FlatVal *outs, uint32_t n) {
    VecU32 vars = {0};
    for (uint32_t i = 0; i < lhs->nargs && i < n; i++) {
        if (!lhs->args[i]) continue;
        if (vars.n && overlaps(f, &vars, outs[i].e, outs[i].n)) copy_all(f, &outs[i]);
        if (lhs->args[i]->kind == INST_E_CREF) places(f, lhs->args[i], &vars);
    }
    vec_free(&vars);
}

static void assignment(Flat *f, InstStmt *s) {
    FlatVal e;
    if (flat_is_lifted_assignment(f, s->lhs, s->rhs)) {
        InstExpr *whole;
        if (flat_lift_assignment(f, s->lhs, s->rhs, &whole, &e)) assign_to(f, whole, &e, s->span);
        return;
    }
    if (s->lhs->kind != INST_E_TUPLE) {
        if (flat_value_sized(f, s->rhs, &s->lhs->type, &e)) assign_to(f, s->lhs, &e, s->span);
        return;
    }
    if (s->rhs->kind != INST_E_CALL) {
        flat_unsupported(f, s->span, "several results come from a function call only");
        return;
    }
    uint32_t n = s->rhs->function->noutputs;
    FlatVal *outs = BASE_ARRAY(&f->temp, FlatVal, n ? n : 1);
    if (!flat_call_into(f, s->lhs, s->rhs, outs)) return;
    hold_results(f, s->lhs, outs, n);
    for (uint32_t i = 0; i < s->lhs->nargs && i < n; i++)
        if (s->lhs->args[i]) assign_to(f, s->lhs->args[i], &outs[i], s->span);
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

/* Calls that a condition needs run only where it is reached, so they go with the rest of the chain.  Names of operands
 * of relations stand in front of it, for their crossings are looked for everywhere. */
static DaeExpr behind(Flat *f, FlatStmts *needed, DaeExpr rest) {
    bool calls = false;
    for (size_t i = 0; i < needed->list.n; i++) calls |= dae_at(&f->pool, needed->list.at[i])->op != DAE_ASSIGN;
    if (!calls)
        for (size_t i = 0; i < needed->list.n; i++) push(f, needed->list.at[i]);
    else if (rest) vec_push(&needed->list, rest);
    if (calls) return sequence(f, needed);
    vec_free(&needed->list);
    return rest;
}

static DaeExpr if_chain(Flat *f, InstStmt *s, uint32_t i) {
    if (i >= s->nbranches) return 0;
    InstExpr *cond = s->branches[i].cond;
    if (!cond) return block(f, s->branches[i].stmts);
    DaeExpr c;
    double x;
    if (!flat_scalar(f, cond, &c)) return 0;
    if (dae_is_const(&f->pool, c, &x)) {
        for (uint32_t k = x != 0 ? i + 1 : i; k < (x != 0 ? s->nbranches : i + 1); k++)
            flat_unreached(f, s->branches[k].stmts);
        return x != 0 ? block(f, s->branches[i].stmts) : if_chain(f, s, i + 1);
    }
    DaeExpr then = branch(f, s->branches[i].stmts);
    size_t counted = f->targets->counted.n;
    FlatStmts needed = {0}, *before = f->stmts; /* what the conditions behind it need */
    f->stmts = &needed;
    DaeExpr other = if_chain(f, s, i + 1);
    f->stmts = before;
    forget_numbers(f, counted);
    return dae_op3(&f->pool, DAE_IF_STMT, c, then, behind(f, &needed, other));
}

static DaeExpr when_chain(Flat *f, InstStmt *s, uint32_t i) {
    if (i >= s->nbranches) return 0;
    DaeExpr t = flat_trigger(f, s->branches[i].cond);
    if (!t) return 0;
    DaeExpr before = f->when_guard;
    f->when_guard = t;
    f->no_event++; /* what stands in the body is looked at at the event only (11.2.7) */
    DaeExpr then = branch(f, s->branches[i].stmts);
    f->no_event--;
    f->when_guard = before;
    return dae_op3(&f->pool, DAE_IF_STMT, t, then, when_chain(f, s, i + 1));
}

typedef struct {
    InstStmt *body;
    bool any; /* round so far */
} Rounds;

static bool for_round(Flat *f, void *arg) {
    Rounds *r = arg;
    r->any = true;
    statements(f, r->body);
    return base_error_count(f->ctx) < 100;
}

/* Whether a break of this loop stands in its body. */
static bool has_break(const InstStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == SYN_ST_BREAK) return true;
        if (s->kind == SYN_ST_IF)
            for (uint32_t i = 0; i < s->nbranches; i++)
                if (has_break(s->branches[i].stmts)) return true;
    }
    return false;
}

/* for i in v, where v is a vector of variables: its elements one after the other as values of i. */
static bool rounds_over_values(Flat *f, InstStmt *s) {
    FlatVal v;
    if (!flat_value(f, s->iter->range, &v)) return false;
    copy_all(f, &v); /* the body may assign what they are made of */
    FlatRunning here = {.iter = s->iter, .outer = f->running};
    f->running = &here;
    for (uint32_t i = 0; i < v.n; i++) {
        here.value = v.e[i];
        statements(f, s->body);
    }
    f->running = here.outer;
    return true;
}

/* for i in a:step:b with bounds that vary: a hidden Integer counts while the algorithm runs. */
static bool counted_loop(Flat *f, InstStmt *s) {
    InstExpr *r = s->iter->range;
    DaeExpr from, to;
    int64_t by = 1;
    if (!flat_scalar(f, r->args[0], &from) || !flat_scalar(f, r->args[2], &to)) return false;
    if (r->args[1] && (!flat_integer(f, r->args[1], &by) || !by))
        return flat_unsupported(f, r->span, "a loop whose step varies is not translated"), false;
    DaeVar count = hidden(f, "loop", DAE_INTEGER, DAE_KIND_DISCRETE);
    DaeVar last = hidden(f, "loop", DAE_INTEGER, DAE_KIND_DISCRETE);
    flat_target(f, count);
    flat_target(f, last);
    DaeExpr i = flat_var_expr(f, count), end = flat_var_expr(f, last);
    push(f, dae_op2(&f->pool, DAE_ASSIGN, i, from));
    push(f, dae_op2(&f->pool, DAE_ASSIGN, end, to));
    FlatRunning here = {.iter = s->iter, .value = i, .outer = f->running};
    f->running = &here;
    FlatStmts inner = {0}, *before = f->stmts;
    f->stmts = &inner;
    f->loops++;
    base_map_clear(&f->targets->numbers);
    statements(f, s->body);
    base_map_clear(&f->targets->numbers);
    f->loops--;
    push(f, dae_op2(&f->pool, DAE_ASSIGN, i, dae_op2(&f->pool, DAE_ADD, i, dae_int(&f->pool, by))));
    f->stmts = before;
    f->running = here.outer;
    DaeExpr more = dae_op2(&f->pool, by > 0 ? DAE_LE : DAE_GE, i, end);
    push(f, dae_op2(&f->pool, DAE_WHILE, more, sequence(f, &inner)));
    return true;
}

/* Does an expression name the iterator? */
static bool names_iterator(const InstExpr *e, const InstIter *it) {
    if (!e) return false;
    if (e->kind == INST_E_ITER) return e->iter == it;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (names_iterator(e->args[i], it)) return true;
    for (uint32_t p = 0; e->parts && p < e->nparts; p++)
        for (uint32_t k = 0; k < e->parts[p].nsubs; k++)
            if (names_iterator(e->parts[p].subs[k], it)) return true;
    for (uint32_t i = 0; i < e->niters; i++)
        if (names_iterator(e->iters[i]->range, it)) return true;
    return false;
}

static bool body_names(const InstStmt *s, const InstIter *it) {
    for (; s; s = s->next) {
        if (names_iterator(s->lhs, it) || names_iterator(s->rhs, it) || body_names(s->body, it)) return true;
        if (s->iter && names_iterator(s->iter->range, it)) return true;
        for (uint32_t i = 0; i < s->nbranches; i++)
            if (names_iterator(s->branches[i].cond, it) || body_names(s->branches[i].stmts, it)) return true;
    }
    return false;
}

/* Many rounds that are all the same, where nothing makes events: they are counted while running, not written down one
 * after the other. */
static bool repeats(Flat *f, const InstStmt *s) {
    enum { MANY = 32 };
    const InstExpr *r = s->iter->range;
    int64_t from, to;
    return r && r->kind == INST_E_RANGE && r->type.base == INST_INTEGER && !r->args[1] && f->when_guard &&
           flat_integer(f, r->args[0], &from) && flat_integer(f, r->args[2], &to) && to - from >= MANY &&
           !body_names(s->body, s->iter);
}

static void rounds(Flat *f, InstStmt *s) {
    InstExpr *r = s->iter->range;
    bool varies = r && r->variability > INST_VAR_PARAMETER;
    if (repeats(f, s)) {
        counted_loop(f, s);
        return;
    }
    if (varies && r->kind == INST_E_RANGE && r->type.base == INST_INTEGER) counted_loop(f, s);
    else if (varies) rounds_over_values(f, s);
    else {
        Rounds all = {.body = s->body};
        flat_loop(f, s->iter, for_round, &all);
        if (!all.any) flat_unreached(f, s->body);
    }
}

/* The rounds one after the other; a break leaves them all, so they stand in a loop that is run once. */
static void for_loop(Flat *f, InstStmt *s) {
    InstExpr *r = s->iter->range;
    bool counted = r && r->kind == INST_E_RANGE && r->variability > INST_VAR_PARAMETER;
    if (counted || !has_break(s->body)) {
        rounds(f, s);
        return;
    }
    FlatStmts inner = {0}, *before = f->stmts;
    size_t before_all = f->targets->counted.n;
    f->stmts = &inner;
    rounds(f, s);
    push(f, dae_op(&f->pool, DAE_BREAK, NULL, 0));
    f->stmts = before;
    forget_numbers(f, before_all);
    push(f, dae_op2(&f->pool, DAE_WHILE, dae_bool(&f->pool, true), sequence(f, &inner)));
}

static void while_loop(Flat *f, InstStmt *s) {
    DaeExpr c;
    base_map_clear(&f->targets->numbers);       /* every round sees what those before it did */
    FlatStmts needed = {0}, *before = f->stmts; /* for the condition, in each round anew */
    f->stmts = &needed;
    f->no_event++;
    f->loops++;
    bool ok = flat_scalar(f, s->lhs, &c);
    f->no_event--;
    f->stmts = before;
    for (size_t i = 0; i < needed.list.n; i++) push(f, needed.list.at[i]);
    if (ok) {
        DaeExpr body = branch(f, s->body);
        if (needed.list.n) {
            DaeExpr again[2] = {body, sequence(f, &needed)};
            body = dae_op(&f->pool, DAE_SEQ, again, 2);
        }
        push(f, dae_op2(&f->pool, DAE_WHILE, c, body));
    }
    vec_free(&needed.list);
    f->loops--;
}

static void call(Flat *f, InstStmt *s) {
    DaeExpr stmt = 0;
    InstExpr *e = s->lhs;
    if (e->kind == INST_E_CALL) {
        if (flat_call_statement(f, e, &stmt)) push(f, stmt);
        return;
    }
    FlatVal x, v;
    switch ((InstBuiltin)e->builtin) {
    case INST_B_ASSERT: push(f, flat_assertion(f, e)); return;
    case INST_B_TERMINATE:
        if (flat_scalar(f, e->args[0], &stmt)) push(f, dae_op1(&f->pool, DAE_TERMINATE, stmt));
        return;
    case INST_B_REINIT:
        if (flat_value(f, e->args[0], &x) && flat_value(f, e->args[1], &v))
            for (uint32_t i = 0; i < x.n && i < v.n; i++) push(f, dae_op2(&f->pool, DAE_REINIT, x.e[i], v.e[i]));
        return;
    default:
        if (e->kind != INST_E_ERROR) flat_unsupported(f, s->span, "this call as a statement is not translated");
    }
}

static void statement(Flat *f, InstStmt *s) {
    switch ((SynStatementKind)s->kind) {
    case SYN_ST_ASSIGN: assignment(f, s); break;
    case SYN_ST_CALL: call(f, s); break;
    case SYN_ST_IF: push(f, if_chain(f, s, 0)); break;
    case SYN_ST_FOR: for_loop(f, s); break;
    case SYN_ST_WHILE: while_loop(f, s); break;
    case SYN_ST_WHEN: push(f, when_chain(f, s, 0)); break;
    case SYN_ST_BREAK: push(f, dae_op(&f->pool, DAE_BREAK, NULL, 0)); break;
    case SYN_ST_RETURN: push(f, dae_op(&f->pool, DAE_RETURN, NULL, 0)); break;
    }
}

static void statements(Flat *f, InstStmt *s) {
    for (; s; s = s->next) statement(f, s);
}

/* ---- initial values of what is assigned -------------------------------------------------------------------------- */

enum { FIRST_ASSIGNED = 1, FIRST_READ = 2 };

/* Marks the variables of an expression that were not met before. */
static void note(const DaePool *p, DaeExpr e, uint64_t how, Map *first) {
    if (!e) return;
    const DaeNode *n = dae_at(p, e);
    uint64_t known;
    if (n->op == DAE_VAR && !base_map_get(first, n->id, &known)) base_map_put(first, n->id, how);
    for (uint32_t i = 0; i < n->nargs; i++) note(p, dae_arg(p, e, i), how, first);
}

/* What happens first to each variable at top level: one pass over the statements. */
static void find_first_uses(const DaePool *p, const FlatStmts *s, Map *first) {
    for (size_t i = 0; i < s->list.n; i++) {
        DaeExpr e = s->list.at[i];
        const DaeNode *n = dae_at(p, e);
        if (n->op == DAE_ASSIGN && dae_at(p, dae_arg(p, e, 0))->op == DAE_VAR) {
            note(p, dae_arg(p, e, 1), FIRST_READ, first);
            note(p, dae_arg(p, e, 0), FIRST_ASSIGNED, first);
        } else if (n->op == DAE_ASSIGN_CALL) {
            note(p, dae_arg(p, e, 0), FIRST_READ, first);
            for (uint32_t k = 1; k < n->nargs; k++) note(p, dae_arg(p, e, k), FIRST_ASSIGNED, first);
        } else {
            note(p, e, FIRST_READ, first);
        }
    }
}

DaeExpr flat_first_value(Flat *f, DaeVar v) {
    const DaeVariable *var = &f->dae->vars.at[v];
    if (var->kind == DAE_KIND_DISCRETE && !f->initial) return flat_var_expr(f, dae_pre(f->dae, v));
    if (var->base == DAE_STRING) return dae_text(&f->pool, 0);
    if (var->start == DAE_NO_OPERAND)
        return var->base == DAE_BOOLEAN   ? dae_bool(&f->pool, false)
               : var->base == DAE_INTEGER ? dae_int(&f->pool, 0)
               : var->base == DAE_ENUM    ? dae_enum(&f->pool, 1)
                                          : dae_real(&f->pool, 0);
    if (!dae_operand_is_const(var->start)) return flat_var_expr(f, var->start);
    double x = dae_constant_value(f->dae, var->start);
    return var->base == DAE_BOOLEAN   ? dae_bool(&f->pool, x != 0)
           : var->base == DAE_INTEGER ? dae_int(&f->pool, (int64_t)x)
           : var->base == DAE_ENUM    ? dae_enum(&f->pool, (int64_t)x)
                                      : dae_real(&f->pool, x);
}

void flat_algorithm(Flat *f, InstStmt *body, Span span) {
    FlatStmts all = {0};
    FlatTargets targets = {0};
    f->stmts = &all;
    f->targets = &targets;
    statements(f, body);
    f->stmts = NULL;
    f->targets = NULL;
    if (targets.outs.n) {
        FlatStmts whole = {0};
        Map first = {0};
        find_first_uses(&f->pool, &all, &first);
        for (size_t i = 0; i < targets.outs.n; i++) {
            DaeVar v = targets.outs.at[i];
            uint64_t how;
            if (!base_map_get(&first, v, &how) || how != FIRST_ASSIGNED)
                vec_push(&whole.list, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, v), flat_first_value(f, v)));
        }
        base_map_free(&first);
        for (size_t i = 0; i < all.list.n; i++) vec_push(&whole.list, all.list.at[i]);
        DaeExpr root = sequence(f, &whole);
        flat_emit(f, root, targets.outs.at, (uint32_t)targets.outs.n, span);
    } else {
        for (size_t i = 0; i < all.list.n; i++)
            dae_add_equation(f->dae, &f->dae->actions, &f->pool, all.list.at[i], NULL, 0, flat_origin(f, span));
    }
    vec_free(&all.list);
    vec_free(&targets.outs);
    base_map_free(&targets.known);
    base_map_free(&targets.arrays);
    base_map_free(&targets.numbers);
    vec_free(&targets.counted);
}
