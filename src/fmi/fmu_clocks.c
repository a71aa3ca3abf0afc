/* fmu_clocks.c - clocks of a model as variables of type Clock (FMI 3.0, 2.2.9).
 *
 * Before: Boolean variables that are true at ticks.  After: which of them are clocks, how the importer ticks those that
 * it must, and to which clock a variable belongs.  A clock that the model declares stands for the hidden one that
 * scheduled execution activates.
 */
#include "fmi/fmi_impl.h"

#include <math.h>

/* By variable: does its value follow from parameters that may be changed? */
static uint8_t *find_changeable(FmiModel *m) {
    uint8_t *marks = BASE_ARRAY(&m->arena, uint8_t, m->dae->vars.n + 1);
    for (size_t i = 0; i < m->vars.n; i++)
        if (m->vars.at[i].causality == FMI_PARAMETER) marks[m->vars.at[i].reference / 2] = 1;
    for (size_t i = 0; i < m->sym->parameters.n; i++) {
        const SymBlock *b = &m->sym->parameters.at[i];
        if (b->system != UINT32_MAX) continue;
        const DaeShape *s = &m->dae->shapes.at[b->eq.shape];
        const DaeOperand *o = dae_operands(m->dae, &b->eq);
        for (uint32_t k = s->nout; k < s->nholes; k++)
            for (uint32_t j = 0; j < s->nout && !dae_operand_is_const(o[k]); j++) marks[o[j]] |= marks[o[k]];
    }
    return marks;
}

/* A fraction that is this number, with a denominator of at most a million. */
static bool fraction(double x, uint64_t *counter, uint64_t *resolution) {
    for (uint64_t d = 1; d <= 1000000; d++) {
        double n = x * (double)d;
        if (fabs(n - round(n)) > 1e-14 * n || n > 1e15) continue;
        *counter = (uint64_t)round(n);
        *resolution = d;
        return true;
    }
    return false;
}

static void as_fractions(FmiClock *c) {
    uint64_t counter, over, shift, parts;
    if (!fraction(c->seconds, &counter, &over) || !fraction(c->shift_seconds, &shift, &parts)) return;
    if (over % parts) counter *= parts, shift *= over, over *= parts;
    else shift *= over / parts;
    c->counter = counter;
    c->shift_counter = shift;
    c->resolution = over;
}

static DaeVar kept(const FmiModel *m, DaeVar v) { return m->references[v] / 2; }

/* A clock that the importer ticks. */
static void add_told(FmiModel *m, const DaeClock *d, const uint8_t *changeable, const Runtime *rt) {
    FmiClock c = {.var = d->var, .tick = kept(m, d->tick), .due = d->due ? kept(m, d->due) : 0, .told = true};
    c.pre = m->dae->vars.at[d->var].pre;
    c.kind = d->due ? FMI_CLOCK_COUNTDOWN : FMI_CLOCK_TRIGGERED;
    if (d->interval) {
        c.interval = kept(m, d->interval);
        c.shift = kept(m, d->shift);
        c.kind = changeable[c.interval] || changeable[c.shift] ? FMI_CLOCK_FIXED : FMI_CLOCK_CONSTANT;
        c.seconds = rt ? rt_value(rt, d->interval) : 0;
        c.shift_seconds = rt ? rt_value(rt, d->shift) : 0;
        if (c.kind == FMI_CLOCK_CONSTANT) as_fractions(&c);
    }
    vec_push(&m->clocks, c);
}

/* Rate monotonic: what ticks more often goes first, what has no period behind. */
static void give_priorities(FmiModel *m) {
    for (size_t i = 0; i < m->clocks.n; i++) {
        FmiClock *c = &m->clocks.at[i];
        for (size_t k = 0; k < m->clocks.n; k++) {
            const FmiClock *o = &m->clocks.at[k];
            double mine = c->interval ? c->seconds : INFINITY, other = o->interval ? o->seconds : INFINITY;
            c->priority += o->told && (other < mine || (other == mine && k < i));
        }
    }
}

/* The clock that a declared variable of type Clock is: the one that its hidden twin is told for, or one of its own. */
static uint32_t clock_of_variable(FmiModel *m, FmiVariable *f) {
    DaeVar rep = f->reference / 2;
    for (uint32_t i = 0; i < m->clocks.n; i++) {
        FmiClock *c = &m->clocks.at[i];
        bool hidden = m->dae->vars.at[c->var].flags & DAE_HIDDEN;
        if (c->told && (f->var == c->var || (hidden && !c->named && c->tick == rep && f->causality == FMI_LOCAL))) {
            c->named = true;
            f->causality = FMI_INPUT;
            f->reference = 2 * c->var;
            return i + 1;
        }
    }
    vec_push(&m->clocks, ((FmiClock){.var = rep, .tick = rep, .kind = FMI_CLOCK_TRIGGERED, .named = true}));
    return (uint32_t)m->clocks.n;
}

static void add_hidden(FmiModel *m, uint32_t i) {
    FmiVariable f = {.var = m->clocks.at[i].var, .reference = 2 * m->clocks.at[i].var, .clock = i + 1};
    f.name = base_sprintf(&m->arena, "_clock[%u]", i + 1);
    f.causality = FMI_INPUT;
    f.variability = FMI_DISCRETE;
    f.initial = FMI_NO_INITIAL;
    vec_push(&m->vars, f);
}

/* Of each partition the variable that is its clock: one that the importer ticks, where there is one. */
static void find_partitions(FmiModel *m) {
    m->clock_of = BASE_ARRAY(&m->arena, uint32_t, m->dae->partitions.n + 1);
    for (size_t p = 0; p < m->dae->partitions.n; p++)
        for (uint32_t i = 0; i < m->vars.n; i++) {
            const FmiVariable *f = &m->vars.at[i];
            if (!f->clock || m->clocks.at[f->clock - 1].tick != kept(m, m->dae->partitions.at[p].tick)) continue;
            if (!m->clock_of[p] || f->causality == FMI_INPUT) m->clock_of[p] = i + 1;
        }
}

void fmi_clocks(FmiModel *m, const Runtime *rt) {
    const uint8_t *changeable = m->dae->clocks.n ? find_changeable(m) : NULL;
    for (size_t i = 0; i < m->dae->clocks.n; i++) add_told(m, &m->dae->clocks.at[i], changeable, rt);
    for (size_t i = 0; i < m->vars.n; i++) {
        FmiVariable *f = &m->vars.at[i];
        if (!(m->dae->vars.at[f->var].flags & DAE_CLOCK)) continue;
        if (f->causality <= FMI_CALCULATED_PARAMETER) { /* nobody uses it, it never ticks: no clock is a parameter */
            f->causality = FMI_LOCAL;
            f->variability = FMI_DISCRETE;
            f->initial = FMI_CALCULATED;
            f->has_start = false;
        }
        f->clock = clock_of_variable(m, f);
    }
    for (uint32_t i = 0; i < m->clocks.n; i++)
        if (!m->clocks.at[i].named) add_hidden(m, i);
    give_priorities(m);
    find_partitions(m);
}

uint32_t fmi_clock_of(const FmiModel *m, const FmiVariable *f) {
    uint64_t at;
    if (!m->clocks.n || f->variability != FMI_DISCRETE) return 0;
    return base_map_get(&m->dae->partition_of, f->var, &at) ? m->clock_of[at] : 0;
}
