/* runtime.c - the Runtime object: values, parameters, evaluation with unwinding, exchange of code.
 *
 * Before: a model and its compiled code.  After rt_new: v holds constants and parameter values
 * as declared, nothing has been evaluated yet.
 */
#include "runtime/runtime_impl.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

double *rt_zeros(size_t n) {
    double *p = base_realloc(NULL, (n + 1) * sizeof *p);
    memset(p, 0, (n + 1) * sizeof *p);
    return p;
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */

static void release_scratch(Runtime *rt) {
    if (!rt->ev.scratch_used) return;
    base_release(&rt->ev.scratch, rt->ev.scratch_start); /* keeps the first chunk for the next evaluation */
    rt->ev.scratch_used = false;
}

/* What functions of a model may use of the stack: three quarters of it, at most of 16 MiB (threads have no more). */
static size_t stack_room(void) {
    struct rlimit limit;
    rlim_t size = (rlim_t)8 << 20, most = (rlim_t)16 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) size = limit.rlim_cur;
    return (size_t)(size < most ? size : most) / 4 * 3;
}

static bool is_over(const Runtime *rt) { return rt->verdict.over != RT_GOES_ON; }

/* A system was singular in f, which has come to its end. */
static bool look_at_suspect(Runtime *rt, CwFn f) {
    RtSystem *s = rt->ev.suspect;
    bool redundant = rt_is_redundant(rt, s);
    rt->ev.suspect = NULL;
    if (!redundant) {
        rt_wants_another(rt, s);
        return false;
    }
    s->singular = false;
    return rt_eval(rt, f);
}

/* Runs f.  Failures inside unwind to here. */
bool rt_eval(Runtime *rt, CwFn f) {
    if (!f) return true;
    if (is_over(rt)) return false;
    const RtSystem *suspect = rt->ev.suspect;
    RtFrame frame;
    frame.outer = rt->ev.frame;
    if (!rt->ev.frame) {
        rt->ev.env.stack = (const char *)__builtin_frame_address(0) - rt->ev.stack_room;
        rt->ev.env.place = NULL;
    }
    rt->ev.frame = &frame;
    bool ok = setjmp(frame.jump) == 0;
    if (ok) f(&rt->ev.env);
    rt->ev.frame = frame.outer;
    if (!rt->ev.frame) {
        rt->ev.env.in_when = 0;
        release_scratch(rt);
        if (!ok) rt_systems_restore(rt);
        if (rt->ev.suspect && !suspect) {
            if (ok) return look_at_suspect(rt, f);
            rt->ev.suspect = NULL;
        }
    }
    return ok;
}

void rt_unwind(Runtime *rt) {
    if (!rt->ev.frame)
        base_bug(__FILE__, __LINE__, "error outside an evaluation: %s", base_text_str(&rt->ev.failure.text));
    longjmp(rt->ev.frame->jump, 1);
}

void rt_fail(Runtime *rt, RtFailKind kind, uint32_t origin, const char *fmt, ...) {
    RtFailure *f = &rt->ev.failure;
    f->kind = kind;
    f->origin = origin;
    f->function = NULL;
    f->system = UINT32_MAX;
    f->singular = false;
    f->time = rt->ev.env.v[0];
    f->text.n = 0;
    va_list args;
    va_start(args, fmt);
    char small[512];
    int n = vsnprintf(small, sizeof small, fmt, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof small) {
        base_text_add(&f->text, small);
        return;
    }
    char *large = base_realloc(NULL, (size_t)n + 1);
    va_start(args, fmt);
    vsnprintf(large, (size_t)n + 1, fmt, args);
    va_end(args);
    base_text_add(&f->text, large);
    base_realloc(large, 0);
}

void rt_guard_torn(Runtime *rt) { rt->guard.torn = true; }

void rt_unguard(Runtime *rt) {
    rt->guard.torn = rt->guard.starts = rt->guard.rank = false;
    rt->guard.modal = NULL;
}

void rt_guard_starts(Runtime *rt) { rt->guard.starts = true; }

void rt_guard_rank(Runtime *rt) { rt->guard.rank = true; }

bool rt_needs_rank(const Runtime *rt) { return rt->verdict.over == RT_NEEDS_RANK; }

