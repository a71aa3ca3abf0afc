/* probe.c - does an FMU do what its description says?  Its binary is loaded and asked, in processes of its own.
 *
 * Each question has a fresh process, so that an FMU that crashes at one is still asked the others.
 */
#include "exchange/unit_impl.h"

#include <math.h>
#include <string.h>

/* knowns that are varied; steps between two looks; variables that are compared behind a restored state */
enum { MOST_PROBED = 400, STEPS = 8, MOST_COMPARED = 5000 };
static const double limit = 20; /* seconds for one call */

typedef struct {
    Context *ctx;
    const XchFmu *fmu;
    const XchModel *m;
    int kind;
    const char *word; /* of the kind */
    XchHost *host;
    XchUnit *unit;
    double start, step;
    VecU32 outputs, inputs; /* real and continuous: what is watched; what may be varied */
    VecU32 numbers;         /* all that may change, for comparisons to the last bit */
} Probe;

static Diag *contradicts(Probe *p, const char *fmt, ...) BASE_PRINTF(2, 3);
static Diag *contradicts(Probe *p, const char *fmt, ...) {
    Text t = {0};
    va_list args;
    base_text_printf(&t, "as %s: ", p->word);
    va_start(args, fmt);
    char text[1500];
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    base_text_add(&t, text);
    Diag *d = base_error(p->ctx, "XCH0009", (Span){0}, "%s", t.at);
    base_text_free(&t);
    return d;
}

static const XchInterface *interface_of(const XchModel *m, int kind) {
    return kind == XCH_ME ? &m->me : kind == XCH_CS ? &m->cs : &m->se;
}

static bool open_host(Probe *p) {
    xch_host_free(p->host);
    p->host = xch_host_new(&p->fmu, 1, true, limit);
    if (!p->host) contradicts(p, "no process can be started for it");
    return p->host != NULL;
}

/* ---- instances --------------------------------------------------------------------------------------------------- */

static void drop_unit(Probe *p) {
    xch_unit_free(p->unit);
    p->unit = NULL;
}

static bool failed(Probe *p, const char *when) {
    contradicts(p, "%s: %s", when, xch_why(p->unit));
    return false;
}

/* Parameters and inputs can be set to their start values before initialisation. */
static bool set_starts(Probe *p) {
    for (uint32_t i = 0; i < p->m->variables.n; i++) {
        const XchVariable *v = &p->m->variables.at[i];
        bool may = v->causality == XCH_PARAMETER || v->causality == XCH_INPUT;
        bool text = v->type == XCH_STRING || v->type == XCH_BINARY;
        if (!may || !v->start || v->nvalues != v->nstarts || (text && v->nvalues > 1)) continue;
        if (text ? !xch_set_text(p->unit, i, v->start) : !xch_set(p->unit, 1, &i, v->starts)) {
            contradicts(p, "\"%s\" cannot be set before initialisation: %s", v->name, xch_why(p->unit));
            return false;
        }
    }
    return true;
}

/* A fresh instance, initialised with its start values, ready for steps. */
static bool ready(Probe *p) {
    drop_unit(p);
    if (!open_host(p)) return false;
    p->unit = xch_unit_new(p->host, p->fmu, p->kind, p->m->name, false);
    if (xch_status(p->unit) != XCH_DONE) return failed(p, "it cannot be instantiated");
    if (p->kind == XCH_CS && p->m->cs.event_mode && !xch_event_mode(p->unit))
        contradicts(p, "hasEventMode is true, and the FMU refuses it");
    if (!set_starts(p)) return false;
    if (!xch_enter_initialisation(p->unit, p->start, NAN, NAN) || !xch_exit_initialisation(p->unit))
        return failed(p, "it cannot be initialised with its start values");
    XchEvent e = {.first = true};
    XchPoint at = {.time = NAN};
    double *x = base_realloc(NULL, (p->m->nstates + 1) * sizeof *x);
    bool ok = true;
    if (p->kind == XCH_ME) ok = xch_event(p->unit, &at, x, &e);
    else if (xch_event_mode(p->unit)) ok = xch_step_event(p->unit, &at, &e);
    base_realloc(x, 0);
    return ok || failed(p, "the event behind initialisation");
}

