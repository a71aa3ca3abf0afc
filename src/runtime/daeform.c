/* daeform.c - the model as a differential-algebraic system with some systems of equations left unsolved.
 *
 * The causal form hides a large system behind each derivative: its Jacobian is full where the equations
 * themselves are sparse.  Here the iteration variables z of such systems are unknowns beside the states x:
 *
 *     0 = x' - f(t, x, z)        rows of states
 *     0 = r(t, x, z)             rows of kept systems
 *
 * The generated code is the same.  While the form is active, a call to solve a kept system evaluates its
 * residual at the z in v and goes on; a call for its tangent does the same with tangents.
 */
#include "runtime/runtime_impl.h"

enum {
    MANY_STATES = 150,    /* from here on: IDA's steps are longer than CVODE's where much oscillates */
    MANY_EQUATIONS = 150, /* in systems: solving them for every derivative is the larger part of the work */
};

/* One that is singular though its equations agree has a solution of least norm, which only solving it finds. */
static uint32_t choose_systems(const Runtime *rt, uint8_t *kept, uint32_t *order) {
    const MdModel *m = rt->model;
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->nform_systems; i++) {
        uint32_t number = m->form_systems[i];
        if (rt->ev.systems[number].warned) continue;
        kept[number] = 1;
        order[n++] = number;
    }
    return n;
}

static void put_unknowns(Runtime *rt, RtForm *f, const uint32_t *order, uint32_t nkept) {
    uint32_t at = 0;
    size_t n = rt->states.nunknowns;
    MdVar *x = BASE_ARRAY(&rt->arena, MdVar, n + 1);
    double *scale = BASE_ARRAY(&rt->arena, double, n + 1);
    if (rt->states.n) memcpy(x, rt->states.x, rt->states.n * sizeof *x);
    if (rt->states.n) memcpy(scale, rt->states.scale, rt->states.n * sizeof *scale);
    for (uint32_t i = 0; i < nkept; i++) {
        const CwSystem *s = rt->ev.systems[order[i]].cw;
        f->first[order[i]] = at;
        for (int k = 0; k < s->n; k++, at++) {
            x[rt->states.n + at] = (MdVar)s->vars[k];
            scale[rt->states.n + at] = rt_nominal(rt, (MdVar)s->vars[k]);
        }
    }
    rt->states.x = x;
    rt->states.scale = scale;
    f->r = BASE_ARRAY(&rt->arena, double, f->nalgebraic + 1);
    f->dr = BASE_ARRAY(&rt->arena, double, f->nalgebraic + 1);
}

/* Which unknowns are derivatives, and of what.  Looked for where equations bend: linear ones are solved at once, for
 * derivatives of states at rest too. */
static void find_rates(Runtime *rt, RtForm *f, const uint32_t *order, uint32_t nkept) {
    bool bends = false;
    for (uint32_t i = 0; i < nkept; i++) bends |= !rt->ev.systems[order[i]].cw->linear;
    if (!bends) return;
    const MdModel *m = rt->model;
    Map states = {0};
    f->state = BASE_ARRAY(&rt->arena, uint32_t, f->nalgebraic + 1);
    f->moved = BASE_ARRAY(&rt->arena, double, f->nalgebraic + 1);
    for (uint32_t i = 0; i < rt->states.n; i++) base_map_put(&states, rt->states.dx[i].var, i);
    for (uint32_t k = 0; k < f->nalgebraic; k++) {
        MdVar z = rt->states.x[rt->states.n + k];
        uint64_t state;
        f->state[k] = base_map_get(&states, z, &state) ? (uint32_t)state : UINT32_MAX;
        if (m->vars[z].kind == MD_KIND_DERIVATIVE && m->vars[z].of) f->moved[k] = rt_nominal(rt, m->vars[z].of);
        f->has_rates |= f->state[k] != UINT32_MAX || f->moved[k] > 0;
    }
    base_map_free(&states);
}

/* Pattern with these systems left unsolved; false when nobody can tell. */
static bool find_pattern(const Runtime *rt, const uint8_t *kept, uint32_t nkept, MdPattern *p) {
    const MdModel *m = rt->model;
    if (!nkept) *p = m->jacobian;
    else if (nkept == m->nform_systems && m->form.n) *p = m->form;
    else if (rt->explain.pattern) *p = rt->explain.pattern(rt->explain.arg, kept);
    else return false;
    return true;
}

