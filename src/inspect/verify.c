/* verify.c - analytic Jacobians against differences: a wrong entry is named by equation, variable and line.
 *
 * Before: an initialised run; v holds an accepted point.  After: v as before.  For every state (and every unknown of
 * every system of equations) the tangents of all variables are compared with central differences, in the order of
 * evaluation: the first equation whose result is off although what it reads is right is the one to blame.
 *
 * A difference counts only where it can be trusted: three step widths and both one-sided quotients must agree with each
 * other better than with the tangent, so that kinks, narrow bends and rounding are not taken for mistakes; and the
 * equation must be wrong by itself, when its operands move exactly along their tangents (where the interpreter can
 * evaluate it).
 */
#include "inspect/inspect.h"

#include <math.h>
#include <string.h>

static const double WIDTH = 1e-5;        /* of a difference, relative to the variable's size */
static const double DISAGREEMENT = 1e-3; /* relative; less is taken for rounding and curvature */

typedef struct {
    const GenModel *g;
    const Dae *dae;
    Runtime *rt;
    Context *ctx;
    CwEnv *env;
    RtUnknowns u;
    size_t n;                    /* variables */
    double *at;                  /* v at the point */
    double *up, *down;           /* v a step to both sides ... */
    double *far_up, *far_down;   /* ... four steps ... */
    double *near_up, *near_down; /* ... and a hundredth */
    double *tangent;             /* d */
    double h;                    /* half the distance between up and down */
    Map *reported;               /* origins of equations already named */
    uint32_t entries, wrong;
    /* residuals of a system */
    double *r_up, *r_down, *r_far_up, *r_far_down, *r_near_up, *r_near_down, *r_at, *r_tangent;
} Verify;

/* ---- comparing --------------------------------------------------------------------------------------------------- */

typedef struct {
    double at, up, down, far_up, far_down, near_up, near_down, tangent, scale;
} Quotient;

/* Points at which everything is evaluated, and how many steps away they are. */
typedef enum { AT, UP, DOWN, FAR_UP, FAR_DOWN, NEAR_UP, NEAR_DOWN, SIDES } SidePoint;
static const double steps[SIDES] = {0, 1, -1, 4, -4, 0.01, -0.01};

/* Is the tangent wrong beyond doubt?  *numeric: what it should be. */
static bool is_wrong(const Verify *x, const Quotient *q, double *numeric) {
    double h = x->h;
    *numeric = (q->up - q->down) / (2 * h);
    double error = fabs(*numeric - q->tangent), size = fabs(*numeric) + fabs(q->tangent);
    double noise = 1e-9 * (fabs(q->up) + fabs(q->down) + 1e-3 * q->scale) / h;
    if (!(error > DISAGREEMENT * size + noise)) return isfinite(*numeric) && !isfinite(q->tangent);
    double wide = (q->far_up - q->far_down) / (8 * h), right = (q->up - q->at) / h, left = (q->at - q->down) / h;
    double narrow = (q->near_up - q->near_down) / (0.02 * h);
    return fabs(wide - *numeric) < 0.2 * error && fabs(right - left) < 0.4 * error &&
           fabs(narrow - q->tangent) > 0.5 * error;
}

static Quotient of_variable(const Verify *x, DaeVar v) {
    return (Quotient){x->at[v],      x->up[v],        x->down[v],    x->far_up[v],        x->far_down[v],
                      x->near_up[v], x->near_down[v], x->tangent[v], rt_nominal(x->rt, v)};
}

static Quotient of_residual(const Verify *x, int i) {
    return (Quotient){x->r_at[i],        x->r_up[i],       x->r_down[i],
                      x->r_far_up[i],    x->r_far_down[i], x->r_near_up[i],
                      x->r_near_down[i], x->r_tangent[i],  1};
}

/* ---- one equation alone ------------------------------------------------------------------------------------------ */

typedef struct {
    const Verify *x;
    const DaeOperand *operands;
    double step; /* how far the operands have moved along their tangents */
    uint32_t out;
    double value;
} Alone;

static bool alone_leaf(void *arg, const DaeNode *n, double *value) {
    const Alone *a = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = a->operands[n->id];
    if (dae_operand_is_const(o)) *value = dae_constant_value(a->x->dae, o);
    else *value = a->x->at[o] + a->step * a->x->tangent[o];
    return true;
}