/* ---- symbols, memory, wrong calls -------------------------------------------------------------------------------- */

static bool check_symbols(Probe *p) {
    char text[8192] = "";
    XchMessage m = {.op = XCH_OP_SYMBOLS, .fmu = p->fmu, .kind = p->kind, .text = text, .room = sizeof text};
    if (!open_host(p)) return false;
    XchStatus s = xch_ask(p->host, &m);
    if (s != XCH_DONE) {
        base_error(p->ctx, "XCH0007", (Span){0}, "the binary for %s cannot be loaded: %s", p->word,
                   s == XCH_FAILED ? m.log : xch_host_end(p->host));
        return false;
    }
    if (text[0])
        base_error(p->ctx, "XCH0007", (Span){0}, "the binary for %s lacks functions that the standard demands: %s",
                   p->word, text);
    return true;
}

static void check_cycle(Probe *p) {
    XchMessage m = {.op = XCH_OP_CYCLE, .fmu = p->fmu, .kind = p->kind, .name = p->m->name};
    const XchInterface *x = interface_of(p->m, p->kind);
    if (x->one_instance || !open_host(p)) return;
    XchStatus s = xch_ask(p->host, &m);
    if (s == XCH_FAILED) contradicts(p, "it cannot be made and freed again and again: %s", m.log);
    else if (s != XCH_DONE) contradicts(p, "making and freeing instances: %s", xch_host_end(p->host));
    else if (m.step > 0.5)
        base_warning(p->ctx, "XCH0006", (Span){0},
                     "as %s: each instance that is made and freed leaves %.0f bytes behind", p->word, m.step);
}

