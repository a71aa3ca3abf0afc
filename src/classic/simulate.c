/* simulate.c - the model as flat equations, and down the road to a trajectory.
 *
 * The text form of the flat DAE is where this front end joins; the same writer gives a Modelica model.  Known variables
 * become parameters, states get their initial values, derivatives of variables that are no states are variables of
 * their own once `differentiate` made equations for them.
 */
#include "classic/classic_impl.h"

#include <math.h>
#include <string.h>

#include "compile/compile.h"
#include "debug/debug.h"
#include "inspect/inspect.h"
#include "modes/modes.h"

static const GenDialect modelica = {
    .power = "^",
    .condition = GEN_IF_WORDS,
    .relations = {" < ", " <= ", " > ", " >= ", " == ", " <> "},
    .logic = {" and ", " or ", "not ", "true", "false"},
    .functions = {{DAE_ABS, "abs"}, {DAE_MIN, "min"}, {DAE_MAX, "max"}},
    .real = true,
};

typedef struct {
    ClsModel *m;
    bool modelica;
    uint32_t before; /* variable that is read as its value before the event */
    uint8_t *used;
    bool free_states; /* states depend on each other: only those with a given initial value start from it */
} Writer;

/* der(x) as operator, or a variable of its own: when it is a state itself, or where `differentiate` made equations for
 * it. */
static bool is_operator(const ClsModel *m, uint32_t v) {
    const ClsVar *x = &m->vars.at[v];
    if (x->kind != CLS_DERIVATIVE || cls_is_state(m, v)) return false;
    if (cls_is_state(m, x->of)) return true;
    return !m->differentiated && !(x->role != CLS_UNKNOWN && x->set);
}

static void plain_name(const Writer *w, uint32_t v, Text *out) {
    Text full = {0};
    const ClsModel *m = w->m;
    const ClsVar *x = &m->vars.at[v];
    int order = 0;
    for (; x->kind == CLS_DERIVATIVE; x = &m->vars.at[x->of]) order++;
    Text inner = {0};
    cls_full_text(m, (uint32_t)(x - m->vars.at), &inner);
    const char *s = base_text_str(&inner), *dot = strrchr(s, '.');
    size_t prefix = dot ? (size_t)(dot - s) + 1 : 0;
    base_text_addn(&full, s, prefix);
    if (order) base_text_add(&full, "der");
    if (order > 1) base_text_printf(&full, "%d", order);
    base_text_add(&full, s + prefix);
    if (w->modelica && strchr(base_text_str(&full), '.')) base_text_printf(out, "'%s'", base_text_str(&full));
    else if (w->modelica) dae_word_text(base_text_str(&full), out);
    else
        for (const char *p = base_text_str(&full); *p;) {
            size_t n = strcspn(p, ".");
            Text word = {0};
            base_text_addn(&word, p, n);
            dae_word_text(base_text_str(&word), out);
            base_text_free(&word);
            p += n;
            if (*p) base_text_char(out, *p++);
        }
    base_text_free(&full);
    base_text_free(&inner);
}

static void var_name(void *arg, uint32_t v, Text *out) {
    const Writer *w = arg;
    const ClsVar *x = &w->m->vars.at[v];
    if (v == 0) {
        base_text_add(out, "time");
        return;
    }
    if (x->kind == CLS_NEXT) {
        plain_name(w, x->of, out);
        return;
    }
    bool operator= is_operator(w->m, v), before = v == w->before;
    if (operator|| before) base_text_add(out, before ? "pre(" : "der(");
    if (operator) var_name(arg, x->of, out);
    else plain_name(w, v, out);
    if (operator|| before) base_text_char(out, ')');
}

static void expr(const Writer *w, DaeExpr e, Text *out) {
    gen_dialect_expr(&modelica, w->m->ctx->names, &w->m->pool, e, var_name, (void *)(uintptr_t)w, out);
}

