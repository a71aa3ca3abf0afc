/* units.c - the units of typed expressions (MLS 3.6, chapter 19).
 *
 * Before: the variables of the model are declared.  Each typed equation, statement, binding and connection is looked at
 * once, however many scalar equations it gives.
 *
 * The unit of an expression is a FORM: nothing known (literals and constants without unit are whatever is needed), a
 * pure number, or a product of a known unit and of powers of the units of variables that have none.  Two forms that
 * must be equal make a constraint, which is judged at once when both are known and kept for units_solve.c otherwise.
 */
#include "flatten/flat_units_impl.h"

static FlatForm free_form(void) { return (FlatForm){.kind = FORM_FREE}; }

static FlatForm pure_form(void) { return (FlatForm){.kind = FORM_PURE}; }

static FlatForm known_form(const Unit *u, Name text) {
    return (FlatForm){.kind = FORM_UNIT, .unit = *u, .text = text, .plain = text != 0};
}

const Unit *flat_unit_of(FlatUnits *u, Name text) {
    uint64_t at;
    if (!text) return NULL;
    if (!base_map_get(&u->parsed, text, &at)) {
        Unit unit;
        at = 0;
        if (unit_parse(base_str(u->f->ctx->names, text), &unit, NULL)) {
            vec_push(&u->units, unit);
            at = u->units.n;
        }
        base_map_put(&u->parsed, text, at);
    }
    return at ? &u->units.at[at - 1] : NULL;
}

/* ---- algebra of forms -------------------------------------------------------------------------------------------- */

/* a * b^(twelfths/12) */
static FlatForm multiply(FlatForm a, const FlatForm *b, int twelfths) {
    if (a.kind == FORM_FREE || b->kind == FORM_FREE) return free_form();
    /* 2*time is a ramp: nobody writes 2*time/s */
    if ((a.kind == FORM_PURE && b->time) || (b->kind == FORM_PURE && a.time)) return free_form();
    if (b->kind == FORM_PURE) return a;
    if (a.kind == FORM_PURE) a = (FlatForm){.kind = FORM_UNIT, .unit = unit_one()};
    a.text = 0;
    a.plain = a.time = false;
    a.gain |= b->gain;
    if (!unit_multiply(&a.unit, &b->unit, twelfths)) return free_form();
    for (uint8_t i = 0; i < b->n; i++) {
        int e = b->unknown[i].twelfths * twelfths;
        if (e % UNIT_WHOLE || e > 30000 || e < -30000) return free_form();
        uint8_t k = 0;
        while (k < a.n && a.unknown[k].id != b->unknown[i].id) k++;
        if (k == a.n && k == FLAT_FORM_UNKNOWNS) return free_form();
        if (k == a.n) a.unknown[a.n++] = (FlatUnknownPower){b->unknown[i].id, 0};
        a.unknown[k].twelfths = (int16_t)(a.unknown[k].twelfths + e / UNIT_WHOLE);
        if (a.unknown[k].twelfths == 0) a.unknown[k] = a.unknown[--a.n];
    }
    return a;
}

FlatForm flat_form_ratio(const FlatForm *a, const FlatForm *b) { return multiply(*a, b, -UNIT_WHOLE); }

