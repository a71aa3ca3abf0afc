/* classic_simulate.c - the model as Modelica text; as flat DAE (flat.c) down the road to a trajectory. */
#include "classic/classic_impl.h"

#include <math.h>
#include <string.h>

#include "session/session.h"

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
    uint32_t before; /* variable that is read as its value before the event */
    ClsUse use;
} Writer;

static void plain_name(const Writer *w, uint32_t v, Text *out) {
    Text full = {0};
    cls_flat_name(w->m, v, &full);
    if (strchr(base_text_str(&full), '.')) base_text_printf(out, "'%s'", base_text_str(&full));
    else dae_word_text(base_text_str(&full), out);
    base_text_free(&full);
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
    bool operator= cls_is_operator(w->m, v), before = v == w->before;
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

static void declare(const Writer *w, uint32_t v, Text *out) {
    const ClsVar *x = &w->m->vars.at[v];
    ClsShown shown = cls_shown(w->m, &w->use, v);
    if (shown == CLS_NOT_SHOWN) return;
    const char *type = x->boolean ? "Boolean" : "Real";
    bool state = cls_is_state(w->m, v);
    if (shown == CLS_AS_PARAMETER) {
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
            if (state && (x->set || !w->use.free_states)) base_text_add(out, ", fixed = true");
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
        base_text_add(out, ") = ");
    } else {
        expr(w, e->lhs, out);
        base_text_add(out, " = ");
        w->before = cls_next_of(w->m, e);
    }
    expr(w, e->rhs, out);
    base_text_add(out, ";\n");
    w->before = CLS_NONE;
}

static void when(Writer *w, const ClsEquation *e, Text *out) {
    uint32_t next = cls_next_of(w->m, e);
    base_text_add(out, "  when ");
    expr(w, e->condition, out);
    base_text_add(out, " then ");
    if (next == CLS_NONE) base_text_add(out, "reinit(");
    expr(w, e->lhs, out);
    base_text_add(out, next == CLS_NONE ? ", " : " = ");
    w->before = next;
    expr(w, e->rhs, out);
    w->before = CLS_NONE;
    base_text_add(out, next == CLS_NONE ? "); end when;\n" : "; end when;\n");
}

/* A file's classes stand inside the model, once; a function of a package or a library gets its short name there. */
static void modelica_text(const ClsFunction *f, bool first, Text *out) {
    const char *s = f->text && first ? f->text + strspn(f->text, " \t\r\n") : "";
    if (strncmp(s, "within", 6) == 0 && strchr(s, ';')) s = strchr(s, ';') + 1;
    if (*s) base_text_printf(out, "%s\n", s);
    if (strchr(f->path, '.')) base_text_printf(out, "  function %s = %s;\n", f->name, f->path);
}

static void functions(const ClsModel *m, Text *out) {
    Map seen = {0};
    for (size_t i = 0; m->functions && i < m->functions->n; i++) {
        const ClsFunction *f = &m->functions->at[i];
        if (!f->modelica) {
            cls_c_function(f, true, out);
            continue;
        }
        uint64_t key = (uint64_t)base_name(m->ctx->names, f->text ? f->text : "") << 32;
        modelica_text(f, !base_map_get(&seen, key, NULL), out);
        base_map_put(&seen, key, 1);
    }
    base_map_free(&seen);
}

void cls_modelica_text(ClsModel *m, const ClsExperiment *x, Text *out) {
    Writer w = {.m = m, .before = CLS_NONE, .use = cls_use(m)};
    const char *name = base_str(m->ctx->names, m->decl->name);
    base_text_printf(out, "model %s\n", name);
    functions(m, out);
    for (uint32_t v = 1; v < m->vars.n; v++) declare(&w, v, out);
    base_text_add(out, "equation\n");
    for (uint32_t v = 1; v < m->vars.n; v++) /* x'' is the derivative of derx */
        if (m->vars.at[v].kind == CLS_DERIVATIVE && cls_is_state(m, v) && cls_is_state(m, m->vars.at[v].of))
            second_order(&w, v, out);
    for (size_t i = 0; i < m->equations.n; i++) {
        const ClsEquation *e = &m->equations.at[i];
        if (e->kind == CLS_WHEN) when(&w, e, out);
        else equation(&w, e, out);
    }
    base_text_printf(out, "  annotation (experiment(StartTime = %.17g, StopTime = %.17g));\nend %s;\n", x->start,
                     x->stop, name);
    base_realloc(w.use.used, 0);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

void cls_result_name(ClsModel *m, uint32_t v, Text *out) {
    const ClsVar *x = &m->vars.at[v];
    if (v == 0) base_text_add(out, "time");
    else if (cls_is_operator(m, v)) {
        base_text_add(out, "der(");
        cls_result_name(m, x->of, out);
        base_text_char(out, ')');
    } else {
        Text full = {0};
        cls_flat_name(m, x->kind == CLS_NEXT ? x->of : v, &full);
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
    }
}

static void read_values(const ClsModel *m, const DaeVar *vars, const Dae *d, const Runtime *rt, double *values) {
    values[0] = rt_time(rt);
    for (uint32_t v = 1; v < m->vars.n; v++) {
        const ClsVar *x = &m->vars.at[v];
        bool derivative = cls_is_operator(m, v);
        DaeVar dv = vars[derivative || x->kind == CLS_NEXT ? x->of : v];
        if (derivative && dv) dv = d->vars.at[dv].derivative;
        values[v] = dv ? rt_value(rt, dv) : NAN;
    }
}

/* A simulation on its way. */
typedef struct {
    ClsModel *m;
    const ClsExperiment *x;
    DaeVar *vars; /* by variable of the model: that of the flat DAE, or 0 */
    double *values;
} Simulation;

static void begins(void *arg, Runtime *rt, RtOptions *run) {
    const Simulation *s = arg;
    if (s->x->watch) s->x->watch(rt, run);
}

static bool reached(void *arg, Runtime *rt, const SesModel *model) {
    const Simulation *s = arg;
    if (s->values) read_values(s->m, s->vars, model->dae, rt, s->values);
    return true;
}

static void tell(const Simulation *s, const SesOutcome *o, const char *path, FILE *out) {
    fprintf(out, "%s: Time %g to %g, %llu steps, %llu events", base_str(s->m->ctx->names, s->m->decl->name),
            s->x->start, s->x->stop, (unsigned long long)o->stats.steps,
            (unsigned long long)(o->stats.state_events + o->stats.time_events));
    if (o->modes)
        fprintf(out, ", %llu modes, %llu changes", (unsigned long long)o->modes, (unsigned long long)o->mode_changes);
    fprintf(out, " -> %s\n", path);
}

bool cls_simulate(ClsModel *m, const ClsExperiment *x, const char *path, double *values, FILE *out) {
    if (!cls_check_calls(m)) return false;
    Simulation s = {.m = m, .x = x, .values = values};
    Dae *flat = cls_flat(m, x, &s.vars);
    if (!flat) return false;
    SesRequest asked = {.subject = base_str(m->ctx->names, m->decl->name), .flat = flat, .no_cache = true};
    SesStats stats = {.began = base_seconds()};
    SesModel model = {.ctx = m->ctx, .asked = &asked, .stats = &stats};
    SesSimulation how = {.record = {.path = path}, .begins = begins, .reached = reached, .arg = &s};
    how.options = (RtOptions){.start = x->start,
                              .stop = x->stop,
                              .tolerance = x->tolerance > 0 ? x->tolerance : NAN,
                              .interval = x->interval > 0 ? x->interval : NAN,
                              .solver = x->solver};
    SesOutcome outcome;
    bool ok = ses_simulate(&model, &how, &outcome) == CAUSEWAY_OK;
    if (ok) tell(&s, &outcome, path, out);
    ses_free_outcome(&outcome);
    ses_free(&model);
    base_text_free(&stats.counts);
    dae_free(flat);
    return ok;
}
