/* equation.c - equations of a class instance: plain, for, if, when, and calls (MLS 3.6, ch. 8).
 *
 * Inside the branches of an if or when, equations are captured instead of emitted, and combined afterwards:
 * an if-equation becomes `if c then l1 else l2 = if c then r1 else r2`, a when-equation
 * `x := if trigger then e else pre(x)`.
 */
#include "flatten/flatten_impl.h"
#include "model/model.h"

static void equations(Flat *f, InstEq *eq) {
    for (; eq; eq = eq->next) flat_equation(f, eq);
}

/* ---- plain equations --------------------------------------------------------------------------------------------- */

static void action(Flat *f, DaeExpr stmt, Span span) {
    if (f->initial && !f->guard) { /* in an initial section: only then */
        stmt = dae_op3(&f->pool, DAE_IF_STMT, dae_op(&f->pool, DAE_INITIAL, NULL, 0), stmt, 0);
    } else if (f->guard) {
        stmt = dae_op3(&f->pool, DAE_IF_STMT, f->guard, stmt, 0);
    }
    if (f->when_clock) { /* at its ticks */
        DaeExpr tick = flat_var_expr(f, f->when_clock), before = flat_var_expr(f, dae_pre(f->dae, f->when_clock));
        stmt = dae_op3(&f->pool, DAE_IF_STMT, dae_op2(&f->pool, DAE_TRIGGER, tick, before), stmt, 0);
    }
    DaeExpr active = flat_machine_guard(f);
    if (active) stmt = dae_op3(&f->pool, DAE_IF_STMT, active, stmt, 0);
    dae_add_equation(f->dae, &f->dae->actions, &f->pool, stmt, NULL, 0, flat_origin(f, span));
}

/* Which scalars of a value of this type are fields that a record declares as parameters? */
static void parameter_fields(Flat *f, const InstType *t, bool inside, VecU32 *out) {
    uint32_t n;
    InstComp **fields = t->base == INST_RECORD && t->cls ? flat_fields(f, t->cls, &n) : (n = 0, NULL);
    for (uint64_t k = flat_dims(t); k; k--) {
        if (t->base != INST_RECORD) vec_push(out, inside);
        for (uint32_t i = 0; i < n; i++)
            parameter_fields(f, &fields[i]->type, inside || fields[i]->variability <= INST_VAR_PARAMETER, out);
    }
}

/* A parameter or constant: one that is known before initialisation, or one with fixed = false. */
static bool is_parameter(Flat *f, DaeExpr e, bool known) {
    const DaeNode *n = dae_at(&f->pool, e);
    double x;
    if (n->op != DAE_VAR) return known && dae_is_const(&f->pool, e, &x);
    const DaeVariable *v = &f->dae->vars.at[n->id];
    return v->kind <= DAE_KIND_PARAMETER && !(v->flags & DAE_FIXED) != known;
}

/* A parameter inside a record keeps its value: where records are equal as a whole, it is compared. */
static void compare(Flat *f, DaeExpr a, DaeExpr b, Span span) {
    DaeExpr equal = dae_no_event(&f->pool, dae_op2(&f->pool, DAE_EQ, a, b));
    DaeExpr text = dae_text(&f->pool, base_name(f->ctx->names, "parameters of records that are equal differ"));
    double x;
    if (dae_is_const(&f->pool, equal, &x) && x != 0) return;
    action(f, dae_op3(&f->pool, DAE_ASSERT, equal, text, dae_int(&f->pool, DAE_ASSERT_ERROR)), span);
}

/* Integer(e) = n gives e the value of that number: it must have one. */
static void keep_in_enumeration(Flat *f, DaeExpr number, Span span) {
    DaePool *p = &f->pool;
    const DaeNode *n = dae_at(p, number), *e = n->op == DAE_TO_INT ? dae_at(p, dae_arg(p, number, 0)) : NULL;
    if (!e || e->op != DAE_VAR || f->dae->vars.at[e->id].kind <= DAE_KIND_PARAMETER) return;
    uint32_t type = f->dae->attrs.at[f->dae->vars.at[e->id].attrs].enum_type;
    if (!type) return;
    DaeExpr from = dae_op2(p, DAE_GE, number, dae_int(p, 1));
    DaeExpr to = dae_op2(p, DAE_LE, number, dae_int(p, (int64_t)f->dae->enums.at[type].n));
    DaeExpr text = dae_text(p, base_name(f->ctx->names, "the enumeration has no value of that number"));
    DaeExpr inside = dae_no_event(p, dae_op2(p, DAE_AND, from, to));
    action(f, dae_op3(p, DAE_ASSERT, inside, text, dae_int(p, DAE_ASSERT_ACCEPTED)), span);
}

