/* memo.c - symbolic work once per shape.
 *
 * The functions of symbolic.h that graph work calls for every equation: after the first call for a shape they
 * are table lookups.
 */
#include <string.h>

#include "algebra/algebra_impl.h"

enum { KIND_LINEAR, KIND_TANGENT, KIND_TANGENT_CALL, KIND_TIME, KIND_TIME_QUOTIENTS };

AlgMemo *alg_memo_new(Dae *d) {
    AlgMemo *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    m->d = d;
    return m;
}

void alg_memo_free(AlgMemo *m) {
    if (!m) return;
    vec_free(&m->info);
    base_map_free(&m->solved);
    vec_free(&m->solutions);
    base_map_free(&m->tangents);
    vec_free(&m->results);
    base_map_free(&m->tangent_functions);
    base_map_free(&m->quotient_functions);
    base_map_free(&m->inexact_functions);
    base_map_free(&m->time_functions);
    base_map_free(&m->formulas);
    dae_walk_free(&m->walk);
    base_free_arena(&m->arena);
    base_realloc(m, 0);
}

/* ---- occurrence and solutions ------------------------------------------------------------------------------------ */

AlgOccurrence alg_occurrence(AlgMemo *m, uint32_t shape, uint32_t hole) {
    if (shape < m->info.n && m->info.at[shape].occurrence) return m->info.at[shape].occurrence[hole];
    return alg_shape_info(m, shape)->occurrence[hole];
}

static const AlgSolution *solution(AlgMemo *m, uint32_t shape, uint32_t hole) {
    Map *known = &m->solved;
    uint64_t key = (uint64_t)shape << 32 | hole, at;
    if (base_map_get(known, key, &at)) return m->solutions.at[at];
    AlgSolution *s = BASE_NEW(&m->arena, AlgSolution);
    alg_solve(m, shape, hole, s);
    base_map_put(known, key, m->solutions.n);
    vec_push(&m->solutions, s);
    return s;
}

uint32_t alg_solved_shape(AlgMemo *m, uint32_t shape, uint32_t hole, const uint32_t **map) {
    const AlgSolution *s = solution(m, shape, hole);
    if (map) *map = s->map;
    return s->shape;
}

uint32_t alg_solution_check(AlgMemo *m, uint32_t shape, uint32_t hole, const uint32_t **map) {
    const AlgSolution *s = solution(m, shape, hole);
    *map = s->check_map;
    return s->check;
}

bool alg_solved_by_inverse(AlgMemo *m, uint32_t shape, uint32_t hole) {
    AlgOccurrence how = alg_occurrence(m, shape, hole);
    return (how == ALG_NONLINEAR || how == ALG_UNSOLVABLE) && solution(m, shape, hole)->inverse;
}

bool alg_allow_quotients(AlgMemo *m) {
    bool before = m->quotients;
    m->quotients = true;
    return !before;
}

/* ---- things by (shape, bits) ------------------------------------------------------------------------------------- */

/* The stored result, or a new one (*fresh) to be filled in. */
static AlgResult *result(AlgMemo *m, uint32_t shape, uint8_t kind, uint64_t bits, bool *fresh) {
    uint64_t key = base_mix(base_mix(shape, kind), bits), at;
    for (; base_map_get(&m->tangents, key, &at); key++) {
        AlgResult *r = m->results.at[at];
        if (r->shape == shape && r->kind == kind && r->bits == bits) {
            *fresh = false;
            return r;
        }
    }
    AlgResult *r = BASE_NEW(&m->arena, AlgResult);
    r->shape = shape;
    r->kind = kind;
    r->bits = bits;
    base_map_put(&m->tangents, key, m->results.n);
    vec_push(&m->results, r);
    *fresh = true;
    return r;
}

bool alg_linear(AlgMemo *m, uint32_t shape, uint64_t mask, DaeExpr *coeff, DaeExpr *rest) {
    uint32_t nholes = m->d->shapes.at[shape].nholes;
    const AlgShapeInfo *info = alg_shape_info(m, shape);
    bool fresh;
    AlgResult *r = result(m, shape, KIND_LINEAR, mask, &fresh);
    if (fresh) {
        r->expr = alg_linear_rest(m, shape, mask);
        r->ok = r->expr != 0;
    }
    if (!r->ok) return false;
    for (uint32_t k = 0; k < nholes; k++) {
        bool wanted = k < 64 && (mask >> k & 1) && info->occurrence[k] != ALG_ABSENT;
        coeff[k] = wanted ? info->partial[k] : 0;
    }
    if (rest) *rest = r->expr;
    return true;
}

/* ---- tangents ---------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t nholes; /* of the shape: hole i has its tangent in hole nholes + i */
    uint32_t nout;   /* outputs always have one */
    uint64_t active;
} HoleTangents;

static DaeExpr hole_leaf(void *arg, DaePool *p, DaeExpr leaf) {
    const HoleTangents *h = arg;
    DaeNode n = *dae_at(p, leaf);
    if (n.op != DAE_HOLE) return 0;
    bool moves = n.id < h->nout || h->nholes > 64 || (h->active >> n.id & 1);
    return moves ? dae_hole(p, h->nholes + n.id, DAE_REAL) : 0;
}