bool rt_torn_badly(const Runtime *rt, bool *linear, const char **variable, double *time) {
    if (!rt->verdict.torn) return false;
    const CwSystem *torn = rt->verdict.torn->cw;
    *linear = torn->linear;
    *variable = rt_var_name(rt, (MdVar)torn->vars[0]);
    *time = rt->ev.failure.time;
    return true;
}

void rt_put_states(Runtime *rt, double t, const double *y) {
    double *v = rt->ev.env.v;
    v[0] = t;
    uint32_t i = rt->states.x_in_line ? rt->states.n : 0;
    if (i) memcpy(v + rt->states.x[0], y, i * sizeof *y);
    for (; i < rt->states.nunknowns; i++) v[rt->states.x[i]] = y[i];
    if (rt->input.tables.n) rt_put_tables(rt, t);
}

void rt_get_states(const Runtime *rt, double *y) {
    const double *v = rt->ev.env.v;
    for (uint32_t i = 0; i < rt->states.nunknowns; i++) y[i] = v[rt->states.x[i]];
}

static int derivatives(Runtime *rt, double t, const double *y, double *dy) {
    rt_put_states(rt, t, y);
    rt->ev.stamp++;
    rt->stats.rhs++;
    rt->ev.asserts = RT_TENTATIVE;
    rt->ev.trial = true;
    bool done = rt_eval(rt, rt->code->ode);
    rt->ev.trial = false;
    if (!done) return is_over(rt) ? -1 : 1;
    const double *v = rt->ev.env.v, *from = rt->states.dx_in_line ? v + rt->states.dx[0].var : NULL;
    for (uint32_t i = 0; i < rt->states.n; i++) dy[i] = from ? from[i] : rt_source_value(v, rt->states.dx[i]);
    if (rt_finite(dy, rt->states.n)) return 0;
    rt->ev.failure.kind = RT_FAIL_NUMBER;
    rt->ev.failure.time = t;
    return 1;
}

