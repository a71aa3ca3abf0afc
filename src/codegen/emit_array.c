/* emit_array.c - array-valued expressions as calls of the helper routines; each has type CwArray * in C.
 *
 * Sizes are known at run time only; the helpers check them.
 */
#include "codegen/codegen_impl.h"

static void argument(Emit *e, DaeExpr x, uint32_t k, Text *out) { gen_expr(e, dae_arg(e->p, x, k), 0, out); }

static int rank_of(const Emit *e, DaeExpr x) { return dae_at(e->p, x)->rank; }

static char cell_field(DaeBase base) { return base == DAE_STRING ? 's' : base == DAE_OBJECT ? 'o' : 'r'; }

/* ---- array literals ---------------------------------------------------------------------------------------------- */

/* Whether x is ARRAY down to scalars, and its sizes. */
static bool literal_sizes(const Emit *e, DaeExpr x, uint32_t *sizes, int rank) {
    const DaeNode *n = dae_at(e->p, x);
    if (rank == 0) return n->rank == 0;
    if (n->op != DAE_ARRAY || e->g->temp.at[x] || n->nargs == 0) return false;
    if (sizes[0] && sizes[0] != n->nargs) return false;
    sizes[0] = n->nargs;
    for (uint32_t k = 0; k < n->nargs; k++)
        if (!literal_sizes(e, dae_arg(e->p, x, k), sizes + 1, rank - 1)) return false;
    return true;
}

static void literal_cells(Emit *e, DaeExpr x, int rank, bool *first, Text *out) {
    if (rank) {
        for (uint32_t k = 0; k < dae_at(e->p, x)->nargs; k++)
            literal_cells(e, dae_arg(e->p, x, k), rank - 1, first, out);
        return;
    }
    base_text_printf(out, "%s{.%c=", *first ? "" : ",", cell_field((DaeBase)dae_at(e->p, x)->base));
    gen_expr(e, x, 0, out);
    base_text_char(out, '}');
    *first = false;
}

static bool all_constant(const Emit *e, DaeExpr x) {
    const DaeNode *n = dae_at(e->p, x);
    if (n->op != DAE_ARRAY) return n->op == DAE_CONST;
    for (uint32_t k = 0; k < n->nargs; k++)
        if (!all_constant(e, dae_arg(e->p, x, k))) return false;
    return true;
}

bool gen_constant_array(const Emit *e, DaeExpr x) { return dae_at(e->p, x)->op == DAE_ARRAY && all_constant(e, x); }

static bool hole_range(const DaePool *p, DaeExpr x, int rank, GenRange *range) {
    const DaeNode *n = dae_at(p, x);
    if (rank) {
        if (n->op != DAE_ARRAY) return false;
        for (uint32_t k = 0; k < n->nargs; k++)
            if (!hole_range(p, dae_arg(p, x, k), rank - 1, range)) return false;
        return true;
    }
    if (n->op != DAE_HOLE || n->base == DAE_STRING || n->base == DAE_OBJECT) return false;
    if (!range->n) range->first = n->id;
    return n->id == range->first + range->n++;
}

bool gen_hole_range(const DaePool *p, DaeExpr array, GenRange *range) {
    *range = (GenRange){0};
    return hole_range(p, array, dae_at(p, array)->rank, range);
}

/* Elements that lie together in v: no copy.  Functions do not write to their inputs. */
static bool in_place(Emit *e, DaeExpr x, const uint32_t *sizes, Text *out) {
    GenRange range;
    if (!e->nranges || !gen_hole_range(e->p, x, &range)) return false;
    for (uint32_t i = 0; i < e->nranges; i++) {
        if (e->ranges[i].first != range.first || e->ranges[i].n != range.n) continue;
        base_text_printf(out, "&(CwArray){(CwCell *)\1p%u;,%d,{", range.first, dae_at(e->p, x)->rank);
        for (int k = 0; k < dae_at(e->p, x)->rank; k++) base_text_printf(out, k ? ",%u" : "%u", sizes[k]);
        base_text_add(out, "}}");
        return true;
    }
    return false;
}

