/* structure.c - the structural debugger: which edits of the source would make a model square.
 *
 * Before: a flat model whose equations and unknowns (a variable and its derivatives taken as one) have no perfect
 * matching.  After: a DbgDiagnosis with the parts of the Dulmage-Mendelsohn decomposition and a ranked list of edits in
 * source terms.  Nothing depends on which maximum matching was found.
 *
 * Bunus and Fritzson 2002: every equation of the over-determined part can be made the one too many by exchanging edges
 * along an alternating path; candidates whose removal takes the part apart, that stem from connections of physical
 * connectors or that are all a class has are put behind.  What they call consistency across instances is done by
 * groups: an edit of the source changes ALL flat equations or variables that come from it.  Under-determined parts are
 * the same problem with equations and variables exchanged; there are three strategies: a variable too many (remove it),
 * a variable too many whose removal needs another coupling between equations, an equation too few (add it).
 */
#include "debug/debug_impl.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SUBSETS = 20000, MOST_SUBSET_NODES = 64, MOST_GROUPS_TESTED = 300, MOST_OTHERS = 12 };

/* One side of the decomposition.  Candidates (equations of the over-determined, variables of the under-determined part)
 * outnumber partners by `excess`. */
typedef struct {
    uint32_t n, partners, excess;
    SymGraph of_candidate, of_partner; /* adjacency, both ways */
    VecU32 id, partner_id;             /* row or variable of each */
    VecU32 match, partner_match;       /* a maximum matching: every partner has one */
    VecU32 part, partner_part;         /* connected component */
    VecU32 excess_of;                  /* per component */
    VEC(uint8_t) splits;               /* per candidate: its component falls apart without it */
    SymSearch search;
} Side;

/* candidates that come from one place of the source */
typedef struct {
    uint64_t key; /* of its span, then of its class where it is ambiguous */
    DbgPlace place;
    uint32_t total; /* in the whole model */
    VecU32 members; /* candidates of the side */
} Group;

typedef struct {
    const Dae *d;
    const DbgOptions *opt;
    DbgDiagnosis *out;
    VEC(DbgEdit) edits;
    const DaeEquations *eqs;
    SymGraph g;
    VecU32 row_eq, row_match, col_match;
    uint8_t *unknown, *row_part, *col_part;
    Map place_of; /* span -> index in places */
    VEC(DbgPlace) places;
    Map flow_parent;    /* names of connectors with flow variables */
    Map instances_of;   /* class -> number of instances in the model */
    Map instance_class; /* instance -> index in places of its class, or -1 */
    Map balance;        /* instance -> 2^32 + unknowns of its own - equations of its own (MLS 3.6, 4.7) */
} Structure;

/* ---- places of the source ---------------------------------------------------------------------------------------- */

static uint64_t span_key(Span s) { return base_mix((uint64_t)s.file << 32 | s.start, s.end); }

static uint32_t place_at(Structure *x, Span span) {
    uint64_t at, key = span_key(span);
    if (base_map_get(&x->place_of, key, &at)) return (uint32_t)at;
    DbgPlace p = {.span = span, .associated = 2};
    const DbgSource *source = x->opt->source;
    if (source && span.file) source->place(source->arg, span, &p);
    base_map_put(&x->place_of, key, x->places.n);
    vec_push(&x->places, p);
    return (uint32_t)x->places.n - 1;
}

static DbgPlace place_of(Structure *x, Span span) {
    uint32_t at = place_at(x, span); /* may move the table */
    return x->places.at[at];
}

static Span span_of(const Structure *x, uint32_t origin) { return dae_span(x->d, origin); }

static char *take_text(const Structure *x, Text *t) {
    char *s = base_strndup(&x->d->ctx->arena, base_text_str(t), t->n);
    base_text_free(t);
    return s;
}

static char *equation_text(const Structure *x, const DaeEquation *eq) {
    enum { LONGEST = 200 };
    Text t = {0};
    dae_print_equation(x->d, eq, &t);
    while (t.n && (t.at[t.n - 1] == '\n' || t.at[t.n - 1] == ';' || t.at[t.n - 1] == ' ')) t.n--;
    if (t.n > LONGEST) {
        t.n = LONGEST;
        base_text_add(&t, " ...");
    }
    return take_text(x, &t);
}

static char *variable_text(const Structure *x, DaeVar v) {
    Text t = {0};
    dae_var_text(x->d, v, &t);
    return take_text(x, &t);
}

/* Does the equation come from a connection of connectors with flows?  Taking such a connection away removes and adds
 * equations. */
static bool is_physical(Structure *x, const DaeEquation *eq) {
    const Dae *d = x->d;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_operand_is_const(o)) continue;
        if ((d->vars.at[o].flags & DAE_FLOW) ||
            base_map_get(&x->flow_parent, d->names.at[d->vars.at[o].name].parent, NULL))
            return true;
    }
    return false;
}

/* ---- one side of the decomposition ------------------------------------------------------------------------------- */

static void number_nodes(const uint8_t *part, uint32_t n, uint8_t which, const uint8_t *counts, VecU32 *id,
                         VecU32 *number) {
    sym_fill_none(number, n);
    for (uint32_t i = 0; i < n; i++)
        if (part[i] == which && (!counts || counts[i])) {
            number->at[i] = (uint32_t)id->n;
            vec_push(id, i);
        }
}