int rt_rhs(Runtime *rt, double t, const double *y, double *dy) {
    int code = derivatives(rt, t, y, dy);
    if (code <= 0 || !rt_relations_live(rt)) return code;
    int live = derivatives(rt, t, y, dy);
    rt_relations_freeze(rt);
    return live == 0 ? 0 : derivatives(rt, t, y, dy); /* which says why */
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

RtSource rt_resolve(const Runtime *rt, MdVar v) {
    RtSource s = {v, 1};
    uint64_t to;
    while (base_map_get(&rt->names.alias, s.var, &to)) {
        bool negated = (to >> 63) != 0;
        s.var = (MdVar)to;
        if (negated) {
            int8_t flip = rt->model->vars[v].base == MD_BOOLEAN ? 0 : -1;
            s.sign = s.sign == 1 ? flip : 1;
        }
    }
    return s;
}

double rt_operand(const Runtime *rt, MdOperand o, double otherwise) {
    if (o == MD_NO_OPERAND) return otherwise;
    if (md_is_constant(o)) return rt->model->constants[o & ~MD_CONSTANT_BIT];
    return rt_source_value(rt->ev.env.v, rt_resolve(rt, o));
}

/* Nominal value; of a derivative without its own: what its variable changes by in a second when it
 * changes at all. */
double rt_nominal(const Runtime *rt, MdVar v) {
    while (rt->model->vars[v].kind == MD_KIND_DERIVATIVE &&
           rt->model->attrs[rt->model->vars[v].attrs].nominal == MD_NO_OPERAND && rt->model->vars[v].of)
        v = rt->model->vars[v].of;
    const MdAttrs *a = &rt->model->attrs[rt->model->vars[v].attrs];
    double nominal = fabs(rt_operand(rt, a->nominal, 1));
    return nominal > 0 && isfinite(nominal) ? nominal : 1;
}

double rt_value(const Runtime *rt, MdVar v) { return rt_source_value(rt->ev.env.v, rt_resolve(rt, v)); }

const char *rt_text(const Runtime *rt, MdVar v) {
    if (rt->model->vars[v].base != MD_STRING) return NULL;
    return rt->ev.env.s[rt_resolve(rt, v).var];
}

double rt_time(const Runtime *rt) { return rt->ev.env.v[0]; }

Context *rt_context(const Runtime *rt) { return rt->ctx; }

const MdModel *rt_model(const Runtime *rt) { return rt->model; }

void rt_set_explain(Runtime *rt, const RtExplain *explain) { rt->explain = *explain; }

enum { MOST_PAUSE = 7 }; /* steps between looks at the picks of states */

/* *part: how near other picks are, 1 where they are taken. */
static bool select_all(Runtime *rt, double *part) {
    const MdModel *m = rt->model;
    bool changed = false;
    *part = 0;
    for (uint32_t i = 0; i < m->nselections; i++) {
        const MdSelection *s = &m->selections[i];
        SolSelection one = {s->n,     s->nstates, s->nrows, s->ncols, s->x,      s->z,
                            s->first, s->of,      s->pick,  s->row,   s->column, s->entry};
        changed |= sol_select(&one, m->constants, rt->ev.env.v, 1, part, &rt_memory) != 0;
    }
    return changed;
}

bool rt_select(Runtime *rt) {
    const MdModel *m = rt->model;
    RtPicks *p = &rt->states.picks;
    if (!m->nselections) return false;
    double before = p->part;
    bool changed = select_all(rt, &p->part);
    /* half of the way is left though it would go on four times as far */
    bool calm = !changed && p->part + 4 * fabs(p->part - before) < 0.5;
    p->pause = calm ? (2 * p->pause + 1 < MOST_PAUSE ? 2 * p->pause + 1 : MOST_PAUSE) : 0;
    p->wait = p->pause;
    return changed;
}

/* ---- looking inside ---------------------------------------------------------------------------------------------- */

CwEnv *rt_env(Runtime *rt) { return &rt->ev.env; }

const CwModel *rt_code(const Runtime *rt) { return rt->code; }

bool rt_evaluate(Runtime *rt, CwFn f) {
    rt->ev.asserts = RT_TENTATIVE;
    return rt_eval(rt, f);
}

bool rt_system_is_ready(const Runtime *rt, int system) { return rt->ev.systems[system].ready; }

RtUnknowns rt_unknowns(const Runtime *rt) {
    const RtJacobian *j = rt->form.kept ? &rt->form.jacobian : &(RtJacobian){0};
    return (RtUnknowns){rt->states.n, rt->states.nunknowns, rt->states.x, rt->states.scale, j->colptr, j->rowind};
}

uint32_t rt_form_row(const Runtime *rt, uint32_t system) {
    return rt->form.kept && rt->form.kept[system] ? rt->states.n + rt->form.first[system] : UINT32_MAX;
}

/* Strings made during an evaluation live in scratch memory: those that stand in variables are
 * interned. */
void rt_keep_strings(Runtime *rt) {
    for (uint32_t i = 0; i < rt->texts.n; i++) {
        const char **s = &rt->ev.env.s[rt->texts.var[i]];
        *s = *s ? base_str(rt->ctx->names, base_name(rt->ctx->names, *s)) : "";
    }
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

static void put_aliases(Runtime *rt) {
    for (size_t i = 0; i < rt->model->naliases; i++) {
        const MdAlias *a = &rt->model->aliases[i];
        base_map_put(&rt->names.alias, a->var, a->target | (a->sign < 0 ? (uint64_t)1 << 63 : 0));
    }
}

static void put_states(Runtime *rt) {
    rt->states.n = rt->states.nunknowns = (uint32_t)rt->model->nstates;
    rt->states.x = BASE_ARRAY(&rt->arena, MdVar, rt->states.n + 1);
    rt->states.dx = BASE_ARRAY(&rt->arena, RtSource, rt->states.n + 1);
    rt->states.scale = BASE_ARRAY(&rt->arena, double, rt->states.n + 1);
    for (uint32_t i = 0; i < rt->states.n; i++) {
        rt->states.x[i] = rt->model->states[i].x;
        rt->states.dx[i] = rt_resolve(rt, rt->model->states[i].dx);
    }
    rt_find_unsized(rt);
    rt->states.x_in_line = rt->states.dx_in_line = rt->states.n > 0;
    for (uint32_t i = 0; i < rt->states.n; i++) {
        rt->states.x_in_line &= rt->states.x[i] == rt->states.x[0] + i;
        rt->states.dx_in_line &= rt->states.dx[i].sign > 0 && rt->states.dx[i].var == rt->states.dx[0].var + i;
    }
}

/* pre variables: a change of a discrete one asks for another event iteration. */
static void put_pres(Runtime *rt) {
    for (size_t i = 1; i < rt->nvars; i++) {
        const MdVariable *v = &rt->model->vars[i];
        if (v->kind != MD_KIND_PRE || v->base == MD_OBJECT) continue;
        RtPre p = {(MdVar)i, rt_resolve(rt, v->of), false};
        const MdVariable *of = &rt->model->vars[v->of];
        p.discrete = of->kind == MD_KIND_DISCRETE || of->base != MD_REAL;
        vec_push(&rt->discrete.pres, p);
    }
}

static void put_strings(Runtime *rt) {
    VecU32 found = {0};
    for (size_t i = 1; i < rt->nvars; i++)
        if (rt->model->vars[i].base == MD_STRING) vec_push(&found, (uint32_t)i);
    rt->texts.n = (uint32_t)found.n;
    rt->texts.var = BASE_ARRAY(&rt->arena, MdVar, found.n + 1);
    if (found.n) memcpy(rt->texts.var, found.at, found.n * sizeof *found.at);
    vec_free(&found);
}

static void put_string_values(Runtime *rt) {
    for (uint32_t i = 0; i < rt->texts.n; i++) {
        rt->ev.env.s[rt->texts.var[i]] = "";
    }
    for (uint32_t i = 0; i < rt->model->nstrings; i++)
        rt->ev.env.s[rt->model->string_vars[i]] = rt->model->string_values[i];
}

/* Independent parameters and constants have their value in `start`. */
static void put_parameter_values(Runtime *rt) {
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const MdVariable *v = &rt->model->vars[i];
        if (v->kind > MD_KIND_PARAMETER || v->start == MD_NO_OPERAND) continue;
        if (md_is_constant(v->start)) rt->ev.env.v[i] = rt_operand(rt, v->start, 0);
    }
}

static void allocate_values(Runtime *rt) {
    const MdModel *m = rt->model;
    size_t values = (size_t)m->nvars + m->nconstants;
    rt->ev.env.v = BASE_ARRAY(&rt->arena, double, values + 1);
    rt->ev.env.d = BASE_ARRAY(&rt->arena, double, values + 1);
    rt->ev.env.s = BASE_ARRAY(&rt->arena, const char *, rt->nvars + 1);
    for (uint32_t i = 0; i <= rt->nvars; i++) rt->ev.env.s[i] = ""; /* generated code reads strings without asking */
    rt->ev.env.o = BASE_ARRAY(&rt->arena, void *, rt->nvars + 1);
    rt->input.given = BASE_ARRAY(&rt->arena, unsigned char, rt->nvars + 1);
    rt->ev.env.given = rt->input.given;
    if (m->nconstants) memcpy(rt->ev.env.v + m->nvars, m->constants, m->nconstants * sizeof *m->constants);
}

/* Bits that no argument has: nothing is found. */
static void forget_results(Runtime *rt) {
    if (rt->ev.env.memo) memset(rt->ev.env.memo, 0xff, (size_t)rt->code->memory * sizeof *rt->ev.env.memo);
}

Runtime *rt_new(const MdModel *m, const CwModel *code, Context *ctx) {
    Runtime *rt = base_realloc(NULL, sizeof *rt);
    memset(rt, 0, sizeof *rt);
    rt->model = m;
    rt->ctx = ctx;
    rt->code = code;
    rt->nvars = m->nvars;
    rt->varying = 1;
    while (rt->varying < m->nvars && m->vars[rt->varying].kind <= MD_KIND_PARAMETER) rt->varying++;
    base_alloc(&rt->ev.scratch, 16);
    rt->ev.scratch_start = base_mark(&rt->ev.scratch);
    allocate_values(rt);
    rt->ev.env.tab = code->tab;
    if (code->memory) rt->ev.env.memo = BASE_ARRAY(&rt->arena, double, (size_t)code->memory);
    forget_results(rt);
    rt->ev.env.lambda = 1;
    rt->ev.stack_room = stack_room();
    rt->ev.env.call = &rt_calls;
    rt->ev.deadline = INFINITY;
    rt->ev.env.host = rt;
    put_aliases(rt);
    put_states(rt);
    put_pres(rt);
    put_strings(rt);
    put_string_values(rt);
    put_parameter_values(rt);
    size_t widest = rt->model->nrelations;
    rt->ev.systems = BASE_ARRAY(&rt->arena, RtSystem, (size_t)code->nsystems + 1);
    for (int i = 0; i < code->nsystems; i++) {
        rt->ev.systems[i].cw = &code->systems[i];
        if ((size_t)code->systems[i].n > widest) widest = (size_t)code->systems[i].n;
    }
    rt->ev.env.r = BASE_ARRAY(&rt->arena, double, widest + 1);
    rt_events_init(rt);
    rt_jacobian_init(rt);
    rt->span.tiny = RT_ONE_INSTANT_YET;
    rt->states.own_x = rt->states.x;
    rt->states.own_scale = rt->states.scale;
    rt->made = base_mark(&rt->arena);
    return rt;
}

void rt_swap(Runtime *rt, const CwModel *code) {
    if (code == rt->code) return;
    BASE_ASSERT(code->nsystems == rt->code->nsystems);
    rt->code = code;
    for (int i = 0; i < code->nsystems; i++) rt->ev.systems[i].cw = &code->systems[i];
    forget_results(rt);
}

void rt_meanwhile(Runtime *rt, void (*exchange)(void *arg, Runtime *rt), void *arg) {
    rt->init.meanwhile = exchange;
    rt->init.meanwhile_arg = arg;
}

static void destroy_objects(Runtime *rt) {
    while (rt->objects.n) {
        RtObject o = vec_pop(&rt->objects); /* popped first: a destructor that fails is not called again */
        RtFrame frame;
        frame.outer = rt->ev.frame;
        rt->ev.frame = &frame;
        if (setjmp(frame.jump) == 0 && o.destructor && !rt_has_crashed(rt)) o.destructor(&rt->ev.env, o.object);
        rt->ev.frame = frame.outer;
    }
    vec_free(&rt->objects);
}

void rt_free(Runtime *rt) {
    if (!rt) return;
    if (rt->run) (void)rt_end(rt);
    rt_host_ended(rt);
    rt_close_result(rt);
    if (rt->result.sink) rt->result.sink->close(rt->result.sink);
    rt_evaluator_free(rt->aside);
    destroy_objects(rt);
    for (int i = 0; i < rt->code->nsystems; i++) rt_system_free(&rt->ev.systems[i]);
    rt_events_free(rt);
    rt_jacobian_free(rt);
    rt_form_free(rt);
    rt_delays_free(rt);
    rt_bounds_free(rt);
    rt_sizes_free(rt);
    vec_free(&rt->discrete.pres);
    vec_free(&rt->discrete.reinits);
    vec_free(&rt->input.starts);
    vec_free(&rt->input.changes);
    rt_free_tables(rt);
    vec_free(&rt->input.tables);
    vec_free(&rt->said.texts);
    vec_free(&rt->result.columns);
    vec_free(&rt->result.signals);
    base_realloc(rt->result.gathered, 0);
    base_map_free(&rt->names.alias);
    base_map_free(&rt->said.origins);
    base_map_free(&rt->names.by_name);
    base_text_free(&rt->ev.failure.text);
    base_text_free(&rt->end.text);
    base_free_arena(&rt->ev.scratch);
    base_free_arena(&rt->arena);
    if (rt->host.freed) rt->host.freed(rt->host.arg);
    base_realloc(rt, 0);
}

/* Values as in the model, but what was set from outside. */
static void default_values(Runtime *rt, bool keep) {
    double *given = rt_zeros(rt->nvars);
    const char **strings = base_realloc(NULL, (rt->texts.n + 1) * sizeof *strings);
    memcpy(given, rt->ev.env.v, rt->nvars * sizeof *given);
    for (uint32_t i = 0; i < rt->texts.n; i++) strings[i] = rt->ev.env.s[rt->texts.var[i]];
    memset(rt->ev.env.v, 0, rt->nvars * sizeof *rt->ev.env.v);
    memset(rt->ev.env.d, 0, rt->nvars * sizeof *rt->ev.env.d);
    put_string_values(rt);
    put_parameter_values(rt);
    for (uint32_t i = 1; keep && i < rt->nvars; i++)
        if (rt->input.given[i]) rt->ev.env.v[i] = given[i];
    for (uint32_t i = 0; keep && i < rt->texts.n; i++)
        if (rt->input.given[rt->texts.var[i]]) rt->ev.env.s[rt->texts.var[i]] = strings[i];
    if (!keep) memset(rt->input.given, 0, rt->nvars);
    base_realloc(given, 0);
    base_realloc(strings, 0);
}

static void drop_result(Runtime *rt) {
    (void)rt_close_result(rt);
    vec_clear(&rt->result.columns);
    vec_clear(&rt->result.signals);
    if (rt->result.sink) rt->result.sink->close(rt->result.sink); /* of results in memory */
    rt->result.sink = NULL;
    rt->result.header_written = false;
}

void rt_reset(Runtime *rt, bool keep) {
    rt_drop_run(rt);
    drop_result(rt);
    rt_forget(rt, keep);
}

void rt_forget(Runtime *rt, bool keep) {
    destroy_objects(rt);
    rt_keep_strings(rt);
    for (int i = 0; i < rt->code->nsystems; i++) {
        rt_system_free(&rt->ev.systems[i]);
        rt->ev.systems[i] = (RtSystem){.cw = rt->ev.systems[i].cw};
    }
    rt_form_drop(rt);
    rt->states.x = rt->states.own_x;
    rt->states.scale = rt->states.own_scale;
    base_release(&rt->arena, rt->made);
    rt->init.values = rt->init.settled = NULL;
    rt_evaluator_free(rt->aside);
    rt->aside = NULL;
    rt_delays_free(rt);
    rt_events_free(rt);
    rt->events = (RtEvents){0};
    rt_events_init(rt);
    base_map_clear(&rt->said.origins);
    vec_clear(&rt->input.changes);
    vec_clear(&rt->discrete.reinits);
    if (!keep) vec_clear(&rt->input.starts), rt_free_tables(rt);
    for (size_t i = 0; i < rt->input.tables.n; i++) rt->input.tables.at[i].at = 0;
    default_values(rt, keep);
    rt->initialised = rt->end.terminated = false;
    rt->span.tiny = RT_ONE_INSTANT_YET;
    rt->ev.stamp = rt->ev.parameter_stamp = 0;
    rt->ev.unsolved = rt->ev.singular_inside = NULL;
    if (!rt_has_crashed(rt)) rt->verdict = (RtVerdict){RT_GOES_ON};
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    rt->stats = (RtStats){0};
}

bool rt_calls_external(const Runtime *rt) { return rt->model->externals; }

const RtStats *rt_stats(const Runtime *rt) { return &rt->stats; }

/* ---- values from outside ----------------------------------------------------------------------------------------- */

static uint64_t name_hash(const char *name, size_t n) { return base_hash(name, n, 11); }

/* All names, when many are asked for: to look at one after the other would take too long. */
static void index_names(Runtime *rt) {
    Text text = {0};
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const MdVariable *x = &rt->model->vars[i];
        uint64_t old;
        if (x->kind == MD_KIND_DERIVATIVE || x->kind == MD_KIND_PRE || !x->name) continue;
        text.n = 0;
        md_name_text(md_names(rt->model), x->name, NULL, &text);
        uint64_t key = name_hash(text.at, text.n);
        if (!base_map_get(&rt->names.by_name, key, &old)) base_map_put(&rt->names.by_name, key, i);
    }
    base_text_free(&text);
}