DaeExpr alg_tangent(AlgMemo *m, uint32_t shape, uint64_t active) {
    bool fresh;
    AlgResult *r = result(m, shape, KIND_TANGENT, active, &fresh);
    DaeExpr lhs, rhs;
    if (!fresh || !alg_sides(m->d, shape, &lhs, &rhs)) return r->expr;
    DaePool *p = &m->d->pool;
    bool assigns = m->d->shapes.at[shape].nout == 1;
    HoleTangents h = {m->d->shapes.at[shape].nholes, 0, active};
    AlgDiffer s = {.memo = m, .d = m->d, .pool = p, .leaf = hole_leaf, .arg = &h};
    DaeExpr left = assigns ? 0 : alg_differentiate(&s, lhs), right = alg_differentiate(&s, rhs);
    DaeExpr zero = dae_real(p, 0);
    if (s.failed) return 0;
    r->expr = assigns ? (right ? right : zero) : dae_op2(p, DAE_SUB, left ? left : zero, right ? right : zero);
    return r->expr;
}

DaeExpr alg_tangent_call(AlgMemo *m, uint32_t shape, uint64_t active) {
    bool fresh;
    AlgResult *r = result(m, shape, KIND_TANGENT_CALL, active, &fresh);
    if (!fresh) return r->expr;
    const DaeShape *sh = &m->d->shapes.at[shape];
    HoleTangents h = {sh->nholes, sh->nout, active};
    AlgDiffer s = {.memo = m, .d = m->d, .pool = &m->d->pool, .leaf = hole_leaf, .arg = &h};
    DaeExpr root = sh->root, e = alg_differentiate_statement(&s, root);
    const DaePool *p = &m->d->pool;
    bool values_last = e && dae_at(p, e)->op == DAE_SEQ && dae_at(p, e)->nargs == 2 && dae_arg(p, e, 1) == root;
    if (values_last && dae_at(p, root)->op == DAE_ASSIGN_CALL) e = dae_arg(p, e, 0); /* values are there */
    r->expr = s.failed ? 0 : e;
    return r->expr;
}

/* ---- time derivatives -------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t nholes;
    VEC(AlgDerHole) used;
} DerHoles;

/* Numbers the holes of the derivative by first use. */
static DaeExpr der_hole_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    DerHoles *h = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    AlgDerHole want = {n.id % h->nholes, n.id / h->nholes};
    uint32_t k = 0;
    while (k < h->used.n && (h->used.at[k].hole != want.hole || h->used.at[k].order != want.order)) k++;
    if (k == h->used.n) vec_push(&h->used, want);
    return dae_hole(to, k, n.base);
}

static void differentiate_in_time(AlgMemo *m, uint32_t shape, uint64_t varying, AlgResult *r) {
    DaePool *p = &m->d->pool;
    DaeExpr lhs, rhs;
    r->made = UINT32_MAX;
    if (!alg_sides(m->d, shape, &lhs, &rhs) || dae_at(p, lhs)->base != DAE_REAL) return;
    DerHoles holes = {.nholes = m->d->shapes.at[shape].nholes};
    HoleTangents h = {holes.nholes, 0, varying};
    AlgDiffer s = {.memo = m, .d = m->d, .pool = p, .leaf = hole_leaf, .arg = &h, .time = true};
    DaeExpr zero = dae_real(p, 0), args[2];
    args[0] = alg_differentiate(&s, lhs);
    args[1] = alg_differentiate(&s, rhs);
    r->why = s.why;
    r->quotient = s.quotient;
    if (s.failed) return;
    args[0] = args[0] ? alg_simplify(p, args[0]) : zero;
    args[1] = args[1] ? alg_simplify(p, args[1]) : zero;
    DaeExpr root = dae_raw(p, DAE_EQUATE, args, 2);
    root = dae_map(p, p, root, der_hole_leaf, &holes);
    r->made = dae_shape_id(m->d, root, (uint32_t)holes.used.n, 0);
    r->nholes = (uint32_t)holes.used.n;
    r->map = base_copy(&m->arena, holes.used.at, holes.used.n * sizeof *holes.used.at);
    vec_free(&holes.used);
}

const AlgResult *alg_time_result(AlgMemo *m, uint32_t shape, uint64_t varying) {
    bool fresh;
    AlgResult *r = result(m, shape, m->quotients ? KIND_TIME_QUOTIENTS : KIND_TIME, varying, &fresh);
    if (fresh) differentiate_in_time(m, shape, varying, r);
    return r;
}

uint32_t alg_time_derivative(AlgMemo *m, uint32_t shape, uint64_t varying, const AlgDerHole **map, uint32_t *nholes) {
    const AlgResult *r = alg_time_result(m, shape, varying);
    if (map) *map = r->map;
    if (nholes) *nholes = r->nholes;
    return r->made;
}
