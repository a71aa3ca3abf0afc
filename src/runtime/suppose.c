/* suppose.c - start values that were taken for want of conditions, and contradict each other.
 *
 * Where a model gives too few conditions at the start, start values of states are taken instead (symbolic/initial.c).
 * In a closed loop of bodies, or around a valve, any choice of them is structurally right, but their values need not
 * fit: a system of the initial equations has no solution.  Nobody asked for just these values, so they are moved.  Of
 * the failed system, with unknowns z, and of the values g taken before it the point next to where all of them began is
 * looked for: Newton's method in (z, g), each step the shortest one that the linear equations allow, lengths measured
 * by nominal values; what has a start value of its own moves less than what has none.
 */
#include "runtime/runtime_impl.h"

extern void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
                    int *jpvt, const double *rcond, int *rank, double *work, const int *lwork, int *info);

enum {
    MOST_UNKNOWNS = 600, /* of the system */
    MOST_STEPS = 60,
    MOST_HALVINGS = 14,
    MOST_SYSTEMS = 12, /* that fail one after the other */
    MOST_NAMED = 5,
};
static const double LOOSE = 10; /* how much farther moves what has no start value of its own */

typedef struct {
    Runtime *rt;
    RtSystem *s;
    int n;              /* unknowns of the system */
    uint32_t k;         /* values supposed in front of it */
    const MdVar *which; /* their variables */
    double *z, *g;      /* where we are */
    double *scale;      /* n + k */
    double *r, *matrix; /* residual, n; its derivatives, n by n + k */
    double *row;        /* size of each row */
} Suppose;

static double flexibility(const Runtime *rt, MdVar v) {
    return rt_nominal(rt, v) * (rt->model->vars[v].flags & MD_HAS_START ? 1 : LOOSE);
}

/* The residual at (z, g): everything in front of the system is computed anew. */
static bool residual_at(Suppose *x, const double *z, const double *g, double *r) {
    Runtime *rt = x->rt;
    for (uint32_t i = 0; i < x->k; i++) rt->ev.env.v[x->which[i]] = g[i];
    rt->ev.probed = x->s;
    rt->ev.probed_at = z;
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    (void)rt_eval(rt, rt->code->initial);
    bool reached = rt->ev.probed == NULL;
    rt->ev.probed = NULL;
    for (int i = 0; i < x->n && reached; i++) {
        r[i] = x->s->sol.r[i];
        reached = isfinite(r[i]);
    }
    return reached;
}

static double size_of(const Suppose *x, const double *r) {
    double worst = 0;
    for (int i = 0; i < x->n; i++) worst = fmax(worst, fabs(r[i]) / x->row[i]);
    return worst;
}

/* Derivatives by all of z and g, in units of their scales, by differences. */
static bool differentiate(Suppose *x, double *changed) {
    int n = x->n;
    for (int i = 0; i < n; i++) x->row[i] = 0;
    for (int j = 0; j < n + (int)x->k; j++) {
        double *at = j < n ? &x->z[j] : &x->g[j - n], was = *at;
        double h = RT_DIFFERENCE * fmax(fabs(was), x->scale[j]);
        *at = was + h;
        h = *at - was;
        bool ok = residual_at(x, x->z, x->g, changed);
        *at = was;
        if (!ok) return false;
        double *column = x->matrix + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            column[i] = (changed[i] - x->r[i]) / h * x->scale[j];
            x->row[i] = fmax(x->row[i], fabs(column[i]));
        }
    }
    for (int i = 0; i < n; i++)
        if (!(x->row[i] > 0)) x->row[i] = 1;
    return true;
}

/* The shortest step to a solution of the linear equations, or to where they come nearest. */
static bool find_step(const Suppose *x, double *step) {
    int n = x->n, all = n + (int)x->k, one = 1, rank = 0, info = 0, room = 8 * all + 64;
    double rcond = RT_RANK, *a = rt_zeros((size_t)n * (size_t)all + (size_t)room), *work = a + (size_t)n * (size_t)all;
    int *order = base_realloc(NULL, (size_t)all * sizeof *order);
    memset(order, 0, (size_t)all * sizeof *order);
    for (int j = 0; j < all; j++)
        for (int i = 0; i < n; i++) {
            size_t at = (size_t)j * (size_t)n + (size_t)i;
            a[at] = x->matrix[at] / x->row[i];
        }
    for (int i = 0; i < all; i++) step[i] = i < n ? -x->r[i] / x->row[i] : 0;
    dgelsy_(&n, &all, &one, a, &n, step, &all, order, &rcond, &rank, work, &room, &info);
    bool ok = info == 0;
    for (int j = 0; j < all; j++) {
        step[j] *= x->scale[j];
        ok = ok && isfinite(step[j]);
    }
    base_realloc(order, 0);
    base_realloc(a, 0);
    return ok;
}

/* As much of the step as makes the residual smaller. */
static bool go(Suppose *x, const double *step, double *at, double *r) {
    int n = x->n, all = n + (int)x->k;
    double before = size_of(x, x->r), part = 1;
    for (int halving = 0; halving < MOST_HALVINGS; halving++, part /= 2) {
        for (int j = 0; j < all; j++) at[j] = (j < n ? x->z[j] : x->g[j - n]) + part * step[j];
        if (!residual_at(x, at, at + n, r) || !(size_of(x, r) < (1 - 0.1 * part) * before)) continue;
        memcpy(x->z, at, (size_t)n * sizeof *at);
        memcpy(x->g, at + n, x->k * sizeof *at);
        memcpy(x->r, r, (size_t)n * sizeof *r);
        return true;
    }
    return false;
}