MdVar rt_find(Runtime *rt, const char *name) {
    enum { MANY = 16 };
    uint64_t v;
    if (rt->names.lookups++ == MANY) index_names(rt);
    size_t n = strlen(name);
    bool operated = n > 5 && (strncmp(name, "der(", 4) == 0 || strncmp(name, "pre(", 4) == 0) && name[n - 1] == ')';
    if (!base_map_get(&rt->names.by_name, operated ? name_hash(name + 4, n - 5) : name_hash(name, n), &v))
        return md_find(rt->model, name); /* it may have blanks between subscripts */
    const MdVariable *x = &rt->model->vars[v];
    return !operated ? (MdVar)v : name[0] == 'd' ? x->derivative : x->pre;
}

static MdVar find_variable(Runtime *rt, const char *name) {
    MdVar v = rt_find(rt, name);
    if (v) return v;
    Diag *d = base_error(rt->ctx, "RT0001", (Span){0}, "there is no variable '%s' in %s", name, rt->model->name);
    VecStr names = {0};
    Text text = {0};
    for (uint32_t i = 1; i < rt->nvars && names.n < 20000; i++) {
        if (rt->model->vars[i].kind >= MD_KIND_DERIVATIVE || (rt->model->vars[i].flags & MD_HIDDEN)) continue;
        text.n = 0;
        md_var_text(rt->model, i, &text);
        vec_push(&names, base_strdup(&rt->arena, base_text_str(&text)));
    }
    const char *near = base_nearest(name, (const char *const *)names.at, names.n);
    if (near && d) base_hint(rt->ctx, d, "did you mean '%s'?", near);
    vec_free(&names);
    base_text_free(&text);
    return 0;
}

