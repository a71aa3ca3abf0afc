/* flat_call.c - function calls in equations and algorithms.
 *
 * Three ways, tried in order: (1) the value is known during translation; (2) the function asks to be inlined and
 * its body can be run on expressions (inline.c); (3) the call is kept whole: a scalar result stays inside its
 * expression, a structured one gets hidden variables and a multi-equation, shared by equal calls.
 */
#include "flatten/flatten_impl.h"

/* A call kept whole, remembered by shape and operands. */
typedef struct FlatCall {
    struct FlatCall *next;
    DaeEquation eq; /* the call as a shape without unknowns */
    DaeVar *vars;   /* all results one after another */
} FlatCall;

/* ---- arguments --------------------------------------------------------------------------------------------------- */

DaeExpr flat_nest(Flat *f, const DaeExpr *scalars, const int64_t *dims, uint32_t ndims) {
    if (!ndims) return scalars[0];
    uint64_t per = 1;
    for (uint32_t i = 1; i < ndims; i++) per *= (uint64_t)dims[i];
    uint32_t n = (uint32_t)dims[0];
    DaeExpr *parts = base_realloc(NULL, (n + 1) * sizeof *parts);
    for (uint32_t i = 0; i < n; i++) parts[i] = flat_nest(f, scalars + i * per, dims + 1, ndims - 1);
    DaeExpr e;
    if (n) {
        e = dae_op(&f->pool, DAE_ARRAY, parts, n);
    } else {
        DaeNode head = {.op = DAE_ARRAY, .base = DAE_REAL, .rank = (uint8_t)ndims};
        e = dae_node(&f->pool, head, NULL, 0);
    }
    base_realloc(parts, 0);
    return e;
}

static bool known_dims(const InstType *t) {
    for (int i = 0; i < t->ndims; i++)
        if (t->dims[i] < 0) return false;
    return true;
}

/* Leaves of a value as DAE arguments: one per field of a record (arrays of records: one array per field). */
static bool pack(Flat *f, const FlatVal *v, Span at, VecU32 *out) {
    if (v->type.base != INST_RECORD) {
        if (!v->type.ndims && v->n != 1) return false;
        if (!known_dims(&v->type) || v->n != flat_dims(&v->type)) {
            flat_error(f, "FLAT0070", at, "the size of an array in this call is not known during translation");
            return false;
        }
        vec_push(out, v->n || v->type.ndims ? flat_nest(f, v->e, v->type.dims, v->type.ndims) : 0);
        return true;
    }
    uint32_t nf;
    InstComp **fields = flat_fields(f, v->type.cls, &nf);
    for (uint32_t i = 0; i < nf; i++) {
        FlatVal part;
        if (!flat_take_field(f, v, fields[i]->name, at, &part) || !pack(f, &part, at, out)) return false;
    }
    return true;
}

static uint32_t leaf_outputs(Flat *f, const InstType *t) {
    if (t->base != INST_RECORD) return 1;
    uint32_t nf, n = 0;
    InstComp **fields = flat_fields(f, t->cls, &nf);
    for (uint32_t i = 0; i < nf; i++) n += leaf_outputs(f, &fields[i]->type);
    return n;
}

static DaeExpr call_node(Flat *f, uint32_t function, uint32_t result, DaeBase base, int rank, const VecU32 *args) {
    DaeNode head = {.op = DAE_CALL, .base = (uint8_t)base, .rank = (uint8_t)rank, .id = function};
    head.value.i = result;
    return dae_node(&f->pool, head, args->at, (uint32_t)args->n);
}

/* ---- types of results -------------------------------------------------------------------------------------------- */

/* Sizes of result k that only the function knows: they have to be those of the variable that takes it. */
static bool sizes_of_place(const Flat *f, const InstExpr *e, uint32_t k, InstType *t) {
    const InstExpr *place = f->many == e && k < f->places->nargs ? f->places->args[k] : NULL;
    if (!place || place->type.ndims != t->ndims || !known_dims(&place->type)) return false;
    t->dims = place->type.dims;
    return true;
}