static void equate(Flat *f, const FlatVal *a, const FlatVal *b, Span span) {
    if (a->n != b->n) {
        flat_error(f, "FLAT0050", span, "the two sides have different sizes: %u and %u scalars", a->n, b->n);
        return;
    }
    VecU32 left = {0}, right = {0}; /* both sides say so: a parameter of this type may be equal to a variable */
    if (a->type.base == INST_RECORD && b->type.base == INST_RECORD) {
        parameter_fields(f, &a->type, false, &left);
        parameter_fields(f, &b->type, false, &right);
    }
    for (uint32_t i = 0; i < a->n; i++) {
        DaeExpr l = a->e[i], r = b->e[i];
        bool fields = i < left.n && i < right.n && left.at[i] && right.at[i];
        bool known = is_parameter(f, l, true) || is_parameter(f, r, true);
        if (fields && known && !is_parameter(f, l, false) && !is_parameter(f, r, false)) compare(f, l, r, span);
        else flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, l, r), NULL, 0, span);
        keep_in_enumeration(f, l, span);
        keep_in_enumeration(f, r, span);
    }
    vec_free(&left);
    vec_free(&right);
}

static void tuple_equation(Flat *f, InstEq *eq) {
    InstExpr *left = eq->lhs, *call = eq->rhs;
    if (call->kind == INST_E_TUPLE) {
        for (uint32_t i = 0; i < left->nargs && i < call->nargs; i++) {
            FlatVal a, b;
            if (left->args[i] && call->args[i] && flat_value(f, left->args[i], &a) && flat_value(f, call->args[i], &b))
                equate(f, &a, &b, eq->span);
        }
        return;
    }
    if (call->kind != INST_E_CALL && call->kind != INST_E_BUILTIN) {
        FlatVal a, b;
        if (left->nargs == 1 && flat_value(f, left->args[0], &a) && flat_value(f, call, &b))
            equate(f, &a, &b, eq->span);
        return;
    }
    if (call->kind == INST_E_BUILTIN) { /* spatialDistribution */
        FlatVal all;
        if (!flat_value(f, call, &all)) return;
        for (uint32_t i = 0; i < left->nargs && i < all.n; i++) {
            FlatVal a, b = {all.type, all.e + i, 1};
            if (left->args[i] && flat_value(f, left->args[i], &a)) equate(f, &a, &b, eq->span);
        }
        return;
    }
    uint32_t n = call->function->noutputs;
    FlatVal *outs = BASE_ARRAY(&f->temp, FlatVal, n ? n : 1);
    if (!flat_call_into(f, left, call, outs)) return;
    for (uint32_t i = 0; i < left->nargs && i < n; i++) {
        FlatVal a;
        if (left->args[i] && flat_value(f, left->args[i], &a)) equate(f, &a, &outs[i], eq->span);
    }
}

static void plain(Flat *f, InstEq *eq) {
    if (eq->lhs->kind == INST_E_TUPLE) {
        tuple_equation(f, eq);
        return;
    }
    if (eq->lhs->type.base == INST_CLOCK) {
        flat_clock_equate(f, eq->lhs, eq->rhs);
        return;
    }
    FlatVal a, b;
    if (flat_value_sized(f, eq->lhs, &eq->rhs->type, &a) && flat_value_sized(f, eq->rhs, &eq->lhs->type, &b))
        equate(f, &a, &b, eq->span);
}

/* ---- calls: assert, terminate, reinit, functions for their effect ------------------------------------------------ */

