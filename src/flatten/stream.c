/* stream.c - stream connectors: what flows in carries the mixture of what flows out elsewhere (MLS 3.6, ch. 15).
 *
 * In a connection set with inside members j (own outflow value h_j, flow m_j into the component) and outside members k,
 *   inStream(h_i) = (sum_{j != i} max(-m_j, eps) h_j + sum_k max(m_k, eps) inStream(h_k)) / (the same sum of weights)
 * and for an outside member q the outflow value h_q is the same without q.  With two members no flow is needed.
 * A flow whose `min` is not negative never leaves its component and takes no part (15.2).
 */
#include "flatten/flatten_impl.h"

enum { MAX_STREAM_DEPTH = 200 };

static DaeExpr in_stream_var(Flat *f, DaeVar v, int depth);

static uint32_t set_head(Flat *f, DaeVar v, int face) {
    FlatConnect *c = f->connect;
    uint32_t root = flat_find_node(c, v, face);
    if (root == UINT32_MAX) return UINT32_MAX;
    while (c->nodes.at[root].parent != root) root = c->nodes.at[root].parent;
    return root < c->set_of.n && c->set_of.at[root] ? c->heads.at[c->set_of.at[root] - 1] : UINT32_MAX;
}

static bool bounded(Flat *f, DaeOperand limit, double sign) {
    return limit != DAE_NO_OPERAND && dae_operand_is_const(limit) && sign * dae_constant_value(f->dae, limit) >= 0;
}

/* Is nothing connected with a connector from outside?  Its flow is zero then (9.2). */
static bool is_closed(Flat *f, DaeVar v) {
    uint32_t head = set_head(f, v, FLAT_INSIDE);
    return head != UINT32_MAX && f->connect->nodes.at[head].next == UINT32_MAX;
}

/* Can a member bring anything into the set?  An inside one when its flow may leave the component, an outside one when
 * its flow may enter (15.2).  Members without a known flow count. */
static bool may_bring(Flat *f, uint32_t n) {
    FlatConnect *c = f->connect;
    uint64_t flow;
    if (c->nodes.at[n].face == FLAT_OUTSIDE && is_closed(f, c->nodes.at[n].var)) return false;
    if (!base_map_get(&c->flow_of, c->nodes.at[n].var, &flow)) return true;
    const DaeAttrs *a = &f->dae->attrs.at[f->dae->vars.at[flow].attrs];
    return c->nodes.at[n].face == FLAT_OUTSIDE ? !bounded(f, a->max, -1) : !bounded(f, a->min, 1);
}

static DaeExpr weight(Flat *f, DaeVar flow, bool outside) {
    DaeExpr m = flat_var_expr(f, flow);
    if (!outside) m = dae_op1(&f->pool, DAE_NEG, m);
    double nominal = 1;
    DaeOperand n = f->dae->attrs.at[f->dae->vars.at[flow].attrs].nominal;
    if (n != DAE_NO_OPERAND && dae_operand_is_const(n)) nominal = fabs(dae_constant_value(f->dae, n));
    return dae_op2(&f->pool, DAE_MAX, m, dae_real(&f->pool, nominal * 1e-10));
}

/* A mean of values by weights. */
typedef struct {
    DaeExpr above, below; /* 0: of none yet */
} Mean;

static void add_to(Flat *f, Mean *m, DaeExpr w, DaeExpr h) {
    DaeExpr term = dae_op2(&f->pool, DAE_MUL, w, h);
    m->above = m->above ? dae_op2(&f->pool, DAE_ADD, m->above, term) : term;
    m->below = m->below ? dae_op2(&f->pool, DAE_ADD, m->below, w) : w;
}

static DaeExpr mean(Flat *f, const Mean *m) { return m->above ? dae_op2(&f->pool, DAE_DIV, m->above, m->below) : 0; }

/* The mixture of all members of a set but `skip`: of two members the other one's value whatever its flow (15.2), else
 * of those that can bring something.  0 when there are none. */
static DaeExpr mixture(Flat *f, uint32_t head, uint32_t skip, int depth) {
    FlatConnect *c = f->connect;
    uint32_t others = 0, only = UINT32_MAX, members = 0;
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) members++;
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) {
        if (n == skip || (members > 2 && !may_bring(f, n))) continue;
        others++;
        only = n;
    }
    if (!others) return 0;
    if (others == 1)
        return c->nodes.at[only].face == FLAT_OUTSIDE ? in_stream_var(f, c->nodes.at[only].var, depth + 1)
                                                      : flat_var_expr(f, c->nodes.at[only].var);
    Mean all = {0};
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) {
        uint64_t flow;
        bool outside = c->nodes.at[n].face == FLAT_OUTSIDE;
        if (n == skip || !base_map_get(&c->flow_of, c->nodes.at[n].var, &flow) || !may_bring(f, n)) continue;
        DaeExpr w = weight(f, (DaeVar)flow, outside);
        DaeExpr h = outside ? in_stream_var(f, c->nodes.at[n].var, depth + 1) : flat_var_expr(f, c->nodes.at[n].var);
        add_to(f, &all, w, h);
    }
    return mean(f, &all);
}

