/* classic_function.c - functions and procedures of the user: C texts, and functions written in Modelica.
 *
 * A Modelica function is read by the Modelica front end: a model with one call of it is flattened, and the functions of
 * that flat DAE, the function and whatever it calls, are kept as text.  They are put in front of the classic model's
 * equations where both front ends join.
 */
#include "classic/classic_impl.h"

#include <string.h>

#include "flatten/flatten.h"
#include "instance/instance.h"

/* Name of the function that only stands between the call and the function: bodies keep calls that equations inline. */
#define BETWEEN "classic_call"

typedef struct {
    Context *ctx;
    Arena *arena;
    LibTree *lib;
    Inst *inst;
    ClsFunction *f;
    const char **why;
} Reader;

static bool is_scalar(const InstComp *c) {
    return !c->type.ndims &&
           (c->type.base == INST_REAL || c->type.base == INST_INTEGER || c->type.base == INST_BOOLEAN);
}

/* Numbers of arguments and results; all of them have to be scalar. */
static bool find_signature(Reader *r) {
    InstClass *c = inst_class_by_name(r->inst, r->f->path, (Span){0});
    if (!c || base_error_count(r->ctx)) return false;
    bool function = c->syn && (c->syn->restriction == SYN_FUNCTION || c->syn->restriction == SYN_OPERATOR_FUNCTION);
    InstFunction *fn = function ? inst_function(c) : NULL;
    if (!fn || base_error_count(r->ctx)) {
        if (!function) *r->why = base_sprintf(&r->ctx->arena, "%s is not a function", r->f->path);
        return false;
    }
    bool scalar = fn->noutputs > 0;
    for (uint32_t i = 0; i < fn->ninputs; i++) scalar &= is_scalar(fn->inputs[i]);
    for (uint32_t i = 0; i < fn->noutputs; i++) scalar &= is_scalar(fn->outputs[i]);
    if (!scalar || fn->ninputs > 60 || fn->noutputs > 60) {
        *r->why = base_sprintf(&r->ctx->arena,
                               "%s cannot be called from here: its arguments and results have to be single numbers",
                               r->f->path);
        return false;
    }
    r->f->nin = fn->ninputs;
    r->f->nout = fn->noutputs;
    r->f->function = fn->noutputs == 1;
    return true;
}

static void numbered(Text *t, const char *letter, uint32_t n, const char *before, const char *joint) {
    for (uint32_t k = 1; k <= n; k++) base_text_printf(t, "%s%s%s%u", k > 1 ? joint : "", before, letter, k);
}

/* A function between, with a variable of its own so that it is not inlined, and a model that calls it. */
static void call_text(const ClsFunction *f, const char *between, Text *t) {
    base_text_printf(t, "function %s\n", between);
    if (f->nin) numbered(t, "a", f->nin, "input Real ", ";\n"), base_text_add(t, ";\n");
    numbered(t, "y", f->nout, "output Real ", ";\n");
    base_text_add(t, ";\nprotected\n  Real done;\nalgorithm\n  done := 0;\n  (");
    numbered(t, "y", f->nout, "", ", ");
    base_text_printf(t, ") := .%s(", f->path);
    numbered(t, "a", f->nin, "", ", ");
    base_text_printf(t, ");\nend %s;\nmodel classic_model\n", between);
    if (f->nin) numbered(t, "a", f->nin, "Real ", ";\n"), base_text_add(t, ";\n");
    numbered(t, "y", f->nout, "Real ", ";\n");
    base_text_add(t, ";\nequation\n  (");
    numbered(t, "y", f->nout, "", ", ");
    base_text_printf(t, ") = %s(", between);
    numbered(t, "a", f->nin, "", ", ");
    base_text_add(t, ");\nend classic_model;\n");
}

static bool keep_functions(Reader *r, const Dae *d) {
    VEC(ClsFlatFunction) all = {0};
    if (d->enums.n > 1) {
        *r->why = base_sprintf(&r->ctx->arena, "%s cannot be called from here: it uses enumerations", r->f->path);
        return false;
    }
    for (uint32_t i = 1; i < d->functions.n; i++) {
        Name name = d->functions.at[i].name;
        if (strcmp(base_str(r->ctx->names, name), BETWEEN) == 0) continue;
        Text t = {0};
        dae_print_function(d, i, &t);
        vec_push(&all, ((ClsFlatFunction){name, base_strdup(r->arena, base_text_str(&t))}));
        base_text_free(&t);
    }
    r->f->nflat = (uint32_t)all.n;
    r->f->flat = base_copy(r->arena, all.at, all.n * sizeof *all.at);
    vec_free(&all);
    return true;
}

