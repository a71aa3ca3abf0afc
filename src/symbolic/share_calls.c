/* share_calls.c - a function called with the same arguments in several equations is called once.
 *
 * Before: equations after index reduction, in which calls with several results have been taken
 * apart where that was needed.  After: each call that occurred more than once is one multi-equation
 * (c1, c2, ...) := f(x) with hidden variables, which the equations read.  Only calls of pure
 * functions whose arguments are variables and constants, and whose results are scalars, are looked
 * at.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

typedef struct {
    uint32_t function, nargs;
    DaeExpr *args; /* in Share.pool: VAR and CONST leaves */
    uint32_t uses;
    DaeVar *result; /* per output: its variable, 0 while nobody asked */
    uint32_t origin;
} Call;

typedef struct {
    SymWork *w;
    DaePool pool; /* equations written out; calls in it are hash-consed, so equal ones are found by
                     number */
    DaeWalk walk;
    Map call_of; /* key of a call node -> index in calls */
    VEC(Call) calls;
    VEC(uint8_t) has_call; /* per shape: 1 no, 2 yes */
} Share;

static bool shape_has_call(Share *s, uint32_t shape) {
    const Dae *d = s->w->dae;
    while (s->has_call.n <= shape) vec_push(&s->has_call, 0);
    if (!s->has_call.at[shape]) {
        dae_walk(&s->walk, &d->pool, d->shapes.at[shape].root);
        s->has_call.at[shape] = 1;
        for (uint32_t i = 0; i < s->walk.n; i++)
            if (dae_at(&d->pool, s->walk.at[i])->op == DAE_CALL) s->has_call.at[shape] = 2;
    }
    return s->has_call.at[shape] == 2;
}

/* Same function, same arguments: whatever result the node stands for. */
static uint64_t key_of(const Share *s, DaeExpr e) {
    const DaeNode *n = dae_at(&s->pool, e);
    uint64_t key = base_mix(n->id + 1, n->nargs);
    for (uint32_t k = 0; k < n->nargs; k++) key = base_mix(key, dae_arg(&s->pool, e, k));
    return key;
}

static bool may_be_shared(const Share *s, DaeExpr e) {
    const DaeNode *n = dae_at(&s->pool, e);
    const Dae *d = s->w->dae;
    if (n->op != DAE_CALL || n->rank || n->base != DAE_REAL) return false;
    const DaeFunction *f = &d->functions.at[n->id];
    if (!f->pure || f->ninputs != n->nargs || n->nargs == 0) return false;
    for (uint32_t k = 0; k < n->nargs; k++) {
        uint16_t op = dae_at(&s->pool, dae_arg(&s->pool, e, k))->op;
        if (op != DAE_VAR && op != DAE_CONST && op != DAE_TEXT) return false;
    }
    return true;
}

static void count_calls(Share *s, const DaeEquation *eq) {
    DaeExpr root = dae_expand(&s->pool, s->w->dae, eq);
    dae_walk(&s->walk, &s->pool, root);
    for (uint32_t i = 0; i < s->walk.n; i++) {
        DaeExpr e = s->walk.at[i];
        if (!may_be_shared(s, e)) continue;
        uint64_t key = key_of(s, e), at;
        if (!base_map_get(&s->call_of, key, &at)) {
            const DaeNode *n = dae_at(&s->pool, e);
            Call c = {.function = n->id, .nargs = n->nargs, .origin = eq->origin};
            c.args = BASE_ARRAY(s->w->dae->arena, DaeExpr, n->nargs);
            for (uint32_t k = 0; k < n->nargs; k++) c.args[k] = dae_arg(&s->pool, e, k);
            c.result = BASE_ARRAY(s->w->dae->arena, DaeVar, s->w->dae->functions.at[n->id].noutputs);
            at = s->calls.n;
            vec_push(&s->calls, c);
            base_map_put(&s->call_of, key, at);
        }
        s->calls.at[at].uses++;
    }
}