/* Number of an enumeration literal given as word or as full name; 0 when there is none. */
static int64_t enum_literal(const MdModel *m, uint32_t type, const char *text) {
    if (type == 0 || type >= m->nenums) return 0;
    const MdEnum *e = &m->enums[type];
    const char *dot = strrchr(text, '.');
    const char *word = dot ? dot + 1 : text;
    for (uint32_t i = 0; i < e->n; i++)
        if (strcmp(base_str(m->words, e->literals[i]), word) == 0) return (int64_t)i + 1;
    return 0;
}

static bool parse_value(const MdModel *m, MdVar v, const char *text, double *value) {
    const MdVariable *var = &m->vars[v];
    if (var->base == MD_BOOLEAN) {
        if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0) return *value = 1, true;
        if (strcmp(text, "false") == 0 || strcmp(text, "0") == 0) return *value = 0, true;
        return false;
    }
    if (var->base == MD_ENUM) {
        int64_t k = enum_literal(m, m->attrs[var->attrs].enum_type, text);
        if (k) return *value = (double)k, true;
    }
    char *end;
    double x = strtod(text, &end);
    if (end == text || *end || !isfinite(x)) return false;
    if (var->base != MD_REAL && x != floor(x)) return false;
    *value = x;
    return true;
}

static void set_string(Runtime *rt, MdVar v, const char *text) {
    size_t n = strlen(text);
    if (n >= 2 && text[0] == '"' && text[n - 1] == '"') {
        text++;
        n -= 2;
    }
    rt->ev.env.s[v] = base_strndup(&rt->arena, text, n);
    rt->input.given[v] = 1;
}