static void array_literal(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    uint32_t sizes[256] = {0};
    bool first = true;
    if (n->rank > CW_MAX_RANK) {
        gen_refuse(e, DAE_ARRAY, "of more than 8 dimensions");
        return;
    }
    if (literal_sizes(e, x, sizes, n->rank)) {
        if (in_place(e, x, sizes, out)) return;
        /* Numbers only: made once, not at every evaluation. */
        bool fixed = (sizes[0] > 4 || n->rank > 1) && all_constant(e, x);
        uint32_t id = fixed ? ++e->g->next_temp : 0;
        if (fixed) base_text_printf(out, "({ static CwCell c%u[] = {", id);
        else base_text_add(out, "&(CwArray){(CwCell[]){");
        literal_cells(e, x, n->rank, &first, out);
        if (fixed) base_text_printf(out, "}; static CwArray a%u = {c%u,%d,{", id, id, n->rank);
        else base_text_printf(out, "},%d,{", n->rank);
        for (int k = 0; k < n->rank; k++) base_text_printf(out, k ? ",%u" : "%u", sizes[k]);
        base_text_add(out, "}}");
        if (fixed) base_text_printf(out, "; &a%u; })", id);
        return;
    }
    if (n->nargs == 0) {
        base_text_printf(out, "cw_new(e,%d,(int[]){0,0,0,0,0,0,0,0})", n->rank);
        return;
    }
    base_text_printf(out, "cw_stack(e,%u,(CwArray*[]){", n->nargs);
    for (uint32_t k = 0; k < dae_at(e->p, x)->nargs; k++) {
        if (k) base_text_char(out, ',');
        argument(e, x, k, out);
    }
    base_text_add(out, "})");
}

/* ---- subscripts -------------------------------------------------------------------------------------------------- */

bool gen_scalar_index(const DaePool *p, DaeExpr index) {
    const DaeNode *n = dae_at(p, index);
    if (n->nargs - 1 != dae_at(p, dae_arg(p, index, 0))->rank) return false;
    for (uint32_t k = 1; k < n->nargs; k++) {
        const DaeNode *s = dae_at(p, dae_arg(p, index, k));
        if (s->rank || s->op == DAE_COLON) return false;
    }
    return true;
}

/* A scalar subscript as a number from 1; false counts as 1, true as 2. */
static void subscript(Emit *e, DaeExpr s, Text *out) {
    const DaeNode *n = dae_at(e->p, s);
    if (n->nargs == 2 && !e->g->temp.at[s] && n->base == DAE_INTEGER && gen_plain_subscript(e->p, s)) {
        gen_expr(e, dae_arg(e->p, s, 0), 4, out);
        base_text_add(out, n->op == DAE_ADD ? "+" : "-");
        gen_expr(e, dae_arg(e->p, s, 1), 5, out);
        return;
    }
    if (dae_at(e->p, s)->base == DAE_BOOLEAN) base_text_add(out, "1.0+");
    gen_expr(e, s, dae_at(e->p, s)->base == DAE_BOOLEAN ? 5 : 0, out);
}

/* Sizes of a function's output or protected array when they are literals: it then keeps them. */
bool gen_fixed_sizes(const DaePool *p, const DaeFunction *f, uint32_t local, uint32_t *sizes) {
    const DaeLocal *l = local < f->nlocals ? &f->locals[local] : NULL;
    double n;
    if (!l || l->role == 0 || !l->dims || !l->rank || l->rank > CW_MAX_RANK) return false;
    for (int k = 0; k < l->rank; k++) {
        if (!l->dims[k] || !dae_is_const(p, l->dims[k], &n) || n < 0 || n > 100000) return false;
        sizes[k] = (uint32_t)n;
    }
    return true;
}

/* a[2, 3] with literal subscripts in an array of known sizes: no check is needed. */
static bool known_element(Emit *e, DaeExpr x, uint32_t local, Text *out) {
    uint32_t sizes[CW_MAX_RANK];
    uint64_t at = 0;
    double i;
    if (!gen_fixed_sizes(e->p, e->fn, local, sizes)) return false;
    for (uint32_t k = 0; k + 1 < dae_at(e->p, x)->nargs; k++) {
        DaeExpr s = dae_arg(e->p, x, k + 1);
        if (dae_at(e->p, s)->base == DAE_BOOLEAN || !dae_is_const(e->p, s, &i)) return false;
        if (!(i >= 1 && i <= sizes[k])) return false;
        at = at * sizes[k] + (uint64_t)i - 1;
    }
    base_text_printf(out, "x%u->at[%llu]", local, (unsigned long long)at);
    return true;
}