static void check_wrong_calls(Probe *p) {
    static const char *const what[XCH_WRONG_COUNT] = {"an instance with another token",
                                                      "a value reference that there is none of",
                                                      "leaving initialisation that was not entered",
                                                      "computing before initialisation",
                                                      "entering initialisation twice",
                                                      "freeing no instance"};
    for (uint32_t i = 0; i < XCH_WRONG_COUNT; i++) {
        XchMessage m = {.op = XCH_OP_WRONG, .fmu = p->fmu, .kind = p->kind, .name = p->m->name, .nset = i};
        uint64_t at;
        if (i == XCH_WRONG_REFERENCE && base_map_get(&p->m->by_reference, 0xfffffff1u, &at)) continue;
        if (!open_host(p)) return;
        XchStatus s = xch_ask(p->host, &m);
        if (s == XCH_GONE || s == XCH_HUNG) contradicts(p, "%s: %s", what[i], xch_host_end(p->host));
        else if (s == XCH_DONE && m.reached == 0 && i != XCH_WRONG_FREE)
            base_warning(p->ctx, "XCH0006", (Span){0}, "as %s: %s is not refused", p->word, what[i]);
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool is_number(const XchVariable *v) {
    return v->type != XCH_STRING && v->type != XCH_BINARY && v->type != XCH_CLOCK;
}

static void check_values(Probe *p) {
    size_t bad = 0;
    for (uint32_t i = 0; i < p->m->variables.n && bad < 5; i++) {
        const XchVariable *v = &p->m->variables.at[i];
        if (!is_number(v) || !v->nvalues) continue;
        double *values = base_realloc(NULL, v->nvalues * sizeof *values);
        if (!xch_get(p->unit, 1, &i, values)) {
            contradicts(p, "the value of \"%s\" cannot be got: %s", v->name, xch_why(p->unit));
            bad++;
            if (xch_status(p->unit) == XCH_GONE || xch_status(p->unit) == XCH_HUNG) bad = SIZE_MAX - 1;
        } else if (v->starts && v->causality == XCH_PARAMETER && v->type == XCH_FLOAT64)
            for (uint32_t k = 0; k < v->nvalues && k < v->nstarts; k++)
                if (values[k] != v->starts[k]) {
                    contradicts(p, "the start value of \"%s\" is %g in the description, and %g in the binary", v->name,
                                v->starts[k], values[k]);
                    bad++;
                    break;
                }
        base_realloc(values, 0);
    }
}

static void check_texts(Probe *p) {
    char text[256];
    for (uint32_t i = 0; i < p->m->variables.n; i++) {
        const XchVariable *v = &p->m->variables.at[i];
        if (v->type != XCH_STRING || v->nvalues != 1) continue;
        if (!xch_get_text(p->unit, i, text, sizeof text)) {
            contradicts(p, "the text of \"%s\" cannot be got: %s", v->name, xch_why(p->unit));
            return;
        }
        if (v->start && v->causality == XCH_PARAMETER && strncmp(v->start, text, sizeof text - 1) != 0)
            contradicts(p, "the start value of \"%s\" is \"%s\" in the description, and \"%s\" in the binary", v->name,
                        v->start, text);
    }
}

static void check_nominals(Probe *p) {
    double *x = base_realloc(NULL, (p->m->nstates + 1) * sizeof *x);
    if (!xch_nominals(p->unit, x)) failed(p, "nominal values of the states");
    else
        for (uint32_t i = 0; i < p->m->nstates; i++)
            if (!(x[i] > 0)) {
                base_warning(p->ctx, "XCH0006", (Span){0}, "as %s: the nominal value of state %u is %g", p->word, i + 1,
                             x[i]);
                break;
            }
    base_realloc(x, 0);
}

static bool healthy(const Probe *p) { return p->unit && xch_status(p->unit) == XCH_DONE; }

static void choose(Probe *p) {
    for (uint32_t i = 0; i < p->m->variables.n; i++) {
        const XchVariable *v = &p->m->variables.at[i];
        bool real = (v->type == XCH_FLOAT64 || v->type == XCH_FLOAT32) && v->variability == XCH_CONTINUOUS;
        if (real && v->causality == XCH_OUTPUT) vec_push(&p->outputs, i);
        if (real && v->causality == XCH_INPUT) vec_push(&p->inputs, i);
        if (is_number(v) && v->variability >= XCH_DISCRETE && v->causality != XCH_INPUT &&
            v->causality != XCH_INDEPENDENT && p->numbers.n < MOST_COMPARED)
            vec_push(&p->numbers, i);
    }
}

/* ---- state saved and restored ------------------------------------------------------------------------------------ */

typedef VEC(double) Values;

static size_t count_values(const Probe *p, const VecU32 *list) {
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) n += p->m->variables.at[list->at[i]].nvalues;
    return n;
}

/* A step of Euler's explicit method that moves no state far: what cannot be computed there is not to be computed. */
static double short_step(const Probe *p, const double *x, const double *dx) {
    double h = p->step;
    for (uint32_t k = 0; k < p->m->nstates; k++)
        if (fabs(dx[k]) * h > 1e-3 * fmax(fabs(x[k]), 1e-3)) h = 1e-3 * fmax(fabs(x[k]), 1e-3) / fabs(dx[k]);
    return h;
}

/* Some steps from *time on, of Euler's explicit method or of the FMU itself; everything seen is appended. */
static bool walk(Probe *p, double *time, double *x, Values *seen) {
    uint32_t nx = p->m->nstates, nz = p->m->nindicators;
    size_t ny = count_values(p, &p->numbers);
    double *dx = base_realloc(NULL, (nx + 1) * sizeof *dx), *z = base_realloc(NULL, (nz + 1) * sizeof *z);
    double *y = base_realloc(NULL, (ny + 1) * sizeof *y), reached = 0;
    bool ok = true;
    for (int i = 0; ok && i < STEPS; i++) {
        XchPoint at = {.time = *time, .nget = (uint32_t)p->numbers.n, .get = p->numbers.at, .got = y};
        XchEvent e = {0};
        if (p->kind == XCH_ME) {
            at.x = x, at.dx = dx, at.z = z;
            ok = xch_evaluate(p->unit, &at) && (p->m->me.step_not_needed || xch_accept(p->unit, &e));
            double h = ok ? short_step(p, x, dx) : 0;
            for (uint32_t k = 0; ok && k < nx; k++) x[k] += h * dx[k];
            for (uint32_t k = 0; ok && k < nx; k++) vec_push(seen, dx[k]);
            for (uint32_t k = 0; ok && k < nz; k++) vec_push(seen, z[k]);
            *time += h;
        } else {
            ok = xch_step(p->unit, at.time, p->step, &at, &reached, &e);
            if (ok && e.needed && xch_event_mode(p->unit)) ok = xch_step_event(p->unit, &at, &e);
            vec_push(seen, reached);
            *time = reached;
        }
        for (size_t k = 0; ok && k < ny; k++) vec_push(seen, y[k]);
    }
    base_realloc(dx, 0), base_realloc(z, 0), base_realloc(y, 0);
    return ok;
}

static bool read_states(Probe *p, double *x) {
    uint32_t at = 0;
    for (size_t i = 0; i < p->m->states.n; i++) {
        if (!xch_get(p->unit, 1, &p->m->states.at[i], x + at)) return false;
        at += p->m->variables.at[p->m->states.at[i]].nvalues;
    }
    return true;
}

/* Goes on twice from where it is, behind a saved and a restored state. */
static bool go_on_twice(Probe *p, double *time, double *x, Values *first, Values *second) {
    const XchInterface *kind = p->kind == XCH_ME ? &p->m->me : &p->m->cs;
    size_t bytes = p->m->nstates * sizeof *x;
    double again = *time, *copy = base_realloc(NULL, bytes + sizeof *x);
    void *state = NULL;
    memcpy(copy, x, bytes);
    bool ok = xch_save(p->unit, &state);
    if (ok && kind->serialise_state) ok = xch_serialise(p->unit, &state);
    ok = ok && walk(p, time, x, first) && xch_restore(p->unit, state) && walk(p, &again, copy, second);
    if (ok) xch_drop(p->unit, state);
    base_realloc(copy, 0);
    return ok;
}

/* The number of the variable whose value stands at a place of what a walk has seen; NULL: it is none's. */
static const char *seen_name(const Probe *p, size_t place) {
    size_t head = p->kind == XCH_ME ? p->m->nstates + p->m->nindicators : 1;
    size_t ny = count_values(p, &p->numbers), at = place % (head + ny);
    if (at < head) return p->kind == XCH_ME ? at < p->m->nstates ? "a derivative" : "an event indicator" : "the time";
    at -= head;
    for (size_t i = 0; i < p->numbers.n; i++) {
        uint32_t n = p->m->variables.at[p->numbers.at[i]].nvalues;
        if (at < n) return p->m->variables.at[p->numbers.at[i]].name;
        at -= n;
    }
    return "a value";
}

static bool compare_seen(Probe *p, const Values *first, const Values *second) {
    size_t i = 0;
    while (i < first->n && i < second->n && memcmp(&first->at[i], &second->at[i], sizeof *first->at) == 0) i++;
    if (i == first->n && i == second->n) return true;
    if (i == first->n || i == second->n)
        contradicts(p, "behind a restored state it does not go on as before: its steps are others");
    else
        contradicts(p, "behind a restored state it does not go on as before, bit for bit: %s was %.17g, then %.17g",
                    seen_name(p, i), first->at[i], second->at[i]);
    return false;
}

/* At the start, and in the midst of a run. */
static void check_state(Probe *p) {
    const XchInterface *kind = p->kind == XCH_ME ? &p->m->me : &p->m->cs;
    if (!kind->get_set_state) return;
    double time = p->start, *x = base_realloc(NULL, (p->m->nstates + 1) * sizeof *x);
    bool ok = p->kind != XCH_ME || read_states(p, x), same = true;
    for (int i = 0; ok && same && i < 2; i++) {
        Values first = {0}, second = {0};
        ok = go_on_twice(p, &time, x, &first, &second);
        same = !ok || compare_seen(p, &first, &second);
        vec_free(&first), vec_free(&second);
    }
    if (!ok) failed(p, "saving and restoring its state");
    base_realloc(x, 0);
}

/* ---- dependencies ------------------------------------------------------------------------------------------------ */

/* An unknown that moved with a known on which it is said not to depend. */
typedef struct {
    uint32_t unknown, known; /* values */
    double by;
} Movement;

/* Everything that is known and everything that is computed in continuous time, by number of value. */
typedef struct {
    uint32_t nknown, nunknown;
    uint32_t *known, *known_element; /* variable and element of each known value */
    uint32_t *unknown;               /* variable of each unknown value */
    double *base, *x, *u, *dx, *y;
    double *most; /* by unknown: how far it was seen to move */
    VEC(Movement) unsaid;
} Grid;

static uint32_t spread(const XchModel *m, const VecU32 *list, uint32_t *vars, uint32_t *elements, uint32_t at) {
    for (size_t i = 0; i < list->n; i++)
        for (uint32_t k = 0; k < m->variables.at[list->at[i]].nvalues; k++) {
            vars[at] = list->at[i];
            if (elements) elements[at] = k;
            at++;
        }
    return at;
}

static bool evaluate_grid(Probe *p, Grid *g, double *unknown) {
    uint32_t nx = p->m->nstates;
    XchPoint at = {.time = p->start,
                   .x = g->x,
                   .nset = (uint32_t)p->inputs.n,
                   .set = p->inputs.at,
                   .set_values = g->u,
                   .dx = g->dx,
                   .nget = (uint32_t)p->outputs.n,
                   .get = p->outputs.at,
                   .got = g->y};
    if (!xch_evaluate(p->unit, &at)) return false;
    memcpy(unknown, g->dx, nx * sizeof *unknown);
    memcpy(unknown + nx, g->y, (g->nunknown - nx) * sizeof *unknown);
    return true;
}

/* An output that is a state, by name or by value reference, needs no dependency on itself. */
static bool same_value(const Probe *p, uint32_t a, uint32_t b) {
    const XchVariable *v = &p->m->variables.at[a], *w = &p->m->variables.at[b];
    return a == b || (v->type == w->type && v->reference == w->reference);
}

/* Is variable `on` among what is said of unknown `what`?  *said: something is. */
static bool is_said(const Probe *p, uint32_t what, uint32_t on, bool *said, bool *constant) {
    const XchUnknowns *lists[] = {&p->m->derivatives, &p->m->outputs};
    *said = *constant = false;
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->n; i++) {
            const XchUnknown *u = &lists[l]->at[i];
            if (u->variable != what) continue;
            *said = u->has_dependencies;
            for (uint32_t k = 0; k < u->n; k++)
                if (u->on[k] == on) {
                    *constant = u->has_kinds && u->nkinds == u->n && u->kind[k] == XCH_DEP_CONSTANT;
                    return true;
                }
            return !u->has_dependencies;
        }
    return true;
}