/* Type of a result for given arguments: sizes are expressions of the inputs. */
static bool result_type(Flat *f, InstFunction *fn, uint32_t k, const FlatVal *args, const InstExpr *e, InstType *t) {
    InstComp *c = fn->outputs[k];
    *t = c->type;
    if (k == 0 && t->base == INST_RECORD && e->type.base == INST_RECORD && !e->integer) t->cls = e->type.cls;
    if (known_dims(t)) {
        bool of_call = k && t->base == INST_RECORD && e->kind == INST_E_CALL && e->function == fn && !e->integer;
        if (of_call) *t = inst_result_type(c->inst, e, k);
        return true;
    }
    FlatFrame frame;
    flat_frame_enter(f, fn, args, &frame);
    bool ok = flat_declared_dims(f, c, t);
    flat_frame_leave(f, &frame);
    if (!ok && k == 0 && e->type.base != INST_TUPLE && !e->integer && known_dims(&e->type)) {
        *t = e->type;
        ok = true;
    }
    if (!ok && e->kind == INST_E_CALL && e->function == fn && !e->integer) {
        *t = inst_result_type(c->inst, e, k);
        ok = known_dims(t);
    }
    if (!ok && !sizes_of_place(f, e, k, t)) {
        Diag *d = flat_error(f, "FLAT0070", e->span,
                             "the size of result '%s' of function '%s' is not known during translation",
                             base_str(f->ctx->names, c->name), base_str(f->ctx->names, fn->name));
        base_note(f->ctx, d, c->syn ? c->syn->span : (Span){0}, "declared here");
        return false;
    }
    return true;
}

/* ---- calls kept whole -------------------------------------------------------------------------------------------- */

static FlatCall *find_call(Flat *f, const DaeEquation *eq) {
    const DaeShape *s = &f->dae->shapes.at[eq->shape];
    const DaeOperand *o = dae_operands(f->dae, eq);
    uint64_t h = base_hash(o, s->nholes * sizeof *o, eq->shape), at;
    if (!base_map_get(&f->calls, h, &at)) return NULL;
    for (FlatCall *c = (FlatCall *)(uintptr_t)at; c; c = c->next)
        if (c->eq.shape == eq->shape && !memcmp(dae_operands(f->dae, &c->eq), o, s->nholes * sizeof *o)) return c;
    return NULL;
}

static FlatCall *add_call(Flat *f, const DaeEquation *eq) {
    const DaeShape *s = &f->dae->shapes.at[eq->shape];
    uint64_t h = base_hash(dae_operands(f->dae, eq), s->nholes * sizeof(DaeOperand), eq->shape), at = 0;
    FlatCall *c = BASE_NEW(&f->arena, FlatCall);
    if (base_map_get(&f->calls, h, &at)) c->next = (FlatCall *)(uintptr_t)at;
    c->eq = *eq;
    base_map_put(&f->calls, h, (uint64_t)(uintptr_t)c);
    return c;
}

static void hidden_results(Flat *f, const InstType *t, uint64_t dims, VecU32 *vars, bool discrete) {
    for (uint64_t i = 0; i < dims; i++) {
        if (t->base == INST_RECORD) {
            uint32_t nf;
            InstComp **fields = flat_fields(f, t->cls, &nf);
            for (uint32_t k = 0; k < nf; k++)
                hidden_results(f, &fields[k]->type, flat_dims(&fields[k]->type), vars, discrete);
        } else {
            bool real = t->base == INST_REAL && !discrete;
            DaeVar v = flat_hidden(f, "call", ++f->naux, flat_base(t), real ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE);
            f->dae->vars.at[v].attrs = 0;
            vec_push(vars, v);
        }
    }
}

static FlatVal as_value(Flat *f, const InstType *t, const DaeVar *vars, uint32_t n) {
    FlatVal v = flat_new_val(f, t, n);
    for (uint32_t i = 0; i < n; i++) v.e[i] = flat_var_expr(f, vars[i]);
    return v;
}

/* The statement (v1, v2, ...) := f(args) into given variables. */
static bool assign_call(Flat *f, DaeExpr call, const FlatVal *outs, uint32_t nouts, Span at, DaeExpr *stmt) {
    VecU32 parts = {0};
    vec_push(&parts, call);
    bool ok = true;
    for (uint32_t k = 0; k < nouts && ok; k++) ok = pack(f, &outs[k], at, &parts);
    if (ok) {
        DaeNode head = {.op = DAE_ASSIGN_CALL, .base = DAE_VOID};
        *stmt = dae_node(&f->pool, head, parts.at, (uint32_t)parts.n);
    }
    vec_free(&parts);
    return ok;
}