static bool flatten_call(Reader *r) {
    const char *between = strchr(r->f->path, '.') ? r->f->name : BETWEEN;
    Text t = {0};
    call_text(r->f, between, &t);
    LibClass *cls = lib_load_string(r->lib, "call", base_text_str(&t), t.n);
    base_text_free(&t);
    InstClass *model = cls ? inst_model(r->inst, cls, NULL) : NULL;
    Dae *d = model && !base_error_count(r->ctx) ? flat_model(r->inst, model) : NULL;
    bool ok = d && !base_error_count(r->ctx) && keep_functions(r, d);
    if (d) dae_free(d);
    return ok;
}

bool cls_modelica_function(Context *ctx, Arena *arena, const char *path, const char *file, const char *text,
                           ClsFunction *out, const char **why) {
    const char *dot = strrchr(path, '.');
    *out = (ClsFunction){.name = dot ? dot + 1 : path, .path = path, .modelica = true, .text = text};
    LibTree *lib = lib_new(ctx);
    lib_add_default_paths(lib);
    bool ok = !file || lib_load_file(lib, file);
    Reader r = {ctx, arena, lib, ok ? inst_new(ctx, lib) : NULL, out, why};
    *why = NULL;
    if (ok && !lib_find_path(lib, path)) {
        *why = file ? base_sprintf(&ctx->arena, "%s has no function %s", file, path)
                    : base_sprintf(&ctx->arena, "no library on the search path has a function %s", path);
        ok = false;
    }
    ok = ok && find_signature(&r) && flatten_call(&r);
    if (r.inst) inst_free(r.inst);
    lib_free(lib);
    return ok;
}

const ClsFunction *cls_find_function(const ClsModel *m, Name name) {
    const char *word = base_str(m->ctx->names, name);
    for (size_t i = 0; m->functions && i < m->functions->n; i++)
        if (strcmp(m->functions->at[i].name, word) == 0) return &m->functions->at[i];
    return NULL;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const ClsModel *m;
    const ClsEquation *e;
    DaeExpr procedure; /* a call with several results, or 0 */
    uint32_t results;
} CallCheck;

/* true, and stops, after reporting */
static bool is_wrong_call(void *arg, DaeExpr x) {
    const CallCheck *c = arg;
    const ClsModel *m = c->m;
    const ClsEquation *e = c->e;
    const DaeNode n = *dae_at(&m->pool, x);
    uint32_t results = x == c->procedure ? c->results : 1;
    if (n.op != DAE_CALL) return false;
    const char *word = base_str(m->ctx->names, n.id);
    const ClsFunction *f = cls_find_function(m, n.id);
    if (!f) {
        Diag *d = base_error(m->ctx, "CLS0033", e->span, "there is no function '%s'", word);
        base_hint(m->ctx, d, "name it: `function %s FILE.mo`, or `function %s %u FILE.c`", word, word, n.nargs);
        return true;
    }
    if (f->nin == n.nargs && f->nout >= results) return false;
    base_error(m->ctx, "CLS0034", e->span, "%s takes %u argument%s and gives %u result%s; here it has %u and %u", word,
               f->nin, f->nin == 1 ? "" : "s", f->nout, f->nout == 1 ? "" : "s", n.nargs, results);
    return true;
}

bool cls_check_calls(const ClsModel *m) {
    bool ok = true;
    for (size_t i = 0; i < m->equations.n; i++) {
        const ClsEquation *e = &m->equations.at[i];
        bool procedure = e->kind == CLS_PROCEDURE;
        if (procedure && dae_at(&m->pool, e->rhs)->value.i) continue; /* said with the first result */
        CallCheck c = {m, e, procedure ? e->rhs : 0, procedure ? dae_at(&m->pool, e->condition)->nargs : 1};
        if (!procedure) ok &= !cls_walk(&m->pool, e->lhs, is_wrong_call, &c);
        ok &= !cls_walk(&m->pool, e->rhs, is_wrong_call, &c);
    }
    return ok;
}