static const char *type_word(MdBase base) {
    static const char *const words[] = {"Real",        "Integer",         "Boolean", "String",
                                        "enumeration", "external object", "void"};
    return words[base];
}

bool rt_settable(const MdModel *m, const char *name, const char *text, MdVar *var, double *value) {
    *var = md_find(m, name);
    *value = NAN;
    if (!*var) return false;
    const MdVariable *v = &m->vars[*var];
    if (v->kind != MD_KIND_PARAMETER || (v->flags & (MD_FINAL | MD_STRUCTURAL))) return false;
    for (uint32_t i = 0; i < m->naliases; i++) /* its value is another's: setting it would change that one too */
        if (m->aliases[i].var == *var) return false;
    /* only what a modification in the model would take too: translation refuses the rest, with a better message */
    if (v->base == MD_BOOLEAN && strcmp(text, "true") != 0 && strcmp(text, "false") != 0) return false;
    if (v->base == MD_ENUM && !strchr(text, '.')) return false;
    return v->base == MD_STRING ? text[0] == '"' : v->base != MD_OBJECT && parse_value(m, *var, text, value);
}

static bool is_state(const Runtime *rt, MdVar v) {
    for (uint32_t i = 0; i < rt->states.n; i++)
        if (rt->states.x[i] == v) return true;
    return false;
}