/* Elements of local vectors and matrices are reached without a call; the helper is left to report
 * what is outside. */
static bool local_element(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x), *a = dae_at(e->p, dae_arg(e->p, x, 0));
    uint32_t nsubs = n->nargs - 1, local = a->id, id;
    if (a->op != DAE_LOCAL || !e->fn || e->g->temp.at[dae_arg(e->p, x, 0)]) return false;
    if (known_element(e, x, local, out)) return true;
    if (nsubs > 2) return false;
    id = e->g->next_temp + 1;
    e->g->next_temp += nsubs;
    base_text_add(out, "(*({ ");
    for (uint32_t k = 0; k < nsubs; k++) {
        base_text_printf(out, "long j%u=(long)(", id + k);
        subscript(e, dae_arg(e->p, x, k + 1), out);
        base_text_add(out, "); ");
    }
    for (uint32_t k = 0; k < nsubs; k++)
        base_text_printf(out, "%sj%u>=1 && j%u<=x%u->n[%u]", k ? " && " : "", id + k, id + k, local, k);
    if (nsubs == 1) base_text_printf(out, " ? x%u->at+(j%u-1) : cw_el1(e,x%u,0.0); }))", local, id, local);
    else
        base_text_printf(out, " ? x%u->at+((j%u-1)*x%u->n[1]+j%u-1) : cw_el2(e,x%u,0.0,0.0); }))", local, id, local,
                         id + 1, local);
    return true;
}

void gen_index(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    uint32_t nsubs = n->nargs - 1;
    char field = cell_field((DaeBase)n->base);
    if (!gen_scalar_index(e->p, x)) {
        gen_refuse(e, DAE_INDEX, "with these subscripts");
        return;
    }
    if (local_element(e, x, out)) {
        base_text_printf(out, ".%c", field);
        return;
    }
    if (nsubs <= 2) base_text_printf(out, "cw_el%u(e,", nsubs);
    else base_text_add(out, "cw_el(e,");
    argument(e, x, 0, out);
    if (nsubs > 2) base_text_printf(out, ",%u,(double[]){", nsubs);
    for (uint32_t k = 0; k < nsubs; k++) {
        if (k || nsubs <= 2) base_text_char(out, ',');
        subscript(e, dae_arg(e->p, x, k + 1), out);
    }
    base_text_printf(out, "%s)->%c", nsubs > 2 ? "}" : "", field);
}

void gen_subscripts(Emit *e, DaeExpr index, Text *out) {
    uint32_t n = dae_at(e->p, index)->nargs - 1;
    base_text_printf(out, "%u,(CwSub[]){", n);
    for (uint32_t k = 0; k < n; k++) {
        DaeExpr s = dae_arg(e->p, index, k + 1);
        if (k) base_text_char(out, ',');
        if (dae_at(e->p, s)->op == DAE_COLON) base_text_add(out, "{.all=1}");
        else if (dae_at(e->p, s)->rank) {
            base_text_add(out, "{.v=");
            gen_expr(e, s, 0, out);
            base_text_char(out, '}');
        } else {
            base_text_add(out, "{.i=");
            subscript(e, s, out);
            base_text_char(out, '}');
        }
    }
    base_text_char(out, '}');
}

/* ---- iterators --------------------------------------------------------------------------------------------------- */

static bool is_range(const Emit *e, DaeExpr range) {
    return dae_at(e->p, range)->op == DAE_RANGE && !e->g->temp.at[range];
}