DaeExpr flat_assertion(Flat *f, InstExpr *call) {
    DaeExpr cond, text, level = dae_int(&f->pool, 1);
    f->no_event++;
    bool ok = flat_scalar(f, call->args[0], &cond) && flat_scalar(f, call->args[1], &text);
    if (ok && call->nargs > 2 && call->args[2]) ok = flat_scalar(f, call->args[2], &level);
    f->no_event--;
    double x;
    if (!ok || (dae_is_const(&f->pool, cond, &x) && x != 0)) return 0;
    if (dae_is_const(&f->pool, level, &x)) /* AssertionLevel: warning = 1, error = 2 (MLS 3.6, 8.3.7) */
        level = dae_int(&f->pool, call->nargs > 2 && call->args[2] && x == 1 ? 2 : 1);
    else level = dae_op2(&f->pool, DAE_SUB, dae_int(&f->pool, 3), dae_convert(&f->pool, level, DAE_INTEGER));
    return dae_op3(&f->pool, DAE_ASSERT, cond, text, level);
}

/* One when-equation may reinit a variable, and that in one of its branches at a time (MLS 3.6, 8.3.6).  Others take
 * several when-equations one after the other: where two have an event at one time, the last one counts. */
static bool reinit_again(Flat *f, DaeVar v, Span span) {
    uint64_t known;
    FlatReinit *last = base_map_get(&f->reinits, v, &known) ? (FlatReinit *)(uintptr_t)known : NULL;
    bool apart = last && last->when != f->when_equations, twice = last && !apart && last->guard == f->guard;
    if (apart || twice) {
        Text name = {0};
        dae_var_text(f->dae, v, &name);
        Diag *d = twice
                      ? flat_error(f, "FLAT0062", span, "reinit of '%s' stands in one branch twice (MLS 8.3.6)",
                                   base_text_str(&name))
                      : inst_tolerate(f->scope, "FLAT0062", span,
                                      "reinit of '%s' stands in two when-equations (MLS 8.3.6)", base_text_str(&name));
        base_note(f->ctx, d, last->span, "the other one is here");
        base_hint(f->ctx, d, "join them with elsewhen, or with if inside the when");
        base_text_free(&name);
        if (twice || f->ctx->strict) return true;
    }
    if (!last) {
        last = BASE_NEW(&f->arena, FlatReinit);
        base_map_put(&f->reinits, v, (uint64_t)(uintptr_t)last);
    }
    *last = (FlatReinit){f->when_equations, f->guard, span};
    return false;
}

/* reinit makes a variable a state: as with StateSelect.always (8.3.6). */
static void make_state(Flat *f, DaeVar v) {
    DaeAttrs attrs = f->dae->attrs.at[f->dae->vars.at[v].attrs];
    attrs.state_select = DAE_SS_ALWAYS;
    f->dae->vars.at[v].attrs = dae_attrs(f->dae, &attrs);
}

static void reinitialise(Flat *f, InstExpr *call, Span span) {
    FlatVal x, e;
    if (!flat_value(f, call->args[0], &x) || !flat_value(f, call->args[1], &e)) return;
    for (uint32_t i = 0; i < x.n && i < e.n; i++) {
        const DaeNode *n = dae_at(&f->pool, x.e[i]);
        bool negated = n->op == DAE_NEG;
        DaeExpr target = negated ? dae_arg(&f->pool, x.e[i], 0) : x.e[i];
        DaeExpr value = negated ? dae_op1(&f->pool, DAE_NEG, e.e[i]) : e.e[i];
        if (dae_at(&f->pool, target)->op != DAE_VAR) {
            flat_unsupported(f, span, "reinit needs a variable");
            return;
        }
        DaeVar v = dae_at(&f->pool, target)->id;
        if (reinit_again(f, v, span)) return;
        make_state(f, v);
        action(f, dae_op2(&f->pool, DAE_REINIT, target, value), span);
    }
}

/* The run ends, and says how it goes on. */
static void recompile(Flat *f, InstExpr *call, Span span) {
    Text t = {0};
    base_text_add(&t, MD_RECOMPILATION);
    InstComp *owner = f->scope ? inst_derived(f->scope)->owner : NULL;
    DaeName name = owner ? flat_instance_name(f, owner) : f->scope ? 0 : f->name;
    if (name) dae_name_text(f->dae, name, &t), base_text_char(&t, '.');
    base_text_printf(&t, "%s=%s", base_str(f->ctx->names, call->args[0]->string),
                     base_str(f->ctx->names, call->args[1]->string));
    DaeExpr text = dae_text(&f->pool, base_name(f->ctx->names, base_text_str(&t)));
    action(f, dae_op1(&f->pool, DAE_TERMINATE, text), span);
    base_text_free(&t);
}

