/* linearise.c - the linear model at the point that a run has reached. */
#include "session/session_impl.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

typedef VEC(MdVar) Vars;

static bool is_open(const MdModel *m, MdVar v, uint32_t flag) {
    const MdVariable *var = &m->vars[v];
    bool unknown = var->kind == MD_KIND_CONTINUOUS || var->kind == MD_KIND_DISCRETE;
    return unknown && var->flags & flag;
}

/* Inputs that can move a little; others are held. */
static void find_inputs(const MdModel *m, Vars *out, uint32_t *others) {
    for (MdVar v = 1; v < m->nvars; v++) {
        if (!is_open(m, v, MD_INPUT)) continue;
        if (m->vars[v].base == MD_REAL && m->vars[v].kind == MD_KIND_CONTINUOUS) vec_push(out, v);
        else ++*others;
    }
}

static bool has(const Vars *list, MdVar v) {
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == v) return true;
    return false;
}

static bool unknown_name(Runtime *rt, const char *word) {
    const MdModel *m = rt_model(rt);
    const char **names = base_realloc(NULL, (m->nvars + 1) * sizeof *names);
    for (MdVar v = 0; v < m->nvars; v++) names[v] = rt_var_name(rt, v);
    const char *near = base_nearest(word, names, m->nvars);
    Diag *d = base_error(rt_context(rt), "TOOL0012", (Span){0}, "the model has no variable '%s'", word);
    if (near) base_hint(rt_context(rt), d, "did you mean '%s'?", near);
    base_realloc(names, 0);
    return false;
}

/* Reals that one word means: a name, or a pattern with * and ?. */
static bool add_outputs(Runtime *rt, const char *word, Vars *out) {
    const MdModel *m = rt_model(rt);
    bool pattern = strpbrk(word, "*?") != NULL, any = false;
    MdVar one = rt_find(rt, word);
    if (one && m->vars[one].base == MD_REAL) {
        if (!has(out, one)) vec_push(out, one);
        return true;
    }
    for (MdVar v = 1; pattern && v < m->nvars; v++) {
        const MdVariable *var = &m->vars[v];
        if (var->base != MD_REAL || var->kind != MD_KIND_CONTINUOUS || var->flags & MD_HIDDEN) continue;
        if (fnmatch(word, rt_var_name(rt, v), FNM_NOESCAPE) != 0) continue;
        any = true;
        if (!has(out, v)) vec_push(out, v);
    }
    return any || unknown_name(rt, word);
}

static bool find_outputs(Runtime *rt, const VecStr *more, Vars *out) {
    const MdModel *m = rt_model(rt);
    bool ok = true;
    for (MdVar v = 1; v < m->nvars; v++)
        if (is_open(m, v, MD_OUTPUT) && m->vars[v].base == MD_REAL) vec_push(out, v);
    for (size_t i = 0; ok && more && i < more->n; i++) ok = add_outputs(rt, more->at[i], out);
    return ok;
}