static double *known_value(Grid *g, uint32_t i, uint32_t nx) { return i < nx ? &g->x[i] : &g->u[i - nx]; }

/* Varies one known value and looks at what moves. */
static bool vary(Probe *p, Grid *g, uint32_t i, double *moved, double *again, size_t *wrong) {
    uint32_t nx = p->m->nstates;
    double *value = known_value(g, i, nx), old = *value, h = 1e-2 * fmax(1, fabs(old));
    *value = old + h;
    bool ok = evaluate_grid(p, g, moved);
    *value = old + 2.5 * h;
    ok = ok && evaluate_grid(p, g, again);
    *value = old;
    for (uint32_t k = 0; ok && k < g->nunknown; k++) {
        double one = moved[k] - g->base[k], two = again[k] - g->base[k];
        double noise = 1e-9 * fmax(1, fabs(g->base[k]));
        bool said, constant;
        g->most[k] = fmax(g->most[k], fmax(fabs(one), fabs(two)));
        if ((fabs(one) <= noise && fabs(two) <= noise) || same_value(p, g->unknown[k], g->known[i])) continue;
        const char *what = p->m->variables.at[g->unknown[k]].name, *on = p->m->variables.at[g->known[i]].name;
        if (!is_said(p, g->unknown[k], g->known[i], &said, &constant)) {
            vec_push(&g->unsaid, ((Movement){k, i, fmax(fabs(one), fabs(two))}));
        } else if (constant && fabs(two - 2.5 * one) > 1e-5 * fabs(two) + 10 * noise) {
            contradicts(p, "\"%s\" does not depend on \"%s\" with a constant factor, as is said", what, on);
            ++*wrong;
        }
    }
    return ok;
}