static DaeExpr in_stream_var(Flat *f, DaeVar v, int depth) {
    uint32_t head = set_head(f, v, FLAT_INSIDE);
    if (head == UINT32_MAX || depth > MAX_STREAM_DEPTH) return flat_var_expr(f, v);
    DaeExpr e = mixture(f, head, flat_find_node(f->connect, v, FLAT_INSIDE), depth);
    return e ? e : flat_var_expr(f, v);
}

bool flat_in_stream(Flat *f, const InstExpr *cref, FlatVal *out) {
    VecU32 vars = {0};
    InstType type;
    if (cref->kind != INST_E_CREF) {
        flat_unsupported(f, cref->span, "inStream needs a stream variable of a connector");
        return false;
    }
    bool ok = flat_reference(f, cref, &vars, &type);
    if (ok) {
        *out = flat_new_val(f, &type, (uint32_t)vars.n);
        for (size_t i = 0; i < vars.n; i++) out->e[i] = in_stream_var(f, vars.at[i], 0);
    }
    vec_free(&vars);
    return ok;
}

/* The flow variable that goes with each of the n scalars of a stream reference. */
bool flat_stream_flow(Flat *f, const InstExpr *cref, uint32_t n, DaeExpr **flow) {
    VecU32 vars = {0};
    bool ok = flat_reference(f, cref, &vars, NULL) && vars.n == n;
    *flow = BASE_ARRAY(&f->temp, DaeExpr, n + 1);
    for (uint32_t i = 0; ok && i < n; i++) {
        uint64_t v;
        ok = base_map_get(&f->connect->flow_of, vars.at[i], &v);
        if (ok) (*flow)[i] = flat_var_expr(f, (DaeVar)v);
    }
    if (!ok) flat_unsupported(f, cref->span, "actualStream needs a stream variable whose connector has a flow");
    vec_free(&vars);
    return ok;
}

/* flow*actualStream(h) is continuous where the flow changes its sign: no event is needed there (15.3). */
void flat_stream_times_flow(Flat *f, const FlatVal *flow, FlatVal *actual) {
    DaePool *p = &f->pool;
    for (uint32_t i = 0; i < actual->n; i++) {
        const DaeNode *n = dae_at(p, actual->e[i]);
        DaeExpr relation = n->op == DAE_IF ? dae_arg(p, actual->e[i], 0) : 0;
        if (!relation || dae_at(p, relation)->op != DAE_GT || (flow->n != 1 && flow->n != actual->n)) continue;
        DaeExpr m = flow->e[flow->n == 1 ? 0 : i], sides[2] = {m, dae_arg(p, relation, 1)};
        if (dae_arg(p, relation, 0) != m) continue;
        DaeNode head = *dae_at(p, relation);
        head.value.i = 1; /* noEvent */
        DaeExpr quiet = dae_node(p, head, sides, 2);
        DaeExpr in = dae_arg(p, actual->e[i], 1), own = dae_arg(p, actual->e[i], 2);
        actual->e[i] = dae_op3(p, DAE_IF, quiet, in, own);
    }
}

/* Nothing ever leaves here (15.2).  The outflow value of an outside member is then that of the components inside, as
 * much of each as flows there (into a sensor nothing): zero need not be a value of the medium. */
static DaeExpr as_it_enters(Flat *f, uint32_t head) {
    FlatConnect *c = f->connect;
    Mean all = {0};
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) {
        uint64_t flow;
        if (c->nodes.at[n].face == FLAT_OUTSIDE || !base_map_get(&c->flow_of, c->nodes.at[n].var, &flow)) continue;
        add_to(f, &all, weight(f, (DaeVar)flow, true), flat_var_expr(f, c->nodes.at[n].var));
    }
    return all.above ? mean(f, &all) : dae_real(&f->pool, 0);
}

/* Outflow values of the outside members of a set. */
void flat_stream_equations(Flat *f, uint32_t head) {
    FlatConnect *c = f->connect;
    for (uint32_t n = head; n != UINT32_MAX; n = c->nodes.at[n].next) {
        if (c->nodes.at[n].face != FLAT_OUTSIDE) continue;
        DaeExpr e = mixture(f, head, n, 0);
        if (!e) e = as_it_enters(f, head);
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, c->nodes.at[n].var), e), NULL, 0,
                  flat_node_span(c, n));
    }
}