static void call_equation(Flat *f, InstEq *eq) {
    InstExpr *call = eq->lhs;
    DaeExpr stmt;
    if (call->kind == INST_E_CALL) {
        if (flat_call_statement(f, call, &stmt) && stmt) action(f, stmt, eq->span);
        return;
    }
    switch ((InstBuiltin)call->builtin) {
    case INST_B_ASSERT:
        stmt = flat_assertion(f, call);
        if (stmt) action(f, stmt, eq->span);
        return;
    case INST_B_TERMINATE:
        if (flat_scalar(f, call->args[0], &stmt)) action(f, dae_op1(&f->pool, DAE_TERMINATE, stmt), eq->span);
        return;
    case INST_B_RECOMPILATION: recompile(f, call, eq->span); return;
    case INST_B_REINIT: reinitialise(f, call, eq->span); return;
    case INST_B_CONN_BRANCH:
    case INST_B_CONN_ROOT:
    case INST_B_CONN_POTENTIAL_ROOT:
    case INST_B_CONN_UNIQUE_ROOT:
    case INST_B_INITIALSTATE: return; /* seen with the connect equations */
    case INST_B_TRANSITION: flat_machine_transition(f, call); return;
    default:
        if (call->kind == INST_E_ERROR) return;
        flat_unsupported(f, eq->span, "'%s' as an equation is not translated",
                         inst_builtin_name((InstBuiltin)call->builtin));
    }
}

/* ---- for --------------------------------------------------------------------------------------------------------- */

static bool for_body(Flat *f, void *arg) {
    for (InstEq *eq = arg; eq; eq = eq->next) {
        if (f->capture) {
            flat_equation(f, eq);
            continue;
        }
        ArenaMark mark = base_mark(&f->temp);
        DaePoolMark pool = dae_pool_mark(&f->pool);
        flat_equation(f, eq);
        dae_pool_release(&f->pool, pool);
        base_release(&f->temp, mark);
        if (base_error_count(f->ctx) > 100) return false;
    }
    return true;
}

/* ---- if ---------------------------------------------------------------------------------------------------------- */

static void capture_branch(Flat *f, InstEq *body, DaeExpr guard, FlatCapture *into) {
    FlatCapture *before = f->capture;
    DaeExpr outer = f->guard;
    f->capture = into;
    if (guard) f->guard = outer ? dae_op2(&f->pool, DAE_AND, outer, guard) : guard;
    equations(f, body);
    f->capture = before;
    f->guard = outer;
}

static void free_captures(FlatCapture *c, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        vec_free(&c[i].roots);
        vec_free(&c[i].spans);
    }
}

/* The variable alone on the left side of an equation, 0 when it is something else. */
static DaeVar left_variable(const Flat *f, DaeExpr root) {
    const DaeNode *n = dae_at(&f->pool, dae_arg(&f->pool, root, 0));
    return n->op == DAE_VAR ? n->id : 0;
}

/* Equations of a branch in the order of the first one's left sides, where all have variables there: so that
 * `if c then a = 1; b = 2; else b = 3; a = 4; end if` gives each variable its own equation. */
static void align(Flat *f, const FlatCapture *first, FlatCapture *other) {
    for (size_t k = 0; k < first->roots.n; k++) {
        DaeVar v = left_variable(f, first->roots.at[k]);
        if (!v || left_variable(f, other->roots.at[k]) == v) continue;
        for (size_t i = k + 1; i < other->roots.n; i++) {
            if (left_variable(f, other->roots.at[i]) != v) continue;
            DaeExpr root = other->roots.at[i];
            Span span = other->spans.at[i];
            other->roots.at[i] = other->roots.at[k];
            other->spans.at[i] = other->spans.at[k];
            other->roots.at[k] = root;
            other->spans.at[k] = span;
            break;
        }
    }
}

