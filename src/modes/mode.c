/* mode.c - a mode translated and made ready to run, when it is first entered.
 *
 * Before: the values of the chosen conditions.  After: a Runtime whose code is in memory, kept for the next time.
 */
#include "modes/modes.h"

#include <string.h>

static const double JUMP = 1e-6; /* relative: a variable that is no state has jumped */

/* d becomes the model's own; false after reporting. */
static bool make_model(ModeRun *r, Dae *d, ModeModel *out) {
    SymOptions how = r->how.sym;
    size_t mark = base_diag_mark(r->how.ctx);
    how.base = r->plan->base;
    out->key = mode_key(r, d);
    if (mode_load_kept(r, out->key, out)) {
        dae_free(d);
        r->loaded++;
    } else {
        out->sym = sym_translate_own(d, &how);
        if (!out->sym) dae_free(d);
        if (!out->sym) return false;
        out->gen = gen_model(out->sym, &r->how.gen);
    }
    out->comp = out->gen ? comp_model(out->gen, &r->how.comp) : NULL;
    if (!out->comp) return false;
    base_diag_rollback(r->how.ctx, mark); /* warnings: in one mode or other something is left open by right */
    out->rt = ins_runtime(out->gen, comp_code(out->comp), r->how.ctx);
    if (!r->how.prepare(r->how.arg, out->rt)) return false;
    if (r->now) rt_share_tables(out->rt, r->now->model.rt);
    return true;
}

static bool leaves(void *arg, Runtime *rt) {
    const Mode *m = arg;
    const ModePlan *p = m->plan;
    for (size_t k = 0; k < p->chosen.n; k++)
        if ((rt_value(rt, p->conditions.at[p->chosen.at[k]].watch) != 0) != (m->bits[k] != 0)) return true;
    for (size_t i = 0; i < m->bound.n && !m->resigned; i++)
        if (rt_has_jumped(rt, m->bound.at[i], JUMP)) return true;
    return false;
}

static bool has_branches(void *arg, uint32_t system) {
    const Mode *m = arg;
    return mode_has_branches(m->model.sym, system);
}

static bool stays(void *arg, Runtime *rt) {
    (void)arg;
    (void)rt;
    return false;
}

/* Derivatives of the flat model that no equation of this mode has. */
static void find_absent(const ModePlan *p, const Mode *m, VecU32 *out) {
    const Dae *d = p->base->dae;
    for (DaeVar v = 1; v < p->nshared; v++) {
        if (d->vars.at[v].kind != DAE_KIND_DERIVATIVE) continue;
        bool there = false;
        for (size_t i = 0; i < m->differential.n && !there; i++) there = m->differential.at[i] == d->vars.at[v].of;
        if (!there) vec_push(out, v);
    }
}

/* Differentiated variables that follow from others.  Where states are picked while the mode runs any may. */
static void find_bound(const Mode *m, VecU32 *out) {
    const SymModel *sym = m->model.sym;
    for (size_t i = 0; i < m->differential.n && !sym->selections.n; i++) {
        bool state = false;
        for (size_t k = 0; k < sym->states.n && !state; k++) state = sym->states.at[k].x == m->differential.at[i];
        if (!state) vec_push(out, m->differential.at[i]);
    }
}

static Mode *add_mode(ModeRun *r, const uint8_t *bits, uint64_t key) {
    Mode *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    size_t n = r->plan->chosen.n;
    m->plan = r->plan;
    m->bits = base_realloc(NULL, n + 1);
    memcpy(m->bits, bits, n);
    vec_push(&r->modes, m);
    m->number = (uint32_t)r->modes.n;
    base_map_put(&r->by_bits, key, m->number);
    return m;
}

typedef struct {
    size_t skip;
    const Diag *found;
} FirstError;

static void see_error(void *arg, Diag *d) {
    FirstError *f = arg;
    if (f->skip) f->skip--;
    else if (!f->found && d->severity >= SEV_ERROR) f->found = d;
}

/* A copy: what stays in the Context is gone when the host has been told. */
static const Diag *copy_error(Arena *a, const Diag *from) {
    Diag *d = BASE_NEW(a, Diag);
    *d = (Diag){.code = from->code, .severity = from->severity, .span = from->span};
    d->text = base_strdup(a, from->text);
    DiagNote **end = &d->notes;
    for (const DiagNote *n = from->notes; n; n = n->next, end = &(*end)->next) {
        *end = BASE_NEW(a, DiagNote);
        **end = (DiagNote){n->span, base_strdup(a, n->text), NULL};
    }
    return d;
}

