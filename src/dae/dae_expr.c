/* dae_expr.c - the store of expressions.
 *
 * Nodes are hash-consed: building the same node twice gives the same id, so equality of expressions is
 * equality of ids, and the arguments of a node always have smaller ids than the node.
 *
 * The table uses linear probing and holds ids.  Ids are entered in rising order and leave in falling
 * order (dae_pool_release), and growing enters them again in rising order: so the entry that leaves was
 * always the last to come, no other entry has probed past it, and clearing its slot is all it takes.
 */
#include <string.h>

#include "dae/dae_impl.h"

/* One row per operator; those that the language calls by name come from their tables. */
#define ROW(op, name, arity, infix, base, rank)                                                                        \
    [DAE_##op] = {name, NULL, arity, infix, DAE_BASE_##base, DAE_RANK_##rank},
#define BASE_abs OF_ALL
#define BASE_sign OF_INTEGER
#define BASE_real OF_REAL
#define JOIN(a, b) a##b
#define BASE(rule) JOIN(DAE_BASE_, rule)
#define ELEMENTARY(op, name, arity, args, rule, c, ...)                                                                \
    [DAE_##op] = {name, #c, arity, 0, BASE(BASE_##rule), DAE_RANK_WIDEST},
#define TABLED(op, name, arity, args, rule, base, rank, c, ...)                                                        \
    [DAE_##op] = {name, c, arity, 0, DAE_BASE_##base, DAE_RANK_##rank},
/* clang-format off */
const DaeOpInfo dae_ops[DAE_OP_COUNT] = {
    DAE_ELEMENTARY(ELEMENTARY)
    DAE_OF_SCALARS(TABLED)
    DAE_OF_ARRAYS(TABLED)
    ROW(NONE, "none", 0, 0, AS_MADE, SCALAR)
    ROW(CONST, "constant", 0, 0, AS_MADE, SCALAR)
    ROW(TEXT, "text", 0, 0, AS_MADE, SCALAR)
    ROW(VAR, "variable", 0, 0, AS_MADE, SCALAR)
    ROW(HOLE, "hole", 0, 0, AS_MADE, SCALAR)
    ROW(LOCAL, "local", 0, 0, AS_MADE, SCALAR)
    ROW(COLON, ":", 0, 0, OF_INTEGER, SCALAR)
    ROW(ADD, "+", 2, 5, OF_ALL, WIDEST)
    ROW(SUB, "-", 2, 5, OF_ALL, WIDEST)
    ROW(MUL, "*", 2, 6, OF_ALL, PRODUCT)
    ROW(DIV, "/", 2, 6, OF_REAL, WIDEST)
    ROW(POW, "^", 2, 7, OF_REAL, WIDEST)
    ROW(NEG, "-", 1, 5, OF_ALL, WIDEST)
    ROW(EMUL, ".*", 2, 6, OF_ALL, WIDEST)
    ROW(EDIV, "./", 2, 6, OF_REAL, WIDEST)
    ROW(EPOW, ".^", 2, 7, OF_REAL, WIDEST)
    ROW(EADD, ".+", 2, 5, OF_ALL, WIDEST)
    ROW(ESUB, ".-", 2, 5, OF_ALL, WIDEST)
    ROW(LT, "<", 2, 4, OF_BOOLEAN, WIDEST)
    ROW(LE, "<=", 2, 4, OF_BOOLEAN, WIDEST)
    ROW(GT, ">", 2, 4, OF_BOOLEAN, WIDEST)
    ROW(GE, ">=", 2, 4, OF_BOOLEAN, WIDEST)
    ROW(EQ, "==", 2, 4, OF_BOOLEAN, WIDEST)
    ROW(NE, "<>", 2, 4, OF_BOOLEAN, WIDEST)
    ROW(AND, "and", 2, 2, OF_BOOLEAN, WIDEST)
    ROW(OR, "or", 2, 1, OF_BOOLEAN, WIDEST)
    ROW(NOT, "not", 1, 3, OF_BOOLEAN, WIDEST)
    ROW(IF, "if", 3, 0, OF_REST, WIDEST_REST)
    ROW(TO_REAL, "real", 1, 0, OF_REAL, WIDEST)
    ROW(TO_STRING, "String", -1, 0, OF_STRING, SCALAR)
    ROW(STRCAT, "+", 2, 5, OF_STRING, SCALAR)
    ROW(INITIAL, "initial", 0, 0, OF_BOOLEAN, WIDEST)
    ROW(TERMINAL, "terminal", 0, 0, OF_BOOLEAN, WIDEST)
    ROW(TRIGGER, "trigger", 2, 0, OF_BOOLEAN, WIDEST)
    ROW(SAMPLE, "sample", 2, 0, OF_BOOLEAN, WIDEST)
    ROW(NOEVENT, "noEvent", 1, 0, OF_FIRST, AS_FIRST)
    ROW(DELAY, "delay", 3, 0, OF_REAL, WIDEST)
    ROW(SPATIAL, "spatialDistribution", 6, 0, OF_REAL, WIDEST)
    ROW(CALL, "call", -1, 0, AS_MADE, SCALAR)
    ROW(PARTIAL, "function", -1, 0, AS_MADE, SCALAR)
    ROW(APPLY, "apply", -1, 0, AS_MADE, SCALAR)
    ROW(ARRAY, "array", -1, 0, OF_ALL, ELEMENTS)
    ROW(INDEX, "index", -1, 0, OF_FIRST, INDEX)
    ROW(RANGE, "range", 3, 0, OF_ALL, VECTOR)
    ROW(COMPREHENSION, "comprehension", -1, 0, OF_FIRST, LOOPS)
    ROW(REDUCE, "reduce", -1, 0, OF_FIRST, AS_FIRST)
    ROW(MINARR, "minimum", 1, 0, OF_FIRST, SCALAR)
    ROW(MAXARR, "maximum", 1, 0, OF_FIRST, SCALAR)
    ROW(EQUATE, "=", 2, 0, OF_NOTHING, SCALAR)
    ROW(SEQ, "sequence", -1, 0, OF_NOTHING, SCALAR)
    ROW(ASSIGN, ":=", 2, 0, OF_NOTHING, SCALAR)
    ROW(ASSIGN_CALL, ":=", -1, 0, OF_NOTHING, SCALAR)
    ROW(IF_STMT, "if", 3, 0, OF_NOTHING, SCALAR)
    ROW(FOR, "for", 3, 0, OF_NOTHING, SCALAR)
    ROW(WHILE, "while", 2, 0, OF_NOTHING, SCALAR)
    ROW(BREAK, "break", 0, 0, OF_NOTHING, SCALAR)
    ROW(RETURN, "return", 0, 0, OF_NOTHING, SCALAR)
    ROW(ASSERT, "assert", 3, 0, OF_NOTHING, SCALAR)
    ROW(TERMINATE, "terminate", 1, 0, OF_NOTHING, SCALAR)
    ROW(REINIT, "reinit", 2, 0, OF_NOTHING, SCALAR)
    ROW(CALL_STMT, "call", 1, 0, OF_NOTHING, SCALAR)
    ROW(LINEAR, "linear", -1, 0, OF_NOTHING, SCALAR)
    ROW(SOLVE, "solve", -1, 0, OF_NOTHING, SCALAR)
};
/* clang-format on */

static inline uint64_t hash_node(const DaeNode *h, const DaeExpr *args, uint32_t nargs) {
    /* variables come in rising order: neighbours in the table stay in the cache */
    if (h->op == DAE_VAR) return (uint64_t)h->id * 3 + h->base;
    uint64_t x = (uint64_t)h->op | (uint64_t)h->base << 16 | (uint64_t)h->rank << 24 | (uint64_t)h->id << 32;
    x = (x ^ 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    x = ((x ^ (x >> 32)) + (uint64_t)h->value.i) * 0x94D049BB133111EBu;
    x ^= x >> 29;
    for (uint32_t i = 0; i < nargs; i++) {
        x = (x + args[i]) * 0xD6E8FEB86659FD93u;
        x ^= x >> 32;
    }
    return x;
}

/* Enters every node again, in rising order of ids. */
static void grow_table(DaePool *p, size_t cap) {
    base_realloc(p->table, 0);
    p->table = base_realloc(NULL, cap * sizeof *p->table);
    memset(p->table, 0, cap * sizeof *p->table);
    p->table_cap = cap;
    for (uint32_t e = 1; e < p->nodes.n; e++) {
        const DaeNode *n = &p->nodes.at[e];
        size_t i = hash_node(n, p->args.at + n->args, n->nargs) & (cap - 1);
        while (p->table[i]) i = (i + 1) & (cap - 1);
        p->table[i] = e;
    }
}

void dae_pool_init(DaePool *p) {
    memset(p, 0, sizeof *p);
    vec_push(&p->nodes, ((DaeNode){.op = DAE_NONE}));
    vec_reserve(&p->args, 16);
    grow_table(p, 256);
}

void dae_pool_reserve(DaePool *p, size_t nodes) {
    size_t cap = p->table_cap;
    while (cap < 2 * nodes) cap *= 2;
    if (cap > p->table_cap) grow_table(p, cap);
}

void dae_pool_index(DaePool *p) {
    size_t cap = 256;
    while (cap < 2 * p->nodes.n) cap *= 2;
    grow_table(p, cap);
}

void dae_pool_free(DaePool *p) {
    vec_free(&p->nodes);
    vec_free(&p->args);
    base_realloc(p->table, 0);
    memset(p, 0, sizeof *p);
}

DaePoolMark dae_pool_mark(const DaePool *p) { return (DaePoolMark){(uint32_t)p->nodes.n, (uint32_t)p->args.n}; }

void dae_pool_release(DaePool *p, DaePoolMark m) {
    BASE_ASSERT(m.nodes >= 1 && m.nodes <= p->nodes.n && m.args <= p->args.n);
    for (uint32_t e = (uint32_t)p->nodes.n; e-- > m.nodes;) {
        const DaeNode *n = &p->nodes.at[e];
        size_t i = hash_node(n, p->args.at + n->args, n->nargs) & (p->table_cap - 1);
        while (p->table[i] != e) i = (i + 1) & (p->table_cap - 1);
        p->table[i] = 0;
    }
    p->nodes.n = m.nodes;
    p->args.n = m.args;
}

static inline bool same_node(const DaePool *p, const DaeNode *n, const DaeNode *h, const DaeExpr *args,
                             uint32_t nargs) {
    if (n->op != h->op || n->id != h->id || n->value.i != h->value.i || n->nargs != nargs || n->base != h->base ||
        n->rank != h->rank)
        return false;
    const DaeExpr *own = p->args.at + n->args;
    for (uint32_t i = 0; i < nargs; i++)
        if (own[i] != args[i]) return false;
    return true;
}

static DaeExpr append_node(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs) {
    if (p->args.n + nargs > p->args.cap) { /* args may lie in the array that moves */
        bool inside = p->args.at && args >= p->args.at && args < p->args.at + p->args.cap;
        size_t offset = inside ? (size_t)(args - p->args.at) : 0;
        vec_reserve(&p->args, p->args.n + nargs);
        if (inside) args = p->args.at + offset;
    }
    BASE_ASSERT(p->nodes.n < UINT32_MAX && p->args.n + nargs < UINT32_MAX);
    head.nargs = nargs;
    head.args = (uint32_t)p->args.n;
    if (nargs) memmove(p->args.at + p->args.n, args, nargs * sizeof *args);
    p->args.n += nargs;
    vec_push(&p->nodes, head);
    return (DaeExpr)(p->nodes.n - 1);
}

DaeExpr dae_lone_node(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs) {
    return append_node(p, head, args, nargs);
}

DaeExpr dae_node(DaePool *p, DaeNode head, const DaeExpr *args, uint32_t nargs) {
    if (p->nodes.n * 2 > p->table_cap) grow_table(p, p->table_cap * 2);
    size_t i = hash_node(&head, args, nargs) & (p->table_cap - 1);
    for (; p->table[i]; i = (i + 1) & (p->table_cap - 1))
        if (same_node(p, &p->nodes.at[p->table[i]], &head, args, nargs)) return p->table[i];
    DaeExpr e = append_node(p, head, args, nargs);
    p->table[i] = e;
    return e;
}