/* Components of the side without the candidates marked in `without`; component numbers when of is given. */
static uint32_t flood(const Side *s, const uint8_t *without, VecU32 *of, VecU32 *of_partner) {
    uint32_t count = 0;
    VecU32 mine = {0}, theirs = {0}, queue = {0};
    sym_fill_none(&mine, s->n);
    sym_fill_none(&theirs, s->partners);
    for (uint32_t start = 0; start < s->n + s->partners; start++) {
        bool candidate = start < s->n;
        if (candidate ? (without && without[start]) || mine.at[start] != SYM_NONE : theirs.at[start - s->n] != SYM_NONE)
            continue;
        (candidate ? &mine.at[start] : &theirs.at[start - s->n])[0] = count;
        vec_push(&queue, start);
        while (queue.n) {
            uint32_t node = vec_pop(&queue);
            bool own = node < s->n;
            const SymGraph *g = own ? &s->of_candidate : &s->of_partner;
            uint32_t i = own ? node : node - s->n;
            for (uint32_t k = g->ptr.at[i]; k < g->ptr.at[i + 1]; k++) {
                uint32_t to = g->col.at[k], *seen = own ? &theirs.at[to] : &mine.at[to];
                if (*seen != SYM_NONE || (!own && without && without[to])) continue;
                *seen = count;
                vec_push(&queue, own ? s->n + to : to);
            }
        }
        count++;
    }
    vec_free(&queue);
    if (of) *of = mine;
    else vec_free(&mine);
    if (of_partner) *of_partner = theirs;
    else vec_free(&theirs);
    return count;
}

/* Candidates that are articulation points (Hopcroft and Tarjan 1973), without recursion. */
static void find_splits(Side *s) {
    uint32_t n = s->n + s->partners, clock = 0;
    VecU32 found = {0}, low = {0}, next = {0}, stack = {0}, children = {0};
    sym_fill_none(&found, n);
    sym_fill_none(&low, n);
    (void)vec_extend(&next, n);
    (void)vec_extend(&children, n);
    (void)vec_extend(&s->splits, s->n);
    for (uint32_t root = 0; root < n; root++) {
        if (found.at[root] != SYM_NONE) continue;
        found.at[root] = low.at[root] = clock++;
        vec_push(&stack, root);
        while (stack.n) {
            uint32_t node = vec_last(&stack), parent = stack.n > 1 ? stack.at[stack.n - 2] : SYM_NONE;
            const SymGraph *g = node < s->n ? &s->of_candidate : &s->of_partner;
            uint32_t i = node < s->n ? node : node - s->n;
            if (next.at[node] < g->ptr.at[i + 1] - g->ptr.at[i]) {
                uint32_t to = g->col.at[g->ptr.at[i] + next.at[node]++] + (node < s->n ? s->n : 0);
                if (to == parent) continue;
                if (found.at[to] == SYM_NONE) {
                    found.at[to] = low.at[to] = clock++;
                    children.at[node]++;
                    vec_push(&stack, to);
                } else if (found.at[to] < low.at[node]) {
                    low.at[node] = found.at[to];
                }
                continue;
            }
            stack.n--;
            if (!stack.n) {
                if (node < s->n && children.at[node] > 1) s->splits.at[node] = 1;
                continue;
            }
            if (low.at[node] < low.at[parent]) low.at[parent] = low.at[node];
            if (stack.n > 1 && parent < s->n && low.at[node] >= found.at[parent]) s->splits.at[parent] = 1;
        }
    }
    vec_free(&found);
    vec_free(&low);
    vec_free(&next);
    vec_free(&stack);
    vec_free(&children);
}

/* `over`: rows against columns of the over-determined part, else columns against rows of the under-determined one. */
static void make_side(Structure *x, bool over, Side *s) {
    uint32_t nrows = sym_graph_rows(&x->g), ncols = (uint32_t)x->d->vars.n;
    VecU32 row_number = {0}, col_number = {0}, rows = {0}, cols = {0};
    uint8_t which = over ? SYM_PART_OVER : SYM_PART_UNDER;
    number_nodes(x->row_part, nrows, which, NULL, &rows, &row_number);
    number_nodes(x->col_part, ncols, which, x->unknown, &cols, &col_number);
    SymGraph by_row, by_col;
    VecU32 seen = {0}; /* by column: the last row that names it, plus 1 */
    (void)vec_extend(&seen, cols.n + 1);
    sym_graph_init(&by_row);
    for (uint32_t i = 0; i < rows.n; i++) {
        for (uint32_t k = x->g.ptr.at[rows.at[i]]; k < x->g.ptr.at[rows.at[i] + 1]; k++) {
            uint32_t c = col_number.at[x->g.col.at[k]];
            if (c == SYM_NONE || seen.at[c] == i + 1) continue;
            seen.at[c] = i + 1;
            sym_graph_edge(&by_row, c);
        }
        sym_graph_close_row(&by_row);
    }
    sym_graph_transpose(&by_row, (uint32_t)cols.n, &by_col);
    s->of_candidate = over ? by_row : by_col;
    s->of_partner = over ? by_col : by_row;
    s->id = over ? rows : cols;
    s->partner_id = over ? cols : rows;
    s->n = (uint32_t)s->id.n;
    s->partners = (uint32_t)s->partner_id.n;
    s->excess = s->n - s->partners;
    sym_fill_none(&s->match, s->n);
    sym_fill_none(&s->partner_match, s->partners);
    (void)sym_match(&s->of_partner, s->n, s->partner_match.at, s->match.at);
    uint32_t parts = flood(s, NULL, &s->part, &s->partner_part);
    (void)vec_extend(&s->excess_of, parts);
    for (uint32_t i = 0; i < s->n; i++) s->excess_of.at[s->part.at[i]] += s->match.at[i] == SYM_NONE;
    find_splits(s);
    sym_search_init(&s->search, s->n);
    vec_free(&row_number);
    vec_free(&col_number);
    vec_free(&seen);
}