static bool alone_set(void *arg, uint32_t hole, double value) {
    Alone *a = arg;
    if (hole == a->out) a->value = value;
    return true;
}

/* Output `out` of the equation, or its residual, after a step; false when the interpreter cannot tell. */
static bool alone_value(Alone *a, const DaeEquation *eq, double step, double *value) {
    const Dae *d = a->x->dae;
    DaeShape s = d->shapes.at[eq->shape];
    double lhs, rhs;
    a->step = step * a->x->h;
    if (s.nout) {
        if (!dae_run_statement(d, s.root, alone_leaf, alone_set, a)) return false;
        *value = a->value;
        return true;
    }
    if (!dae_run(d, &d->pool, dae_arg(&d->pool, s.root, 0), alone_leaf, a, &lhs)) return false;
    if (!dae_run(d, &d->pool, dae_arg(&d->pool, s.root, 1), alone_leaf, a, &rhs)) return false;
    *value = lhs - rhs;
    return true;
}

/* Does what the equation reads move as its tangents say? */
static bool reads_right(const Verify *x, const DaeEquation *eq) {
    const Dae *d = x->dae;
    for (uint32_t k = d->shapes.at[eq->shape].nout; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        double numeric;
        if (dae_operand_is_const(o) || d->vars.at[o].base != DAE_REAL) continue;
        Quotient q = of_variable(x, o);
        if (is_wrong(x, &q, &numeric)) return false;
    }
    return true;
}

/* Is the equation wrong by itself?  What cannot be evaluated alone is taken to be, when what it reads is right. */
static bool wrong_alone(const Verify *x, const DaeEquation *eq, uint32_t out, double tangent, double *numeric) {
    Alone a = {.x = x, .operands = dae_operands(x->dae, eq), .out = out};
    double v[SIDES];
    for (int k = 0; k < SIDES; k++)
        if (!alone_value(&a, eq, steps[k], &v[k])) return reads_right(x, eq);
    double scale = 1; /* what cancels in the result leaves the rounding of its operands */
    for (uint32_t k = 0; k < x->dae->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(a.operands[k])) scale = fmax(scale, fabs(x->at[a.operands[k]]));
    Quotient q = {v[AT], v[UP], v[DOWN], v[FAR_UP], v[FAR_DOWN], v[NEAR_UP], v[NEAR_DOWN], tangent, scale};
    if (!is_wrong(x, &q, numeric)) return false;
    for (double step = 1e-4; step > 1e-9; step *= 1e-2) { /* or is it in the midst of a bend that is narrower still? */
        double up, down;
        if (!alone_value(&a, eq, step, &up) || !alone_value(&a, eq, -step, &down)) return true;
        if (fabs((up - down) / (2 * step * x->h) - tangent) < 0.1 * fabs(*numeric - tangent)) return false;
    }
    return true;
}

/* ---- naming ------------------------------------------------------------------------------------------------------ */

/* Functions called by the equation that name their own derivative are the likeliest cause. */
static void note_functions(Verify *x, Diag *diag, const DaeEquation *eq) {
    const Dae *d = x->dae;
    DaeWalk walk = {0};
    dae_walk(&walk, &d->pool, d->shapes.at[eq->shape].root);
    for (uint32_t i = 0; i < walk.n; i++) {
        const DaeNode *node = dae_at(&d->pool, walk.at[i]);
        if (node->op != DAE_CALL) continue;
        const DaeFunction *f = &d->functions.at[node->id];
        for (uint32_t k = 0; k < f->nderivatives; k++)
            base_note(x->ctx, diag, f->span, "it calls %s, whose derivative is given as %s",
                      base_str(x->ctx->names, f->name),
                      base_str(x->ctx->names, d->functions.at[f->derivatives[k].function].name));
    }
    dae_walk_free(&walk);
}