static void number(const ClsVar *x, Text *out) {
    if (x->boolean) base_text_add(out, x->value != 0 ? "true" : "false");
    else base_text_double(out, x->value, true);
}

static void mark_used(void *arg, uint32_t v) {
    Writer *w = arg;
    const ClsVar *x = &w->m->vars.at[v];
    w->used[v] = 1;
    if (x->kind == CLS_NEXT || x->kind == CLS_DERIVATIVE) w->used[x->of] = 1;
    if (x->kind == CLS_DERIVATIVE && w->m->vars.at[x->of].kind == CLS_DERIVATIVE) mark_used(arg, x->of);
}

static void declare(const Writer *w, uint32_t v, Text *out) {
    const ClsVar *x = &w->m->vars.at[v];
    if (x->kind == CLS_NEXT || is_operator(w->m, v)) return;
    const char *type = x->boolean ? "Boolean" : "Real";
    bool state = cls_is_state(w->m, v), constant = x->kind == CLS_PARAMETER || x->kind == CLS_CONSTANT;
    if (!w->used[v] && !(constant && x->role == CLS_KNOWN)) return;
    if (x->role != CLS_UNKNOWN && !state && !x->discrete) {
        base_text_printf(out, "  parameter %s ", type);
        plain_name(w, v, out);
        base_text_add(out, " = ");
        number(x, out);
    } else {
        base_text_printf(out, "  %s%s ", x->discrete && !x->boolean ? "discrete " : "", type);
        plain_name(w, v, out);
        if (state || x->set || x->has_value) {
            base_text_add(out, "(start = ");
            number(x, out);
            if (state && (x->set || !w->free_states)) base_text_add(out, ", fixed = true");
            base_text_char(out, ')');
        }
    }
    base_text_add(out, ";\n");
}

static void second_order(const Writer *w, uint32_t v, Text *out) {
    base_text_add(out, "  der(");
    var_name((void *)(uintptr_t)w, w->m->vars.at[v].of, out);
    base_text_add(out, ") = ");
    plain_name(w, v, out);
    base_text_add(out, ";\n");
}

static uint32_t next_of(const Writer *w, const ClsEquation *e) {
    const DaeNode *l = dae_at(&w->m->pool, e->lhs);
    return l->op == DAE_VAR && w->m->vars.at[l->id].kind == CLS_NEXT ? w->m->vars.at[l->id].of : CLS_NONE;
}

static void equation(Writer *w, const ClsEquation *e, Text *out) {
    base_text_add(out, "  ");
    w->before = CLS_NONE;
    if (e->kind == CLS_PROCEDURE) {
        if (dae_at(&w->m->pool, e->rhs)->value.i) {
            out->n -= 2;
            out->at[out->n] = 0;
            return;
        }
        base_text_char(out, '(');
        for (uint32_t k = 0; k < dae_at(&w->m->pool, e->condition)->nargs; k++) {
            if (k) base_text_add(out, ", ");
            expr(w, dae_arg(&w->m->pool, e->condition, k), out);
        }
        base_text_add(out, w->modelica ? ") = " : ") := ");
    } else {
        expr(w, e->lhs, out);
        base_text_add(out, " = ");
        w->before = next_of(w, e);
    }
    expr(w, e->rhs, out);
    base_text_add(out, ";\n");
    w->before = CLS_NONE;
}