/* Before the loops: the range of iterator k, and m<id>, the number of its values. */
static void loop_range(Emit *e, DaeExpr range, uint32_t id, Text *out) {
    if (is_range(e, range)) {
        base_text_printf(out, "double a%u=", id);
        argument(e, range, 0, out);
        base_text_printf(out, ",b%u=", id);
        argument(e, range, 1, out);
        base_text_printf(out, "; int i%u,m%u=cw_range_size(e,a%u,b%u,", id, id, id, id);
        argument(e, range, 2, out);
        base_text_add(out, "); ");
    } else {
        base_text_printf(out, "CwArray *r%u=", id);
        gen_expr(e, range, 0, out);
        base_text_printf(out, "; int i%u,m%u=r%u->n[0]; ", id, id, id);
    }
}

static void loop_head(Emit *e, DaeExpr iterator, DaeExpr range, uint32_t id, Text *out) {
    gen_loop_begin(out, id, 'm');
    base_text_add(out, "double ");
    gen_local(e, dae_at(e->p, iterator)->id, out);
    if (is_range(e, range)) base_text_printf(out, "=a%u+i%u*b%u;\n", id, id, id);
    else base_text_printf(out, "=r%u->at[i%u].r;\n", id, id);
}

/* What one round does with the value v of the body. */
static void round_text(const Emit *e, DaeExpr x, uint32_t id, uint32_t loops, const char *v, Text *out) {
    static const char op[] = {'+', '*', '<', '>'};
    const DaeNode *n = dae_at(e->p, x), *body = dae_at(e->p, dae_arg(e->p, x, 0));
    uint32_t kind = (uint32_t)n->value.i & 3;
    if (n->op != DAE_REDUCE && body->rank)
        base_text_printf(out, "cw_collect(e,&q%u,k%u++,%u,n%u,%s);", id, id, loops, id, v);
    else if (n->op != DAE_REDUCE)
        base_text_printf(out, "q%u->at[k%u++].%c=%s;", id, id, cell_field((DaeBase)body->base), v);
    else if (body->rank)
        base_text_printf(out, "{ CwArray *w%u=%s; q%u = q%u ? cw_each(e,'%c',q%u,w%u) : cw_copy(e,w%u); }", id, v, id,
                         id, op[kind], id, id, id);
    else if (kind <= DAE_RPRODUCT) base_text_printf(out, "q%u%c=%s;", id, op[kind], v);
    else base_text_printf(out, "q%u=%s(q%u,%s);", id, kind == DAE_RMIN ? "cw_min" : "cw_max", id, v);
}

/* Declaration of the result, q<id>. */
static void result_text(const Emit *e, DaeExpr x, uint32_t id, uint32_t loops, Text *out) {
    static const char *const real[] = {"0.0", "1.0", "1.7976931348623157e308", "-1.7976931348623157e308"};
    static const char *const whole[] = {"0.0", "1.0", "2147483647.0", "-2147483648.0"};
    const DaeNode *n = dae_at(e->p, x);
    const char *const *start = n->base == DAE_INTEGER ? whole : real;
    bool arrays = rank_of(e, dae_arg(e->p, x, 0)) > 0;
    if (n->op == DAE_REDUCE) {
        base_text_printf(out, arrays ? "CwArray *q%u=0; " : "double q%u=%s; ", id, start[n->value.i & 3]);
        return;
    }
    base_text_printf(out, "int k%u=0, n%u[]={", id, id);
    for (uint32_t k = loops; k-- > 0;) base_text_printf(out, k ? "m%u," : "m%u", id + k);
    base_text_printf(out, "}; CwArray *q%u=", id);
    base_text_printf(out, arrays ? "0; " : "cw_new(e,%u,n%u); ", loops, id);
}