static FlatForm power(const FlatForm *a, double exponent) {
    double twelfths = exponent * UNIT_WHOLE;
    if (a->kind != FORM_UNIT) return *a;
    if (!(fabs(twelfths) < 1000) || fabs(twelfths - nearbyint(twelfths)) > 1e-9) return free_form();
    FlatForm one = {.kind = FORM_UNIT, .unit = unit_one()};
    return multiply(one, a, (int)nearbyint(twelfths));
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static FlatForm form_of(FlatUnits *u, InstExpr *e);

/* Both must have one unit; returns the better known one. */
static FlatForm agree(FlatUnits *u, FlatJoin join, const FlatForm *a, Span at_a, const FlatForm *b, Span at_b) {
    if (a->kind != FORM_UNIT || b->kind != FORM_UNIT) {
        FlatForm out = a->kind == FORM_UNIT || (a->kind == FORM_PURE && b->kind != FORM_UNIT) ? *a : *b;
        if (a->kind != FORM_UNIT && b->kind != FORM_UNIT && a->kind != b->kind) out = free_form();
        out.plain = false;
        return out;
    }
    if (!u->silent && !flat_units_join(u, join, a, at_a, b, at_b)) return free_form();
    FlatForm out = a->n <= b->n ? *a : *b;
    out.gain = a->gain || b->gain;
    if (join == JOIN_SUM) out.plain = false;
    out.time = a->time && b->time;
    return out;
}

static FlatForm agree_all(FlatUnits *u, FlatJoin join, InstExpr **args, uint32_t n) {
    FlatForm out = n ? form_of(u, args[0]) : free_form();
    Span at = n ? args[0]->span : (Span){0};
    for (uint32_t i = 1; i < n; i++) {
        FlatForm next = form_of(u, args[i]);
        out = agree(u, join, &out, at, &next, args[i]->span);
    }
    return out;
}

/* Elements of an array may have units of their own (positions in tables, states of different kinds). */
static FlatForm common_form(FlatUnits *u, InstExpr **args, uint32_t n) {
    FlatForm out = n ? form_of(u, args[0]) : free_form();
    bool mixed = false;
    for (uint32_t i = 1; i < n; i++) {
        FlatForm next = form_of(u, args[i]);
        if (next.kind == FORM_UNIT && out.kind == FORM_UNIT)
            mixed |= next.n || out.n || !unit_same_dimension(&next.unit, &out.unit) ||
                     !unit_same_scale(&next.unit, &out.unit);
        else if (next.kind == FORM_UNIT || (out.kind == FORM_PURE && next.kind == FORM_FREE)) out = next;
    }
    if (mixed) out = free_form();
    out.plain = false;
    return out;
}

/* Whole numbers that count and the factors of formulas are pure; any other literal may hide a unit, and so may a
 * constant that elaboration has replaced by its value. */
static FlatForm literal_form(FlatUnits *u, Span at, double x) {
    static const double pure[] = {1, 2, 3, 4, 0.5, 0.25};
    const Source *s = at.file ? base_source(u->f->ctx->sources, at.file) : NULL;
    if (!s || at.start >= s->n || !strchr("0123456789.-+(", s->text[at.start])) return free_form();
    for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
        if (fabs(x) == pure[i]) return pure_form();
    return free_form();
}

Name flat_unit_text(FlatUnits *u, InstComp *c) {
    InstExpr *e = c->attrs && c->attrs[INST_ATTR_UNIT]->value ? inst_attr_expr(c, INST_ATTR_UNIT) : NULL;
    if (!e) return 0;
    if (e->kind == INST_E_STRING) return e->string;
    InstValue *v = flat_eval(u->f, e, INST_EVAL_SILENT);
    return v && v->type.base == INST_STRING && v->n ? v->str[0] : 0;
}

static FlatForm variable_form(FlatUnits *u, InstComp *c) {
    if (c->inner) c = c->inner;
    if (c->group) c = c->group;
    if (c->elements) c = c->elements[0];
    if (!c || !c->present) return free_form();
    if (c->type.base == INST_INTEGER) return pure_form();
    if (c->type.base != INST_REAL) return free_form();
    uint64_t at;
    if (base_map_get(&u->local, (uint64_t)(uintptr_t)c, &at)) return u->locals.at[at];
    Name text = flat_unit_text(u, c);
    const Unit *unit = flat_unit_of(u, text);
    if (unit) {
        FlatForm form = known_form(unit, text);
        form.gain = c->variability <= INST_VAR_PARAMETER && strcmp(base_str(u->f->ctx->names, text), "1") == 0;
        return form;
    }
    if (text || c->variability <= INST_VAR_PARAMETER || c->type.ndims || c->array || !flat_is_declared(c) ||
        c->members || flat_path_count(c) != 1 || inst_group_of(c))
        return free_form();
    FlatForm form = {.kind = FORM_UNIT, .unit = unit_one(), .n = 1, .plain = true};
    form.unknown[0] = (FlatUnknownPower){flat_units_unknown(u, flat_var(c, 0)), UNIT_WHOLE};
    return form;
}

static FlatForm call_form(FlatUnits *u, InstExpr *e, uint32_t result);

/* Result of a function that gives its outputs no unit: what its statements make of the units of its arguments. */
static void bind_local(FlatUnits *u, const InstComp *c, const FlatForm *form) {
    vec_push(&u->locals, *form);
    base_map_put(&u->local, (uint64_t)(uintptr_t)c, u->locals.n - 1);
}

static void trace_statements(FlatUnits *u, InstStmt *s) {
    for (; s && u->budget > 0; s = s->next) {
        u->budget--;
        if (s->kind == SYN_ST_ASSIGN && s->lhs && s->lhs->kind == INST_E_CREF && s->lhs->nparts == 1 && s->rhs) {
            InstComp *c = s->lhs->parts[0].comp;
            FlatForm form = form_of(u, s->rhs);
            uint64_t at;
            if (c->type.base == INST_REAL && base_map_get(&u->local, (uint64_t)(uintptr_t)c, &at) && !c->type.ndims)
                u->locals.at[at] = form;
        }
        trace_statements(u, s->body);
        for (uint32_t i = 0; i < s->nbranches; i++) trace_statements(u, s->branches[i].stmts);
    }
}

static FlatForm polymorphic(FlatUnits *u, InstFunction *fn, const FlatForm *args, uint32_t result) {
    enum { MOST_NESTED = 3, MOST_STATEMENTS = 100 };
    if (!fn->body_ready || !fn->body || u->nested >= MOST_NESTED) return free_form();
    int budget = u->budget;
    if (!u->nested) u->budget = MOST_STATEMENTS;
    u->nested++;
    u->silent++;
    for (uint32_t i = 0; i < fn->ninputs; i++)
        if (fn->inputs[i]->type.base == INST_REAL && !flat_unit_text(u, fn->inputs[i]))
            bind_local(u, fn->inputs[i], &args[i]);
    FlatForm none = free_form();
    for (uint32_t i = 0; i < fn->noutputs; i++)
        if (!flat_unit_text(u, fn->outputs[i])) bind_local(u, fn->outputs[i], &none);
    for (uint32_t i = 0; i < fn->nlocals; i++)
        if (fn->locals[i]->type.base == INST_REAL && !flat_unit_text(u, fn->locals[i]))
            bind_local(u, fn->locals[i], &none);
    trace_statements(u, fn->body);
    uint64_t at;
    FlatForm out = none;
    if (u->budget > 0 && base_map_get(&u->local, (uint64_t)(uintptr_t)fn->outputs[result], &at)) out = u->locals.at[at];
    for (uint32_t i = 0; i < fn->ninputs; i++) base_map_del(&u->local, (uint64_t)(uintptr_t)fn->inputs[i]);
    for (uint32_t i = 0; i < fn->noutputs; i++) base_map_del(&u->local, (uint64_t)(uintptr_t)fn->outputs[i]);
    for (uint32_t i = 0; i < fn->nlocals; i++) base_map_del(&u->local, (uint64_t)(uintptr_t)fn->locals[i]);
    u->silent--;
    if (!--u->nested) {
        vec_clear(&u->locals);
        u->budget = budget;
    }
    out.plain = false;
    return out;
}

static FlatForm declared_form(FlatUnits *u, InstComp *c) {
    Name text = c->type.base == INST_REAL ? flat_unit_text(u, c) : 0;
    const Unit *unit = flat_unit_of(u, text);
    return unit ? known_form(unit, text) : free_form();
}

static FlatForm call_form(FlatUnits *u, InstExpr *e, uint32_t result) {
    InstFunction *fn = e->function;
    if (!fn || result >= fn->noutputs || fn->ninputs != e->nargs) return free_form();
    FlatForm few[8], *args = e->nargs <= 8 ? few : base_realloc(NULL, e->nargs * sizeof *args);
    for (uint32_t i = 0; i < e->nargs; i++) {
        args[i] = e->args[i] ? form_of(u, e->args[i]) : free_form();
        FlatForm want = declared_form(u, fn->inputs[i]);
        if (!e->args[i] || !want.text) continue;
        u->input = fn->inputs[i];
        u->function = fn;
        agree(u, JOIN_ARGUMENT, &want, (Span){0}, &args[i], e->args[i]->span);
    }
    flat_units_function(u, fn);
    InstComp *out = fn->outputs[result];
    FlatForm form = out->type.base == INST_INTEGER ? pure_form() : declared_form(u, out);
    if (form.kind == FORM_FREE && out->type.base == INST_REAL && !out->type.ndims && !fn->external)
        form = polymorphic(u, fn, args, result);
    form.plain = false;
    if (args != few) base_realloc(args, 0);
    return form;
}

/* sin(time) is a common abbreviation, as 2*time is. */
static FlatForm number_form(FlatUnits *u, InstExpr *e) {
    FlatForm arg = e->nargs ? form_of(u, e->args[0]) : free_form(), one = {.kind = FORM_UNIT, .unit = unit_one()};
    if (arg.kind == FORM_UNIT && !arg.time && !u->silent)
        flat_units_join(u, JOIN_NUMBER, &one, e->span, &arg, e->args[0]->span);
    return pure_form();
}

static FlatForm first_of(FlatUnits *u, InstExpr *e) {
    FlatForm out = e->nargs ? form_of(u, e->args[0]) : free_form();
    for (uint32_t i = 1; i < e->nargs; i++)
        if (e->args[i]) form_of(u, e->args[i]);
    return out;
}

static FlatForm rate_form(FlatUnits *u, InstExpr *e) {
    FlatForm x = form_of(u, e->args[0]);
    Unit second = unit_one();
    second.exponent[2] = UNIT_WHOLE;
    FlatForm time = known_form(&second, 0);
    if (x.kind != FORM_UNIT) return free_form();
    return multiply(x, &time, -UNIT_WHOLE);
}

static FlatForm product_of(FlatUnits *u, InstExpr *e) {
    FlatForm a = form_of(u, e->args[0]), b = e->nargs > 1 ? form_of(u, e->args[1]) : pure_form();
    return multiply(a, &b, UNIT_WHOLE);
}

static FlatForm builtin_form(FlatUnits *u, InstExpr *e) {
    switch (e->builtin) {
    case INST_B_DER: return rate_form(u, e);
    case INST_B_SIN:
    case INST_B_COS:
    case INST_B_TAN:
    case INST_B_ASIN:
    case INST_B_ACOS:
    case INST_B_ATAN:
    case INST_B_SINH:
    case INST_B_COSH:
    case INST_B_TANH:
    case INST_B_EXP: return number_form(u, e);
    case INST_B_ATAN2: agree_all(u, JOIN_SUM, e->args, e->nargs); return pure_form();
    case INST_B_SQRT: {
        FlatForm a = first_of(u, e);
        return power(&a, 0.5);
    }
    case INST_B_MIN:
    case INST_B_MAX:
        if (e->nargs == 2) return agree_all(u, JOIN_COMPARE, e->args, 2);
        return first_of(u, e);
    case INST_B_MOD:
    case INST_B_REM: return agree_all(u, JOIN_SUM, e->args, e->nargs);
    case INST_B_HOMOTOPY: return agree_all(u, JOIN_BRANCH, e->args, e->nargs);
    case INST_B_LINSPACE: form_of(u, e->args[2]); return agree_all(u, JOIN_SUM, e->args, 2);
    case INST_B_SMOOTH: form_of(u, e->args[0]); return e->nargs > 1 ? form_of(u, e->args[1]) : free_form();
    case INST_B_PRE:
    case INST_B_NOEVENT:
    case INST_B_DELAY:
    case INST_B_ABS:
    case INST_B_SUM:
    case INST_B_SCALAR:
    case INST_B_VECTOR:
    case INST_B_MATRIX:
    case INST_B_TRANSPOSE:
    case INST_B_SYMMETRIC:
    case INST_B_SKEW:
    case INST_B_DIAGONAL:
    case INST_B_FILL:
    case INST_B_INSTREAM:
    case INST_B_ACTUALSTREAM:
    case INST_B_PREVIOUS:
    case INST_B_HOLD:
    case INST_B_SUBSAMPLE:
    case INST_B_SUPERSAMPLE:
    case INST_B_SHIFTSAMPLE:
    case INST_B_BACKSAMPLE:
    case INST_B_NOCLOCK:
    case INST_B_SAMPLE_CLOCK: return first_of(u, e);
    case INST_B_CROSS:
    case INST_B_OUTER: return product_of(u, e);
    case INST_B_REINIT:
        if (e->nargs == 2) {
            FlatForm a = form_of(u, e->args[0]), b = form_of(u, e->args[1]);
            agree(u, JOIN_EQUATION, &a, e->args[0]->span, &b, e->args[1]->span);
        }
        return free_form();
    case INST_B_SEMILINEAR: {
        FlatForm x = form_of(u, e->args[0]), k = agree_all(u, JOIN_BRANCH, e->args + 1, e->nargs - 1);
        return multiply(x, &k, UNIT_WHOLE);
    }
    case INST_B_SIGN:
    case INST_B_FLOOR:
    case INST_B_CEIL:
    case INST_B_INTEGER_OF:
    case INST_B_DIVT:
    case INST_B_IDENTITY:
    case INST_B_ONES: first_of(u, e); return pure_form();
    default: first_of(u, e); return free_form();
    }
}

static FlatForm binary_form(FlatUnits *u, InstExpr *e) {
    FlatForm a = form_of(u, e->args[0]), b = form_of(u, e->args[1]);
    Span at_a = e->args[0]->span, at_b = e->args[1]->span;
    switch (e->op) {
    case SYN_ADD:
    case SYN_SUB:
    case SYN_EADD:
    case SYN_ESUB: return agree(u, JOIN_SUM, &a, at_a, &b, at_b);
    case SYN_MUL:
    case SYN_EMUL: return multiply(a, &b, UNIT_WHOLE);
    case SYN_DIV:
    case SYN_EDIV: return multiply(a, &b, -UNIT_WHOLE);
    case SYN_POW:
    case SYN_EPOW: {
        if (a.kind != FORM_UNIT || e->args[1]->variability > INST_VAR_PARAMETER || e->args[1]->type.ndims)
            return a.kind == FORM_PURE ? a : free_form();
        bool literal = e->args[1]->kind <= INST_E_INTEGER || e->args[1]->kind == INST_E_CAST ||
                       e->args[1]->variability <= INST_VAR_CONSTANT;
        InstValue *v = literal ? flat_eval(u->f, e->args[1], INST_EVAL_SILENT) : NULL;
        return v && v->n == 1 && v->type.base <= INST_INTEGER ? power(&a, v->num[0]) : free_form();
    }
    case SYN_LT:
    case SYN_LE:
    case SYN_GT:
    case SYN_GE:
    case SYN_EQ:
    case SYN_NE: agree(u, JOIN_COMPARE, &a, at_a, &b, at_b); return free_form();
    default: return free_form();
    }
}

/* A condition on parameters decides what the model is: only what it selects counts.  1 true, 0 false, -1 varies while
 * running, -2 not known. */
static int decided(FlatUnits *u, InstExpr *cond) {
    if (cond->kind == INST_E_BOOLEAN) return cond->integer != 0;
    if (cond->variability > INST_VAR_PARAMETER || cond->type.ndims) return -1;
    InstValue *v = flat_eval(u->f, cond, INST_EVAL_SILENT);
    return v && v->n == 1 ? v->num[0] != 0 : -2;
}

static FlatForm if_form(FlatUnits *u, InstExpr *e) {
    int which = decided(u, e->args[0]);
    form_of(u, e->args[0]);
    if (which >= 0) return form_of(u, e->args[which ? 1 : 2]);
    return which == -1 ? agree_all(u, JOIN_BRANCH, e->args + 1, e->nargs - 1)
                       : common_form(u, e->args + 1, e->nargs - 1);
}

static FlatForm record_form(FlatUnits *u, InstExpr *e) {
    uint32_t n;
    InstComp **fields = e->cls ? inst_fields(e->cls, &n) : NULL;
    for (uint32_t i = 0; i < e->nargs; i++) {
        if (!e->args[i]) continue;
        FlatForm arg = form_of(u, e->args[i]);
        if (!fields || i >= n) continue;
        FlatForm want = declared_form(u, fields[i]);
        u->input = fields[i];
        u->function = NULL;
        if (want.text) agree(u, JOIN_ARGUMENT, &want, (Span){0}, &arg, e->args[i]->span);
    }
    return free_form();
}

static FlatForm field_form(FlatUnits *u, InstExpr *e) {
    form_of(u, e->args[0]);
    InstClass *c = e->args[0]->type.cls;
    InstElement *field = c && e->args[0]->type.base == INST_RECORD ? inst_find(c, e->field) : NULL;
    InstComp *comp = field && field->kind == SYN_COMPONENT ? field->comp : NULL;
    return comp ? declared_form(u, comp) : free_form();
}

static FlatForm inner_form(FlatUnits *u, InstExpr *e) {
    switch (e->kind) {
    case INST_E_REAL: return literal_form(u, e->span, e->real);
    case INST_E_INTEGER: return literal_form(u, e->span, (double)e->integer);
    case INST_E_CREF: return e->nparts ? variable_form(u, e->parts[e->nparts - 1].comp) : free_form();
    case INST_E_TIME: {
        Unit second = unit_one();
        second.exponent[2] = UNIT_WHOLE;
        FlatForm time = known_form(&second, 0);
        time.time = true;
        return time;
    }
    case INST_E_ITER: return e->type.base == INST_INTEGER ? pure_form() : free_form();
    case INST_E_UNARY:
    case INST_E_CAST:
    case INST_E_SUBSCRIPT: return first_of(u, e);
    case INST_E_BINARY: return binary_form(u, e);
    case INST_E_IF: return if_form(u, e);
    case INST_E_CALL: return call_form(u, e, 0);
    case INST_E_RESULT:
        return e->args[0]->kind == INST_E_CALL ? call_form(u, e->args[0], (uint32_t)e->integer) : free_form();
    case INST_E_BUILTIN: return builtin_form(u, e);
    case INST_E_RECORD: return record_form(u, e);
    case INST_E_FIELD: return field_form(u, e);
    case INST_E_ARRAY: return common_form(u, e->args, e->nargs);
    case INST_E_RANGE: return first_of(u, e);
    case INST_E_COMPREHENSION: return first_of(u, e);
    case INST_E_REDUCTION: {
        FlatForm body = first_of(u, e);
        return e->builtin == INST_B_PRODUCT ? free_form() : body;
    }
    default: return free_form();
    }
}

static FlatForm form_of(FlatUnits *u, InstExpr *e) {
    if (!e || u->depth >= u->f->ctx->max_depth) return free_form();
    u->depth++;
    FlatForm out = inner_form(u, e);
    u->depth--;
    return out;
}

/* ---- equations and statements ------------------------------------------------------------------------------------ */

static void equate(FlatUnits *u, FlatJoin join, InstExpr *l, InstExpr *r) {
    if (!l || !r) return;
    if (l->kind == INST_E_TUPLE && r->kind == INST_E_CALL) {
        bool again = false; /* arguments have been looked at */
        for (uint32_t i = 0; i < l->nargs; i++) {
            if (!l->args[i]) continue;
            u->silent += again;
            FlatForm b = call_form(u, r, i);
            u->silent -= again;
            again = true;
            FlatForm a = form_of(u, l->args[i]);
            agree(u, join, &a, l->args[i]->span, &b, r->span);
        }
        return;
    }
    FlatForm a = form_of(u, l), b = form_of(u, r);
    agree(u, join, &a, l->span, &b, r->span);
}

static void walk_equation(FlatUnits *u, InstEq *q) {
    switch (q->kind) {
    case SYN_EQ_EQUALS: equate(u, JOIN_EQUATION, q->lhs, q->rhs); break;
    case SYN_EQ_CALL: form_of(u, q->lhs); break;
    default: break;
    }
    for (InstEq *inner = q->body; inner; inner = inner->next) walk_equation(u, inner);
    for (uint32_t i = 0; i < q->nbranches; i++) {
        InstExpr *cond = q->branches[i].cond;
        int which = cond ? decided(u, cond) : 1;
        if (cond) form_of(u, cond);
        if (which == -2) return;
        for (InstEq *inner = q->branches[i].eqs; inner && which; inner = inner->next) walk_equation(u, inner);
        if (which == 1) return;
    }
}

static void walk_statements(FlatUnits *u, InstStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == SYN_ST_ASSIGN) equate(u, JOIN_EQUATION, s->lhs, s->rhs);
        else if (s->lhs && s->kind == SYN_ST_CALL) form_of(u, s->lhs);
        walk_statements(u, s->body);
        for (uint32_t i = 0; i < s->nbranches; i++) {
            InstExpr *cond = s->branches[i].cond;
            int which = cond ? decided(u, cond) : 1;
            if (cond) form_of(u, cond);
            if (which == -2) break;
            if (which) walk_statements(u, s->branches[i].stmts);
            if (which == 1) break;
        }
    }
}

