/* cmd_explain.c - `causeway explain`: what translation did with a model. */
#include "tools/tools.h"

#include <math.h>
#include <string.h>

static DbgStrategy chosen_strategy(const char *word) {
    if (!word) return DBG_STRATEGY_ALL;
    if (strcmp(word, "remove-variable") == 0) return DBG_STRATEGY_REMOVE;
    if (strcmp(word, "couple") == 0) return DBG_STRATEGY_COUPLE;
    return strcmp(word, "add-equation") == 0 ? DBG_STRATEGY_ADD : DBG_STRATEGY_ALL;
}

/* The structural debugger: the diagnosis takes the place of the messages. */
static ToolExit diagnose(ToolRun *r) {
    SesModel m = tool_model(r);
    ToolExit code = ses_flat(&m);
    bool balanced = code == TOOL_DONE && ses_is_balanced(m.dae);
    DbgDiagnosis *x = code == TOOL_DONE ? ses_check_structure(&m) : NULL;
    if (code == TOOL_DONE && !x) code = TOOL_UNTRANSLATABLE;
    if (x) {
        if (!x->square) code = balanced ? TOOL_UNTRANSLATABLE : TOOL_INVALID;
        base_diag_clear(r->ctx);
        Text t = {0};
        dbg_print_diagnosis(x, chosen_strategy(r->options->strategy), r->options->json, &t);
        ToolExit written = tool_write_text(r, base_text_str(&t), t.n);
        if (written != TOOL_DONE) code = written;
        base_text_free(&t);
        dbg_free_diagnosis(x);
    }
    ses_free(&m);
    return code;
}

static const char *nearest_variable(Context *ctx, const Dae *d, const char *wrong) {
    VEC(const char *) names = {0};
    for (DaeVar v = 1; v < d->vars.n; v++) {
        if (d->vars.at[v].flags & DAE_HIDDEN || d->vars.at[v].kind == DAE_KIND_DERIVATIVE ||
            d->vars.at[v].kind == DAE_KIND_PRE)
            continue;
        Text t = {0};
        dae_var_text(d, v, &t);
        vec_push(&names, base_strndup(&ctx->arena, base_text_str(&t), t.n));
        base_text_free(&t);
    }
    const char *near = base_nearest(wrong, names.at, names.n);
    vec_free(&names);
    return near;
}

static bool answer(ToolRun *r, const SesModel *m, DbgQuestion question, const VecStr *names, Text *t) {
    for (size_t i = 0; i < names->n; i++) {
        if (dbg_query(m->sym, question, names->at[i], r->options->json, t)) continue;
        Diag *d = base_error(r->ctx, "TOOL0018", (Span){0}, "the model has no variable %s", names->at[i]);
        const char *near = nearest_variable(r->ctx, m->dae, names->at[i]);
        if (near) base_hint(r->ctx, d, "did you mean %s?", near);
        else base_hint(r->ctx, d, "causeway flatten lists all of them");
        return false;
    }
    return true;
}

static ToolExit write_svg(ToolRun *r, const SesModel *m) {
    Text t = {0};
    dbg_incidence(m->sym, DBG_FORM_SVG, &t);
    FILE *f = tool_open_output(r->ctx, r->options->svg);
    if (f) fwrite(base_text_str(&t), 1, t.n, f);
    base_text_free(&t);
    return f && tool_close_output(r->ctx, r->options->svg, f) ? TOOL_DONE : TOOL_USAGE;
}

static ToolExit explain_sorted(ToolRun *r, const SesModel *m) {
    const ToolOptions *o = r->options;
    Text t = {0};
    bool asked = o->why.n || o->depends.n || o->computes.n, ok = true;
    ok = ok && answer(r, m, DBG_ASK_WHY, &o->why, &t) && answer(r, m, DBG_ASK_DEPENDS, &o->depends, &t);
    ok = ok && answer(r, m, DBG_ASK_COMPUTES, &o->computes, &t);
    if (o->incidence) dbg_incidence(m->sym, o->json ? DBG_FORM_JSON : DBG_FORM_TEXT, &t);
    ToolExit code = ok ? TOOL_DONE : TOOL_USAGE;
    if (o->svg && ok) code = write_svg(r, m);
    if (!asked && !o->incidence && !o->svg) dbg_explain(m->sym, o->json, &t);
    if (code == TOOL_DONE && t.n) code = tool_write_text(r, base_text_str(&t), t.n);
    base_text_free(&t);
    return code;
}

/* The model is run to find out; nothing is written of it. */
static ToolExit explain_modes(ToolRun *r) {
    SesModel m = tool_model(r);
    Text t = {0};
    Text remedies = {0};
    SesSimulation how = {.record = {.path = "/dev/null"}, .modes = &t, .remedies = &remedies};
    how.options.start = how.options.stop = how.options.tolerance = how.options.interval = NAN;
    SesOutcome out;
    ToolExit code = ses_simulate(&m, &how, &out);
    if (code == TOOL_DONE && !t.n) base_text_add(&t, "its structure does not change: it is run as one\n");
    if (t.n) {
        base_text_add(&t, base_text_str(&remedies));
        ToolExit written = tool_write_text(r, base_text_str(&t), t.n);
        if (code == TOOL_DONE) code = written;
    }
    ses_free_outcome(&out);
    base_text_free(&remedies);
    base_text_free(&t);
    ses_free(&m);
    return code;
}

ToolExit tool_explain(ToolRun *r) {
    if (r->options->diagnose) return diagnose(r);
    if (r->options->modes) return explain_modes(r);
    SesModel m = tool_model(r);
    ToolExit code = ses_sorted(&m);
    if (code == TOOL_DONE) code = explain_sorted(r, &m);
    ses_free(&m);
    return code;
}