static DaeExpr keep_previous(Flat *f, const VecU32 *vars) {
    VecU32 list = {0};
    for (size_t i = 0; i < vars->n; i++)
        vec_push(&list, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, vars->at[i]),
                                flat_var_expr(f, dae_pre(f->dae, vars->at[i]))));
    DaeExpr seq = dae_op(&f->pool, DAE_SEQ, list.at, (uint32_t)list.n);
    vec_free(&list);
    return seq;
}

/* Are all variables in it parameters?  fixed: known before initialisation, too. */
static bool parameters_only(Flat *f, DaeExpr e, bool fixed) {
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR)
        return f->dae->vars.at[n->id].kind <= DAE_KIND_PARAMETER &&
               (!fixed || f->dae->vars.at[n->id].flags & DAE_FIXED);
    for (uint32_t i = 0; i < n->nargs; i++) {
        DaeExpr a = dae_arg(&f->pool, e, i);
        if (a && !parameters_only(f, a, fixed)) return false;
    }
    return true;
}

/* Does a condition change at events at most? */
static bool is_settled(Flat *f, DaeExpr e) {
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR)
        return f->dae->vars.at[n->id].kind <= DAE_KIND_DISCRETE || f->dae->vars.at[n->id].kind == DAE_KIND_PRE;
    for (uint32_t i = 0; i < n->nargs; i++) {
        DaeExpr a = dae_arg(&f->pool, e, i);
        if (a && !is_settled(f, a)) return false;
    }
    return true;
}

/* The condition a call inside a branch depends on: what is not chosen is not evaluated (3.6.5), its assertions do not
 * count.  A condition on continuous variables is left out, for it would draw the call into the equations that determine
 * them. */
static DaeExpr call_guard(Flat *f) { return f->guard && !f->when_guard && is_settled(f, f->guard) ? f->guard : 0; }

static DaeExpr zeros(Flat *f, const VecU32 *vars) {
    VecU32 list = {0};
    for (size_t i = 0; i < vars->n; i++) {
        DaeBase base = (DaeBase)f->dae->vars.at[vars->at[i]].base;
        DaeExpr zero = base == DAE_REAL      ? dae_real(&f->pool, 0)
                       : base == DAE_INTEGER ? dae_int(&f->pool, 0)
                       : base == DAE_BOOLEAN ? dae_bool(&f->pool, false)
                                             : 0;
        if (zero) vec_push(&list, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, vars->at[i]), zero));
    }
    DaeExpr seq = list.n == vars->n ? dae_op(&f->pool, DAE_SEQ, list.at, (uint32_t)list.n) : 0;
    vec_free(&list);
    return seq;
}