/* What solvers inside the FMU leave open shows in proportion to how far an unknown moves at all. */
static void tell_unsaid(Probe *p, const Grid *g, size_t *wrong) {
    for (size_t i = 0; i < g->unsaid.n && *wrong < 10; i++) {
        const Movement *m = &g->unsaid.at[i];
        if (m->by <= 1e-9 * g->most[m->unknown]) continue;
        contradicts(p, "\"%s\" moves with \"%s\", on which it is said not to depend",
                    p->m->variables.at[g->unknown[m->unknown]].name, p->m->variables.at[g->known[m->known]].name);
        ++*wrong;
    }
}

/* Directional derivatives beside differences. */
static bool check_direction(Probe *p, Grid *g, uint32_t i, double *moved, double *again, size_t *wrong) {
    uint32_t nx = p->m->nstates, known = g->known[i];
    const XchVariable *v = &p->m->variables.at[known];
    VecU32 unknowns = {0};
    for (size_t k = 0; k < p->m->derivatives.n; k++) vec_push(&unknowns, p->m->derivatives.at[k].variable);
    for (size_t k = 0; k < p->outputs.n; k++) vec_push(&unknowns, p->outputs.at[k]);
    double *seed = base_realloc(NULL, (v->nvalues + 1) * sizeof *seed),
           *told = base_realloc(NULL, (g->nunknown + 1) * sizeof *told);
    memset(seed, 0, v->nvalues * sizeof *seed);
    seed[g->known_element[i]] = 1;
    double *value = known_value(g, i, nx), old = *value, h = 1e-6 * fmax(1, fabs(old));
    bool ok = evaluate_grid(p, g, moved) &&
              xch_directional(p->unit, (uint32_t)unknowns.n, unknowns.at, 1, &known, seed, told);
    *value = old + h;
    bool right = ok && evaluate_grid(p, g, moved);
    *value = old - h;
    bool both = right && evaluate_grid(p, g, again);
    *value = old;
    if (ok && !both) ok = evaluate_grid(p, g, moved); /* at the edge of where the model can be evaluated */
    for (uint32_t k = 0; both && k < g->nunknown; k++) {
        double difference = (moved[k] - again[k]) / (2 * h), one = (moved[k] - g->base[k]) / h,
               other = (g->base[k] - again[k]) / h;
        double noise = 1e-8 * fmax(1, fabs(g->base[k])) / h * 1e-3 + 1e-4 * fmax(fabs(difference), 1e-3);
        if (same_value(p, g->unknown[k], known) || fabs(one - other) > 1e-2 * fmax(fabs(one), 1e-3) ||
            fabs(told[k] - difference) <= 100 * noise)
            continue;
        contradicts(p, "the derivative of \"%s\" with respect to \"%s\" is told as %g, and is %g by differences",
                    p->m->variables.at[g->unknown[k]].name, v->name, told[k], difference);
        ++*wrong;
    }
    if (!ok) failed(p, "directional derivatives");
    vec_free(&unknowns);
    base_realloc(seed, 0), base_realloc(told, 0);
    return ok;
}

