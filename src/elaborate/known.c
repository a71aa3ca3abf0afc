/* known.c - functions that are known although no text says what they do: those of C's own mathematics, and names that
 * other tools, or older versions of the language, have without a declaration.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

static bool has_own_code(Inst *in, const InstFunction *f) {
    const SynMod *places[] = {f->external->annotation, f->cls->syn ? f->cls->syn->annotation : NULL};
    for (uint32_t i = 0; i < 2; i++)
        if (syn_annotation(places[i], in->ctx->names, "Include")) return true;
    return false;
}

/* Are the inputs handed over as they are declared, and is the value the only result? */
static bool hands_over_inputs(const InstFunction *f) {
    const SynExternal *e = f->external;
    if (f->noutputs != 1 || f->outputs[0]->type.base != INST_REAL || f->outputs[0]->type.ndims) return false;
    if (e->has_call && (e->output == NULL || e->nargs != f->ninputs)) return false;
    for (uint32_t i = 0; i < f->ninputs; i++) {
        const InstComp *input = f->inputs[i];
        if (input->type.base != INST_REAL || input->type.ndims) return false;
        const SynExpr *a = e->has_call ? e->args[i] : NULL;
        if (a && (a->kind != SYN_CREF || a->cref.n != 1 || a->cref.parts[0].name != input->name)) return false;
    }
    return true;
}

/* A function of C's own mathematics: it is the built-in one.  The standard library was written so before version 3. */
InstExpr *inst_known_of_c(InstElab *x, InstExpr *call) {
    static const struct {
        const char *c_name;
        InstBuiltin builtin;
        uint32_t nargs;
    } known[] = {
#define OF_C(op, name, nargs, args, rule, c_function, ...) {#c_function, INST_B_##op, nargs},
        DAE_ELEMENTARY(OF_C)
#undef OF_C
    };
    const InstFunction *f = call->function;
    const SynExternal *e = f->external;
    if (e == NULL || (e->language && e->language != base_name(x->in->ctx->names, "C"))) return call;
    if (call->integer || call->type.base != INST_REAL || !hands_over_inputs(f) || has_own_code(x->in, f)) return call;
    const char *c_name = inst_name(x->in, e->name ? e->name : f->cls->name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].c_name, c_name) != 0 || known[i].nargs != f->ninputs) continue;
        return inst_builtin_node(x->in, known[i].builtin, call->type, call->span, call->args, call->nargs);
    }
    return call;
}

/* ---- names that are declared nowhere ----------------------------------------------------------------------------- */

/* Functions that some tools have without a library, and where the standard library has them. */
static const struct {
    const char *name, *path[4];
} elsewhere[] = {{"print", {"Modelica", "Utilities", "Streams", "print"}}};

/* What is called by a name that is declared nowhere, where other tools know it; NULL when there is no such function. */
InstClass *inst_known_elsewhere(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    for (size_t i = 0; e->cref.n == 1 && i < sizeof elsewhere / sizeof *elsewhere; i++) {
        if (e->cref.parts[0].name != base_name(in->ctx->names, elsewhere[i].name)) continue;
        SynPart parts[4] = {0};
        for (size_t k = 0; k < 4; k++) parts[k].name = base_name(in->ctx->names, elsewhere[i].path[k]);
        InstClass *c = inst_lookup_class_quiet(in->root, &(SynCref){.parts = parts, .n = 4});
        if (!c) return NULL;
        Diag *d = inst_tolerate(x->scope, "INST0572", e->span, "no function %s is declared here (MLS 5.3.1)",
                                elsewhere[i].name);
        base_hint(in->ctx, d, "%s is meant; write its whole name, or import it", inst_class_text(c));
        return c;
    }
    return NULL;
}

/* A built-in function by the name that it had in Modelica 1 and 2, or has in classic Dymola; NULL: none. */
const InstBuiltinRow *inst_known_before(InstElab *x, const SynExpr *e) {
    static const struct {
        const char *old, *now;
    } renamed[] = {{"defineRoot", "Connections.root"},
                   {"defineBranch", "Connections.branch"},
                   {"definePotentialRoot", "Connections.potentialRoot"},
                   {"isRoot", "Connections.isRoot"},
#define CLASSIC(op, name, nargs, args, rule, c_function, domain, slope, inverse, classic) {classic, name},
                   DAE_ELEMENTARY(CLASSIC)
#undef CLASSIC
    };
    Names *names = x->in->ctx->names;
    for (size_t i = 0; e->cref.n == 1 && i < sizeof renamed / sizeof *renamed; i++) {
        if (e->cref.parts[0].name != base_name(names, renamed[i].old)) continue;
        Diag *d =
            inst_tolerate(x->scope, "INST0572", e->span, "no function %s is declared here (MLS 5.3.1)", renamed[i].old);
        base_hint(x->in->ctx, d, "it is called %s now", renamed[i].now);
        return inst_builtin(x->in, base_name(names, renamed[i].now));
    }
    return NULL;
}

/* Numbers that one tool makes of shapes and colours for its animation, in versions 2 and 3.1 of the standard library:
 * nothing but animation reads them. */
InstExpr *inst_for_animation(InstElab *x, const SynExpr *e) {
    Inst *in = x->in;
    Name name = e->cref.n == 1 ? e->cref.parts[0].name : 0;
    if (!name || (name != base_name(in->ctx->names, "PackShape") && name != base_name(in->ctx->names, "PackMaterial")))
        return NULL;
    (void)inst_elab_args(x, e, 0);
    Diag *d = inst_tolerate(x->scope, "INST0572", e->span, "no function %s is declared here (MLS 5.3.1)",
                            inst_name(in, name));
    base_hint(in->ctx, d, "it serves the animation of one tool; its value is 0 here");
    return inst_strict(x->scope) ? inst_error_node(in, e->span) : inst_real_node(in, 0, e->span);
}