static void free_side(Side *s) {
    sym_graph_free(&s->of_candidate);
    sym_graph_free(&s->of_partner);
    vec_free(&s->id);
    vec_free(&s->partner_id);
    vec_free(&s->match);
    vec_free(&s->partner_match);
    vec_free(&s->part);
    vec_free(&s->partner_part);
    vec_free(&s->excess_of);
    vec_free(&s->splits);
    sym_search_free(&s->search);
}

/* Can every partner still be matched when these candidates are gone? */
static bool can_go(Side *s, const uint32_t *set, uint32_t n) {
    if (n == 1) return true; /* an alternating path leads to every candidate */
    uint8_t *usable = base_realloc(NULL, s->n + 1);
    memset(usable, 1, s->n);
    for (uint32_t i = 0; i < n; i++) usable[set[i]] = 0;
    VecU32 match = {0}, partner_match = {0}, loose = {0};
    sym_fill_none(&match, s->n);
    sym_fill_none(&partner_match, s->partners);
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t p = s->match.at[i];
        if (p == SYM_NONE) continue;
        if (!usable[i]) {
            vec_push(&loose, p);
            continue;
        }
        match.at[i] = p;
        partner_match.at[p] = i;
    }
    bool ok = true;
    for (size_t i = 0; i < loose.n && ok; i++) {
        s->search.now++;
        ok = sym_augment(&s->of_partner, &s->search, loose.at[i], usable, false, partner_match.at, match.at);
    }
    base_realloc(usable, 0);
    vec_free(&match);
    vec_free(&partner_match);
    vec_free(&loose);
    return ok;
}

/* Does the side fall apart into more components without these candidates? */
static bool falls_apart(const Side *s, const uint32_t *set, uint32_t n) {
    if (n == 1) return s->splits.at[set[0]];
    uint8_t *without = base_realloc(NULL, s->n + 1);
    memset(without, 0, s->n + 1);
    for (uint32_t i = 0; i < n; i++) without[set[i]] = 1;
    bool apart = flood(s, without, NULL, NULL) > s->excess_of.n;
    base_realloc(without, 0);
    return apart;
}

/* ---- groups: what one edit of the source changes ----------------------------------------------------------------- */

typedef VEC(Group) Groups;

static Group *group_at(Groups *groups, Map *number, uint64_t key, DbgPlace place) {
    uint64_t at;
    if (!base_map_get(number, key, &at)) {
        Group g = {.key = key, .place = place};
        at = groups->n;
        base_map_put(number, key, at);
        vec_push(groups, g);
    }
    return &groups->at[at];
}

static void free_groups(Groups *groups) {
    for (size_t i = 0; i < groups->n; i++) vec_free(&groups->at[i].members);
    vec_free(groups);
}

static void equation_groups(Structure *x, const Side *s, Groups *groups) {
    Map number = {0};
    for (uint32_t i = 0; i < s->n; i++) {
        const DaeEquation *eq = &x->eqs->at[x->row_eq.at[s->id.at[i]]];
        DbgPlace p = place_of(x, span_of(x, eq->origin));
        p.connection = p.connection && is_physical(x, eq);
        uint64_t key = p.span.file ? span_key(p.span) : x->row_eq.at[s->id.at[i]];
        Group *g = group_at(groups, &number, key, p);
        vec_push(&g->members, i);
    }
    for (size_t r = 0; r < x->row_eq.n; r++) { /* rows of the same source elsewhere count too */
        Span span = span_of(x, x->eqs->at[x->row_eq.at[r]].origin);
        uint64_t at, key = span.file ? span_key(place_of(x, span).span) : x->row_eq.at[r];
        if (base_map_get(&number, key, &at)) groups->at[at].total++;
    }
    base_map_free(&number);
}

static void variable_groups(Structure *x, const Side *s, Groups *groups) {
    const Dae *d = x->d;
    Map number = {0};
    for (uint32_t i = 0; i < s->n; i++) {
        Span span = span_of(x, d->vars.at[s->id.at[i]].origin);
        Group *g = group_at(groups, &number, span.file ? span_key(span) : s->id.at[i], place_of(x, span));
        vec_push(&g->members, i);
    }
    for (DaeVar v = 1; v < d->vars.n; v++) {
        uint64_t at;
        Span span = span_of(x, d->vars.at[v].origin);
        if (x->unknown[v] && d->vars.at[v].kind != DAE_KIND_DERIVATIVE &&
            base_map_get(&number, span.file ? span_key(span) : v, &at))
            groups->at[at].total++;
    }
    base_map_free(&number);
}

/* ---- instances --------------------------------------------------------------------------------------------------- */

/* Index in places of the class of an instance; SYM_NONE when unknown. */
static uint32_t class_of_instance(Structure *x, DaeName instance) {
    uint64_t at;
    if (base_map_get(&x->instance_class, instance, &at)) return (uint32_t)at;
    DbgPlace p = {0};
    const DbgSource *source = x->opt->source;
    at = SYM_NONE;
    if (source && source->instance && source->instance(source->arg, x->d, instance, &p)) {
        at = x->places.n;
        vec_push(&x->places, p);
    }
    base_map_put(&x->instance_class, instance, at);
    return (uint32_t)at;
}

/* The component that a variable belongs to: the nearest one that is no connector. */
static DaeName owner_of(Structure *x, DaeVar v) {
    const Dae *d = x->d;
    DaeName n = d->names.at[d->vars.at[v].name].parent;
    while (n) {
        uint32_t c = class_of_instance(x, n);
        if (c != SYM_NONE && !x->places.at[c].connector) break;
        n = d->names.at[n].parent;
    }
    return n;
}

/* ---- local balance ----------------------------------------------------------------------------------------------- */

static void add_balance(Structure *x, DaeName instance, int64_t n) {
    uint64_t now = 1ull << 32;
    (void)base_map_get(&x->balance, instance, &now);
    base_map_put(&x->balance, instance, (uint64_t)((int64_t)now + n));
}