/* What does not move in the linear model, in words. */
static const char *held(Runtime *rt, const Dae *d, uint32_t other_inputs, Arena *arena) {
    enum { MOST_NAMED = 4 };
    const MdModel *m = rt_model(rt);
    Text t = {0};
    uint32_t discrete = 0;
    if (d->partitions.n)
        base_text_printf(&t, "%zu clocked partition%s", d->partitions.n, d->partitions.n > 1 ? "s" : "");
    if (m->nsamples)
        base_text_printf(&t, "%s%u sampled clock%s", t.n ? ", " : "", m->nsamples, m->nsamples > 1 ? "s" : "");
    if (other_inputs) base_text_printf(&t, "%s%u inputs that are not continuous", t.n ? ", " : "", other_inputs);
    for (MdVar v = 1; v < m->nvars; v++) {
        const MdVariable *var = &m->vars[v];
        if (var->kind != MD_KIND_DISCRETE || var->base != MD_REAL || var->flags & (MD_HIDDEN | MD_INPUT)) continue;
        if (strncmp(rt_var_name(rt, v), "pre(", 4) == 0) continue;
        if (++discrete <= MOST_NAMED)
            base_text_printf(&t, "%s%s", discrete > 1 ? ", " : t.n ? "; discrete: " : "discrete: ", rt_var_name(rt, v));
    }
    if (discrete > MOST_NAMED) base_text_printf(&t, " and %u more", discrete - MOST_NAMED);
    const char *text = base_strdup(arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

static void put_names(Runtime *rt, const Vars *vars, const char **names, double *values, Arena *arena) {
    for (size_t i = 0; i < vars->n; i++) {
        names[i] = base_strdup(arena, rt_var_name(rt, vars->at[i]));
        values[i] = rt_value(rt, vars->at[i]);
    }
}

/* One column of [A; C] or [B; D]. */
static bool put_column(Runtime *rt, AnaLinear *l, const Vars *rows, MdVar known, double *upper, double *lower) {
    static const double one = 1;
    double *column = base_realloc(NULL, (rows->n + 1) * sizeof *column);
    bool ok = rt_directional(rt, 1, &known, &one, (uint32_t)rows->n, rows->at, column);
    memcpy(upper, column, (size_t)l->n * sizeof *column);
    memcpy(lower, column + l->n, (size_t)l->p * sizeof *column);
    base_realloc(column, 0);
    return ok;
}

static bool put_matrices(Runtime *rt, AnaLinear *l, const Vars *x, const Vars *u, const Vars *y) {
    Vars rows = {0};
    bool ok = true;
    for (uint32_t i = 0; i < (uint32_t)l->n; i++) vec_push(&rows, rt_model(rt)->states[i].dx);
    for (size_t i = 0; i < y->n; i++) vec_push(&rows, y->at[i]);
    for (int j = 0; ok && j < l->n; j++)
        ok = put_column(rt, l, &rows, x->at[j], l->a + (size_t)l->n * (size_t)j, l->c + (size_t)l->p * (size_t)j);
    for (int j = 0; ok && j < l->m; j++)
        ok = put_column(rt, l, &rows, u->at[j], l->b + (size_t)l->n * (size_t)j, l->d + (size_t)l->p * (size_t)j);
    vec_free(&rows);
    return ok;
}

/* What is larger stands for a vertical tangent. */
static const double STEEPEST = 1e100;

static bool all_finite(const AnaLinear *l) {
    bool ok = true;
    for (size_t i = 0; i < (size_t)l->n * (size_t)l->n; i++) ok &= fabs(l->a[i]) < STEEPEST;
    for (size_t i = 0; i < (size_t)l->n * (size_t)l->m; i++) ok &= fabs(l->b[i]) < STEEPEST;
    return ok;
}

AnaLinear *ses_linear(Runtime *rt, const Dae *d, const VecStr *more, Arena *arena) {
    Vars x = {0}, u = {0}, y = {0};
    uint32_t other_inputs = 0;
    AnaLinear *l = NULL;
    for (uint32_t i = 0; i < rt_state_count(rt); i++) vec_push(&x, rt_state(rt, i));
    find_inputs(rt_model(rt), &u, &other_inputs);
    bool ok = find_outputs(rt, more, &y);
    if (ok) {
        l = ana_linear_new(arena, (int)x.n, (int)u.n, (int)y.n);
        l->model = base_strdup(arena, base_str(d->ctx->names, d->model));
        l->time = rt_time(rt);
        put_names(rt, &x, l->x, l->x0, arena);
        put_names(rt, &u, l->u, l->u0, arena);
        put_names(rt, &y, l->y, l->y0, arena);
        rt_derivatives(rt, l->f0);
        l->held = held(rt, d, other_inputs, arena);
        ok = put_matrices(rt, l, &x, &u, &y) && all_finite(l);
        if (!ok) {
            Diag *diag =
                base_error(rt_context(rt), "ANA0050", (Span){0},
                           "%s has no linear model at time %g: it has no finite derivatives there", l->model, l->time);
            base_hint(rt_context(rt), diag, "choose another instant with --at, or other start values");
        }
    }
    vec_free(&x);
    vec_free(&u);
    vec_free(&y);
    return ok ? l : NULL;
}