static bool keep_whole(Flat *f, InstExpr *e, InstFunction *fn, const FlatVal *args, FlatVal *outs) {
    uint32_t number = flat_function(f, fn);
    if (!number) return false;
    VecU32 packed = {0}, vars = {0};
    bool ok = true;
    for (uint32_t i = 0; i < fn->ninputs && ok; i++) ok = pack(f, &args[i], e->span, &packed);
    if (!ok || !fn->noutputs) {
        vec_free(&packed);
        return ok;
    }
    if (fn->noutputs == 1 && !fn->outputs[0]->type.ndims && fn->outputs[0]->type.base != INST_RECORD) {
        outs[0] = flat_new_val(f, &fn->outputs[0]->type, 1);
        outs[0].e[0] = call_node(f, number, 0, flat_base(&fn->outputs[0]->type), 0, &packed);
        vec_free(&packed);
        return true;
    }
    const DaeFunction *made = &f->dae->functions.at[number];
    /* NULL: a record without fields */
    const DaeLocal *first = made->nlocals > made->ninputs ? &made->locals[made->ninputs] : NULL;
    DaeExpr call = call_node(f, number, 0, first ? (DaeBase)first->base : DAE_REAL, first ? first->rank : 0, &packed);
    vec_free(&packed);
    InstType *types = BASE_ARRAY(&f->temp, InstType, fn->noutputs);
    for (uint32_t k = 0; k < fn->noutputs; k++)
        if (!result_type(f, fn, k, args, e, &types[k])) return false;
    DaeEquation key = {0};
    FlatCall *shared = NULL;
    bool share = fn->pure && !f->stmts && !f->when_guard;
    DaeExpr guard = call_guard(f);
    if (share) {
        DaeExpr guarded[2] = {guard, call};
        key = dae_shape(f->dae, &f->pool, guard ? dae_op(&f->pool, DAE_SEQ, guarded, 2) : call, NULL, 0, 0);
        shared = find_call(f, &key);
    }
    bool discrete = f->when_guard && !f->stmts;
    if (!shared) {
        for (uint32_t k = 0; k < fn->noutputs; k++) hidden_results(f, &types[k], flat_dims(&types[k]), &vars, discrete);
        for (size_t i = 0; f->initial && f->stmts && i < vars.n; i++) flat_initial_only(f, vars.at[i]);
    }
    const DaeVar *at = shared ? shared->vars : vars.at;
    uint32_t offset = 0;
    for (uint32_t k = 0; k < fn->noutputs; k++) {
        uint32_t n = (uint32_t)flat_leaves(f, &types[k]);
        outs[k] = as_value(f, &types[k], n ? at + offset : NULL, n); /* a record without fields has none */
        offset += n;
    }
    if (shared || (!vars.n && fn->pure)) /* known already, or nothing to compute */
        return true;
    DaeExpr stmt;
    ok = assign_call(f, call, outs, fn->noutputs, e->span, &stmt);
    DaeExpr otherwise = ok && guard ? zeros(f, &vars) : 0;
    if (otherwise) stmt = dae_op3(&f->pool, DAE_IF_STMT, guard, stmt, otherwise);
    if (ok && f->stmts) {
        vec_push(&f->stmts->list, stmt);
        for (size_t i = 0; i < vars.n; i++) flat_target(f, vars.at[i]);
    } else if (ok) {
        if (discrete) stmt = dae_op3(&f->pool, DAE_IF_STMT, f->when_guard, stmt, keep_previous(f, &vars));
        /* of parameters: computed once, with the bindings or, where some have fixed = false, while these are
         * determined; of others, for an initial equation: then only */
        bool fixed = !discrete && parameters_only(f, call, true) && (!otherwise || parameters_only(f, guard, true));
        bool settled = !discrete && fn->pure && parameters_only(f, call, false) &&
                       (!otherwise || parameters_only(f, guard, false));
        bool once = !fixed && (settled || (f->initial && !discrete));
        for (size_t i = 0; (fixed || once) && i < vars.n; i++) {
            flat_initial_only(f, vars.at[i]);
            if (fixed) f->dae->vars.at[vars.at[i]].flags |= DAE_FIXED | DAE_FINAL;
        }
        DaeEquations *to = fixed ? &f->dae->bindings : once ? &f->dae->initial : &f->dae->equations;
        dae_add_equation(f->dae, to, &f->pool, stmt, vars.at, (uint32_t)vars.n, flat_origin(f, e->span));
        if (share && (settled || fixed || !once)) {
            FlatCall *c = add_call(f, &key);
            c->vars = base_copy(&f->arena, vars.at, vars.n * sizeof *vars.at);
        }
    }
    vec_free(&vars);
    return ok;
}

/* ---- one call, on values ----------------------------------------------------------------------------------------- */

bool flat_call_values(Flat *f, InstExpr *e, InstFunction *fn, FlatVal *args, FlatVal *outs) {
    if (flat_inline_wanted(f, fn) && flat_inline(f, fn, args, outs)) return true;
    return keep_whole(f, e, fn, args, outs);
}

/* A function value: function and the arguments already bound. */
static bool function_value(Flat *f, InstExpr *e, FlatVal *out) {
    VecU32 bound = {0};
    DaeNode head = {.op = DAE_PARTIAL, .base = DAE_OBJECT, .id = flat_function(f, e->function)};
    bool ok = head.id != 0;
    for (uint32_t i = 0; ok && i < e->nargs; i++) {
        FlatVal v;
        if (!e->args[i]) {
            for (uint32_t k = leaf_outputs(f, &e->function->inputs[i]->type); k; k--) vec_push(&bound, 0);
        } else {
            ok = flat_value(f, e->args[i], &v) && pack(f, &v, e->span, &bound);
        }
    }
    if (ok) {
        *out = flat_new_val(f, &e->type, 1);
        out->type.base = INST_FUNCTION;
        out->type.ndims = 0;
        VecU32 pairs = {0}; /* number of a bound input and its value */
        for (uint32_t i = 0; i < bound.n; i++)
            if (bound.at[i]) {
                vec_push(&pairs, dae_int(&f->pool, i));
                vec_push(&pairs, bound.at[i]);
            }
        out->e[0] = dae_node(&f->pool, head, pairs.at, (uint32_t)pairs.n);
        vec_free(&pairs);
    }
    vec_free(&bound);
    return ok;
}