/* Unknowns a component must give equations for, less the equations it gives: positive where one is missing. */
static int64_t balance_of(const Structure *x, DaeName instance) {
    uint64_t now = 1ull << 32;
    (void)base_map_get(&x->balance, instance, &now);
    return (int64_t)now - (1ll << 32);
}

static bool is_input(Structure *x, DaeVar v) {
    const DbgSource *source = x->opt->source;
    return source && source->is_input && source->is_input(source->arg, x->d, v);
}

/* A component answers for its own variables but not for its inputs, and for the flows of its connectors. */
static void find_balance(Structure *x) {
    const Dae *d = x->d;
    for (DaeVar v = 1; v < d->vars.n; v++) {
        if (!x->unknown[v] || d->vars.at[v].kind == DAE_KIND_DERIVATIVE) continue;
        bool counts =
            place_of(x, span_of(x, d->vars.at[v].origin)).connector ? d->vars.at[v].flags & DAE_FLOW : !is_input(x, v);
        if (counts) add_balance(x, owner_of(x, v), 1);
    }
    for (size_t r = 0; r < x->row_eq.n; r++) {
        uint32_t origin = x->eqs->at[x->row_eq.at[r]].origin;
        if (origin < d->origins.n && !place_of(x, span_of(x, origin)).connection)
            add_balance(x, dae_instance(d, origin), -1);
    }
}

/* ---- edits ------------------------------------------------------------------------------------------------------- */

static const char *arena_text(Structure *x, Text *t) {
    const char *s = base_strndup(&x->d->ctx->arena, base_text_str(t), t->n);
    base_text_free(t);
    return s;
}

/* The text of the source, blanks collapsed. */
static const char *source_text(Structure *x, Span span) {
    enum { LONGEST = 120 };
    Text t = {0};
    const Source *s = span.file ? base_source(x->d->ctx->sources, span.file) : NULL;
    for (uint32_t i = span.start; s && i < span.end && i < s->n; i++) {
        char c = s->text[i];
        bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (blank && (!t.n || t.at[t.n - 1] == ' ')) continue;
        if (t.n >= LONGEST) {
            base_text_add(&t, " ...");
            break;
        }
        base_text_char(&t, blank ? ' ' : c);
    }
    while (t.n && (t.at[t.n - 1] == ' ' || t.at[t.n - 1] == ';')) t.n--;
    return arena_text(x, &t);
}

static DbgEdit new_edit(Structure *x, DbgEditKind kind, const Side *s, const Group *g) {
    DbgEdit e = {.kind = kind, .place = g->place, .n = (uint32_t)g->members.n};
    e.items = BASE_ARRAY(&x->d->ctx->arena, uint32_t, g->members.n + 1);
    e.nodes = BASE_ARRAY(&x->d->ctx->arena, uint32_t, g->members.n + 1);
    e.nnodes = e.n;
    e.component = s->part.at[g->members.at[0]];
    bool one = true;
    for (uint32_t i = 0; i < e.n; i++) {
        e.items[i] = e.nodes[i] = s->id.at[g->members.at[i]];
        one &= s->part.at[g->members.at[i]] == e.component;
    }
    uint32_t excess = one ? s->excess_of.at[e.component] : s->excess;
    e.left = excess > e.n ? excess - e.n : 0;
    if (!one) e.component = SYM_NONE;
    return e;
}

/* Would the edit take away as many as it should and leave the rest solvable? */
static bool is_repair(Side *s, const Group *g) {
    uint32_t component = s->part.at[g->members.at[0]], excess = s->excess_of.at[component];
    for (size_t i = 1; i < g->members.n; i++)
        if (s->part.at[g->members.at[i]] != component) excess = s->excess;
    return g->total == g->members.n && g->members.n <= excess && can_go(s, g->members.at, (uint32_t)g->members.n);
}

static uint32_t unknowns_in(const Structure *x, const DaeEquation *eq) {
    const Dae *d = x->d;
    uint32_t n = 0;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        n += !dae_operand_is_const(o) && x->unknown[o];
    }
    return n;
}

/* Flexibility: what is safest to take away.  An equation that only pins one variable is the likeliest to be an
 * addition. */
static uint32_t equation_flexibility(const Structure *x, const DbgPlace *p, uint32_t row) {
    if (p->connection) return 1;
    uint32_t origin = x->eqs->at[x->row_eq.at[row]].origin;
    bool surplus = origin < x->d->origins.n && balance_of(x, dae_instance(x->d, origin)) < 0;
    return (surplus ? 3u : 0u) + (p->foreign ? 2u : 4u) + (unknowns_in(x, &x->eqs->at[x->row_eq.at[row]]) <= 1);
}

