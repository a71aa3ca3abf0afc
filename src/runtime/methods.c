/* methods.c - the table of integration methods: what each is called, what it needs, who makes it. */
#include "runtime/runtime_impl.h"

#include <arkode/arkode_butcher_dirk.h>
#include <arkode/arkode_butcher_erk.h>

enum { BDF, ADAMS }; /* RtMethod.detail of cvode.c */

static RtIntegrator *make_cvode(Runtime *rt, const RtOptions *o, const RtMethod *m) {
    return rt_cvode_new(rt, o, m->detail == ADAMS);
}

static RtIntegrator *make_ida(Runtime *rt, const RtOptions *o, const RtMethod *m) {
    (void)m;
    return rt_ida_new(rt, o);
}

static RtIntegrator *make_esdirk(Runtime *rt, const RtOptions *o, const RtMethod *m) {
    (void)m;
    return rt_esdirk_new(rt, o, 0);
}

/* clang-format off */
static const RtMethod methods[] = {
    {"cvode", "backward differentiation, variable order 1-5 (default for small models)",
     0, false, make_cvode, BDF},
    {"cvode-adams", "Adams, variable order 1-12, for non-stiff models",
     0, false, make_cvode, ADAMS},
    {"ida", "backward differentiation on the sparse DAE form (default for large models and large systems)",
     RT_NEEDS_FORM, false, make_ida, 0},
    {"esdirk-dae", "implicit Runge-Kutta 4(3), L-stable, on the sparse DAE form (default where the fastest modes "
                   "oscillate, while it gets farther than ida)",
     RT_NEEDS_FORM, false, make_esdirk, 0},
    {"dopri5", "explicit Runge-Kutta 5(4) of Dormand and Prince",
     0, false, rt_arkode_new, ARKODE_DORMAND_PRINCE_7_4_5},
    {"bogacki-shampine", "explicit Runge-Kutta 3(2)",
     0, false, rt_arkode_new, ARKODE_BOGACKI_SHAMPINE_4_2_3},
    {"cash-karp", "explicit Runge-Kutta 5(4) of Cash and Karp",
     0, false, rt_arkode_new, ARKODE_CASH_KARP_6_4_5},
    {"verner65", "explicit Runge-Kutta 6(5)",
     0, false, rt_arkode_new, ARKODE_VERNER_8_5_6},
    {"fehlberg78", "explicit Runge-Kutta 8(7)",
     0, false, rt_arkode_new, ARKODE_FEHLBERG_13_7_8},
    {"trbdf2", "implicit Runge-Kutta 2(3): trapezoidal rule and backward differentiation",
     0, false, rt_arkode_new, ARKODE_TRBDF2_3_3_2},
    {"sdirk4", "implicit Runge-Kutta 4(3) of Hairer and Wanner",
     0, false, rt_arkode_new, ARKODE_SDIRK_5_3_4},
    {"esdirk3", "implicit Runge-Kutta 3(2), stiffly accurate, explicit first stage",
     0, false, rt_arkode_new, ARKODE_ESDIRK324L2SA_4_2_3},
    {"esdirk4", "implicit Runge-Kutta 4(3), stiffly accurate, explicit first stage",
     0, false, rt_arkode_new, ARKODE_ESDIRK436L2SA_6_3_4},
    {"esdirk5", "implicit Runge-Kutta 5(4), stiffly accurate, explicit first stage",
     0, false, rt_arkode_new, ARKODE_ESDIRK547L2SA2_7_4_5},
    {"kvaerno5", "implicit Runge-Kutta 5(4) of Kvaerno",
     0, false, rt_arkode_new, ARKODE_KVAERNO_7_4_5},
    {"euler", "explicit Euler with a fixed step",
     0, true, rt_fixed_new, RT_EULER},
    {"rk4", "classical Runge-Kutta with a fixed step",
     0, true, rt_fixed_new, RT_RK4},
    {"implicit-euler", "implicit Euler with a fixed step",
     RT_NEEDS_JACOBIAN, true, rt_fixed_new, RT_IMPLICIT_EULER},
};
/* clang-format on */
enum { METHODS = sizeof methods / sizeof *methods };

const RtMethod *rt_methods(size_t *n) {
    *n = METHODS;
    return methods;
}

bool rt_is_auto(const RtOptions *o) { return !o->solver || strcmp(o->solver, "auto") == 0; }

static const RtMethod *find(const char *name) {
    for (size_t i = 0; i < METHODS; i++)
        if (strcmp(methods[i].name, name) == 0) return &methods[i];
    return NULL;
}

bool rt_controls_errors(const RtOptions *o) {
    const RtMethod *m = rt_is_auto(o) ? NULL : find(o->solver);
    return !m || !m->fixed_step;
}