void flat_units_function(FlatUnits *u, InstFunction *fn) {
    if (u->silent || !fn->body_ready || !fn->body || base_map_get(&u->functions, (uint64_t)(uintptr_t)fn, NULL)) return;
    base_map_put(&u->functions, (uint64_t)(uintptr_t)fn, 1);
    if (fn->cls->syn && flat_units_foreign(u, fn->cls->syn->span)) return;
    walk_statements(u, fn->body);
}

/* ---- what flattening calls --------------------------------------------------------------------------------------- */

void flat_units_equation(Flat *f, InstEq *eq) {
    if (!f->units || eq->judged) return;
    eq->judged = true;
    walk_equation(f->units, eq);
}

void flat_units_algorithm(Flat *f, InstStmt *body) {
    if (!f->units || !body || body->judged) return;
    body->judged = true;
    walk_statements(f->units, body);
}

void flat_units_value(Flat *f, InstComp *c, InstExpr *value) {
    if (!f->units || !value || value->kind <= INST_E_ENUM || value->kind == INST_E_ERROR) return;
    FlatForm a = variable_form(f->units, c), b = form_of(f->units, value);
    f->units->input = c;
    agree(f->units, JOIN_VALUE, &a, (Span){0}, &b, value->span);
}

void flat_units_connect(Flat *f, DaeVar a, DaeVar b, Span span) {
    if (!f->units) return;
    const DaeVariable *x = &f->dae->vars.at[a], *y = &f->dae->vars.at[b];
    if (x->base != DAE_REAL || y->base != DAE_REAL) return;
    Name s = f->dae->attrs.at[x->attrs].unit, t = f->dae->attrs.at[y->attrs].unit;
    if (s && s == t) return;
    FlatForm form[2];
    for (int i = 0; i < 2; i++) {
        Name text = i ? t : s;
        const Unit *unit = flat_unit_of(f->units, text);
        if (text && !unit) return;
        form[i] =
            unit ? known_form(unit, text) : (FlatForm){.kind = FORM_UNIT, .unit = unit_one(), .n = 1, .plain = true};
        if (!unit) form[i].unknown[0] = (FlatUnknownPower){flat_units_unknown(f->units, i ? b : a), UNIT_WHOLE};
    }
    f->units->connected[0] = a;
    f->units->connected[1] = b;
    flat_units_join(f->units, JOIN_CONNECT, &form[0], span, &form[1], span);
}