static void add_equation_edits(Structure *x, Side *s, Groups *groups) {
    for (size_t i = 0; i < groups->n && i < MOST_GROUPS_TESTED; i++) {
        const Group *g = &groups->at[i];
        if (x->out->open[x->row_eq.at[s->id.at[g->members.at[0]]]] || !is_repair(s, g)) continue;
        DbgEdit e = new_edit(x, DBG_EDIT_REMOVE_EQUATION, s, g);
        for (uint32_t k = 0; k < e.n; k++) e.items[k] = x->row_eq.at[e.items[k]];
        const DaeEquation *first = &x->eqs->at[e.items[0]];
        e.owner = first->origin < x->d->origins.n ? x->d->origins.at[first->origin].instance : 0;
        e.text = g->place.span.file ? source_text(x, g->place.span) : equation_text(x, first);
        e.disconnects = falls_apart(s, g->members.at, e.n);
        e.flexibility = equation_flexibility(x, &g->place, s->id.at[g->members.at[0]]);
        if (g->place.connection) e.against = "it comes from a connection, which gives other equations too";
        else if (g->place.associated <= 1) e.against = "its class has no other equation";
        else if (e.disconnects) e.against = "the equations left would not be connected with each other";
        vec_push(&x->edits, e);
    }
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static uint64_t class_key(const DbgPlace *p) {
    return base_mix((uint64_t)p->class_span.file << 32 | p->class_span.start, 7);
}

static void count_instance(Structure *x, Map *seen, DaeName instance, uint32_t place) {
    if (place == SYM_NONE || !x->places.at[place].cls) return;
    uint64_t key = class_key(&x->places.at[place]), pair = base_mix(key, instance), count = 0;
    if (base_map_get(seen, pair, NULL)) return;
    base_map_put(seen, pair, 1);
    (void)base_map_get(&x->instances_of, key, &count);
    base_map_put(&x->instances_of, key, count + 1);
}

/* How many instances have each class, by itself or by inheritance (seen from what was declared there). */
static void count_instances(Structure *x) {
    const Dae *d = x->d;
    Map seen = {0};
    for (DaeVar v = 1; v < d->vars.n; v++) {
        DaeName instance = d->names.at[d->vars.at[v].name].parent;
        count_instance(x, &seen, instance, place_at(x, span_of(x, d->vars.at[v].origin)));
        count_instance(x, &seen, instance, class_of_instance(x, instance));
    }
    for (size_t i = 0; i < x->eqs->n; i++) {
        uint32_t origin = x->eqs->at[i].origin;
        if (origin < d->origins.n) count_instance(x, &seen, dae_instance(d, origin), place_at(x, span_of(x, origin)));
    }
    base_map_free(&seen);
}

static bool is_inside(const Dae *d, DaeName n, DaeName of) {
    while (n && n != of) n = d->names.at[n].parent;
    return n == of;
}

/* Other unknowns of the owner (its own, and those of its connectors): what could stand in a new equation beside v. */
static void add_others(Structure *x, DbgEdit *e, DaeVar v, DaeName owner) {
    const Dae *d = x->d;
    e->others = BASE_ARRAY(&x->d->ctx->arena, DaeVar, MOST_OTHERS);
    for (DaeVar o = 1; o < d->vars.n && e->nothers < MOST_OTHERS; o++) {
        if (o == v || !x->unknown[o] || d->vars.at[o].kind == DAE_KIND_DERIVATIVE) continue;
        if (is_inside(d, d->names.at[d->vars.at[o].name].parent, owner) && owner_of(x, o) == owner)
            e->others[e->nothers++] = o;
    }
}

static uint32_t occurrences(const Structure *x, DaeVar v) {
    uint32_t n = 0;
    for (size_t k = 0; k < x->g.col.n; k++) n += x->g.col.at[k] == v;
    return n;
}

/* Does a connection name the variable? */
static bool is_connected(Structure *x, DaeVar v) {
    for (uint32_t r = 0; r < x->row_eq.n; r++)
        for (uint32_t k = x->g.ptr.at[r]; k < x->g.ptr.at[r + 1]; k++)
            if (x->g.col.at[k] == v && place_of(x, span_of(x, x->eqs->at[x->row_eq.at[r]].origin)).connection)
                return true;
    return false;
}

static void add_removals(Structure *x, Side *s, Groups *groups) {
    for (size_t i = 0; i < groups->n && i < MOST_GROUPS_TESTED; i++) {
        const Group *g = &groups->at[i];
        if (!is_repair(s, g)) continue;
        DbgEdit e = new_edit(x, DBG_EDIT_REMOVE_VARIABLE, s, g);
        e.owner = owner_of(x, e.items[0]);
        e.text = variable_text(x, e.items[0]);
        e.disconnects = falls_apart(s, g->members.at, e.n);
        e.flexibility = g->place.connector ? 1 : g->place.foreign ? 2 : 3;
        if (balance_of(x, e.owner) > 0) e.flexibility += 2;
        if (g->place.connector) e.against = "it belongs to a connector";
        else if (e.disconnects) e.against = "the equations left would not be connected with each other";
        vec_push(&x->edits, e);
    }
}

/* A variable whose removal takes the part apart may go when an equation beside it gets another variable. */
static void add_couplings(Structure *x, Side *s, Groups *groups) {
    const Dae *d = x->d;
    for (size_t i = 0; i < groups->n && i < MOST_GROUPS_TESTED; i++) {
        const Group *g = &groups->at[i];
        if (g->place.connector || g->members.n != 1 || !s->splits.at[g->members.at[0]] || !is_repair(s, g)) continue;
        uint8_t *without = base_realloc(NULL, s->n + 1);
        memset(without, 0, s->n + 1);
        without[g->members.at[0]] = 1;
        VecU32 part = {0}, partner_part = {0};
        (void)flood(s, without, &part, &partner_part);
        uint32_t c = g->members.at[0];
        for (uint32_t k = s->of_candidate.ptr.at[c]; k < s->of_candidate.ptr.at[c + 1]; k++) {
            uint32_t p = s->of_candidate.col.at[k];
            DbgEdit e = new_edit(x, DBG_EDIT_COUPLE, s, g);
            e.owner = owner_of(x, e.items[0]);
            e.text = variable_text(x, e.items[0]);
            e.equation = x->row_eq.at[s->partner_id.at[p]];
            uint32_t origin = x->eqs->at[e.equation].origin;
            e.place = place_of(x, span_of(x, origin));
            DaeName scope = dae_instance(d, origin);
            e.others = BASE_ARRAY(&x->d->ctx->arena, DaeVar, MOST_OTHERS);
            for (uint32_t o = 0; o < s->n && e.nothers < MOST_OTHERS; o++) {
                DaeVar v = s->id.at[o];
                if (o != c && part.at[o] != partner_part.at[p] &&
                    is_inside(d, d->names.at[d->vars.at[v].name].parent, scope))
                    e.others[e.nothers++] = v;
            }
            e.flexibility = e.place.foreign ? 2 : 3;
            if (e.nothers) vec_push(&x->edits, e);
        }
        vec_free(&part);
        vec_free(&partner_part);
        base_realloc(without, 0);
    }
}

/* What an equation for v in its class determines besides: the variable of that name in all instances. */
static void same_variables(Structure *x, const Side *s, DaeVar v, DbgEdit *e) {
    const Dae *d = x->d;
    uint64_t key = span_key(span_of(x, d->vars.at[v].origin));
    e->nodes = BASE_ARRAY(&x->d->ctx->arena, uint32_t, e->n + 1);
    e->nnodes = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        if (span_key(span_of(x, d->vars.at[s->id.at[i]].origin)) != key) continue;
        if (e->nnodes == e->n) break;
        e->nodes[e->nnodes++] = s->id.at[i];
    }
    if (e->nnodes != e->n) e->nnodes = 0;
}