/* An external object is made from a file that is named without its place: others run a model where its file lies. */
static void find_beside(Flat *f, InstExpr *e, FlatVal *arg) {
    const SynClass *model = f->model->syn;
    if (e->type.base != INST_STRING || e->type.ndims || e->variability > INST_VAR_PARAMETER || !model) return;
    const InstValue *v = flat_eval(f, e, INST_EVAL_SILENT);
    const char *name = v && v->type.base == INST_STRING ? base_str(f->ctx->names, v->str[0]) : "";
    const Source *source = model->name_span.file ? base_source(f->ctx->sources, model->name_span.file) : NULL;
    const char *file = source ? lib_beside(f->in->lib, source->path, name) : NULL;
    if (!file) return;
    Diag *d = inst_warning(f->model, "LIB0013", e->span, "there is no file %s where the program runs: %s is taken",
                           name, file);
    base_hint(f->ctx, d, "name it with loadResource(\"modelica://Library/...\")");
    base_depend(f->ctx, file);
    arg->e[0] = dae_text(&f->pool, base_name(f->ctx->names, file));
}

static bool arguments(Flat *f, InstExpr *e, FlatVal *args) {
    for (uint32_t i = 0; i < e->nargs; i++) {
        bool ok = e->args[i]->kind == INST_E_PARTIAL ? function_value(f, e->args[i], &args[i])
                                                     : flat_value(f, e->args[i], &args[i]);
        if (!ok) return false;
        if (e->function && e->function->is_constructor) find_beside(f, e->args[i], &args[i]);
    }
    return true;
}

/* f applied to the elements of arrays (12.4.6). */
static bool vectorised(Flat *f, InstExpr *e, const FlatVal *args, FlatVal *outs) {
    InstFunction *fn = e->function;
    uint64_t n = 1;
    int64_t *dims = NULL;
    int nd = (int)e->integer;
    bool *over = BASE_ARRAY(&f->temp, bool, fn->ninputs + 1);
    for (uint32_t i = 0; i < fn->ninputs; i++) {
        over[i] = args[i].type.ndims >= nd && args[i].type.ndims - nd == fn->inputs[i]->type.ndims &&
                  args[i].type.base != INST_FUNCTION;
        if (over[i] && !dims) {
            dims = args[i].type.dims;
            for (int k = 0; k < nd; k++) n *= (uint64_t)dims[k];
        }
    }
    VecU32 all = {0};
    FlatVal *one = BASE_ARRAY(&f->temp, FlatVal, fn->ninputs + 1);
    FlatVal *res = BASE_ARRAY(&f->temp, FlatVal, fn->noutputs + 1);
    InstType t = fn->outputs[0]->type;
    bool ok = dims != NULL;
    for (uint64_t r = 0; ok && r < n; r++) {
        for (uint32_t i = 0; i < fn->ninputs; i++) {
            one[i] = args[i];
            if (!over[i]) continue;
            one[i].n = (uint32_t)(args[i].n / n);
            one[i].e = args[i].e + r * one[i].n;
            one[i].type.ndims = (uint8_t)(args[i].type.ndims - nd);
            one[i].type.dims = args[i].type.dims + nd;
        }
        ok = flat_call_values(f, e, fn, one, res);
        if (ok) {
            t = res[0].type;
            for (uint32_t k = 0; k < res[0].n; k++) vec_push(&all, res[0].e[k]);
        }
    }
    if (ok) {
        int64_t *od = BASE_ARRAY(&f->temp, int64_t, nd + t.ndims + 1);
        for (int k = 0; k < nd + t.ndims; k++) od[k] = k < nd ? dims[k] : t.dims[k - nd];
        t.ndims = (uint8_t)(t.ndims + nd);
        t.dims = od;
        outs[0] = flat_new_val(f, &t, (uint32_t)all.n);
        if (all.n) memcpy(outs[0].e, all.at, all.n * sizeof *all.at);
    }
    vec_free(&all);
    return ok;
}

