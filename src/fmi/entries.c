/* entries.c - what a description tells as one variable, and its value reference.
 *
 * Before: scalar variables.  After: entries.  FMI 2.0 has one for each variable.  In 3.0 an array whose elements are
 * alike is one entry; variables that stand for the same number are aliases of it, or, where they have a part of their
 * own to play (outputs, inputs, states) or another unit, get a copy of its value reference: the reference plus a
 * multiple of twice the number of variables (carry/instance.c).  2.0 has such copies for other units only.
 */
#include "fmi/fmi_impl.h"

#include <stdlib.h>
#include <string.h>

static bool is_parameter(const FmiVariable *f) {
    return f->causality == FMI_PARAMETER || f->causality == FMI_CALCULATED_PARAMETER;
}

static bool stands_alone(const FmiVariable *f) {
    return f->state || f->derivative_of || f->causality == FMI_OUTPUT || f->causality == FMI_INPUT || is_parameter(f);
}

/* Aliases of an output that is computed count as unknowns of initialisation for FMPy, which wants them listed though
 * they have no value reference of their own: they get one. */
static bool may_own_aliases(const FmiVariable *f) {
    return !is_parameter(f) && (f->causality != FMI_OUTPUT || f->initial == FMI_EXACT || f->initial == FMI_NO_INITIAL);
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const DaeNameNode *node;
    const int32_t *subs;
    int32_t packed[2];
    int rank;
} Subscripts;

static const DaeVariable *variable(const FmiModel *m, size_t i) { return &m->dae->vars.at[m->vars.at[i].var]; }

static void subscripts_of(const FmiModel *m, size_t i, Subscripts *out) {
    out->node = &m->dae->names.at[variable(m, i)->name];
    out->rank = md_subs(m->dae->subs.at, out->node->subs, out->packed, &out->subs);
}

/* May element i be told together with element `first`, at distance k of it? */
static bool alike(const FmiModel *m, uint32_t first, uint32_t i, uint32_t k) {
    const FmiVariable *a = &m->vars.at[first], *b = &m->vars.at[i];
    const DaeVariable *x = variable(m, first), *y = variable(m, i);
    if (a->causality != b->causality || a->variability != b->variability || a->initial != b->initial ||
        a->has_start != b->has_start || a->state != b->state || !a->derivative_of != !b->derivative_of)
        return false;
    if (a->clock || x->base != y->base || x->kind != y->kind || x->attrs != y->attrs ||
        fmi_clock_of(m, a) != fmi_clock_of(m, b))
        return false;
    if (a->derivative_of &&
        (b->derivative_of != a->derivative_of + k || !alike(m, a->derivative_of - 1, b->derivative_of - 1, k)))
        return false; /* what an array is the derivative of is one too */
    /* states are read and set as one vector, in the order of the description */
    return !(a->state || a->derivative_of) || m->place_of[i] == m->place_of[first] + k;
}

/* The number of variables from `first` on that could be one array, by rows; 0: it does not begin one.  *last:
 * subscripts of the last one, which are its sizes. */
static uint32_t stretch_at(const FmiModel *m, uint32_t first, Subscripts *last) {
    Subscripts here;
    int32_t count[8], sizes[8];
    subscripts_of(m, first, &here);
    int rank = here.rank;
    if (!rank || rank > 8) return 0;
    for (int k = 0; k < rank; k++)
        if (here.subs[k] != 1) return 0;
    uint32_t end = first, n = 1;
    for (Subscripts s; end < m->vars.n; end++) {
        subscripts_of(m, end, &s);
        if (s.node->parent != here.node->parent || s.node->word != here.node->word || s.rank != rank ||
            variable(m, end)->kind != variable(m, first)->kind)
            break;
        if (!alike(m, first, end, end - first)) return 0;
    }
    subscripts_of(m, end - 1, last);
    for (int k = 0; k < rank; k++) count[k] = 1, sizes[k] = last->subs[k], n *= (uint32_t)sizes[k];
    if (n != end - first) return 0;
    for (uint32_t i = first; i < end; i++) {
        Subscripts s;
        subscripts_of(m, i, &s);
        if (memcmp(s.subs, count, (size_t)rank * sizeof *count) != 0) return 0;
        for (int k = rank; k-- > 0;) {
            if (++count[k] <= sizes[k]) break;
            count[k] = 1;
        }
    }
    return n;
}

/* The same.  States and their derivatives are arrays together or not at all: the derivatives of two arrays may stand
 * among each other. */
static uint32_t array_at(const FmiModel *m, uint32_t first, Subscripts *last) {
    const FmiVariable *f = &m->vars.at[first];
    Subscripts other;
    uint32_t n = stretch_at(m, first, last);
    if (n && f->state && stretch_at(m, m->derivatives.at[m->place_of[first]] - 1, &other) != n) return 0;
    if (n && f->derivative_of && stretch_at(m, f->derivative_of - 1, &other) != n) return 0;
    return n;
}

/* The name of an array: that of its first element without the last subscripts. */
static const char *array_name(FmiModel *m, const char *first) {
    const char *open = strrchr(first, '['), *close = strchr(open, ']');
    return base_sprintf(&m->arena, "%.*s%s", (int)(open - first), first, close + 1);
}

static void add_array(FmiModel *m, uint32_t first, uint32_t n, const Subscripts *last) {
    FmiEntry e = {.name = array_name(m, m->vars.at[first].name), .first = first, .n = n, .alias = UINT32_MAX};
    e.rank = (uint32_t)last->rank;
    uint32_t *dims = BASE_ARRAY(&m->arena, uint32_t, e.rank);
    for (uint32_t k = 0; k < e.rank; k++) dims[k] = (uint32_t)last->subs[k];
    e.dims = dims;
    e.reference = FMI_ARRAYS + m->narrays++;
    for (uint32_t k = 0; k < n; k++) m->entry_of[first + k] = (uint32_t)m->entries.n;
    vec_push(&m->entries, e);
}

