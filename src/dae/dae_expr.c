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

#include "dae/dae.h"

/* One row per operator, in the order of DaeOp. */
const DaeOpInfo dae_ops[DAE_OP_COUNT] = {
    [DAE_NONE] = {"none", 0, 0},
    [DAE_CONST] = {"constant", 0, 0},
    [DAE_TEXT] = {"text", 0, 0},
    [DAE_VAR] = {"variable", 0, 0},
    [DAE_HOLE] = {"hole", 0, 0},
    [DAE_LOCAL] = {"local", 0, 0},
    [DAE_COLON] = {":", 0, 0},
    [DAE_ADD] = {"+", 2, 5},
    [DAE_SUB] = {"-", 2, 5},
    [DAE_MUL] = {"*", 2, 6},
    [DAE_DIV] = {"/", 2, 6},
    [DAE_POW] = {"^", 2, 7},
    [DAE_NEG] = {"-", 1, 5},
    [DAE_EMUL] = {".*", 2, 6},
    [DAE_EDIV] = {"./", 2, 6},
    [DAE_EPOW] = {".^", 2, 7},
    [DAE_EADD] = {".+", 2, 5},
    [DAE_ESUB] = {".-", 2, 5},
    [DAE_LT] = {"<", 2, 4},
    [DAE_LE] = {"<=", 2, 4},
    [DAE_GT] = {">", 2, 4},
    [DAE_GE] = {">=", 2, 4},
    [DAE_EQ] = {"==", 2, 4},
    [DAE_NE] = {"<>", 2, 4},
    [DAE_AND] = {"and", 2, 2},
    [DAE_OR] = {"or", 2, 1},
    [DAE_NOT] = {"not", 1, 3},
    [DAE_IF] = {"if", 3, 0},
#define ELEMENTARY(op, name, arity, ...) [DAE_##op] = {name, arity, 0},
    DAE_ELEMENTARY(ELEMENTARY)
#undef ELEMENTARY
        [DAE_MIN] = {"min", 2, 0},
    [DAE_MAX] = {"max", 2, 0},
    [DAE_FLOOR] = {"floor", 1, 0},
    [DAE_CEIL] = {"ceil", 1, 0},
    [DAE_INTEGER_OF] = {"integer", 1, 0},
    [DAE_DIVT] = {"div", 2, 0},
    [DAE_MOD] = {"mod", 2, 0},
    [DAE_REM] = {"rem", 2, 0},
    [DAE_TO_REAL] = {"real", 1, 0},
    [DAE_TO_INT] = {"Integer", 1, 0},
    [DAE_TO_STRING] = {"String", -1, 0},
    [DAE_STRCAT] = {"+", 2, 5},
    [DAE_INITIAL] = {"initial", 0, 0},
    [DAE_TERMINAL] = {"terminal", 0, 0},
    [DAE_TRIGGER] = {"trigger", 2, 0},
    [DAE_SAMPLE] = {"sample", 2, 0},
    [DAE_NOEVENT] = {"noEvent", 1, 0},
    [DAE_SMOOTH] = {"smooth", 2, 0},
    [DAE_HOMOTOPY] = {"homotopy", 2, 0},
    [DAE_SEMILINEAR] = {"semiLinear", 3, 0},
    [DAE_DELAY] = {"delay", 3, 0},
    [DAE_SPATIAL] = {"spatialDistribution", 6, 0},
    [DAE_CALL] = {"call", -1, 0},
    [DAE_PARTIAL] = {"function", -1, 0},
    [DAE_APPLY] = {"apply", -1, 0},
    [DAE_ARRAY] = {"array", -1, 0},
    [DAE_INDEX] = {"index", -1, 0},
    [DAE_RANGE] = {"range", 3, 0},
    [DAE_SIZE] = {"size", -1, 0},
    [DAE_CAT] = {"cat", -1, 0},
    [DAE_FILL] = {"fill", -1, 0},
    [DAE_COMPREHENSION] = {"comprehension", -1, 0},
    [DAE_REDUCE] = {"reduce", -1, 0},
    [DAE_SUM] = {"sum", 1, 0},
    [DAE_PRODUCT] = {"product", 1, 0},
    [DAE_MINARR] = {"minimum", 1, 0},
    [DAE_MAXARR] = {"maximum", 1, 0},
    [DAE_TRANSPOSE] = {"transpose", 1, 0},
    [DAE_OUTER] = {"outerProduct", 2, 0},
    [DAE_SYMMETRIC] = {"symmetric", 1, 0},
    [DAE_CROSS] = {"cross", 2, 0},
    [DAE_SKEW] = {"skew", 1, 0},
    [DAE_IDENTITY] = {"identity", 1, 0},
    [DAE_DIAGONAL] = {"diagonal", 1, 0},
    [DAE_LINSPACE] = {"linspace", 3, 0},
    [DAE_SCALAR] = {"scalar", 1, 0},
    [DAE_VECTOR] = {"vector", 1, 0},
    [DAE_MATRIX] = {"matrix", 1, 0},
    [DAE_EQUATE] = {"=", 2, 0},
    [DAE_SEQ] = {"sequence", -1, 0},
    [DAE_ASSIGN] = {":=", 2, 0},
    [DAE_ASSIGN_CALL] = {":=", -1, 0},
    [DAE_IF_STMT] = {"if", 3, 0},
    [DAE_FOR] = {"for", 3, 0},
    [DAE_WHILE] = {"while", 2, 0},
    [DAE_BREAK] = {"break", 0, 0},
    [DAE_RETURN] = {"return", 0, 0},
    [DAE_ASSERT] = {"assert", 3, 0},
    [DAE_TERMINATE] = {"terminate", 1, 0},
    [DAE_REINIT] = {"reinit", 2, 0},
    [DAE_CALL_STMT] = {"call", 1, 0},
    [DAE_LINEAR] = {"linear", -1, 0},
    [DAE_SOLVE] = {"solve", -1, 0},
};

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