/* Combines the branches of a condition that varies: equation by equation. */
static void combine_if(Flat *f, InstEq *eq, DaeExpr *conds, FlatCapture *c, uint32_t n) {
    size_t count = c[0].roots.n;
    for (uint32_t i = 1; i < n; i++)
        if (c[i].roots.n != count) {
            Diag *d = flat_error(f, "FLAT0052", eq->span,
                                 "the branches of this if-equation have different numbers of equations (%zu and %zu)",
                                 count, c[i].roots.n);
            base_hint(f->ctx, d,
                      "the condition varies during the simulation, so every branch (else included) must give the same "
                      "number");
            return;
        }
    bool has_else = !eq->branches[eq->nbranches - 1].cond;
    if (!has_else && count) {
        Diag *d = flat_error(f, "FLAT0053", eq->span, "this if-equation needs an else branch");
        base_hint(f->ctx, d, "its condition varies during the simulation, and the equations must hold always");
        return;
    }
    for (uint32_t i = 1; i < n; i++) align(f, &c[0], &c[i]);
    for (size_t k = 0; k < count; k++) {
        DaeExpr left = dae_arg(&f->pool, c[n - 1].roots.at[k], 0), right = dae_arg(&f->pool, c[n - 1].roots.at[k], 1);
        for (uint32_t i = n - 1; i-- > 0;) {
            DaeExpr root = c[i].roots.at[k];
            left = dae_op3(&f->pool, DAE_IF, conds[i], dae_arg(&f->pool, root, 0), left);
            right = dae_op3(&f->pool, DAE_IF, conds[i], dae_arg(&f->pool, root, 1), right);
        }
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, left, right), NULL, 0, c[0].spans.at[k]);
    }
}

/* Does an expression ask for what only the connections tell? */
static bool asks_graph(const InstExpr *e) {
    if (!e) return false;
    if (e->kind == INST_E_BUILTIN &&
        (e->builtin == INST_B_CONN_IS_ROOT || e->builtin == INST_B_CONN_ROOTED || e->builtin == INST_B_CARDINALITY))
        return true;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (asks_graph(e->args[i])) return true;
    return false;
}

/* A condition that evaluation does not know: a parameter of this class may be given by the connections (9.4). */
static bool graph_condition(Flat *f, InstExpr *e, DaeExpr *out) {
    if (e->kind == INST_E_UNARY && e->op == SYN_NOT) {
        if (!graph_condition(f, e->args[0], out)) return false;
        *out = dae_op1(&f->pool, DAE_NOT, *out);
        return true;
    }
    bool own = e->kind == INST_E_CREF && e->nparts == 1 && e->variability <= INST_VAR_PARAMETER;
    InstExpr *given = own && e->parts[0].comp->parent == f->scope ? inst_binding_expr(e->parts[0].comp) : NULL;
    return flat_scalar(f, given && asks_graph(given) ? given : e, out);
}

/* The value of a condition, NULL where it is not known.  decides: there are equations or not by it, so that a parameter
 * without a value has to have one now. */
static InstValue *condition_value(Flat *f, InstExpr *cond, bool decides) {
    if (cond->variability > INST_VAR_PARAMETER) return NULL;
    InstValue *v = flat_eval(f, cond, INST_EVAL_SILENT | INST_EVAL_MARK);
    if (!v && decides) v = flat_eval(f, cond, INST_EVAL_SILENT | INST_EVAL_MARK | INST_EVAL_DEFAULT);
    return v;
}

static void if_equation(Flat *f, InstEq *eq) {
    DaeExpr *conds = BASE_ARRAY(&f->temp, DaeExpr, eq->nbranches);
    FlatCapture *c = BASE_ARRAY(&f->temp, FlatCapture, eq->nbranches);
    uint32_t n = 0;
    DaeExpr none = 0; /* conjunction of the negated earlier conditions */
    for (uint32_t i = 0; i < eq->nbranches; i++) {
        InstExpr *cond = eq->branches[i].cond;
        if (cond) {
            double x;
            InstValue *v = condition_value(f, cond, eq->branches[eq->nbranches - 1].cond != NULL);
            if (v) conds[n] = dae_bool(&f->pool, v->num[0] != 0);
            else if (!graph_condition(f, cond, &conds[n])) goto done;
            if (dae_is_const(&f->pool, conds[n], &x)) {
                if (x == 0) continue;
                cond = NULL; /* taken: the rest is unreachable */
            }
        }
        if (!cond && n == 0) {
            equations(f, eq->branches[i].eqs);
            goto done;
        }
        DaeExpr guard = cond ? conds[n] : 0;
        if (none) guard = guard ? dae_op2(&f->pool, DAE_AND, none, guard) : none;
        capture_branch(f, eq->branches[i].eqs, guard, &c[n]);
        n++;
        if (!cond) break;
        DaeExpr not = dae_op1(&f->pool, DAE_NOT, conds[n - 1]);
        none = none ? dae_op2(&f->pool, DAE_AND, none, not ) : not ;
    }
    if (n) combine_if(f, eq, conds, c, n);
done:
    free_captures(c, eq->nbranches);
}