/* by: what moved; what: the result that does not follow as its formula says (of a residual nothing). */
static void report(Verify *x, const DaeEquation *eq, DaeVar what, bool residual, DaeVar by, double numeric,
                   double analytic) {
    Runtime *rt = x->rt;
    x->wrong++;
    if (base_map_get(x->reported, eq->origin, NULL)) return;
    base_map_put(x->reported, eq->origin, 1);
    Diag *d = base_error(
        x->ctx, "RT0095", dae_span(x->dae, eq->origin),
        "the derivative of this equation is wrong at time %.9g: d(%s)/d(%s) is %.9g by formula, %.9g by differences",
        x->env->v[0], residual ? "residual" : rt_var_name(rt, what), rt_var_name(rt, by), analytic, numeric);
    if (!d) return;
    Text t = {0};
    dae_print_equation(x->dae, eq, &t);
    while (t.n && strchr("\n; ", t.at[t.n - 1])) t.at[--t.n] = 0;
    base_note(x->ctx, d, (Span){0}, "equation: %s", base_text_str(&t));
    base_text_free(&t);
    note_functions(x, d, eq);
    base_hint(
        x->ctx, d,
        "correct the derivative function it calls; where it calls none this is a fault of causeway: please report it");
}

/* Compares what an equation computes; true when it is wrong. */
static bool check_outputs(Verify *x, const DaeEquation *eq, DaeVar by) {
    const Dae *d = x->dae;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) {
        DaeVar v = dae_operands(d, eq)[k];
        double numeric;
        if (d->vars.at[v].base != DAE_REAL || d->vars.at[v].kind == DAE_KIND_DISCRETE) continue;
        Quotient q = of_variable(x, v);
        x->entries++;
        if (!is_wrong(x, &q, &numeric) || !wrong_alone(x, eq, k, q.tangent, &numeric)) continue;
        report(x, eq, v, false, by, numeric, q.tangent);
        return true;
    }
    return false;
}

/* ---- systems of equations ---------------------------------------------------------------------------------------- */

static bool evaluate(Verify *x, const CwSystem *s, CwFn f) {
    x->env->operands = s->operands;
    return rt_evaluate(x->rt, f);
}

/* Residuals and inner variables at v, into the arrays of one side. */
static bool take_side(Verify *x, const CwSystem *s, double *v, double *r) {
    if (!evaluate(x, s, s->residual)) return false;
    memcpy(v, x->env->v, x->n * sizeof *v);
    memcpy(r, x->env->r, (size_t)s->n * sizeof *r);
    return true;
}

static bool check_parts(Verify *x, const SymSystem *sym, DaeVar by) {
    for (uint32_t i = 0; i < sym->ninner; i++) /* systems inside are looked at by themselves */
        if (sym_nested(x->dae, &sym->inner[i]) == UINT32_MAX && check_outputs(x, &sym->inner[i], by)) return true;
    for (uint32_t i = 0; i < sym->n; i++) {
        Quotient q = of_residual(x, (int)i);
        double numeric;
        x->entries++;
        if (!is_wrong(x, &q, &numeric) || !wrong_alone(x, &sym->residuals[i], 0, q.tangent, &numeric)) continue;
        report(x, &sym->residuals[i], 0, true, by, numeric, q.tangent);
        return true;
    }
    return false;
}

/* Column of the system's matrix: one unknown moves. */
static bool check_column(Verify *x, const CwSystem *s, const SymSystem *sym, int column) {
    Runtime *rt = x->rt;
    double *v = x->env->v, *d = x->env->d;
    DaeVar by = (DaeVar)s->vars[column];
    double *vs[SIDES] = {x->at, x->up, x->down, x->far_up, x->far_down, x->near_up, x->near_down};
    double *rs[SIDES] = {x->r_at, x->r_up, x->r_down, x->r_far_up, x->r_far_down, x->r_near_up, x->r_near_down};
    double z = x->at[by], *point = base_realloc(NULL, x->n * sizeof *point);
    memcpy(point, x->at, x->n * sizeof *point);
    x->h = WIDTH * fmax(fabs(z), rt_nominal(rt, by));
    bool ok = true;
    for (int k = 0; k < SIDES && ok; k++) {
        memcpy(v, point, x->n * sizeof *v);
        v[by] = z + steps[k] * x->h;
        ok = take_side(x, s, vs[k], rs[k]);
    }
    memcpy(v, point, x->n * sizeof *v);
    memset(d, 0, x->n * sizeof *d);
    d[by] = 1;
    ok = ok && evaluate(x, s, s->residual) && evaluate(x, s, s->tangent);
    if (ok) {
        memcpy(x->tangent, d, x->n * sizeof *d);
        memcpy(x->r_tangent, x->env->r, (size_t)s->n * sizeof *d);
    }
    memset(d, 0, x->n * sizeof *d);
    bool wrong = ok && check_parts(x, sym, by);
    memcpy(x->at, point, x->n * sizeof *point);
    memcpy(v, point, x->n * sizeof *v);
    base_realloc(point, 0);
    return wrong;
}

