/* part.c - a part of a flat DAE as one of its own: some of its variables and equations, numbered anew.
 *
 * Before: what a kept equation, binding, start value or attribute refers to is kept too.  After: shapes, functions,
 * constants and names are those of the whole, so that the part costs what it holds and nothing is made again.
 */
#include "dae/dae_impl.h"

#include <string.h>

typedef struct {
    Dae *d;
    DaeVar *now; /* by variable of the whole: its number, or 0 */
} Part;

static DaeOperand moved(const Part *p, DaeOperand o) {
    return o == DAE_NO_OPERAND || dae_operand_is_const(o) ? o : (DaeOperand)p->now[o];
}

static bool refers(DaeOperand o) { return o != DAE_NO_OPERAND && !dae_operand_is_const(o); }

static void move_variables(Part *p, const uint8_t *keep) {
    Dae *d = p->d;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->vars.n; i++)
        if (i == 0 || keep[i]) p->now[i] = n++;
    for (uint32_t i = 1; i < d->vars.n; i++) {
        if (!keep[i]) continue;
        DaeVariable v = d->vars.at[i];
        v.derivative = p->now[v.derivative], v.pre = p->now[v.pre], v.of = p->now[v.of];
        v.start = moved(p, v.start);
        DaeAttrs a = d->attrs.at[v.attrs];
        if (refers(a.min) || refers(a.max) || refers(a.nominal)) {
            a.min = moved(p, a.min), a.max = moved(p, a.max), a.nominal = moved(p, a.nominal);
            vec_push(&d->attrs, a);
            v.attrs = (uint32_t)d->attrs.n - 1;
        }
        d->vars.at[p->now[i]] = v;
    }
    d->vars.n = n;
}

static void move_equations(Part *p, DaeEquations *list, const uint8_t *keep, VecU32 *operands) {
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        if (!keep[i]) continue;
        DaeEquation e = list->at[i];
        const DaeOperand *from = dae_operands(p->d, &e);
        uint32_t holes = p->d->shapes.at[e.shape].nholes;
        e.operands = (uint32_t)operands->n;
        for (uint32_t k = 0; k < holes; k++) vec_push(operands, moved(p, from[k]));
        list->at[n++] = e;
    }
    list->n = n;
}

static void move_map(const Part *p, Map *map, uint32_t whole) {
    Map now = {0};
    uint64_t to;
    for (DaeVar v = 1; v < whole; v++)
        if (p->now[v] && base_map_get(map, v, &to)) base_map_put(&now, p->now[v], to);
    base_map_free(map);
    *map = now;
}

Dae *dae_part(const Dae *from, const DaeKeep *keep) {
    Dae *d = dae_copy(from);
    uint32_t whole = (uint32_t)from->vars.n;
    Part p = {.d = d, .now = base_realloc(NULL, whole * sizeof *p.now)};
    VecU32 operands = {0};
    memset(p.now, 0, whole * sizeof *p.now);
    move_variables(&p, keep->vars);
    move_equations(&p, &d->equations, keep->equations, &operands);
    move_equations(&p, &d->initial, keep->initial, &operands);
    move_equations(&p, &d->bindings, keep->bindings, &operands);
    move_equations(&p, &d->actions, keep->actions, &operands);
    vec_free(&d->operands);
    memcpy(&d->operands, &operands, sizeof operands);
    for (size_t i = 0; i < d->partitions.n; i++) {
        DaePartition *c = &d->partitions.at[i];
        c->tick = p.now[c->tick], c->ticked = p.now[c->ticked], c->fresh = p.now[c->fresh];
        c->step = p.now[c->step], c->now = p.now[c->now];
    }
    move_map(&p, &d->string_of, whole);
    move_map(&p, &d->partition_of, whole);
    base_map_free(&d->attr_ids); /* attributes that refer to variables are not what they were */
    memset(&d->attr_ids, 0, sizeof d->attr_ids);
    base_realloc(p.now, 0);
    return d;
}
