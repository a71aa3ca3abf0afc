/* evaluator.c - further evaluators of a run: the same equations at other points, on other threads.
 *
 * An evaluator is a Runtime of which environment, frame, scratch, systems of equations with their matrices,
 * relations and failures are its own.  What describes the model (states, aliases, patterns, histories, tables of
 * inputs) is the run's and only read.  So the run must not go on while evaluators are at work; after it did,
 * rt_evaluator_take brings them there.
 */
#include "runtime/runtime_impl.h"

static void own_environment(Runtime *e, const Runtime *of) {
    const MdModel *m = of->model;
    CwEnv *env = &e->ev.env;
    size_t values = (size_t)m->nvars + m->nconstants, widest = m->nrelations;
    for (int i = 0; i < of->code->nsystems; i++)
        if ((size_t)of->code->systems[i].n > widest) widest = (size_t)of->code->systems[i].n;
    *env = of->ev.env;
    env->v = base_copy(&e->arena, of->ev.env.v, (values + 1) * sizeof *env->v);
    env->d = BASE_ARRAY(&e->arena, double, values + 1);
    env->r = BASE_ARRAY(&e->arena, double, widest + 1);
    env->s = BASE_ARRAY(&e->arena, const char *, m->nvars + 1);
    env->o = BASE_ARRAY(&e->arena, void *, m->nvars + 1);
    e->input.given = BASE_ARRAY(&e->arena, unsigned char, m->nvars + 1);
    env->given = e->input.given;
    env->memo = NULL;
    if (of->code->memory) env->memo = BASE_ARRAY(&e->arena, double, (size_t)of->code->memory);
    if (env->memo) memset(env->memo, 0xff, (size_t)of->code->memory * sizeof *env->memo);
    env->host = e;
    env->in_when = 0;
    env->place = env->quotient = NULL;
}

static void own_systems(Runtime *e, const Runtime *of) {
    e->ev.systems = BASE_ARRAY(&e->arena, RtSystem, (size_t)of->code->nsystems + 1);
    for (int i = 0; i < of->code->nsystems; i++) e->ev.systems[i].cw = &of->code->systems[i];
}

Runtime *rt_evaluator_new(const Runtime *of) {
    Runtime *e = base_realloc(NULL, sizeof *e);
    memset(e, 0, sizeof *e);
    e->of = of;
    e->model = of->model;
    e->code = of->code;
    e->ctx = base_context_new(); /* what is reported here is nobody's */
    e->host.stop = of->host.stop;
    e->nvars = of->nvars;
    e->varying = of->varying;
    e->ev = (RtEvaluator){.stack_room = of->ev.stack_room, .deadline = of->ev.deadline, .exact = true};
    base_alloc(&e->ev.scratch, 16);
    e->ev.scratch_start = base_mark(&e->ev.scratch);
    own_environment(e, of);
    own_systems(e, of);
    rt_events_init(e);
    rt_evaluator_take(e);
    return e;
}

static void forget_profiles(Runtime *e) {
    for (size_t i = 0; i < e->history.spatials.n; i++) {
        RtSpatial *b = &e->history.spatials.at[i];
        if (b->started) continue; /* the run's */
        vec_free(&b->x);
        vec_free(&b->y);
    }
}

/* What is stored is the run's; of what it has not begun to store the evaluator makes its own. */
static void take_histories(Runtime *e) {
    const RtHistory *h = &e->of->history;
    forget_profiles(e);
    vec_clear(&e->history.delays);
    vec_clear(&e->history.spatials);
    for (size_t i = 0; i < h->delays.n; i++) vec_push(&e->history.delays, h->delays.at[i]);
    for (size_t i = 0; i < h->spatials.n; i++) {
        RtSpatial b = h->spatials.at[i];
        vec_push(&e->history.spatials, b.started ? b : (RtSpatial){0});
    }
}

static void take_relations(Runtime *e) {
    RtEvents *to = &e->events;
    const RtEvents *from = &e->of->events;
    size_t bytes = to->n * sizeof(double);
    if (!bytes) return;
    memcpy(to->g, from->g, bytes);
    memcpy(to->scale, from->scale, bytes);
    memcpy(to->eps, from->eps, bytes);
    memcpy(to->armed, from->armed, to->n);
}

static void take_form(Runtime *e) {
    double *r = e->form.r, *dr = e->form.dr;
    size_t bytes = ((size_t)e->of->form.nalgebraic + 1) * sizeof *r;
    e->form = e->of->form;
    e->form.active = false;
    e->form.r = base_realloc(r, bytes);
    e->form.dr = base_realloc(dr, bytes);
}

void rt_evaluator_take(Runtime *e) {
    const Runtime *of = e->of;
    CwEnv *env = &e->ev.env;
    const CwEnv *from = &of->ev.env;
    rt_swap(e, of->code);
    memcpy(env->v, from->v, of->nvars * sizeof *env->v);
    memcpy(env->s, from->s, (of->nvars + 1) * sizeof *env->s);
    memcpy(env->o, from->o, (of->nvars + 1) * sizeof *env->o);
    memcpy(e->input.given, of->input.given, of->nvars);
    env->lambda = from->lambda, env->initial = from->initial, env->no_events = from->no_events;
    e->states = of->states;
    e->names.alias = of->names.alias;
    e->texts = of->texts;
    e->discrete.pres.at = of->discrete.pres.at, e->discrete.pres.n = of->discrete.pres.n;
    e->input.tables.at = of->input.tables.at, e->input.tables.n = of->input.tables.n;
    e->jacobian = of->jacobian;
    e->doubt = (RtDoubt){.wait = INT32_MAX, .sure = of->doubt.sure};
    e->tangents = of->tangents;
    e->span = of->span;
    e->init.values = of->init.values, e->init.settled = of->init.settled;
    e->initialised = of->initialised;
    e->verdict = of->verdict;
    e->ev.stamp++;
    e->ev.parameter_stamp++;
    take_histories(e);
    take_relations(e);
    take_form(e);
}

void rt_evaluator_free(Runtime *e) {
    if (!e) return;
    for (int i = 0; i < e->code->nsystems; i++) rt_system_free(&e->ev.systems[i]);
    rt_events_free(e);
    forget_profiles(e);
    vec_free(&e->history.delays);
    vec_free(&e->history.spatials);
    vec_free(&e->discrete.reinits);
    vec_free(&e->said.texts);
    base_map_free(&e->said.origins);
    vec_free(&e->objects);
    base_realloc(e->form.r, 0);
    base_realloc(e->form.dr, 0);
    base_realloc(e->ev.sense_memo, 0);
    base_text_free(&e->ev.failure.text);
    base_text_free(&e->end.text);
    base_free_arena(&e->ev.scratch);
    base_free_arena(&e->arena);
    base_context_free(e->ctx);
    base_realloc(e, 0);
}

Runtime *rt_aside(Runtime *rt) {
    if (rt->verdict.over != RT_GOES_ON) return NULL;
    if (rt->of) return rt;
    if (!rt->aside) rt->aside = rt_evaluator_new(rt);
    else rt_evaluator_take(rt->aside);
    return rt->aside;
}