static void room_for(Verify *x, int n) {
    double **parts[] = {&x->r_up,      &x->r_down,      &x->r_far_up, &x->r_far_down,
                        &x->r_near_up, &x->r_near_down, &x->r_at,     &x->r_tangent};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = base_realloc(*parts[i], (size_t)(n + 1) * sizeof(double));
}

static const CwSystem *code_of(const Verify *x, uint32_t i) { return &rt_code(x->rt)->systems[i]; }

static const SymSystem *known_system(const Verify *x, uint32_t i) {
    const CwSystem *s = code_of(x, i);
    const SymSystem *sym = i < x->g->sym->systems.n ? &x->g->sym->systems.at[i] : NULL;
    return sym && rt_system_is_ready(x->rt, (int)i) && s->tangent && (int)sym->n == s->n ? sym : NULL;
}

static void check_systems(Verify *x) {
    for (uint32_t i = 0; i < (uint32_t)rt_code(x->rt)->nsystems; i++) {
        const SymSystem *sym = known_system(x, i);
        if (!sym) continue;
        room_for(x, (int)sym->n);
        for (int c = 0; c < (int)sym->n; c++)
            if (check_column(x, code_of(x, i), sym, c)) break;
    }
}

/* The tangent of a system's solution is off: its matrix was right, so one of its equations depends wrongly on what
 * comes from outside.  All that moves with the state, but not the unknowns. */
static bool check_inputs(Verify *x, uint32_t number, DaeVar by) {
    const SymSystem *sym = known_system(x, number);
    const CwSystem *s = code_of(x, number);
    if (!sym) return false;
    double *sides[SIDES] = {x->at, x->up, x->down, x->far_up, x->far_down, x->near_up, x->near_down};
    double *v = x->env->v, *d = x->env->d, *kept = base_realloc(NULL, x->n * sizeof *kept);
    room_for(x, (int)sym->n);
    double *rs[SIDES] = {x->r_at, x->r_up, x->r_down, x->r_far_up, x->r_far_down, x->r_near_up, x->r_near_down};
    bool ok = true;
    memcpy(kept, x->at, x->n * sizeof *kept);
    for (int k = 0; k < SIDES && ok; k++) {
        memcpy(v, sides[k], x->n * sizeof *v);
        for (uint32_t i = 0; i < sym->n; i++) v[sym->unknowns[i]] = kept[sym->unknowns[i]];
        ok = take_side(x, s, sides[k], rs[k]);
    }
    memcpy(v, kept, x->n * sizeof *v);
    memcpy(d, x->tangent, x->n * sizeof *d);
    for (uint32_t i = 0; i < sym->n; i++) d[sym->unknowns[i]] = 0;
    ok = ok && evaluate(x, s, s->residual) && evaluate(x, s, s->tangent);
    memcpy(x->tangent, d, x->n * sizeof *d);
    if (ok) memcpy(x->r_tangent, x->env->r, (size_t)s->n * sizeof *d);
    memset(d, 0, x->n * sizeof *d);
    bool wrong = ok && check_parts(x, sym, by);
    memcpy(x->at, kept, x->n * sizeof *kept);
    memcpy(v, kept, x->n * sizeof *v);
    base_realloc(kept, 0);
    return wrong;
}

/* ---- the derivatives of the states ------------------------------------------------------------------------------- */

/* Does the tangent of the solution disagree? */
static bool solution_is_off(Verify *x, const SymSystem *sym) {
    for (uint32_t i = 0; i < sym->n; i++) {
        Quotient q = of_variable(x, sym->unknowns[i]);
        double numeric;
        x->entries++;
        if (is_wrong(x, &q, &numeric)) return true;
    }
    return false;
}