/* An equation more in the class of the component that owns the variable: one more per instance of that class. */
static void add_additions(Structure *x, Side *s) {
    const Dae *d = x->d;
    for (uint32_t i = 0; i < s->n && i < MOST_GROUPS_TESTED; i++) {
        DaeVar v = s->id.at[i];
        DbgPlace declared = place_of(x, span_of(x, d->vars.at[v].origin));
        bool connector = declared.connector, foreign = declared.foreign;
        DaeName owner = owner_of(x, v);
        uint32_t at = class_of_instance(x, owner);
        uint64_t instances = 1;
        if (at != SYM_NONE) (void)base_map_get(&x->instances_of, class_key(&x->places.at[at]), &instances);
        uint32_t excess = s->excess_of.at[s->part.at[i]];
        bool input = is_input(x, v) && !is_connected(x, v), deficient = balance_of(x, owner) > 0;
        if (input && owner) instances = 1; /* it is given where the component is used */
        bool outside = instances > excess && instances > s->excess;
        if (outside) { /* too many in its own class: the model that uses it */
            owner = 0;
            instances = 1;
            at = class_of_instance(x, 0);
        }
        Group g = {.total = 1};
        vec_push(&g.members, i);
        if (at != SYM_NONE) g.place = x->places.at[at];
        DbgEdit e = new_edit(x, input && owner ? DBG_EDIT_CONNECT : DBG_EDIT_ADD_EQUATION, s, &g);
        vec_free(&g.members);
        if (instances > excess) excess = s->excess;
        e.left = excess > instances ? excess - (uint32_t)instances : 0;
        e.n = (uint32_t)instances;
        e.text = variable_text(x, v);
        e.variable = v;
        e.owner = owner;
        if (instances > 1) same_variables(x, s, v, &e);
        if (e.kind == DBG_EDIT_CONNECT) e.place = (DbgPlace){.span = span_of(x, d->vars.at[v].origin)};
        else if (!outside) add_others(x, &e, v, owner);
        e.flexibility = e.kind == DBG_EDIT_CONNECT      ? 9
                        : connector                     ? 2
                        : outside || (foreign && owner) ? 1
                        : occurrences(x, v) > 1         ? 4
                        : occurrences(x, v)             ? 5
                                                        : 6;
        if (e.kind == DBG_EDIT_ADD_EQUATION && deficient) e.flexibility += 2;
        if (e.kind == DBG_EDIT_ADD_EQUATION && connector) e.against = "it belongs to a connector";
        vec_push(&x->edits, e);
    }
}

/* ---- how many ways there are ------------------------------------------------------------------------------------- */

static uint64_t choose_count(uint32_t n, uint32_t k) {
    uint64_t c = 1;
    for (uint32_t i = 0; i < k && c <= MOST_SUBSETS; i++) c = c * (n - i) / (i + 1);
    return c;
}

