/* structural.c - the words of OM.jl for models that go on as other models.
 *
 *     structuralmode Pendulum pendulum;
 *     structuralmode Ball ball;
 *   equation
 *     initialStructuralState(pendulum);
 *     structuralTransition(pendulum, ball, time >= 5);
 *
 * is read as what it means in words that are known anyway (recompilation):
 *
 *     parameter String structuralState = "pendulum";
 *     Pendulum pendulum if structuralState == "pendulum";
 *     Ball ball if structuralState == "ball";
 *   equation
 *     if structuralState == "pendulum" then
 *       when {time >= 5, not (time >= 5)} then
 *         recompilation(structuralState, "ball");
 *       end when;
 *     end if;
 *
 * There a transition takes place where its condition changes, whichever way: a condition is a function that crosses
 * zero (OMBackend.jl, structural callbacks).
 */
#include "syntax/syntax_impl.h"

static const char STATE[] = "structuralState";

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static SynExpr *new_node(SynParser *p, SynExprKind kind, Span span, uint32_t nargs) {
    SynExpr *e = BASE_NEW(p->arena, SynExpr);
    e->kind = (uint8_t)kind;
    e->span = span;
    e->nargs = nargs;
    if (nargs) e->args = BASE_ARRAY(p->arena, SynExpr *, nargs);
    return e;
}

static SynCref word(SynParser *p, const char *name, Span span) {
    SynPart part = {.name = base_name(p->ctx->names, name), .span = span};
    return (SynCref){.n = 1, .parts = base_copy(p->arena, &part, sizeof part)};
}

static SynExpr *text_of(SynParser *p, Name name, Span span) {
    SynExpr *e = new_node(p, SYN_STRING, span, 0);
    e->string = name;
    return e;
}

static SynExpr *state_of(SynParser *p, Span span) {
    SynExpr *e = new_node(p, SYN_CREF, span, 0);
    e->cref = word(p, STATE, span);
    return e;
}

static SynExpr *binary(SynParser *p, SynOp op, SynExpr *a, SynExpr *b, Span span) {
    SynExpr *e = new_node(p, SYN_BINARY, span, 2);
    e->op = (uint8_t)op;
    e->args[0] = a;
    e->args[1] = b;
    return e;
}

/* structuralState == "name" */
static SynExpr *holds(SynParser *p, Name name, Span span) {
    return binary(p, SYN_EQ, state_of(p, span), text_of(p, name, span), span);
}

