/* classic_differ.c - `differentiate`: equations that constrain states are differentiated until there are none
 * (Pantelides 1988).
 *
 * All equations stay.  Afterwards no variable is a state by itself: the user chooses.  The derivative of a function g
 * is called gDER, with one more argument for each derivative of an argument when there are several.
 */
#include "algebra/algebra.h"
#include "classic/classic_impl.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 32 };

typedef struct {
    ClsModel *m;
    bool failed;
} Differ;

static DaeExpr derive_var(void *arg, DaePool *p, DaeExpr e) {
    ClsModel *m = ((Differ *)arg)->m;
    uint32_t var = dae_at(p, e)->id;
    const ClsVar *v = &m->vars.at[var];
    if (var == 0) return dae_real(p, 1);
    if (v->kind == CLS_PARAMETER || v->kind == CLS_CONSTANT || v->discrete || v->boolean) return 0;
    return cls_var(m, cls_der(m, var));
}

static DaeExpr derive_call(void *arg, DaePool *p, DaeExpr e, const DaeExpr *derivatives) {
    Differ *d = arg;
    DaeNode head = *dae_at(p, e);
    DaeExpr args[2 * MOST_ARGUMENTS];
    if (head.nargs > MOST_ARGUMENTS) {
        d->failed = true;
        return 0;
    }
    Text name = {0};
    base_text_printf(&name, "%sDER", base_str(d->m->ctx->names, head.id));
    head.id = base_name(d->m->ctx->names, base_text_str(&name));
    base_text_free(&name);
    for (uint32_t k = 0; k < head.nargs; k++) {
        args[k] = dae_arg(p, e, k);
        args[head.nargs + k] = derivatives[k] ? derivatives[k] : dae_real(p, 0);
    }
    if (head.nargs == 1) return dae_op2(p, DAE_MUL, dae_node(p, head, args, 1), args[1]);
    return dae_node(p, head, args, 2 * head.nargs);
}

/* ---- Pantelides -------------------------------------------------------------------------------------------------- */

typedef struct {
    ClsModel *m;
    VecU32 match;    /* by variable: equation, CLS_NONE */
    VecU32 seen_var; /* by variable: search */
    VecU32 seen;     /* equations of the search */
    uint32_t now;
    uint32_t depth;
} Pantelides;

typedef struct {
    const ClsModel *m;
    VecU32 *out;
} Highest;

/* Unknown of highest order: neither a state nor a variable whose derivative occurs. */
static void highest(void *arg, uint32_t var) {
    const Highest *h = arg;
    const ClsVar *v = &h->m->vars.at[var];
    if (v->der || var == 0 || v->kind == CLS_PARAMETER || v->kind == CLS_CONSTANT || v->discrete) return;
    if (v->role == CLS_KNOWN) return;
    vec_push(h->out, var);
}

static bool augment(Pantelides *q, uint32_t e) {
    ClsModel *m = q->m;
    VecU32 vars = {0};
    Highest h = {m, &vars};
    bool found = false;
    vec_push(&q->seen, e);
    cls_each_var(&m->pool, m->equations.at[e].lhs, highest, &h);
    cls_each_var(&m->pool, m->equations.at[e].rhs, highest, &h);
    while (q->match.n < m->vars.n) {
        vec_push(&q->match, CLS_NONE);
        vec_push(&q->seen_var, 0);
    }
    for (size_t k = 0; k < vars.n && !found; k++)
        if (q->match.at[vars.at[k]] == CLS_NONE) {
            q->match.at[vars.at[k]] = e;
            found = true;
        }
    if (++q->depth > 2000) found = false;
    else
        for (size_t k = 0; k < vars.n && !found; k++) {
            uint32_t v = vars.at[k];
            if (q->seen_var.at[v] == q->now) continue;
            q->seen_var.at[v] = q->now;
            if (augment(q, q->match.at[v])) {
                q->match.at[v] = e;
                found = true;
            }
        }
    q->depth--;
    vec_free(&vars);
    return found;
}

static bool add_derivative(Pantelides *q, uint32_t e) {
    ClsModel *m = q->m;
    Differ d = {.m = m};
    ClsEquation old = m->equations.at[e], made = old;
    AlgLeaves leaves = {derive_var, derive_call, &d};
    bool has_one = alg_derivative(&m->pool, old.lhs, &leaves, &made.lhs) &&
                   alg_derivative(&m->pool, old.rhs, &leaves, &made.rhs) && !d.failed;
    made.var = made.derivative = CLS_NONE;
    if (!has_one || old.kind != CLS_EQUATION) {
        Text t = {0};
        cls_equation_text(m, &old, CLS_NONE, &t);
        Diag *g = base_error(m->ctx, "CLS0030", old.span, "this equation has no derivative: %s", base_text_str(&t));
        base_hint(m->ctx, g, "write it with functions that can be differentiated");
        base_text_free(&t);
        return false;
    }
    m->equations.at[e].derivative = (uint32_t)m->equations.n;
    vec_push(&m->equations, made);
    return true;
}

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

bool cls_differentiate(ClsModel *m, uint32_t *first) {
    Pantelides q = {.m = m};
    uint32_t n = (uint32_t)m->equations.n;
    bool ok = true;
    *first = n;
    m->differentiated = true; /* new derivatives are variables, not states */
    for (uint32_t i = 0; i < n && ok; i++) {
        if (m->equations.at[i].kind == CLS_WHEN) continue;
        uint32_t e = i;
        for (int round = 0; ok; round++) {
            q.now++;
            vec_clear(&q.seen);
            if (augment(&q, e)) break;
            if (round > 20 || m->equations.n > 4 * (size_t)n + 1000) {
                Diag *g = base_error(m->ctx, "CLS0031", m->equations.at[i].span,
                                     "differentiation does not end: the equations are singular");
                base_hint(m->ctx, g, "`partition` lists variables without equation and equations without variable");
                ok = false;
                break;
            }
            VecU32 set = {0};
            for (size_t k = 0; k < q.seen.n; k++) vec_push(&set, q.seen.at[k]);
            qsort(set.at, set.n, sizeof *set.at, by_value); /* derivatives in the order of the equations */
            for (size_t k = 0; k < set.n && ok; k++) ok = add_derivative(&q, set.at[k]);
            /* what was matched moves up to the derivatives */
            while (q.match.n < m->vars.n) {
                vec_push(&q.match, CLS_NONE);
                vec_push(&q.seen_var, 0);
            }
            for (uint32_t v = 0; v < m->vars.n && ok; v++) {
                uint32_t at = q.match.at[v];
                if (at == CLS_NONE || m->equations.at[at].derivative == CLS_NONE || !m->vars.at[v].der) continue;
                q.match.at[v] = CLS_NONE;
                q.match.at[m->vars.at[v].der] = m->equations.at[at].derivative;
            }
            vec_free(&set);
            if (ok) e = m->equations.at[e].derivative;
        }
    }
    vec_free(&q.match);
    vec_free(&q.seen_var);
    vec_free(&q.seen);
    for (size_t v = 0; v < m->vars.n; v++)
        if (m->vars.at[v].role == CLS_STATE && !m->vars.at[v].chosen) m->vars.at[v].role = CLS_UNKNOWN;
    cls_changed(m);
    return ok;
}