/* (body, LOCAL, range, ...): the last iterator is the outermost loop (MLS 10.4.1.2). */
void gen_comprehension(Emit *e, DaeExpr x, Text *out) {
    DaeExpr body = dae_arg(e->p, x, 0);
    uint32_t loops = (dae_at(e->p, x)->nargs - 1) / 2, id = e->g->next_temp + 1;
    e->g->next_temp += loops + 1; /* numbers of the C variables of the loops; the result has the first */
    base_text_add(out, "({ ");
    for (uint32_t k = 0; k < loops; k++) loop_range(e, dae_arg(e->p, x, 2 + 2 * k), id + k, out);
    result_text(e, x, id, loops, out);
    size_t inside = out->n;
    for (uint32_t k = loops; k-- > 0; inside = out->n)
        loop_head(e, dae_arg(e->p, x, 1 + 2 * k), dae_arg(e->p, x, 2 + 2 * k), id + k, out);
    Text *outer = e->out, value = {0};
    e->out = out;
    GenScope scope;
    gen_scope(e, &scope, &body, 1);
    gen_expr(e, body, 0, &value);
    round_text(e, x, id, loops, base_text_str(&value), out);
    base_text_free(&value);
    gen_scope_end(e, &scope);
    e->out = outer;
    for (uint32_t k = 0; k < loops; k++) gen_loop_end(out, id + k, k ? 0 : inside);
    if (rank_of(e, body)) /* no element was made: the sizes of one are not known */
        base_text_printf(out, " q%u ? q%u : cw_new(e,%d,(int[]){0,0,0,0,0,0,0,0}); })", id, id, rank_of(e, x));
    else base_text_printf(out, " q%u; })", id);
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static void helper(Emit *e, const char *name, DaeExpr x, Text *out) {
    uint32_t n = dae_at(e->p, x)->nargs;
    base_text_printf(out, "%s(e", name);
    for (uint32_t k = 0; k < n; k++) {
        base_text_char(out, ',');
        argument(e, x, k, out);
    }
    base_text_char(out, ')');
}

/* Elementwise a op b, either of which may be a scalar; n-ary ones from the left. */
static void elementwise(Emit *e, DaeExpr x, char op, Text *out) {
    uint32_t n = dae_at(e->p, x)->nargs;
    Text left = {0};
    argument(e, x, 0, &left);
    int left_rank = rank_of(e, dae_arg(e->p, x, 0));
    for (uint32_t k = 1; k < n; k++) {
        Text right = {0}, both = {0};
        int rank = rank_of(e, dae_arg(e->p, x, k));
        argument(e, x, k, &right);
        const char *name = left_rank && rank ? "cw_each" : left_rank ? "cw_each_right" : "cw_each_left";
        if (!left_rank && !rank) /* scalars in front of the first array */
            base_text_printf(&both, "((%s)%c(%s))", left.at, op, right.at);
        else base_text_printf(&both, "%s(e,'%c',%s,%s)", name, op, left.at, right.at);
        if (rank) left_rank = rank;
        base_text_free(&left), base_text_free(&right);
        left = both;
    }
    base_text_add(out, left.at);
    base_text_free(&left);
}

static void product(Emit *e, DaeExpr x, Text *out) {
    int a = rank_of(e, dae_arg(e->p, x, 0)), b = rank_of(e, dae_arg(e->p, x, 1));
    if (dae_at(e->p, x)->nargs == 2 && a && b) helper(e, "cw_matmul", x, out);
    else elementwise(e, x, '*', out);
}

static void fill(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    DaeExpr value = dae_arg(e->p, x, 0);
    bool array = rank_of(e, value) > 0;
    base_text_add(out, array ? "cw_fill_array(e," : "cw_fill(e,&(CwCell){.");
    if (!array) base_text_printf(out, "%c=", cell_field((DaeBase)n->base));
    gen_expr(e, value, 0, out);
    base_text_printf(out, "%s,%u,(int[]){", array ? "" : "}", n->nargs - 1);
    for (uint32_t k = 1; k < dae_at(e->p, x)->nargs; k++) {
        base_text_add(out, k > 1 ? ",(int)(" : "(int)(");
        argument(e, x, k, out);
        base_text_char(out, ')');
    }
    base_text_add(out, dae_at(e->p, x)->nargs > 1 ? "})" : "0})");
}

static void cat(Emit *e, DaeExpr x, Text *out) {
    uint32_t n = dae_at(e->p, x)->nargs;
    base_text_add(out, "cw_cat(e,(int)");
    gen_expr(e, dae_arg(e->p, x, 0), 7, out);
    base_text_printf(out, ",%u,(CwArray*[]){", n - 1);
    for (uint32_t k = 1; k < n; k++) {
        if (k > 1) base_text_char(out, ',');
        DaeExpr a = dae_arg(e->p, x, k);
        if (rank_of(e, a)) gen_expr(e, a, 0, out);
        else { /* a scalar counts as an array of one element (MLS 10.4.2.1, [a, b; c]) */
            base_text_printf(out, "&(CwArray){(CwCell[]){{.%c=", cell_field((DaeBase)dae_at(e->p, a)->base));
            gen_expr(e, a, 0, out);
            base_text_add(out, "}},1,{1}}");
        }
    }
    base_text_add(out, "})");
}

/* vector(x) and matrix(x) also take scalars. */
static void reshape(Emit *e, DaeExpr x, const char *name, int rank, Text *out) {
    DaeExpr a = dae_arg(e->p, x, 0);
    if (rank_of(e, a)) {
        helper(e, name, x, out);
        return;
    }
    base_text_printf(out, "&(CwArray){(CwCell[]){{.%c=", cell_field((DaeBase)dae_at(e->p, a)->base));
    gen_expr(e, a, 0, out);
    base_text_printf(out, "}},%d,{1,1}}", rank);
}

static void slice(Emit *e, DaeExpr x, Text *out) {
    base_text_add(out, "cw_get(e,");
    argument(e, x, 0, out);
    base_text_char(out, ',');
    gen_subscripts(e, x, out);
    base_text_char(out, ')');
}

/* Functions of scalars applied to every element. */
static void vectorised(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    const char *name = n->op == DAE_NOT ? "cw_not" : gen_math_name((DaeOp)n->op);
    if (!name) {
        gen_refuse(e, (DaeOp)n->op, "with an array as result");
        return;
    }
    base_text_printf(out, n->nargs == 2 ? "cw_map2(e,%s" : "cw_map(e,%s", name);
    for (uint32_t k = 0; k < dae_at(e->p, x)->nargs; k++) {
        base_text_char(out, ',');
        argument(e, x, k, out);
    }
    base_text_char(out, ')');
}

void gen_array(Emit *e, DaeExpr x, Text *out) {
    const DaeNode *n = dae_at(e->p, x);
    switch ((DaeOp)n->op) {
    case DAE_LOCAL: gen_local(e, n->id, out); break;
    case DAE_ARRAY: array_literal(e, x, out); break;
    case DAE_ADD:
    case DAE_EADD: elementwise(e, x, '+', out); break;
    case DAE_SUB:
    case DAE_ESUB: elementwise(e, x, '-', out); break;
    case DAE_EMUL: elementwise(e, x, '*', out); break;
    case DAE_DIV:
    case DAE_EDIV: elementwise(e, x, '/', out); break;
    case DAE_EPOW: elementwise(e, x, '^', out); break;
    case DAE_AND: elementwise(e, x, '&', out); break;
    case DAE_OR: elementwise(e, x, '|', out); break;
    case DAE_MUL: product(e, x, out); break;
    case DAE_POW: helper(e, "cw_matpow", x, out); break;
    case DAE_NEG:
        base_text_add(out, "cw_each_left(e,'*',-1.0,");
        argument(e, x, 0, out);
        base_text_char(out, ')');
        break;
    case DAE_NOEVENT:
    case DAE_TO_REAL:
    case DAE_TO_INT: argument(e, x, 0, out); break;
    case DAE_SMOOTH: argument(e, x, n->nargs - 1, out); break;
    case DAE_INDEX: slice(e, x, out); break;
    case DAE_RANGE: helper(e, "cw_range", x, out); break;
    case DAE_SIZE: helper(e, "cw_sizes", x, out); break;
    case DAE_CAT: cat(e, x, out); break;
    case DAE_FILL: fill(e, x, out); break;
    case DAE_COMPREHENSION:
    case DAE_REDUCE: gen_comprehension(e, x, out); break;
    case DAE_VECTOR: reshape(e, x, "cw_vector", 1, out); break;
    case DAE_MATRIX: reshape(e, x, "cw_matrix", 2, out); break;
    case DAE_CALL: gen_call(e, x, NULL, out); break;
    case DAE_APPLY: gen_apply(e, x, out); break;
    default:
        if (n->op >= DAE_SIZE && n->op <= DAE_MATRIX) helper(e, dae_ops[n->op].c, x, out);
        else vectorised(e, x, out);
    }
}