bool flat_call_all(Flat *f, InstExpr *e, FlatVal *outs) {
    InstFunction *fn = e->function;
    FlatVal *args = BASE_ARRAY(&f->temp, FlatVal, e->nargs + 1);
    if (!arguments(f, e, args)) return false;
    if (e->integer > 0) return vectorised(f, e, args, outs);
    return flat_call_values(f, e, fn, args, outs);
}

bool flat_call_into(Flat *f, const InstExpr *places, InstExpr *e, FlatVal *outs) {
    const InstExpr *many = f->many, *before = f->places;
    f->many = e;
    f->places = places;
    bool ok = flat_call_all(f, e, outs);
    f->many = many;
    f->places = before;
    return ok;
}

bool flat_call(Flat *f, InstExpr *e, uint32_t result, FlatVal *out) {
    InstFunction *fn = e->function;
    if (e->kind == INST_E_BUILTIN) { /* result of spatialDistribution */
        FlatVal all;
        if (!flat_value(f, e, &all)) return false;
        *out = flat_new_val(f, &all.type, 1);
        out->type.ndims = 0;
        out->e[0] = all.e[result];
        return true;
    }
    /* texts name files and media: what is known of them is settled now, before the places of libraries are forgotten */
    bool text = e->type.base == INST_STRING && e->variability <= INST_VAR_PARAMETER;
    if ((text || e->variability <= INST_VAR_PARAMETER_EVALUATED) && result == 0 && fn->pure) {
        InstValue *v = flat_eval(f, e, text ? INST_EVAL_SILENT | INST_EVAL_MARK : INST_EVAL_SILENT);
        if (v && flat_from_value(f, v, out)) return true;
    }
    FlatVal *outs = BASE_ARRAY(&f->temp, FlatVal, fn->noutputs + 1);
    if (!flat_call_all(f, e, outs)) return false;
    if (result >= fn->noutputs)
        return flat_unsupported(f, e->span, "function '%s' has no result number %u", base_str(f->ctx->names, fn->name),
                                result + 1),
               false;
    *out = outs[result];
    return true;
}

bool flat_call_statement(Flat *f, InstExpr *e, DaeExpr *stmt) {
    FlatVal *args = BASE_ARRAY(&f->temp, FlatVal, e->nargs + 1);
    uint32_t number = flat_function(f, e->function);
    if (!number || !arguments(f, e, args)) return false;
    VecU32 packed = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->nargs && ok; i++) ok = pack(f, &args[i], e->span, &packed);
    if (ok) {
        DaeExpr call = call_node(f, number, 0, DAE_VOID, 0, &packed);
        *stmt = dae_op1(&f->pool, DAE_CALL_STMT, call);
    }
    vec_free(&packed);
    return ok;
}

/* (out0, out1) = spatialDistribution(in0, in1, x, positiveVelocity, points, values) (3.7.4.2). */
bool flat_spatial(Flat *f, InstExpr *e, FlatVal *out) {
    VecU32 args = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->nargs && ok; i++) {
        FlatVal v;
        ok = flat_value(f, e->args[i], &v) && pack(f, &v, e->span, &args);
    }
    if (!ok) {
        vec_free(&args);
        return false;
    }
    InstType real = {.base = INST_REAL};
    *out = flat_new_val(f, &real, 2);
    DaeVar vars[2];
    DaeNode head = {.op = DAE_SPATIAL, .base = DAE_REAL};
    DaeExpr parts[3] = {dae_node(&f->pool, head, args.at, (uint32_t)args.n)};
    for (int i = 0; i < 2; i++) {
        vars[i] = flat_hidden(f, "spatial", ++f->naux, DAE_REAL, DAE_KIND_CONTINUOUS);
        parts[i + 1] = out->e[i] = flat_var_expr(f, vars[i]);
    }
    DaeNode assign = {.op = DAE_ASSIGN_CALL, .base = DAE_VOID};
    DaeExpr stmt = dae_node(&f->pool, assign, parts, 3);
    dae_add_equation(f->dae, &f->dae->equations, &f->pool, stmt, vars, 2, flat_origin(f, e->span));
    vec_free(&args);
    return true;
}