/* A when-clause; in flat text its condition is a variable of its own, number k. */
static void when(Writer *w, const ClsEquation *e, uint32_t k, Text *equations, Text *actions) {
    uint32_t next = next_of(w, e);
    if (w->modelica) {
        base_text_add(equations, "  when ");
        expr(w, e->condition, equations);
        base_text_add(equations, " then ");
        if (next == CLS_NONE) base_text_add(equations, "reinit(");
        expr(w, e->lhs, equations);
        base_text_add(equations, next == CLS_NONE ? ", " : " = ");
        w->before = next;
        expr(w, e->rhs, equations);
        w->before = CLS_NONE;
        base_text_add(equations, next == CLS_NONE ? "); end when;\n" : "; end when;\n");
        return;
    }
    base_text_printf(equations, "  $when%u = ", k);
    expr(w, e->condition, equations);
    base_text_add(equations, ";\n");
    Text *out = next == CLS_NONE ? actions : equations;
    if (next == CLS_NONE) {
        base_text_printf(out, "  if trigger($when%u, pre($when%u)) then\n    reinit(", k, k);
        expr(w, e->lhs, out);
        base_text_add(out, ", ");
        expr(w, e->rhs, out);
        base_text_add(out, ");\n  end if;\n");
        return;
    }
    base_text_add(out, "  ");
    expr(w, e->lhs, out);
    base_text_printf(out, " := if trigger($when%u, pre($when%u)) then ", k, k);
    w->before = next;
    expr(w, e->rhs, out);
    base_text_add(out, " else pre(");
    w->before = CLS_NONE;
    plain_name(w, next, out);
    base_text_add(out, ");\n");
}

static void quoted(const char *s, Text *out) {
    base_text_char(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') base_text_char(out, '\\');
        if (*s == '\n') base_text_add(out, "\\n");
        else base_text_char(out, *s);
    }
    base_text_char(out, '"');
}

static void c_function(const ClsFunction *f, bool as_modelica, Text *out) {
    base_text_printf(out, "  function %s\n", f->name);
    for (uint32_t k = 1; k <= f->nin; k++) base_text_printf(out, "    input Real a%u;\n", k);
    for (uint32_t k = 1; k <= f->nout; k++) base_text_printf(out, "    output Real y%u;\n", k);
    base_text_printf(out, "  external \"C\" %s", f->function ? "y1 = " : "");
    base_text_printf(out, as_modelica ? "%s(" : "\"%s\"(", f->name);
    for (uint32_t k = 1; k <= f->nin; k++) base_text_printf(out, "%sa%u", k > 1 ? ", " : "", k);
    for (uint32_t k = 1; !f->function && k <= f->nout; k++)
        base_text_printf(out, "%sy%u", k > 1 || f->nin ? ", " : "", k);
    base_text_add(out, as_modelica ? ") annotation (Include = " : ")\n      include ");
    quoted(f->text, out);
    if (as_modelica) base_text_printf(out, ");\n  end %s;\n", f->name);
    else base_text_add(out, ";\n  end function;\n");
}

/* A file's classes stand inside the model, once; a function of a package or a library gets its short name there. */
static void modelica_text(const ClsFunction *f, bool first, Text *out) {
    const char *s = f->text && first ? f->text + strspn(f->text, " \t\r\n") : "";
    if (strncmp(s, "within", 6) == 0 && strchr(s, ';')) s = strchr(s, ';') + 1;
    if (*s) base_text_printf(out, "%s\n", s);
    if (strchr(f->path, '.')) base_text_printf(out, "  function %s = %s;\n", f->name, f->path);
}

static void functions(const ClsModel *m, bool as_modelica, Text *out) {
    Map seen = {0};
    for (size_t i = 0; m->functions && i < m->functions->n; i++) {
        const ClsFunction *f = &m->functions->at[i];
        uint64_t old;
        if (!f->modelica) {
            c_function(f, as_modelica, out);
        } else if (as_modelica) {
            uint64_t key = (uint64_t)base_name(m->ctx->names, f->text ? f->text : "") << 32;
            modelica_text(f, !base_map_get(&seen, key, &old), out);
            base_map_put(&seen, key, 1);
        } else {
            for (uint32_t k = 0; k < f->nflat; k++) {
                if (!base_map_get(&seen, f->flat[k].name, &old)) base_text_add(out, f->flat[k].text);
                base_map_put(&seen, f->flat[k].name, 1);
            }
        }
    }
    base_map_free(&seen);
}