/* ---- when -------------------------------------------------------------------------------------------------------- */

static DaeExpr trigger_of(Flat *f, DaeExpr c, bool is_initial, Span span) {
    const DaeNode *n = dae_at(&f->pool, c);
    double x;
    if (is_initial || dae_is_const(&f->pool, c, &x)) return c;
    DaeVar v;
    if (n->op == DAE_VAR && n->base == DAE_BOOLEAN && f->dae->vars.at[n->id].kind != DAE_KIND_PRE) {
        v = n->id;
    } else {
        v = flat_hidden(f, "when", ++f->nwhen, DAE_BOOLEAN, DAE_KIND_DISCRETE);
        DaeExpr target = flat_var_expr(f, v);
        if (f->stmts) {
            vec_push(&f->stmts->list, dae_op2(&f->pool, DAE_ASSIGN, target, c));
            flat_target(f, v);
        } else {
            flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, target, c), span);
        }
    }
    DaeVar pre = dae_pre(f->dae, v);
    return dae_op2(&f->pool, DAE_TRIGGER, flat_var_expr(f, v), flat_var_expr(f, pre));
}

typedef VEC(const InstExpr *) Conditions;

/* The conditions of a when as they are written, also as parts of cat(1, ...): one per scalar; the whole stands for what
 * is not written one by one. */
static void written_conditions(const InstExpr *cond, Conditions *out) {
    if (cond->kind == INST_E_ARRAY || (cond->kind == INST_E_BUILTIN && cond->builtin == INST_B_CAT)) {
        for (uint32_t i = cond->kind != INST_E_ARRAY; i < cond->nargs; i++) written_conditions(cond->args[i], out);
        return;
    }
    for (uint64_t k = flat_dims(&cond->type); k; k--) vec_push(out, cond);
}

DaeExpr flat_trigger(Flat *f, InstExpr *cond) {
    FlatVal v;
    if (!flat_value(f, cond, &v)) return 0;
    DaeExpr any = dae_bool(&f->pool, false);
    Conditions written = {0};
    written_conditions(cond, &written);
    /* only initial() itself acts at initialisation (8.6), not what is equal to it */
    for (uint32_t i = 0; i < v.n; i++) {
        const InstExpr *e = written.n == v.n ? written.at[i] : cond;
        bool is_initial = e->kind == INST_E_BUILTIN && e->builtin == INST_B_INITIAL;
        any = dae_op2(&f->pool, DAE_OR, any, trigger_of(f, v.e[i], is_initial, cond->span));
    }
    vec_free(&written);
    return any;
}

typedef struct {
    DaeVar var;
    DaeExpr *value; /* per branch, 0 where not assigned */
    Span span;
} Assigned;

static Assigned *assigned_var(Flat *f, Assigned **list, size_t *n, size_t *cap, DaeVar v, uint32_t nbranches) {
    for (size_t i = 0; i < *n; i++)
        if ((*list)[i].var == v) return &(*list)[i];
    if (*n == *cap) {
        size_t want = *cap ? *cap * 2 : 8;
        Assigned *more = BASE_ARRAY(&f->temp, Assigned, want);
        if (*n) memcpy(more, *list, *n * sizeof *more);
        *list = more;
        *cap = want;
    }
    Assigned *a = &(*list)[(*n)++];
    a->var = v;
    a->value = BASE_ARRAY(&f->temp, DaeExpr, nbranches);
    return a;
}

