/* check_function.c - what the declaration of a function may say: external bodies, external objects, annotations of
 * derivatives and inverses, local variables (MLS 3.6, 12.2, 12.4.4, 12.7.1, 12.8, 12.9).
 *
 * Before: the function's components are known.  Each function instance is looked at once.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>
#include <strings.h>

static const char *name_str(const InstFunction *f, Name n) { return base_str(f->inst->ctx->names, n); }

static const InstComp *find(InstComp *const *list, uint32_t n, Name name) {
    for (uint32_t i = 0; i < n; i++)
        if (list[i]->name == name) return list[i];
    return NULL;
}

/* ---- external bodies (12.9) -------------------------------------------------------------------------------------- */

/* A reference, a scalar constant or the size of an array. */
static bool may_be_passed(const SynExpr *e) {
    switch (e->kind) {
    case SYN_CREF:
    case SYN_INTEGER:
    case SYN_REAL:
    case SYN_STRING:
    case SYN_BOOLEAN: return true;
    case SYN_UNARY: return e->args[0]->kind == SYN_INTEGER || e->args[0]->kind == SYN_REAL;
    case SYN_CALL: return true; /* size; others are found where the call is typed */
    default: return false;
    }
}

static void check_external(const InstFunction *f) {
    const SynExternal *x = f->external;
    if (!x) return;
    const char *language = x->language ? name_str(f, x->language) : "C";
    if (strcmp(language, "C") && strcmp(language, "builtin") && strncasecmp(language, "FORTRAN", 7)) {
        Diag *d = inst_error(f->cls, "INST0690", x->span, "there is no external language \"%s\" (MLS 12.9)", language);
        base_hint(f->inst->ctx, d, "\"C\" and \"FORTRAN 77\" are the languages of external functions");
    }
    const SynExpr *out = x->output && x->output->kind == SYN_CREF && x->output->cref.n == 1 ? x->output : NULL;
    const InstComp *result = out ? find(f->outputs, f->noutputs, out->cref.parts[0].name) : NULL;
    if (result && result->type.ndims && !out->cref.parts[0].nsubs) {
        Diag *d = inst_error(f->cls, "INST0690", x->output->span,
                             "an external function cannot return an array as its result (MLS 12.9.1)");
        base_hint(f->inst->ctx, d, "pass the array as an argument: f(x, %s)", name_str(f, result->name));
    }
    for (uint32_t i = 0; i < x->nargs; i++)
        if (!may_be_passed(x->args[i]))
            inst_tolerate(f->cls, "INST0691", x->args[i]->span,
                          "arguments of an external call are variables, scalar constants and sizes (MLS 12.9)");
}

/* Only its constructor gives an external object (12.9.7). */
static void check_objects(const InstFunction *f) {
    for (uint32_t i = 0; i < f->noutputs; i++) {
        const InstComp *c = f->outputs[i];
        if (c->type.base != INST_OBJECT || f->is_constructor) continue;
        Diag *d = inst_error(f->cls, "INST0693", c->syn ? c->syn->span : (Span){0},
                             "a function cannot return an external object: only its constructor does (MLS 12.9.7)");
        base_hint(f->inst->ctx, d, "declare the object where it is used, and pass it to functions");
    }
}

/* ---- annotations (12.7.1, 12.8) ---------------------------------------------------------------------------------- */

static void must_be_input(const InstFunction *f, Name name, Span at, const char *where) {
    if (find(f->inputs, f->ninputs, name)) return;
    Diag *d = inst_error(f->cls, "INST0694", at, "%s names %s, which is no input of %s (MLS 12.7.1, 12.8)", where,
                         name_str(f, name), name_str(f, f->cls->name));
    base_hint(f->inst->ctx, d, "name an input of the function");
}

static void check_derivative(const InstFunction *f, const SynMod *m) {
    for (const SynMod *a = m->mod ? m->mod->args : NULL; a; a = a->next) {
        const char *what = a->name.n ? name_str(f, a->name.parts[0].name) : "";
        const SynExpr *v = a->mod ? a->mod->value : NULL;
        if (strcmp(what, "noDerivative") && strcmp(what, "zeroDerivative")) continue;
        if (v && v->kind == SYN_CREF && v->cref.n) must_be_input(f, v->cref.parts[0].name, v->span, what);
    }
}

static void check_annotations(const InstFunction *f) {
    const SynMod *list = f->cls->syn ? f->cls->syn->annotation : NULL;
    for (const SynMod *m = list; m; m = m->next) {
        const char *name = m->name.n ? name_str(f, m->name.parts[0].name) : "";
        if (!strcmp(name, "derivative")) check_derivative(f, m);
        bool inverse = !strcmp(name, "inverse");
        for (const SynMod *a = inverse && m->mod ? m->mod->args : NULL; a; a = a->next)
            if (a->name.n) must_be_input(f, a->name.parts[0].name, a->span, "inverse");
    }
}

/* ---- local variables (12.2, 12.4.4) ------------------------------------------------------------------------------ */

/* Does the value of a local variable read the variable `of`, itself or through values of others? */
static bool reads(const InstFunction *f, const InstComp *of, const SynExpr *e, int depth) {
    if (!e || depth > 40) return false;
    if (e->kind == SYN_CREF && e->cref.n) {
        const InstComp *c = find(f->locals, f->nlocals, e->cref.parts[0].name);
        if (c == of) return true;
        if (c && c->binding.value && reads(f, of, c->binding.value, depth + 1)) return true;
    }
    if (e->kind == SYN_CALL || e->kind == SYN_FOR) return false; /* size(x, 1) reads no value; iterators hide names */
    for (uint32_t i = 0; i < e->nargs; i++)
        if (reads(f, of, e->args[i], depth + 1)) return true;
    return false;
}

static void check_locals(const InstFunction *f) {
    for (uint32_t i = 0; i < f->nlocals; i++) {
        const InstComp *c = f->locals[i];
        if (c->binding.value && c->variability != INST_VAR_CONSTANT && reads(f, c, c->binding.value, 0))
            inst_error(f->cls, "INST0602", c->syn ? c->syn->name_span : (Span){0},
                       "the value of %s depends on itself (MLS 12.4.4)", name_str(f, c->name));
        const InstElement *e = c->element;
        bool said = e && !(e->prefixes & SYN_PARAMETER); /* INST0907, where it is declared */
        if (!e || said || e->is_protected || c->variability == INST_VAR_CONSTANT) continue;
        Diag *d = inst_tolerate(f->cls, "INST0695", c->syn ? c->syn->span : (Span){0},
                                "%s is neither input nor output: it must be protected in a function (MLS 12.2)",
                                name_str(f, c->name));
        base_hint(f->inst->ctx, d, "declare it below 'protected'");
    }
}

void inst_check_function(const InstFunction *f) {
    check_external(f);
    check_objects(f);
    check_annotations(f);
    if (f->nlocals) check_locals(f);
}