/* In the order of evaluation; stops at the first equation that is wrong. */
static void check_blocks(Verify *x, DaeVar by) {
    const SymModel *m = x->g->sym;
    for (size_t b = 0; b < m->blocks.n; b++) {
        const SymBlock *block = &m->blocks.at[b];
        if (!(block->flags & SYM_NEEDED)) continue;
        if (block->system == UINT32_MAX) {
            if (check_outputs(x, &block->eq, by)) return;
            continue;
        }
        const SymSystem *sym = &m->systems.at[block->system];
        if (!solution_is_off(x, sym)) continue;
        /* when its equations are right, its solution bends too sharply here */
        (void)check_inputs(x, block->system, by);
        return;
    }
}

static bool values_at(Verify *x, double t, double *y, uint32_t c, double value, double *to) {
    double kept = y[c], *dy = base_realloc(NULL, (x->u.nstates + 1) * sizeof *dy);
    y[c] = value;
    bool ok = rt_rhs(x->rt, t, y, dy) == 0;
    y[c] = kept;
    memcpy(to, x->env->v, x->n * sizeof *to);
    base_realloc(dy, 0);
    return ok;
}

static void check_state(Verify *x, double t, double *y, uint32_t c) {
    Runtime *rt = x->rt;
    x->h = WIDTH * fmax(fabs(y[c]), x->u.scale[c]);
    double *sides[SIDES] = {x->at, x->up, x->down, x->far_up, x->far_down, x->near_up, x->near_down};
    for (int k = SIDES; k-- > 0;) /* the point itself last */
        if (!values_at(x, t, y, c, y[c] + steps[k] * x->h, sides[k])) return;
    rt_systems_refresh(rt);
    x->env->d[x->u.x[c]] = 1;
    bool ok = rt_evaluate(rt, rt_code(rt)->tangent);
    memcpy(x->tangent, x->env->d, x->n * sizeof *x->tangent);
    memset(x->env->d, 0, x->n * sizeof *x->tangent);
    if (ok) check_blocks(x, x->u.x[c]);
}

/* ---- the matrix of the DAE form ---------------------------------------------------------------------------------- */

enum { FORM_COLUMNS = 1000 }; /* looked at; of larger ones every second, third ... */

/* The equation that a row of the form stands for, or NULL: the derivative of a state. */
static const DaeEquation *row_equation(const Verify *x, uint32_t row) {
    const SymModel *m = x->g->sym;
    for (uint32_t i = 0; row >= x->u.nstates && i < m->systems.n; i++) {
        uint32_t first = rt_form_row(x->rt, i);
        if (first != UINT32_MAX && row >= first && row < first + m->systems.at[i].n)
            return &m->systems.at[i].residuals[row - first];
    }
    return NULL;
}

static void report_entry(Verify *x, uint32_t row, uint32_t column, double numeric, double analytic) {
    Runtime *rt = x->rt;
    x->wrong++;
    uint64_t key = (uint64_t)1 << 40 | row;
    if (base_map_get(x->reported, key, NULL)) return;
    base_map_put(x->reported, key, 1);
    const DaeEquation *eq = row_equation(x, row);
    Text t = {0};
    if (eq) dae_print_equation(x->dae, eq, &t);
    else base_text_printf(&t, "the derivative of '%s'", rt_var_name(rt, x->u.x[row]));
    while (t.n && strchr("\n; ", t.at[t.n - 1])) t.at[--t.n] = 0;
    Diag *d = base_error(x->ctx, "RT0096", eq ? dae_span(x->dae, eq->origin) : (Span){0},
                         "the Jacobian of the DAE form is put together wrongly at time %.9g: the entry in the row of "
                         "%s and the column of '%s' "
                         "is %.9g, %.9g by differences",
                         x->env->v[0], base_text_str(&t), rt_var_name(rt, x->u.x[column]), analytic, numeric);
    base_hint(x->ctx, d, "this is a fault of causeway: please report it; --solver cvode does without this matrix");
    base_text_free(&t);
}

/* Rows of column c at all points; false when one could not be evaluated. */
static bool form_sides(Verify *x, double t, double *y, uint32_t c, const double *yp, double *const *rows) {
    double kept = y[c];
    bool ok = true;
    for (int k = SIDES; k-- > 0 && ok;) {
        y[c] = kept + steps[k] * x->h;
        ok = rt_form_residual(x->rt, t, y, yp, rows[k]) == 0;
    }
    y[c] = kept;
    return ok;
}