bool rt_form_init(Runtime *rt) {
    const MdModel *m = rt->model;
    RtForm *f = &rt->form;
    BASE_ASSERT(!f->kept);
    uint8_t *kept = BASE_ARRAY(&rt->arena, uint8_t, m->nsystems + 1);
    uint32_t *order = BASE_ARRAY(&rt->arena, uint32_t, m->nsystems + 1);
    uint32_t nkept = choose_systems(rt, kept, order);
    if (!rt->code->tangent) return false;
    MdPattern p;
    if (!find_pattern(rt, kept, nkept, &p)) return false;
    uint32_t n = rt->states.n;
    for (uint32_t i = 0; i < nkept; i++) n += m->systems[order[i]].n;
    if (!rt_jacobian_build(rt, &f->jacobian, n, &p)) return false;
    f->kept = kept;
    f->first = BASE_ARRAY(&rt->arena, uint32_t, m->nsystems + 1);
    f->nalgebraic = n - rt->states.n;
    rt->states.nunknowns = n;
    put_unknowns(rt, f, order, nkept);
    find_rates(rt, f, order, nkept);
    return true;
}

bool rt_form_outdated(const Runtime *rt) {
    for (int i = 0; rt->form.kept && i < rt->code->nsystems; i++)
        if (rt->form.kept[i] && rt->ev.systems[i].warned) return true;
    return false;
}

void rt_form_drop(Runtime *rt) {
    rt_jacobian_release(&rt->form.jacobian);
    rt->form = (RtForm){0};
    rt->states.nunknowns = rt->states.n;
}

bool rt_form_pays(const Runtime *rt) {
    const MdModel *m = rt->model;
    if (m->nselections || !rt->code->tangent) return false;
    if (rt->states.n >= MANY_STATES) return true;
    uint64_t equations = 0;
    for (uint32_t i = 0; i < m->nform_systems; i++) equations += m->systems[m->form_systems[i]].full_size;
    return equations >= MANY_EQUATIONS;
}

void rt_form_free(Runtime *rt) { rt_jacobian_release(&rt->form.jacobian); }

/* ---- services while the form is active --------------------------------------------------------------------------- */

void rt_form_solve(Runtime *rt, int system) {
    RtForm *f = &rt->form;
    const CwSystem *cw = rt->ev.systems[system].cw;
    rt->ev.env.operands = cw->operands;
    cw->residual(&rt->ev.env);
    memcpy(f->r + f->first[system], rt->ev.env.r, (size_t)cw->n * sizeof *f->r);
}

void rt_form_solve_tangent(Runtime *rt, int system) {
    RtForm *f = &rt->form;
    const CwSystem *cw = rt->ev.systems[system].cw;
    rt->ev.env.operands = cw->operands;
    cw->tangent(&rt->ev.env);
    memcpy(f->dr + f->first[system], rt->ev.env.r, (size_t)cw->n * sizeof *f->dr);
}

bool rt_form_eval(Runtime *rt, CwFn fn) {
    rt->form.active = true;
    bool ok = rt_eval(rt, fn);
    rt->form.active = false;
    return ok;
}

/* ---- the residual ------------------------------------------------------------------------------------------------ */

static int residual(Runtime *rt, double t, const double *y, const double *yp, double *r) {
    rt_put_states(rt, t, y);
    rt->ev.stamp++;
    rt->stats.rhs++;
    rt->ev.asserts = RT_TENTATIVE;
    rt->ev.trial = true;
    bool done = rt_form_eval(rt, rt->code->ode);
    rt->ev.trial = false;
    if (!done) return 1;
    const double *v = rt->ev.env.v, *from = rt->states.dx_in_line ? v + rt->states.dx[0].var : NULL;
    for (uint32_t i = 0; i < rt->states.n; i++) r[i] = yp[i] - (from ? from[i] : rt_source_value(v, rt->states.dx[i]));
    memcpy(r + rt->states.n, rt->form.r, rt->form.nalgebraic * sizeof *r);
    if (rt_finite(r, rt->states.nunknowns)) return 0;
    rt->ev.failure.kind = RT_FAIL_NUMBER;
    rt->ev.failure.time = t;
    return 1;
}

int rt_form_residual(Runtime *rt, double t, const double *y, const double *yp, double *r) {
    int code = residual(rt, t, y, yp, r);
    if (code <= 0 || !rt_relations_live(rt)) return code;
    int live = residual(rt, t, y, yp, r);
    rt_relations_freeze(rt);
    return live == 0 ? 0 : residual(rt, t, y, yp, r); /* which says why */
}