/* The variable that a when-equation assigns: its left side must be one (8.3.5.1). */
static bool when_target(Flat *f, DaeExpr root, Span span, DaeVar *v, DaeExpr *value) {
    DaeExpr l = dae_arg(&f->pool, root, 0), r = dae_arg(&f->pool, root, 1);
    for (int side = 0; side < 2; side++) {
        const DaeNode *n = dae_at(&f->pool, l);
        if (n->op == DAE_VAR && f->dae->vars.at[n->id].kind >= DAE_KIND_DISCRETE &&
            f->dae->vars.at[n->id].kind <= DAE_KIND_CONTINUOUS) {
            *v = n->id;
            *value = r;
            return true;
        }
        DaeExpr t = l;
        l = r;
        r = t;
    }
    flat_unsupported(f, span, "an equation inside when must have a variable alone on its left side");
    return false;
}

static void when_equation(Flat *f, InstEq *eq) {
    uint32_t n = eq->nbranches;
    DaeExpr *triggers = BASE_ARRAY(&f->temp, DaeExpr, n);
    Assigned *list = NULL;
    size_t count = 0, cap = 0;
    DaeExpr none = 0;
    f->when_equations++;
    for (uint32_t i = 0; i < n; i++) {
        triggers[i] = flat_trigger(f, eq->branches[i].cond);
        if (!triggers[i]) return;
        DaeExpr guard = none ? dae_op2(&f->pool, DAE_AND, none, triggers[i]) : triggers[i];
        FlatCapture c = {0};
        DaeExpr before = f->when_guard;
        f->when_guard = guard;
        f->no_event++; /* what stands in the body is looked at at the event only (8.3.5) */
        capture_branch(f, eq->branches[i].eqs, guard, &c);
        f->no_event--;
        f->when_guard = before;
        for (size_t k = 0; k < c.roots.n; k++) {
            DaeVar v;
            DaeExpr value;
            if (!when_target(f, c.roots.at[k], c.spans.at[k], &v, &value)) break;
            Assigned *a = assigned_var(f, &list, &count, &cap, v, n);
            if (a->value[i])
                flat_error(f, "FLAT0055", c.spans.at[k], "a variable is assigned twice in one when-branch");
            a->value[i] = value;
            a->span = c.spans.at[k];
        }
        free_captures(&c, 1);
        DaeExpr not = dae_op1(&f->pool, DAE_NOT, triggers[i]);
        none = none ? dae_op2(&f->pool, DAE_AND, none, not ) : not ;
    }
    for (size_t k = 0; k < count; k++) {
        DaeVar v = list[k].var;
        f->dae->vars.at[v].kind = DAE_KIND_DISCRETE;
        DaeExpr value = flat_var_expr(f, dae_pre(f->dae, v));
        for (uint32_t i = n; i-- > 0;)
            if (list[k].value[i]) value = dae_op3(&f->pool, DAE_IF, triggers[i], list[k].value[i], value);
        flat_emit(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, v), value), &v, 1, list[k].span);
    }
}

/* What the graph has told, and counts as known elsewhere, is a variable here. */
static void equality(Flat *f, InstEq *eq) {
    InstComp *told = flat_graph_answers(eq) ? eq->lhs->parts[0].comp : NULL;
    InstComp was = told ? *told : (InstComp){0};
    if (told) {
        told->variability = INST_VAR_DISCRETE;
        told->structural = false;
    }
    plain(f, eq);
    if (!told) return;
    told->variability = was.variability;
    told->structural = was.structural;
}

void flat_equation(Flat *f, InstEq *eq) {
    if (base_cancelled(f->ctx)) return;
    switch ((SynEquationKind)eq->kind) {
    case SYN_EQ_EQUALS: equality(f, eq); break;
    case SYN_EQ_IF: if_equation(f, eq); break;
    case SYN_EQ_FOR: flat_loop(f, eq->iter, for_body, eq->body); break;
    case SYN_EQ_WHEN:
        if (eq->branches[0].cond->type.base == INST_CLOCK) flat_clock_when(f, eq);
        else when_equation(f, eq);
        break;
    case SYN_EQ_CONNECT: break;
    case SYN_EQ_CALL: call_equation(f, eq); break;
    }
}