static RtIntegrator *choose(Runtime *rt, const RtOptions *o) {
    if (rt_form_pays(rt)) {
        bool oscillates = !rt->history.delays.n && !rt->history.spatials.n && rt_oscillates(rt, o->stop - o->start);
        if (rt_form_init(rt)) return oscillates ? rt_esdirk_new(rt, o, 0) : rt_ida_new(rt, o);
    }
    return rt_cvode_new(rt, o, false);
}

RtIntegrator *rt_integrator_new(Runtime *rt, const RtOptions *o) {
    if (rt->states.n == 0) return rt_stateless_new(rt, o);
    if (rt_is_auto(o)) return choose(rt, o);
    const RtMethod *m = find(o->solver);
    if (m->needs & RT_NEEDS_FORM && !rt_form_init(rt)) {
        base_error(rt->ctx, "RT0073", (Span){0}, "%s needs the sparse analytic Jacobian, which this model has not",
                   m->name);
        return NULL;
    }
    if (m->needs & RT_NEEDS_JACOBIAN && !rt->jacobian.colptr) {
        base_error(rt->ctx, "RT0073", (Span){0}, "%s needs the analytic Jacobian, which this model has not", m->name);
        return NULL;
    }
    return m->make(rt, o, m);
}

RtIntegrator *rt_integrator_again(Runtime *rt, const RtOptions *o, uint32_t kind, bool form) {
    if (form && !rt->form.kept && !rt_form_init(rt)) return NULL;
    switch (kind) {
    case RT_STATELESS: return rt_stateless_new(rt, o);
    case RT_CVODE: return rt_cvode_new(rt, o, false);
    case RT_ADAMS: return rt_cvode_new(rt, o, true);
    case RT_IDA: return rt_ida_new(rt, o);
    case RT_ESDIRK: return rt_esdirk_new(rt, o, 0);
    default: break;
    }
    const RtMethod *m = rt_is_auto(o) ? NULL : find(o->solver);
    return m ? m->make(rt, o, m) : NULL;
}

static void unknown_method(Runtime *rt, const char *name) {
    Diag *d = base_error(rt->ctx, "RT0075", (Span){0}, "there is no solver '%s'", name);
    const char *names[METHODS];
    Text list = {0};
    for (size_t i = 0; i < METHODS; i++) {
        base_text_printf(&list, "%s%s", i ? ", " : "", methods[i].name);
        names[i] = methods[i].name;
    }
    const char *near = base_nearest(name, names, METHODS);
    if (d)
        base_hint(rt->ctx, d, "%s%s%sthe solvers are auto, %s", near ? "did you mean '" : "", near ? near : "",
                  near ? "'? " : "", base_text_str(&list));
    base_text_free(&list);
}

double rt_tiny_time(double start, double stop) {
    return RT_ONE_INSTANT * fmax(fmax(fabs(start), fabs(stop)), stop - start);
}

/* Far from zero, instants can be told apart only so well: a run must be long against that.  false after an error. */
static bool time_is_fine(Runtime *rt, const RtOptions *o) {
    const double FEWEST = 100, ENOUGH = 1e6; /* instants in a run */
    double span = o->stop - o->start, tiny = rt_tiny_time(o->start, o->stop);
    if (!(span > 0) || span >= ENOUGH * tiny) return true;
    bool hopeless = span < FEWEST * tiny;
    Text t = {0};
    base_text_printf(&t, "a run of %.6g s near time %.6g, where instants closer than %.2g s are not told apart, %s",
                     span, o->start, tiny, hopeless ? "cannot be simulated" : "gets inaccurate");
    Diag *d = hopeless ? base_error(rt->ctx, "RT0056", (Span){0}, "%s", base_text_str(&t))
                       : base_warning(rt->ctx, "RT0056", (Span){0}, "%s", base_text_str(&t));
    base_text_free(&t);
    base_hint(rt->ctx, d, "let the run start near zero, and add the offset to time in the model");
    rt_reported(rt);
    return !hopeless;
}

bool rt_complete_options(Runtime *rt, RtOptions *o) {
    if (!(o->stop >= o->start) || !isfinite(o->stop) || !isfinite(o->start)) {
        base_error(rt->ctx, "RT0074", (Span){0}, "the stop time %g lies before the start time %g", o->stop, o->start);
        return false;
    }
    if (!time_is_fine(rt, o)) return false;
    if (!rt_is_auto(o) && !find(o->solver)) {
        unknown_method(rt, o->solver);
        return false;
    }
    if (!(o->tolerance > 0)) o->tolerance = RT_DEFAULT_TOLERANCE;
    if (!(o->interval > 0)) o->interval = (o->stop - o->start) / (double)(o->intervals > 0 ? o->intervals : 500);
    if (!(o->interval > 0)) o->interval = 1;
    return true;
}