/* Sets of flat equations that may go, counted as the paper filters them. */
static void count_subsets(Structure *x, Side *s) {
    if (s->n > MOST_SUBSET_NODES || !s->excess || choose_count(s->n, s->excess) > MOST_SUBSETS) return;
    uint32_t set[MOST_SUBSET_NODES], k = s->excess;
    uint8_t pass[MOST_SUBSET_NODES];
    for (uint32_t i = 0; i < s->n; i++) {
        DbgPlace p = place_of(x, span_of(x, x->eqs->at[x->row_eq.at[s->id.at[i]]].origin));
        pass[i] = !p.connection && p.associated > 1;
    }
    for (uint32_t i = 0; i < k; i++) set[i] = i;
    for (bool more = true; more;) {
        bool passes = true;
        for (uint32_t i = 0; i < k; i++) passes &= pass[set[i]];
        if (can_go(s, set, k)) {
            bool connected = !falls_apart(s, set, k);
            x->out->ways++;
            x->out->ways_connected += connected;
            x->out->ways_allowed += passes;
            x->out->ways_both += passes && connected;
        }
        uint32_t i = k;
        while (i && set[i - 1] == s->n - k + i - 1) i--;
        more = i > 0;
        if (!more) break;
        set[i - 1]++;
        for (uint32_t j = i; j < k; j++) set[j] = set[j - 1] + 1;
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* First what resolves a part alone, then what no rule speaks against, then the more flexible, then what was written
 * last. */
static int by_rank(const void *a, const void *b) {
    const DbgEdit *p = a, *q = b;
    if ((p->left == 0) != (q->left == 0)) return p->left == 0 ? -1 : 1;
    if (!p->against != !q->against) return !p->against ? -1 : 1;
    if (p->flexibility != q->flexibility) return p->flexibility > q->flexibility ? -1 : 1;
    if (p->place.span.start != q->place.span.start) return p->place.span.start > q->place.span.start ? -1 : 1;
    if (p->kind != q->kind) return p->kind < q->kind ? -1 : 1;
    return p->items[0] < q->items[0] ? -1 : p->items[0] > q->items[0];
}

static void list_parts(Structure *x, uint8_t which, DbgPartList *to) {
    Arena *a = &x->d->ctx->arena;
    uint32_t nrows = sym_graph_rows(&x->g), ncols = (uint32_t)x->d->vars.n;
    to->equations = BASE_ARRAY(a, uint32_t, nrows + 1);
    to->variables = BASE_ARRAY(a, DaeVar, ncols + 1);
    for (uint32_t r = 0; r < nrows; r++)
        if (x->row_part[r] == which) to->equations[to->nequations++] = x->row_eq.at[r];
    for (uint32_t c = 0; c < ncols; c++)
        if (x->unknown[c] && x->d->vars.at[c].kind != DAE_KIND_DERIVATIVE && x->col_part[c] == which)
            to->variables[to->nvariables++] = c;
}

/* The connector of the model itself whose flow the equation sets to zero because nothing is connected to it; 0:
 * none. */
static DaeName open_connector(Structure *x, const DaeEquation *eq) {
    const Dae *d = x->d;
    DaeVar v = 0;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_operand_is_const(o)) continue;
        if (v || !(d->vars.at[o].flags & DAE_FLOW)) return 0;
        v = o;
    }
    if (!v) return 0;
    DaeName top = d->vars.at[v].name;
    while (d->names.at[top].parent) top = d->names.at[top].parent;
    uint32_t at = class_of_instance(x, top);
    bool open = at != SYM_NONE && x->places.at[at].connector && place_of(x, span_of(x, eq->origin)).connection;
    return open ? top : 0;
}

/* Instead of the zero: some equation with all variables of the connector, which stands for what will be connected
 * there. */
static void open_rows(Structure *x, const VecU32 *connectors) {
    const Dae *d = x->d;
    SymGraph g;
    sym_graph_init(&g);
    VecU32 all = {0}; /* variables of open connectors */
    uint32_t open = 0;
    for (uint32_t r = 0; r < x->row_eq.n; r++) {
        DaeName connector = connectors->at[x->row_eq.at[r]];
        for (uint32_t k = x->g.ptr.at[r]; !connector && k < x->g.ptr.at[r + 1]; k++) sym_graph_edge(&g, x->g.col.at[k]);
        for (DaeVar v = 1; connector && v < d->vars.n; v++)
            if (x->unknown[v] && d->vars.at[v].kind != DAE_KIND_DERIVATIVE &&
                is_inside(d, d->vars.at[v].name, connector)) {
                sym_graph_edge(&g, v);
                vec_push(&all, v);
            }
        sym_graph_close_row(&g);
        if (connector) open = x->row_eq.at[r];
    }
    /* overdetermined connectors determine more than their flows (MLS 9.4) */
    for (uint32_t i = 0; i < d->open_unknowns; i++) {
        for (size_t k = 0; k < all.n; k++) sym_graph_edge(&g, all.at[k]);
        sym_graph_close_row(&g);
        vec_push(&x->row_eq, open);
    }
    vec_free(&all);
    sym_graph_free(&x->g);
    x->g = g;
}

static void open_connectors(Structure *x) {
    VecU32 connectors = {0};
    bool found = false;
    x->out->open = BASE_ARRAY(&x->d->ctx->arena, uint8_t, x->eqs->n + 1);
    for (size_t i = 0; i < x->eqs->n; i++) {
        DaeName connector = x->opt->open_connectors ? open_connector(x, &x->eqs->at[i]) : 0;
        x->out->open[i] = connector != 0;
        found |= connector != 0;
        vec_push(&connectors, connector);
    }
    if (found) open_rows(x, &connectors);
    vec_free(&connectors);
}

static void build_graph(Structure *x, const SymFlat *flat) {
    const Dae *d = flat->dae;
    x->eqs = &flat->eqs;
    x->unknown = base_realloc(NULL, d->vars.n + 1);
    memcpy(x->unknown, flat->unknown, d->vars.n);
    for (DaeVar v = 0; v < d->vars.n; v++)
        if (d->vars.at[v].flags & DAE_FLOW) base_map_put(&x->flow_parent, d->names.at[d->vars.at[v].name].parent, 1);
    sym_graph_init(&x->g);
    for (uint32_t r = 0; r < sym_graph_rows(&flat->g); r++) {
        for (uint32_t k = flat->g.ptr.at[r]; k < flat->g.ptr.at[r + 1]; k++) sym_graph_edge(&x->g, flat->g.col.at[k]);
        sym_graph_close_row(&x->g);
        vec_push(&x->row_eq, flat->row_eq.at[r]);
    }
    open_connectors(x);
}

/* Matches and decomposes; false when everything is matched. */
static bool decompose(Structure *x) {
    DbgDiagnosis *out = x->out;
    const Dae *d = x->d;
    uint32_t nrows = sym_graph_rows(&x->g), ncols = (uint32_t)d->vars.n;
    sym_fill_none(&x->row_match, nrows);
    sym_fill_none(&x->col_match, ncols);
    uint32_t matched = sym_match(&x->g, ncols, x->row_match.at, x->col_match.at);
    out->nequations = nrows;
    for (DaeVar v = 0; v < ncols; v++) out->nunknowns += x->unknown[v] && d->vars.at[v].kind != DAE_KIND_DERIVATIVE;
    out->excess = nrows - matched;
    out->missing = out->nunknowns - matched;
    if (!out->excess && !out->missing) return false;
    x->row_part = base_realloc(NULL, nrows + 1);
    x->col_part = base_realloc(NULL, ncols + 1);
    sym_decompose(&x->g, ncols, x->row_match.at, x->col_match.at, x->row_part, x->col_part);
    for (DaeVar v = 0; v < ncols; v++) {
        if (d->vars.at[v].kind == DAE_KIND_DERIVATIVE) x->unknown[v] = 0;
        if (x->unknown[v] && x->col_match.at[v] == SYM_NONE) x->col_part[v] = SYM_PART_UNDER; /* no equation names it */
    }
    list_parts(x, SYM_PART_OVER, &out->over);
    list_parts(x, SYM_PART_WELL, &out->well);
    list_parts(x, SYM_PART_UNDER, &out->under);
    return true;
}