/* What was reported since mark: the first error is kept, for whoever finds that the mode is needed. */
static const Diag *take_error(Context *ctx, size_t mark, Arena *keep) {
    FirstError f = {.skip = mark};
    base_diag_each(ctx, see_error, &f);
    const Diag *kept = f.found ? copy_error(keep, f.found) : NULL;
    base_diag_rollback(ctx, mark);
    return kept;
}

static void translate(ModeRun *r, Mode *m, bool start) {
    double began = base_seconds();
    size_t mark = base_diag_mark(r->how.ctx);
    Dae *d = mode_dae(r->plan, m->bits, m->number, start);
    dae_free(m->equations);
    m->equations = dae_copy(d);
    m->start = start;
    m->translated = true;
    m->ready = make_model(r, d, &m->model);
    if (m->ready) {
        rt_set_modes(m->model.rt, &(RtModes){r->plan->nshared, leaves, m});
        rt_guard_modes(m->model.rt, has_branches, m);
    } else {
        mode_free_model(&m->model);
        m->why = take_error(r->how.ctx, mark, &m->said);
    }
    double seconds = base_seconds() - began;
    m->seconds += seconds;
    r->seconds += seconds;
    r->translations += m->ready;
}

static Mode *find_mode(const ModeRun *r, const uint8_t *bits, uint64_t *key) {
    size_t n = r->plan->chosen.n;
    uint64_t found;
    *key = base_hash(bits, n, 1);
    for (; base_map_get(&r->by_bits, *key, &found); ++*key)
        if (!memcmp(r->modes.at[found - 1]->bits, bits, n)) return r->modes.at[found - 1];
    return NULL;
}

Mode *mode_get(ModeRun *r, const uint8_t *bits, bool start) {
    uint64_t key;
    Mode *m = find_mode(r, bits, &key);
    if (m && m->translated && (m->ready || m->start == start)) {
        r->hits++;
        return m;
    }
    if (!m) m = add_mode(r, bits, key);
    bool first = !m->translated;
    translate(r, m, start);
    if (first) mode_differential(r->plan, m->equations, &m->differential);
    if (first) find_absent(r->plan, m, &m->absent);
    if (m->ready) find_bound(m, &m->bound);
    return m;
}

void mode_note(ModeRun *r, const uint8_t *bits) {
    uint64_t key;
    if (!find_mode(r, bits, &key)) (void)add_mode(r, bits, key);
}

RtStatus mode_record(Mode *m, const RtRecord *record) {
    RtRecord shared = *record;
    shared.shared = true;
    return rt_record(m->model.rt, &shared);
}

bool mode_make_leap(ModeRun *r, Mode *m) {
    if (m->leap_tried) return m->leap.rt != NULL;
    m->leap_tried = true;
    m->how = mode_leap(m->equations, &m->differential);
    size_t mark = base_diag_mark(r->how.ctx);
    if (!make_model(r, m->how.dae, &m->leap)) {
        base_diag_rollback(r->how.ctx, mark);
        return false;
    }
    rt_set_modes(m->leap.rt, &(RtModes){r->plan->nshared, stays, m});
    return true;
}

void mode_free_model(ModeModel *m) {
    if (m->rt) rt_free(m->rt);
    if (m->comp) comp_model_free(m->comp);
    if (m->gen) gen_free(m->gen);
    if (m->sym) sym_free(m->sym);
    *m = (ModeModel){.key = m->key};
}

void mode_free(Mode *m) {
    base_free_arena(&m->said);
    mode_free_model(&m->leap);
    mode_free_model(&m->model);
    vec_free(&m->how.olds);
    vec_free(&m->differential);
    vec_free(&m->absent);
    vec_free(&m->bound);
    dae_free(m->equations);
    base_realloc(m->bits, 0);
    base_realloc(m, 0);
}

void mode_text(const ModePlan *p, const uint8_t *bits, size_t most, Text *out) {
    for (size_t k = 0; k < p->chosen.n; k++) {
        if (k == most) {
            base_text_printf(out, " and %zu more", p->chosen.n - most);
            break;
        }
        const DaeNode *n = dae_at(&p->pool, p->conditions.at[p->chosen.at[k]].expr);
        if (k) base_text_add(out, ", ");
        if (!bits[k]) base_text_add(out, n->nargs ? "not (" : "not ");
        mode_condition_text(p, p->chosen.at[k], out);
        if (!bits[k] && n->nargs) base_text_char(out, ')');
    }
}