bool rt_start_counts(Runtime *rt, MdVar v) {
    MdVar source = rt_resolve(rt, v).var;
    const MdVariable *var = &rt->model->vars[v], *kept = &rt->model->vars[source];
    if (kept->kind <= MD_KIND_PARAMETER) return true;
    bool part = (var->flags | kept->flags) & MD_FIXED || is_state(rt, source);
    if (!part || kept->flags & MD_INPUT) return true;
    const char *name = rt_var_name(rt, v);
    Diag *d = base_error(rt->ctx, "RT0007", rt_origin_span(rt, var->origin),
                         "'%s' is no parameter: its start value is a part of the translated model", name);
    base_hint(rt->ctx, d,
              "give it when the model is translated, %s(%s(start = ...)), or set states after initialisation",
              rt->model->name, name);
    return false;
}

bool rt_takes_value(Runtime *rt, const char *name) {
    MdVar v = rt_find(rt, name), source = rt_resolve(rt, v).var;
    const MdVariable *kept = &rt->model->vars[source];
    if (!v || kept->kind <= MD_KIND_PARAMETER || kept->flags & MD_INPUT) return true; /* an unknown one is told later */
    bool state = is_state(rt, source);
    Diag *d =
        base_error(rt->ctx, "RT0007", rt_origin_span(rt, rt->model->vars[v].origin), "'%s' is no parameter, but %s",
                   name, state ? "a state: an equation says how it changes" : "a variable, which equations compute");
    if (state) base_hint(rt->ctx, d, "-p %s.start=VALUE gives the value that it starts with", name);
    else base_hint(rt->ctx, d, "give values to parameters; %s(%s = VALUE) changes the model", rt->model->name, name);
    return false;
}