static Span declared_at(const ClsModel *m, uint32_t v) {
    while (m->vars.at[v].kind == CLS_DERIVATIVE || m->vars.at[v].kind == CLS_NEXT) v = m->vars.at[v].of;
    const ClsInstance *i = &m->instances.at[m->vars.at[v].instance];
    return i->decl->vars.at[v - i->first_var].span;
}

static void note_place(ClsPlaces *places, const Text *t, Span span) {
    if (places) vec_push(places, ((ClsPlace){(uint32_t)t->n, span}));
}

void cls_flat_text(ClsModel *m, const ClsExperiment *x, bool as_modelica, Text *out, ClsPlaces *places) {
    ClsPlaces behind = {0}; /* of equations, counted from the first one */
    Writer w = {.m = m, .modelica = as_modelica, .before = CLS_NONE};
    w.used = base_realloc(NULL, m->vars.n);
    memset(w.used, 0, m->vars.n);
    bool partitioned = m->partitioned;
    w.free_states = !cls_partition(m);
    m->partitioned = partitioned;
    const char *name = base_str(m->ctx->names, m->decl->name);
    Text equations = {0}, actions = {0}, conditions = {0};
    for (size_t i = 0; i < m->equations.n; i++) {
        const ClsEquation *e = &m->equations.at[i];
        cls_each_var(&m->pool, e->lhs, mark_used, &w);
        cls_each_var(&m->pool, e->rhs, mark_used, &w);
        if (e->kind == CLS_WHEN) cls_each_var(&m->pool, e->condition, mark_used, &w);
    }
    for (uint32_t v = 1; v < m->vars.n; v++) /* x'' is the derivative of derx */
        if (m->vars.at[v].kind == CLS_DERIVATIVE && cls_is_state(m, v) && cls_is_state(m, m->vars.at[v].of))
            second_order(&w, v, &equations);
    uint32_t k = 0;
    for (size_t i = 0; i < m->equations.n; i++) {
        const ClsEquation *e = &m->equations.at[i];
        note_place(&behind, &equations, e->span);
        if (e->kind != CLS_WHEN) {
            equation(&w, e, &equations);
            continue;
        }
        if (!as_modelica) base_text_printf(&conditions, "  hidden Boolean $when%u;\n", ++k);
        when(&w, e, k, &equations, &actions);
    }
    base_text_printf(out, "%s %s\n", as_modelica ? "model" : "dae", name);
    if (!as_modelica) {
        base_text_printf(out, "  experiment(StartTime = %.17g, StopTime = %.17g);\n", x->start, x->stop);
    }
    functions(m, as_modelica, out);
    for (uint32_t v = 1; v < m->vars.n; v++) {
        note_place(places, out, declared_at(m, v));
        declare(&w, v, out);
    }
    note_place(places, out, m->decl->span);
    base_text_printf(out, "%sequation\n", base_text_str(&conditions));
    for (size_t i = 0; places && i < behind.n; i++)
        vec_push(places, ((ClsPlace){(uint32_t)out->n + behind.at[i].at, behind.at[i].span}));
    vec_free(&behind);
    base_text_add(out, base_text_str(&equations));
    if (actions.n) base_text_printf(out, "action\n%s", base_text_str(&actions));
    if (as_modelica)
        base_text_printf(out, "  annotation (experiment(StartTime = %.17g, StopTime = %.17g));\nend %s;\n", x->start,
                         x->stop, name);
    else base_text_add(out, "end dae;\n");
    base_text_free(&equations);
    base_text_free(&actions);
    base_text_free(&conditions);
    base_realloc(w.used, 0);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void swap_code(void *arg, Runtime *rt) { rt_swap(rt, comp_code(arg)); }

void cls_result_name(ClsModel *m, uint32_t var, Text *out) {
    Writer w = {.m = m, .before = CLS_NONE};
    var_name(&w, var, out);
}

static void read_values(ClsModel *m, Dae *d, const Runtime *rt, double *values) {
    Writer w = {.m = m, .before = CLS_NONE};
    for (uint32_t v = 0; v < m->vars.n; v++) {
        Text name = {0};
        const ClsVar *x = &m->vars.at[v];
        bool derivative = is_operator(m, v);
        uint32_t of = derivative || x->kind == CLS_NEXT ? x->of : v;
        if (v == 0) base_text_add(&name, "time");
        else plain_name(&w, of, &name);
        DaeVar dv = dae_find_var(d, base_text_str(&name));
        if (derivative && dv) dv = d->vars.at[dv].derivative;
        values[v] = v == 0 ? rt_time(rt) : dv ? rt_value(rt, dv) : NAN;
        base_text_free(&name);
    }
}

/* A simulation on its way. */
typedef struct {
    ClsModel *m;
    const ClsExperiment *x;
    const char *path;
    double *values;
    FILE *out;
    RtOptions options;
    Runtime *watched; /* the first one of a run through modes */
} Simulation;

static void tell(const Simulation *s, const RtStats *stats, const ModeRun *modes) {
    fprintf(s->out, "%s: Time %g to %g, %llu steps, %llu events", base_str(s->m->ctx->names, s->m->decl->name),
            s->x->start, s->x->stop, (unsigned long long)stats->steps,
            (unsigned long long)(stats->state_events + stats->time_events));
    if (modes)
        fprintf(s->out, ", %llu modes, %llu changes", (unsigned long long)modes->translations,
                (unsigned long long)modes->nchanges);
    fprintf(s->out, " -> %s\n", s->path);
}

static bool has_branches(void *arg, uint32_t system) { return mode_has_branches(arg, system); }

/* As one.  guarded: it ends where conditions may govern its structure. */
static RtStatus run(Simulation *s, SymModel *sym, GenModel *g, CompModel *code, bool guarded, Runtime **made) {
    RtOptions options = rt_options(g->description);
    options.start = s->x->start;
    options.stop = s->x->stop;
    if (s->x->tolerance > 0) options.tolerance = s->x->tolerance;
    if (s->x->interval > 0) options.interval = s->x->interval;
    options.solver = s->x->solver;
    s->options = options;
    options.at_step = swap_code;
    options.at_step_arg = code;
    Runtime *rt = *made = ins_runtime(g, comp_code(code), s->m->ctx);
    if (guarded) rt_guard_modes(rt, has_branches, sym);
    if (s->x->watch) s->x->watch(rt, &options);
    RtRecord record = {.path = s->path};
    RtStatus status = rt_record(rt, &record);
    if (status == RT_OK) status = rt_initialise(rt, options.start);
    if (status == RT_OK) status = rt_simulate(rt, &options);
    if (status == RT_OK && s->values) read_values(s->m, sym->dae, rt, s->values);
    if (status == RT_OK) tell(s, rt_stats(rt), NULL);
    return status;
}

/* ---- through modes ----------------------------------------------------------------------------------------------- */

static bool watch_mode(void *arg, Runtime *rt) {
    Simulation *s = arg;
    if (s->watched) {
        RtHost host = *rt_host(s->watched);
        host.ended = host.freed = NULL;
        rt_set_host(rt, &host);
        return true;
    }
    s->watched = rt;
    if (s->x->watch) s->x->watch(rt, &s->options);
    return true;
}

static RtStatus run_modes(Simulation *s, ModeAttempt *a) {
    RtRecord record = {.path = s->path};
    s->watched = NULL;
    mode_make(a);
    RtStatus status = mode_initialise(a->run, &record, &s->options);
    if (status == RT_OK) {
        status = mode_begin(a->run);
        if (status == RT_OK) status = mode_advance(a->run, INFINITY);
        RtStatus ended = mode_end(a->run);
        if (status == RT_OK) status = ended;
    }
    if (status != RT_OK) return status;
    if (s->values) read_values(s->m, a->plan->base->dae, a->run->now->model.rt, s->values);
    tell(s, mode_stats(a->run), a->run);
    return status;
}

/* With the conditions of a plan, and those that come to light on the way.  false: modes come no further. */
static bool try_modes(Simulation *s, const Dae *flat, ModePlan *plan) {
    enum { MOST_ATTEMPTS = 20 };
    ModeHow how = {.ctx = s->m->ctx, .comp = {.tier = COMP_TCC, .patience = 1}, .prepare = watch_mode, .arg = s};
    ModeAttempt a = {.flat = flat, .how = how, .plan = plan};
    bool again = a.plan != NULL, ok = false;
    size_t mark = base_diag_mark(s->m->ctx);
    for (int k = 0; k < MOST_ATTEMPTS && again; k++) {
        base_diag_rollback(s->m->ctx, mark);
        ok = run_modes(s, &a) == RT_OK;
        again = !ok && mode_grow(&a);
    }
    mode_drop(&a);
    return ok;
}

/* Messages are about what the user wrote, not about the flat text. */
static void point_back(Dae *d, SourceId source, const ClsPlaces *places) {
    for (size_t i = 0; i < d->spans.n; i++) {
        Span *s = &d->spans.at[i];
        if (s->file != source) continue;
        size_t low = 0, high = places->n;
        while (low + 1 < high) {
            size_t middle = (low + high) / 2;
            if (places->at[middle].at <= s->start) low = middle;
            else high = middle;
        }
        if (places->n && places->at[low].at <= s->start && places->at[low].span.end) *s = places->at[low].span;
    }
}

static Dae *flat_model(ClsModel *m, const ClsExperiment *x) {
    Text text = {0};
    ClsPlaces places = {0};
    cls_flat_text(m, x, false, &text, &places);
    SourceId source = base_source_string(m->ctx->sources, "flat equations", text.at, text.n);
    Dae *d = dae_parse(m->ctx, source);
    if (d) point_back(d, source, &places);
    vec_free(&places);
    base_text_free(&text);
    return d;
}

/* The run *rt as one has failed, perhaps because conditions govern its structure.  What was said of it holds when modes
 * come no further. */
static bool run_through_modes(Simulation *s, SymModel *sym, GenModel *g, CompModel *code, Runtime **rt) {
    Dae *flat = flat_model(s->m, s->x);
    ModePlan *plan = flat ? mode_plan_of(flat, sym, *rt, true) : NULL;
    bool perhaps = rt_waits_for_modes(*rt), planned = plan != NULL;
    rt_free(*rt); /* closes its result */
    *rt = NULL;
    Diags *aside = base_diag_aside(s->m->ctx, 0);
    bool ok = try_modes(s, flat, plan);
    if (!ok && perhaps) { /* whatever is singular */
        if (!planned) base_diag_rollback(s->m->ctx, 0);
        ok = run(s, sym, g, code, false, rt) == RT_OK;
    }
    base_diag_decide(s->m->ctx, 0, aside, !ok && !perhaps && !planned);
    dae_free(flat);
    return ok;
}

bool cls_simulate(ClsModel *m, const ClsExperiment *x, const char *path, double *values, FILE *out) {
    if (!cls_check_calls(m)) return false;
    Simulation s = {.m = m, .x = x, .path = path, .values = values, .out = out};
    Dae *d = flat_model(m, x);
    SymOptions options = {.unsolvable = dbg_unsolvable};
    SymModel *sym = d ? sym_translate_own(d, &options) : NULL;
    GenModel *g = sym ? gen_model(sym, &(GenOptions){0}) : NULL;
    CompModel *code = g ? comp_model(g, &(CompOptions){.tier = COMP_AUTO, .patience = 1}) : NULL;
    Runtime *rt = NULL;
    bool ok = code && run(&s, sym, g, code, true, &rt) == RT_OK;
    if (rt && !ok && rt_needs_modes(rt)) ok = run_through_modes(&s, sym, g, code, &rt);
    rt_free(rt);
    if (code) comp_model_free(code);
    if (g) gen_free(g);
    if (sym) sym_free(sym); /* with its dae */
    else dae_free(d);
    return ok;
}