/* The variable of result `k` of a call. */
static DaeVar result_variable(Share *s, Call *c, uint32_t k) {
    SymWork *w = s->w;
    Dae *d = w->dae;
    if (c->result[k]) return c->result[k];
    int32_t subs[2] = {(int32_t)(c - s->calls.at) + 1, (int32_t)k + 1};
    DaeVariable v = {.name = dae_new_name(d, 0, base_name(d->ctx->names, "$call"), subs, 2),
                     .start = DAE_NO_OPERAND,
                     .origin = c->origin,
                     .base = DAE_REAL,
                     .kind = DAE_KIND_CONTINUOUS,
                     .flags = DAE_HIDDEN};
    c->result[k] = dae_add_var(d, &v);
    sym_grow(w);
    w->role.at[c->result[k]] = SYM_ROLE_UNKNOWN | SYM_ROLE_OUT;
    return c->result[k];
}

/* eq with shared calls replaced by their variables. */
static bool replace_calls(Share *s, DaeEquation *eq) {
    DaePool *p = &s->pool;
    DaeExpr root = dae_expand(p, s->w->dae, eq);
    VecU32 made = {0}, args = {0};
    bool changed = false;
    dae_walk(&s->walk, p, root);
    for (uint32_t i = 0; i < s->walk.n; i++) {
        DaeExpr e = s->walk.at[i];
        DaeNode n = *dae_at(p, e);
        uint64_t at;
        if (may_be_shared(s, e) && base_map_get(&s->call_of, key_of(s, e), &at) && s->calls.at[at].uses > 1) {
            vec_push(&made, dae_var(p, result_variable(s, &s->calls.at[at], (uint32_t)n.value.i), DAE_REAL));
            changed = true;
            continue;
        }
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(p, e, k);
            vec_push(&args, a ? made.at[dae_walk_slot(&s->walk, a)] : 0);
        }
        vec_push(&made, n.nargs ? dae_node(p, n, args.at, n.nargs) : e);
    }
    if (changed) *eq = dae_shape(s->w->dae, p, made.at[s->walk.n - 1], NULL, 0, eq->origin);
    vec_free(&made);
    vec_free(&args);
    return changed;
}

static void add_call(Share *s, const Call *c) {
    Dae *d = s->w->dae;
    uint32_t n = d->functions.at[c->function].noutputs, nout = 0;
    DaeExpr *args = base_realloc(NULL, (n + 1) * sizeof *args);
    DaeVar *outs = base_realloc(NULL, (n + 1) * sizeof *outs);
    args[0] = dae_call(d, &s->pool, c->function, 0, c->args, c->nargs);
    for (uint32_t k = 0; k < n; k++) {
        args[k + 1] = c->result[k] ? dae_var(&s->pool, c->result[k], DAE_REAL) : 0;
        if (c->result[k]) outs[nout++] = c->result[k];
    }
    DaeNode head = {.op = DAE_ASSIGN_CALL, .base = DAE_VOID};
    vec_push(&s->w->eqs, dae_shape(d, &s->pool, dae_node(&s->pool, head, args, n + 1), outs, nout, c->origin));
    base_realloc(args, 0);
    base_realloc(outs, 0);
}

void sym_share_calls(SymWork *w) {
    Share s = {.w = w};
    dae_pool_init(&s.pool);
    size_t n = w->eqs.n;
    for (size_t i = 0; i < n; i++)
        if (w->dae->shapes.at[w->eqs.at[i].shape].nout == 0 && shape_has_call(&s, w->eqs.at[i].shape))
            count_calls(&s, &w->eqs.at[i]);
    for (size_t i = 0; i < n; i++)
        if (w->dae->shapes.at[w->eqs.at[i].shape].nout == 0 && shape_has_call(&s, w->eqs.at[i].shape))
            (void)replace_calls(&s, &w->eqs.at[i]);
    for (size_t i = 0; i < s.calls.n; i++)
        if (s.calls.at[i].uses > 1) add_call(&s, &s.calls.at[i]);
    dae_pool_free(&s.pool);
    dae_walk_free(&s.walk);
    base_map_free(&s.call_of);
    vec_free(&s.calls);
    vec_free(&s.has_call);
}