bool rt_set_parameter(Runtime *rt, const char *name, const char *text) {
    MdVar v = find_variable(rt, name);
    if (!v) return false;
    RtSource source = rt_resolve(rt, v);
    const MdVariable *var = &rt->model->vars[v], *kept = &rt->model->vars[source.var];
    Span span = rt_origin_span(rt, var->origin);
    if (kept->kind == MD_KIND_CONSTANT || ((var->flags | kept->flags) & (MD_FINAL | MD_STRUCTURAL))) {
        Diag *d = base_error(rt->ctx, "RT0002", span, "'%s' cannot be changed without translating again: %s", name,
                             (var->flags & MD_FINAL)         ? "it is final"
                             : (kept->flags & MD_STRUCTURAL) ? "the structure of the model depends on it"
                                                             : "it is a constant");
        if (d) base_hint(rt->ctx, d, "change it in the model, or by a modification of a class that extends it");
        return false;
    }
    double value = 0;
    if (var->base == MD_STRING) {
        set_string(rt, source.var, text);
    } else if (!parse_value(rt->model, v, text, &value)) {
        base_error(rt->ctx, "RT0003", span, "'%s' is not a value for '%s' of type %s", text, name,
                   type_word(var->base));
        return false;
    } else if (kept->kind == MD_KIND_PARAMETER) {
        rt->ev.env.v[source.var] = source.sign > 0 ? value : source.sign < 0 ? -value : 1 - value;
        rt->input.given[source.var] = 1;
    } else if (kept->flags & MD_CLOCKED && kept->kind == MD_KIND_DISCRETE) {
        Diag *d =
            base_error(rt->ctx, "RT0002", span,
                       "the start value of '%s' cannot be changed without translating again: it is clocked", name);
        base_hint(rt->ctx, d, "change it in the model, or make a parameter of it: %s(start = ...)", name);
        return false;
    } else {
        return rt_set_start(rt, name, value);
    }
    rt->ev.parameter_stamp++;
    return true;
}

bool rt_set_start(Runtime *rt, const char *name, double value) {
    MdVar v = find_variable(rt, name);
    if (!v) return false;
    RtSource s = rt_resolve(rt, v);
    RtReinit start = {s.var, s.sign > 0 ? value : s.sign < 0 ? -value : 1 - value};
    vec_push(&rt->input.starts, start);
    rt->input.given[s.var] = 1; /* initial equations that give start values leave it alone */
    for (size_t i = 0; i < rt->discrete.pres.n; i++) {
        const RtPre *p =
            &rt->discrete.pres.at[i]; /* what a discrete variable starts with is its value before the first event */
        if (!p->discrete || p->of.var != s.var) continue;
        double before = p->of.sign > 0 ? start.value : p->of.sign < 0 ? -start.value : 1 - start.value;
        vec_push(&rt->input.starts, ((RtReinit){p->pre, before}));
        rt->input.given[p->pre] = 1;
    }
    return true;
}