/* How large the terms are that cancel in each row: their rounding is noise in its differences. */
static void size_rows(const Verify *x, const double *y, const double *values, double *terms) {
    const RtUnknowns *j = &x->u;
    memset(terms, 0, x->u.n * sizeof *terms);
    for (uint32_t c = 0; c < x->u.n; c++)
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++)
            terms[j->rowind[p]] += fabs(values[p]) * fmax(fabs(y[c]), x->u.scale[c]);
}

/* The whole matrix, with what its pattern says to be zero, against differences of the form's residual. */
static void check_form(Verify *x, double t, double *y) {
    Runtime *rt = x->rt;
    const RtUnknowns *j = &x->u;
    uint32_t n = x->u.n, stride = 1 + n / FORM_COLUMNS;
    if (!j->colptr) return;
    double *room = base_realloc(NULL, ((size_t)(SIDES + 3) * n + j->colptr[n] + 1) * sizeof *room), *rows[SIDES];
    for (int k = 0; k < SIDES; k++) rows[k] = room + (size_t)k * n;
    double *column = room + (size_t)SIDES * n, *yp = column + n, *terms = yp + n, *values = terms + n;
    memset(yp, 0, n * sizeof *yp);
    bool ok = rt_form_jacobian(rt, t, y, values) == 0;
    if (ok) size_rows(x, y, values, terms);
    for (uint32_t c = 0; c < n && ok; c += stride) {
        x->h = WIDTH * fmax(fabs(y[c]), x->u.scale[c]);
        if (!form_sides(x, t, y, c, yp, rows)) continue;
        memset(column, 0, n * sizeof *column);
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++)
            column[j->rowind[p]] = j->rowind[p] < x->u.nstates ? -values[p] : values[p];
        for (uint32_t r = 0; r < n; r++) {
            Quotient q = {rows[AT][r],        rows[UP][r],       rows[DOWN][r],
                          rows[FAR_UP][r],    rows[FAR_DOWN][r], rows[NEAR_UP][r],
                          rows[NEAR_DOWN][r], column[r],         fmax(x->u.scale[r], 0.01 * terms[r])};
            double numeric;
            x->entries++;
            if (is_wrong(x, &q, &numeric)) report_entry(x, r, c, numeric, column[r]);
        }
    }
    base_realloc(room, 0);
}

InsVerified ins_verify_jacobians(const GenModel *g, Runtime *rt, Map *reported) {
    Verify x = {.g = g,
                .dae = g->sym->dae,
                .rt = rt,
                .ctx = rt_context(rt),
                .env = rt_env(rt),
                .u = rt_unknowns(rt),
                .reported = reported,
                .n = g->nvars};
    size_t n = x.n + 1;
    double *room = base_realloc(NULL, (10 * n + x.u.nstates + 1) * sizeof *room), *before = room + 8 * n,
           *y = room + 9 * n;
    x.at = room;
    x.up = room + n;
    x.down = room + 2 * n;
    x.far_up = room + 3 * n;
    x.far_down = room + 4 * n;
    x.tangent = room + 5 * n;
    x.near_up = room + 6 * n;
    x.near_down = room + 7 * n;
    memcpy(before, x.env->v, x.n * sizeof *before);
    memcpy(x.at, before, x.n * sizeof *before);
    check_systems(&x);
    rt_get_states(rt, y);
    for (uint32_t c = 0; c < x.u.nstates && rt_code(rt)->tangent; c++) check_state(&x, before[0], y, c);
    rt_put_states(rt, before[0], y);
    if (!x.wrong) check_form(&x, before[0], y); /* where an equation is wrong the matrix cannot be right */
    double *dy = x.up;
    if (x.u.nstates) (void)rt_rhs(rt, before[0], y, dy);
    memcpy(x.env->v, before, x.n * sizeof *before);
    double *rs[] = {x.r_up, x.r_down, x.r_far_up, x.r_far_down, x.r_near_up, x.r_near_down, x.r_at, x.r_tangent};
    for (size_t i = 0; i < sizeof rs / sizeof *rs; i++) base_realloc(rs[i], 0);
    base_realloc(room, 0);
    return (InsVerified){x.entries, x.wrong};
}