/* ---- scalars ----------------------------------------------------------------------------------------------------- */

static void add_scalar(FmiModel *m, uint32_t i, uint32_t reference) {
    m->entry_of[i] = (uint32_t)m->entries.n;
    vec_push(&m->entries,
             ((FmiEntry){.name = m->vars.at[i].name, .first = i, .n = 1, .reference = reference, .alias = UINT32_MAX}));
}

/* What must agree in variables that share a value reference: the number, its type and its unit (FMI 2.0.4, 2.2.7; FMI
 * 3.0, 2.4.7.3). */
static uint64_t shared_key(const FmiModel *m, uint32_t i) {
    const FmiVariable *f = &m->vars.at[i];
    DaeBase base = (DaeBase)variable(m, i)->base;
    uint64_t unit = base == DAE_REAL ? m->dae->attrs.at[variable(m, i)->attrs].unit : 0;
    return unit << 36 | (uint64_t)f->reference << 4 | (f->clock ? 15 : base);
}

/* FMI 2.0. */
static void add_scalars(FmiModel *m) {
    Map copy = {0}, used = {0};
    m->ncopies = 1;
    for (uint32_t i = 0; i < m->vars.n; i++) {
        uint64_t key = shared_key(m, i), at, count = 0;
        uint32_t reference = m->vars.at[i].reference;
        if (!base_map_get(&copy, key, &at)) {
            base_map_get(&used, key << 28 >> 28, &count); /* without the unit */
            base_map_put(&used, key << 28 >> 28, count + 1);
            base_map_put(&copy, key, at = count);
            if (count + 1 > m->ncopies) m->ncopies = (uint32_t)count + 1;
        }
        add_scalar(m, i, reference + 2 * (uint32_t)m->dae->vars.n * (uint32_t)at);
    }
    base_map_free(&copy);
    base_map_free(&used);
}

/* Who is an entry of its own, and who an alias of whom. */
static void share(FmiModel *m) {
    uint32_t copies = 2 * (uint32_t)m->dae->vars.n;
    Map owner = {0}, used = {0};
    base_map_put(&used, 0, 1); /* time, which variables may be equal to */
    m->ncopies = 1;
    for (int alone = 1; alone >= 0; alone--)
        for (uint32_t i = 0; i < m->vars.n; i++) {
            const FmiVariable *f = &m->vars.at[i];
            uint64_t key = shared_key(m, i), at, count = 0;
            if (m->entry_of[i] != UINT32_MAX || stands_alone(f) != alone) continue;
            if (!alone && base_map_get(&owner, key, &at)) {
                m->entry_of[i] = (uint32_t)at;
                m->next_alias[i] = m->entries.at[at].alias;
                m->entries.at[at].alias = i;
                continue;
            }
            base_map_get(&used, f->reference, &count);
            base_map_put(&used, f->reference, count + 1);
            if (count + 1 > m->ncopies) m->ncopies = (uint32_t)count + 1;
            add_scalar(m, i, f->reference + copies * (uint32_t)count);
            if (may_own_aliases(f) && !base_map_get(&owner, key, &at)) base_map_put(&owner, key, m->entries.n - 1);
        }
    base_map_free(&owner);
    base_map_free(&used);
}

static int by_place(const void *a, const void *b) {
    const FmiEntry *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Every variable that is no element of an array. */
static void add_rest(FmiModel *m) {
    for (uint32_t i = 0; i < m->vars.n; i++)
        if (m->entry_of[i] == UINT32_MAX) add_scalar(m, i, FMI_ARRAYS + m->narrays++);
    m->ncopies = 1;
}

void fmi_entries(FmiModel *m, int version, bool plain) {
    size_t n = m->vars.n;
    m->entry_of = BASE_ARRAY(&m->arena, uint32_t, n + 1);
    m->next_alias = BASE_ARRAY(&m->arena, uint32_t, n + 1);
    m->place_of = BASE_ARRAY(&m->arena, uint32_t, n + 1);
    memset(m->entry_of, 0xFF, (n + 1) * sizeof *m->entry_of);
    memset(m->next_alias, 0xFF, (n + 1) * sizeof *m->next_alias);
    for (uint32_t k = 0; k < m->states.n; k++)
        m->place_of[m->states.at[k] - 1] = m->place_of[m->derivatives.at[k] - 1] = k;
    if (version == 2) {
        add_scalars(m);
        return;
    }
    m->arrays = true;
    for (uint32_t i = 0; i < n; i++) {
        Subscripts last;
        uint32_t elements = array_at(m, i, &last);
        if (elements) add_array(m, i, elements, &last), i += elements - 1;
    }
    if (plain) add_rest(m);
    else share(m);
    qsort(m->entries.at, m->entries.n, sizeof *m->entries.at, by_place);
    for (uint32_t i = 0; i < n; i++) m->entry_of[i] = UINT32_MAX;
    for (uint32_t e = 0; e < m->entries.n; e++) {
        FmiEntry *x = &m->entries.at[e];
        if (plain) x->reference = FMI_ARRAYS + e;
        for (uint32_t k = 0; k < x->n; k++) m->entry_of[x->first + k] = e;
        for (uint32_t k = x->alias; k != UINT32_MAX; k = m->next_alias[k]) m->entry_of[k] = e;
    }
}