static bool search(Suppose *x, double *space) {
    double *step = space, *at = step + x->n + x->k, *r = at + x->n + x->k;
    if (!residual_at(x, x->z, x->g, x->r)) return false;
    for (int count = 0; count < MOST_STEPS; count++) {
        if (!differentiate(x, r)) return false;
        if (size_of(x, x->r) <= RT_AGREES) break;
        if (!find_step(x, step) || !go(x, step, at, r)) break;
    }
    bool found = size_of(x, x->r) <= 1e3 * RT_AGREES;
    return residual_at(x, x->z, x->g, x->r) && found;
}

/* Moves the values supposed so that the system has a solution, which is left in its unknowns. */
static bool reconcile(Runtime *rt, RtSystem *s, const MdVar *which, uint32_t k) {
    int n = s->cw->n;
    if (n > MOST_UNKNOWNS) return false;
    size_t all = (size_t)n + k;
    double *space = rt_zeros((size_t)n * all + 4 * all + 5 * (size_t)n);
    Suppose x = {.rt = rt, .s = s, .n = n, .k = k, .which = which};
    x.matrix = space;
    x.z = x.matrix + (size_t)n * all;
    x.g = x.z + n;
    x.scale = x.g + k;
    x.r = x.scale + all;
    x.row = x.r + n;
    double *work = x.row + n;
    for (int i = 0; i < n; i++) {
        x.z[i] = isfinite(s->sol.first[i]) ? s->sol.first[i] : 0;
        x.scale[i] = flexibility(rt, (MdVar)s->cw->vars[i]);
        x.row[i] = 1;
    }
    for (uint32_t i = 0; i < k; i++) {
        x.g[i] = rt->ev.env.v[which[i]];
        x.scale[n + (int)i] = flexibility(rt, which[i]);
    }
    bool ok = search(&x, work);
    base_realloc(space, 0);
    return ok;
}

static void say_moved(Runtime *rt, const MdVar *which, const double *began, uint32_t k) {
    Diag *d = NULL;
    uint32_t moved = 0;
    for (uint32_t i = 0; i < k; i++) {
        double now = rt->ev.env.v[which[i]];
        if (!(fabs(now - began[i]) > RT_CARRIED_FAR * fmax(fabs(began[i]), rt_nominal(rt, which[i])))) continue;
        if (moved++ >= MOST_NAMED) continue;
        Text text = {0};
        base_text_printf(&text, "'%s' starts with ", rt_var_name(rt, which[i]));
        rt_add_value(rt, which[i], now, &text);
        base_text_add(&text, " instead of ");
        rt_add_value(rt, which[i], began[i], &text);
        Span span = rt_origin_span(rt, rt->model->vars[which[i]].origin);
        if (!d) {
            d = base_warning(rt->ctx, "RT0048", span,
                             "start values that were taken for want of conditions contradict each other: %s",
                             base_text_str(&text));
            rt_add_component(rt, d, which[i]);
        } else base_note(rt->ctx, d, span, "%s", base_text_str(&text));
        base_text_free(&text);
    }
    if (!d) return;
    if (moved > MOST_NAMED) base_note(rt->ctx, d, (Span){0, 0, 0}, "so it is with %u more", moved - MOST_NAMED);
    base_hint(rt->ctx, d, "give the start values that are meant, with fixed = true");
}

void rt_suppose_anew(Runtime *rt) {
    const MdModel *m = rt->model;
    for (uint32_t i = 0; i < m->nsupposed; i++)
        if (rt->input.given[m->supposed[i]] == RT_MOVED) rt->input.given[m->supposed[i]] = 0;
}

bool rt_suppose_otherwise(Runtime *rt, bool (*solve)(Runtime *rt)) {
    const MdModel *m = rt->model;
    uint32_t k = 0;
    MdVar *which = base_realloc(NULL, (m->nsupposed + 1) * sizeof *which);
    for (uint32_t i = 0; i < m->nsupposed; i++)
        if (!rt->input.given[m->supposed[i]]) which[k++] = m->supposed[i];
    double *began = rt_zeros(k + 1);
    bool ok = false;
    for (uint32_t i = 0; i < k; i++) {
        MdOperand start = m->vars[which[i]].start;
        began[i] = start == MD_NO_OPERAND ? 0 : rt_operand(rt, start, 0);
        rt->ev.env.v[which[i]] = began[i];
        rt->input.given[which[i]] = RT_MOVED; /* what gives it its start value leaves it alone */
    }
    for (int count = 0; k && !ok && count < MOST_SYSTEMS; count++) {
        RtSystem *s = (RtSystem *)rt->ev.unsolved;
        if (!s || rt->ev.failure.kind != RT_FAIL_SYSTEM || !reconcile(rt, s, which, k)) break;
        rt->ev.unsolved = NULL;
        ok = solve(rt);
    }
    if (ok) say_moved(rt, which, began, k);
    else rt_suppose_anew(rt);
    base_realloc(which, 0);
    base_realloc(began, 0);
    return ok;
}