static void check_dependencies(Probe *p) {
    const XchModel *m = p->m;
    uint32_t nx = m->nstates, nu = (uint32_t)count_values(p, &p->inputs), ny = (uint32_t)count_values(p, &p->outputs);
    Arena arena = {0};
    Grid g = {.nknown = nx + nu, .nunknown = nx + ny};
    VecU32 derivatives = {0};
    for (size_t i = 0; i < m->derivatives.n; i++) vec_push(&derivatives, m->derivatives.at[i].variable);
    g.known = BASE_ARRAY(&arena, uint32_t, g.nknown + 1), g.known_element = BASE_ARRAY(&arena, uint32_t, g.nknown + 1);
    g.unknown = BASE_ARRAY(&arena, uint32_t, g.nunknown + 1);
    spread(m, &p->inputs, g.known, g.known_element, spread(m, (const VecU32 *)&m->states, g.known, g.known_element, 0));
    spread(m, &p->outputs, g.unknown, NULL, spread(m, &derivatives, g.unknown, NULL, 0));
    g.base = BASE_ARRAY(&arena, double, g.nunknown + 1), g.x = BASE_ARRAY(&arena, double, nx + 1);
    g.u = BASE_ARRAY(&arena, double, nu + 1), g.dx = BASE_ARRAY(&arena, double, nx + 1),
    g.y = BASE_ARRAY(&arena, double, ny + 1), g.most = BASE_ARRAY(&arena, double, g.nunknown + 1);
    memset(g.most, 0, g.nunknown * sizeof *g.most);
    double *moved = BASE_ARRAY(&arena, double, g.nunknown + 1), *again = BASE_ARRAY(&arena, double, g.nunknown + 1);
    size_t wrong = 0;
    bool ok = read_states(p, g.x) && (!nu || xch_get(p->unit, (uint32_t)p->inputs.n, p->inputs.at, g.u)) &&
              evaluate_grid(p, &g, g.base);
    for (uint32_t i = 0; ok && i < g.nknown && i < MOST_PROBED && wrong < 10; i++) {
        ok = vary(p, &g, i, moved, again, &wrong);
        if (!ok) failed(p, "computing at another point");
        if (ok && m->me.directional && g.nunknown) ok = check_direction(p, &g, i, moved, again, &wrong);
    }
    tell_unsaid(p, &g, &wrong);
    vec_free(&derivatives), vec_free(&g.unsaid);
    base_free_arena(&arena);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void probe_instances(Probe *p) {
    check_cycle(p);
    check_wrong_calls(p);
    choose(p);
    if (ready(p)) check_values(p);
    if (healthy(p)) check_texts(p);
    if (healthy(p) && p->kind == XCH_ME) check_nominals(p);
    if (healthy(p) && !xch_terminate(p->unit)) failed(p, "its end");
    if (healthy(p) && p->kind != XCH_SE && ready(p)) check_state(p);
    if (healthy(p) && p->kind == XCH_ME && ready(p)) check_dependencies(p);
}

static void probe_kind(Probe *p) {
    if (check_symbols(p)) probe_instances(p);
    drop_unit(p);
    xch_host_free(p->host);
    p->host = NULL;
    vec_free(&p->outputs), vec_free(&p->inputs), vec_free(&p->numbers);
}

/* A step that is not long for the model, nor for its own steps. */
static double probe_step(const XchModel *m, double start) {
    double step = m->has_step ? m->step : m->has_stop && m->stop > start ? (m->stop - start) / 500 : 1e-3;
    return m->cs.fixed_step < step ? m->cs.fixed_step : step;
}

int xch_probe(Context *ctx, const XchFmu *f) {
    static const struct {
        int kind;
        const char *word;
    } kinds[] = {{XCH_ME, "model exchange"}, {XCH_CS, "co-simulation"}, {XCH_SE, "scheduled execution"}};
    int probed = 0;
    for (size_t i = 0; i < 3; i++) {
        const XchInterface *x = interface_of(f->model, kinds[i].kind);
        Arena arena = {0};
        const char *where;
        bool there = x->there && !x->needs_execution_tool && xch_binary_path(&arena, f, kinds[i].kind, &where);
        base_free_arena(&arena);
        if (!there) continue;
        double start = f->model->has_start ? f->model->start : 0;
        double step = probe_step(f->model, start);
        Probe p = {.ctx = ctx,
                   .fmu = f,
                   .m = f->model,
                   .kind = kinds[i].kind,
                   .word = kinds[i].word,
                   .start = start,
                   .step = step};
        probe_kind(&p);
        probed |= kinds[i].kind;
    }
    return probed;
}