/* {c, not c} */
static SynExpr *changes(SynParser *p, SynExpr *c) {
    SynExpr *otherwise = new_node(p, SYN_UNARY, c->span, 1), *both = new_node(p, SYN_ARRAY, c->span, 2);
    otherwise->op = SYN_NOT;
    otherwise->args[0] = c;
    both->args[0] = c;
    both->args[1] = otherwise;
    return both;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

bool syn_at_structural_mode(const SynParser *p) {
    return syn_at(p, SYN_T_IDENT) && p->tok->name == p->structuralmode && syn_peek(p, 1) == SYN_T_IDENT &&
           (syn_peek(p, 2) == SYN_T_IDENT || syn_peek(p, 2) == SYN_T_DOT);
}

static void tolerate(SynParser *p, Span span) {
    static const char text[] = "structuralmode is a word of OM.jl, not of Modelica";
    Diag *d = p->ctx->strict ? syn_mistake(p, "SYN0031", span, text) : base_warning(p->ctx, "SYN0031", span, text);
    if (d) syn_hint(p, d, "in Modelica: components with conditions on a parameter, and recompilation()");
}

static void add_state(SynParser *p, SynClass *c, Name first, Span span) {
    SynElement *e = BASE_NEW(p->arena, SynElement);
    e->kind = SYN_COMPONENT;
    e->prefixes = SYN_PARAMETER;
    e->span = e->name_span = span;
    e->name = base_name(p->ctx->names, STATE);
    e->comment = base_name(p->ctx->names, "the structural mode that holds");
    e->type = word(p, "String", span);
    e->mod = BASE_NEW(p->arena, SynModification);
    e->mod->value = text_of(p, first, span);
    e->mod->span = span;
    e->next = c->elements;
    c->elements = e;
}

static const SynElement *find_mode(const SynClass *c, Name name) {
    for (const SynElement *e = c->elements; e; e = e->next)
        if (e->kind == SYN_COMPONENT && e->name == name && (e->prefixes & SYN_STRUCTURAL)) return e;
    return NULL;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static bool calls(const SynParser *p, const SynEquation *e, const char *function) {
    return e->kind == SYN_EQ_CALL && e->lhs && e->lhs->kind == SYN_CALL && e->lhs->cref.n == 1 &&
           strcmp(base_str(p->ctx->names, e->lhs->cref.parts[0].name), function) == 0;
}

/* The structural mode that an argument names; 0 after reporting. */
static Name mode_of(SynParser *p, const SynClass *c, const SynExpr *e) {
    Name name = e->kind == SYN_CREF && e->cref.n == 1 ? e->cref.parts[0].name : 0;
    if (name && find_mode(c, name)) return name;
    Diag *d = syn_mistake(p, "SYN0032", e->span, "this is no structural mode of the class");
    if (d) syn_hint(p, d, "name a component that is declared with structuralmode");
    return 0;
}

static bool takes(SynParser *p, const SynEquation *e, uint32_t n) {
    if (e->lhs->nargs == n && !e->lhs->nnamed) return true;
    syn_mistake(p, "SYN0032", e->span, "%s takes %u argument%s", base_str(p->ctx->names, e->lhs->cref.parts[0].name), n,
                n == 1 ? "" : "s");
    return false;
}

static SynEquation *one_branch(SynParser *p, SynEquationKind kind, SynExpr *condition, SynEquation *body, Span span) {
    SynEquation *e = BASE_NEW(p->arena, SynEquation);
    e->kind = (uint8_t)kind;
    e->span = span;
    e->nbranches = 1;
    e->branches = BASE_NEW(p->arena, SynBranch);
    *e->branches = (SynBranch){.condition = condition, .equations = body};
    return e;
}

/* structuralTransition(from, to, condition) */
static SynEquation *transition(SynParser *p, const SynClass *c, const SynEquation *e) {
    if (!takes(p, e, 3)) return NULL;
    Name from = mode_of(p, c, e->lhs->args[0]), to = mode_of(p, c, e->lhs->args[1]);
    if (!from || !to) return NULL;
    SynEquation *go = BASE_NEW(p->arena, SynEquation);
    go->kind = SYN_EQ_CALL;
    go->span = e->span;
    go->lhs = new_node(p, SYN_CALL, e->span, 2);
    go->lhs->cref = word(p, "recompilation", e->span);
    go->lhs->args[0] = state_of(p, e->lhs->args[1]->span);
    go->lhs->args[1] = text_of(p, to, e->lhs->args[1]->span);
    SynEquation *when = one_branch(p, SYN_EQ_WHEN, changes(p, e->lhs->args[2]), go, e->span);
    return one_branch(p, SYN_EQ_IF, holds(p, from, e->lhs->args[0]->span), when, e->span);
}

/* Takes initialStructuralState out of the list and writes transitions out; the mode that is named first. */
static Name rewrite(SynParser *p, SynClass *c) {
    Name first = 0;
    for (SynEquation **at = &c->equations; *at;) {
        SynEquation *e = *at, *now = e;
        if (calls(p, e, "initialStructuralState")) {
            Name named = takes(p, e, 1) ? mode_of(p, c, e->lhs->args[0]) : 0;
            if (first && named) syn_mistake(p, "SYN0032", e->span, "a class has one initial structural state");
            first = named ? named : first;
            now = NULL;
        } else if (calls(p, e, "structuralTransition")) {
            now = transition(p, c, e);
        }
        if (now) now->next = e->next;
        *at = now ? now : e->next;
        if (now) at = &now->next;
    }
    return first;
}

void syn_write_structural(SynParser *p, SynClass *c) {
    const SynElement *any = NULL;
    for (const SynElement *e = c->elements; e && !any; e = e->next)
        if (e->kind == SYN_COMPONENT && (e->prefixes & SYN_STRUCTURAL)) any = e;
    if (!any || p->panic) return;
    tolerate(p, any->span);
    Arena *around = p->arena;
    size_t errors = base_error_count(p->ctx);
    p->arena = &p->file->equations;
    Name first = rewrite(p, c);
    p->arena = around;
    if (!first && base_error_count(p->ctx) == errors) {
        Diag *d = syn_mistake(p, "SYN0032", any->span, "no structural mode is said to hold at the start");
        if (d)
            syn_hint(p, d, "write in the equation section: initialStructuralState(%s)",
                     base_str(p->ctx->names, any->name));
    }
    for (SynElement *e = c->elements; e; e = e->next) {
        if (e->kind != SYN_COMPONENT || !(e->prefixes & SYN_STRUCTURAL)) continue;
        SynExpr *here = holds(p, e->name, e->name_span);
        e->condition = e->condition ? binary(p, SYN_AND, here, e->condition, e->condition->span) : here;
        e->prefixes &= ~(uint32_t)SYN_STRUCTURAL;
    }
    add_state(p, c, first ? first : any->name, any->span);
}