static void repair_over(Structure *x) {
    Side s = {0};
    Groups groups = {0};
    make_side(x, true, &s);
    equation_groups(x, &s, &groups);
    add_equation_edits(x, &s, &groups);
    count_subsets(x, &s);
    free_groups(&groups);
    free_side(&s);
}

static void repair_under(Structure *x) {
    Side s = {0};
    Groups groups = {0};
    make_side(x, false, &s);
    count_instances(x);
    variable_groups(x, &s, &groups);
    add_removals(x, &s, &groups);
    add_couplings(x, &s, &groups);
    add_additions(x, &s);
    free_groups(&groups);
    free_side(&s);
}

/* Of a square model: small parts that nothing connects with the rest.  They contribute nothing to it (Bunus and
 * Fritzson). */
static void list_alone(Structure *x) {
    enum { SMALL = 3, MOST_ALONE = 20 };
    Side s = {0};
    Arena *a = &x->d->ctx->arena;
    make_side(x, true, &s);
    VecU32 size = {0};
    (void)vec_extend(&size, s.excess_of.n);
    uint32_t largest = 0;
    for (uint32_t i = 0; i < s.n; i++) {
        uint32_t n = ++size.at[s.part.at[i]];
        if (n > largest) largest = n;
    }
    x->out->alone = BASE_ARRAY(a, DbgPartList, MOST_ALONE);
    for (uint32_t p = 0; p < size.n && x->out->nalone < MOST_ALONE; p++) {
        if (size.at[p] == 0 || size.at[p] > SMALL || size.at[p] == largest) continue;
        DbgPartList *to = &x->out->alone[x->out->nalone++];
        to->equations = BASE_ARRAY(a, uint32_t, SMALL + 1);
        to->variables = BASE_ARRAY(a, DaeVar, SMALL + 1);
        for (uint32_t i = 0; i < s.n; i++)
            if (s.part.at[i] == p) to->equations[to->nequations++] = x->row_eq.at[s.id.at[i]];
        for (uint32_t i = 0; i < s.partners && to->nvariables < SMALL; i++)
            if (s.partner_part.at[i] == p) to->variables[to->nvariables++] = s.partner_id.at[i];
    }
    vec_free(&size);
    free_side(&s);
}

/* Everything matched: all rows and columns as one side, to be looked at for its components. */
static void look_at_square(Structure *x) {
    uint32_t nrows = sym_graph_rows(&x->g), ncols = (uint32_t)x->d->vars.n;
    x->row_part = base_realloc(NULL, nrows + 1);
    x->col_part = base_realloc(NULL, ncols + 1);
    memset(x->row_part, SYM_PART_OVER, nrows);
    memset(x->col_part, SYM_PART_OVER, ncols);
    for (DaeVar v = 0; v < ncols; v++)
        if (x->d->vars.at[v].kind == DAE_KIND_DERIVATIVE) x->unknown[v] = 0;
    list_alone(x);
}

static void free_structure(Structure *x) {
    sym_graph_free(&x->g);
    vec_free(&x->row_eq);
    vec_free(&x->row_match);
    vec_free(&x->col_match);
    base_realloc(x->unknown, 0);
    base_realloc(x->row_part, 0);
    base_realloc(x->col_part, 0);
    base_map_free(&x->place_of);
    vec_free(&x->places);
    base_map_free(&x->flow_parent);
    base_map_free(&x->instances_of);
    base_map_free(&x->instance_class);
    base_map_free(&x->balance);
}

static int64_t balance_at(const void *x, DaeName instance) { return balance_of(x, instance); }

DbgDiagnosis *dbg_structure(const SymFlat *flat, const DbgOptions *options) {
    Arena *a = &flat->dae->ctx->arena;
    DbgDiagnosis *out = BASE_NEW(a, DbgDiagnosis);
    Structure x = {.d = flat->dae, .opt = options, .out = out};
    out->dae = flat->dae;
    build_graph(&x, flat);
    bool singular = decompose(&x);
    out->square = !singular;
    if (singular) find_balance(&x);
    else look_at_square(&x);
    if (singular && out->excess) repair_over(&x);
    if (singular && out->missing) repair_under(&x);
    if (x.edits.n) qsort(x.edits.at, x.edits.n, sizeof(DbgEdit), by_rank);
    out->equations = base_copy(a, x.eqs->at, x.eqs->n * sizeof *x.eqs->at);
    out->edits = base_copy(a, x.edits.at, x.edits.n * sizeof *x.edits.at);
    out->nedits = x.edits.n;
    DbgSets sets = {.arena = a,
                    .g = &x.g,
                    .ncols = (uint32_t)x.d->vars.n,
                    .row_match = x.row_match.at,
                    .col_match = x.col_match.at,
                    .unknown = x.unknown,
                    .balance = balance_at,
                    .arg = &x};
    if (singular) dbg_edit_sets(&sets, out);
    vec_free(&x.edits);
    free_structure(&x);
    return out;
}
