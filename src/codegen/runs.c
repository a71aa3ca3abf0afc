/* runs.c - a sequence of items as C: loops over operand tables for what repeats, straight lines for
 * the rest.
 *
 * What repeats is a pattern of p templates, p >= 1 (x[i] from y[i-1], y[i] from x[i], ... has p =
 * 2), standing at least MIN_REPEATS times in a row.  Each slot of the pattern is a COLUMN over the
 * repetitions:
 *
 *     fixed    the same operand every time: written as it is              v[17]  or the number of a
 * constant affine   first + k*step: written as an expression of the loop       v[17+3*k] table
 * anything else: a column of the loop's table                v[o[2]] shifted  a table column plus a
 * constant                             v[o[2]+5]
 *
 * so that a table holds only what cannot be said otherwise.
 */
#include "codegen/codegen_impl.h"

enum {
    MIN_REPEATS = 4,
    MIN_AFFINE = 32,
    MAX_PERIOD = 64,
    MAX_PART = 2000 /* statements of one C function */
};

typedef enum { COL_FIXED, COL_AFFINE, COL_TABLE } ColKind;
typedef struct {
    ColKind kind;
    bool operand;    /* else a plain number */
    uint32_t first;  /* value in the first repetition */
    int64_t step;    /* affine: per repetition */
    uint32_t column; /* table: which, */
    int64_t shift;   /* plus this */
} Col;

/* ---- slots ------------------------------------------------------------------------------------------------------- */

static uint32_t slot(const Gen *g, const GenTemplate *t, const GenItem *it, uint32_t k) {
    if (k < t->nholes) return gen_place(g, g->dae->operands.at[it->operands + k]);
    return k == t->nholes ? it->extra : it->origin;
}

static void index_text(const Col *c, Text *out) {
    switch (c->kind) {
    case COL_FIXED: base_text_printf(out, "%u", c->first); break;
    case COL_AFFINE:
        if (c->step == 1) base_text_printf(out, "%u+k", c->first);
        else if (c->step < 0) base_text_printf(out, "%u-%lld*k", c->first, (long long)-c->step);
        else base_text_printf(out, "%u+%lld*k", c->first, (long long)c->step);
        break;
    case COL_TABLE:
        base_text_printf(out, "o[%u]", c->column);
        if (c->shift) base_text_printf(out, "%+lld", (long long)c->shift);
        break;
    }
}

static void mark_text(const Gen *g, char kind, const Col *c, Text *out) {
    bool constant = c->kind == COL_FIXED && c->operand && c->first >= g->g->nvars;
    switch (kind) {
    case 'v':
        if (constant) {
            gen_number(out, g->dae->constants.at[c->first - g->g->nvars]);
            return;
        }
        base_text_add(out, "v[");
        break;
    case 'd':
        if (constant) {
            base_text_add(out, "0.0");
            return;
        }
        base_text_add(out, "d[");
        break;
    case 's':
        if (constant) { /* no start value: a number stands for the empty string */
            base_text_add(out, "\"\"");
            return;
        }
        base_text_add(out, "s[");
        break;
    case 'x': base_text_add(out, "x["); break;
    case 'p': base_text_add(out, "(v+"); break;
    case 'q': base_text_add(out, "(s+"); break;
    default: index_text(c, out); return;
    }
    index_text(c, out);
    base_text_char(out, kind == 'p' || kind == 'q' ? ')' : ']');
}

/* Which of the used slots slot k is. */
static uint32_t used_number(const GenTemplate *t, uint32_t k) {
    uint32_t lo = 0, hi = t->nused;
    if (hi <= 8) {
        while (t->used[lo] != k) lo++;
        return lo;
    }
    while (lo + 1 < hi) { /* wide shapes */
        uint32_t mid = (lo + hi) / 2;
        if (t->used[mid] <= k) lo = mid;
        else hi = mid;
    }
    return lo;
}

/* Text of a template with its marks put in; cols is parallel to t->used, or NULL: the slots of `it`. */
static void fill_marks(const Gen *g, const GenTemplate *t, const Col *cols, const GenItem *it, Text *out) {
    const char *s = t->text;
    for (const char *m; (m = strchr(s, 1));) {
        base_text_addn(out, s, (size_t)(m - s));
        char *end;
        uint32_t k = (uint32_t)strtoul(m + 2, &end, 10);
        Col c = cols ? cols[used_number(t, k)] : (Col){.operand = k < t->nholes, .first = slot(g, t, it, k)};
        mark_text(g, m[1], &c, out);
        s = end + 1;
    }
    base_text_add(out, s);
}

static void fill(Gen *g, const GenTemplate *t, const Col *cols, const GenItem *it) {
    Text text = {0};
    fill_marks(g, t, cols, it, t->takes_cells ? &text : &g->code);
    if (t->takes_cells) gen_variants(g, base_text_str(&text), &g->code);
    base_text_free(&text);
}

/* ---- comments ---------------------------------------------------------------------------------------------------- */

static void system_names(const Gen *g, const SymSystem *s, Text *out) {
    base_text_add(out, s->linear ? "linear system for " : "nonlinear system for ");
    for (uint32_t i = 0; i < s->n && i < 4; i++) {
        if (i) base_text_add(out, ", ");
        dae_var_text(g->dae, s->unknowns[i], out);
    }
    if (s->n > 4) base_text_printf(out, " and %u more", s->n - 4);
}

static void comment(Gen *g, const GenTemplate *t, const GenItem *it) {
    if (!g->opt.comments) return;
    Text text = {0};
    enum { WIDE = 500 }; /* operands of what nobody reads */
    if (t->shape != UINT32_MAX && t->nholes > WIDE) base_text_printf(&text, "an equation of %u operands", t->nholes);
    else if (t->shape != UINT32_MAX) {
        DaeEquation eq = {t->shape, it->operands, it->origin};
        dae_print_equation(g->dae, &eq, &text);
    } else system_names(g, &g->sym->systems.at[it->extra], &text);
    Span span = dae_span(g->dae, it->origin);
    base_text_add(&g->code, "/* ");
    for (const char *s = base_text_str(&text); *s; s++) { /* no comment may end early, and one line is enough */
        if (*s == '\n' && !s[1]) break;
        base_text_char(&g->code, *s == '\n' ? ' ' : *s);
        if (s[0] == '*' && s[1] == '/') base_text_char(&g->code, ' ');
    }
    if (span.file) {
        int line, column;
        base_source_position(g->ctx->sources, span.file, span.start, &line, &column);
        base_text_printf(&g->code, "   %s:%d", base_source(g->ctx->sources, span.file)->path, line);
    }
    base_text_add(&g->code, " */\n");
    base_text_free(&text);
}

/* ---- finding what repeats ---------------------------------------------------------------------------------------- */

/* Repetitions of the pattern of p templates that starts at items. */
static size_t repeats(const GenItem *items, size_t n, size_t p) {
    if (p * MIN_REPEATS > n) return 0;
    size_t i = p;
    while (i < n && items[i].tmpl == items[i - p].tmpl) i++;
    return i / p;
}

/* The period whose repetitions cover most; 0 when nothing repeats often enough. */
static size_t best_period(const GenItem *items, size_t n, size_t *count) {
    size_t best = 0, covered = 0;
    for (size_t p = 1; p <= MAX_PERIOD && p * MIN_REPEATS <= n; p++) {
        if (items[p].tmpl != items[0].tmpl) continue;
        size_t r = repeats(items, n, p);
        if (r >= MIN_REPEATS && r * p > covered + covered / 2) {
            best = p, covered = r * p, *count = r;
            if (covered >= 256) break;
        }
    }
    return best;
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* Classifies one column given by its values; values is also its storage when it must become a table
 * column. */
static bool is_affine(const uint32_t *values, size_t n, int64_t *step) {
    *step = (int64_t)values[1] - values[0];
    for (size_t i = 2; i < n; i++)
        if ((int64_t)values[i] - values[i - 1] != *step) return false;
    return true;
}

static bool is_shifted(const uint32_t *values, const uint32_t *other, size_t n, int64_t *shift) {
    *shift = (int64_t)values[0] - other[0];
    for (size_t i = 1; i < n; i++)
        if ((int64_t)values[i] - other[i] != *shift) return false;
    return true;
}

typedef struct {
    VEC(uint32_t *) columns; /* kept table columns, each of nrows values */
    size_t nrows;
    bool loop;   /* a loop counter k is there: affine columns are allowed */
    bool affine; /* all columns are known to be affine: the first two rows say all */
} Table;

static Col classify(Table *t, uint32_t *values, bool operand) {
    Col c = {.operand = operand, .first = values[0]};
    int64_t step = 0;
    bool affine = t->nrows < 2 || is_affine(values, t->nrows, &step);
    if (affine && step == 0) {
        c.kind = COL_FIXED;
        return c;
    }
    if (affine && t->loop) {
        c.kind = COL_AFFINE, c.step = step;
        return c;
    }
    c.kind = COL_TABLE;
    for (size_t j = 0; j < t->columns.n && j < 16; j++)
        if (is_shifted(values, t->columns.at[j], t->nrows, &c.shift)) {
            c.column = (uint32_t)j;
            return c;
        }
    c.shift = 0;
    c.column = (uint32_t)t->columns.n;
    uint32_t *keep = base_realloc(NULL, t->nrows * sizeof(uint32_t));
    memcpy(keep, values, t->nrows * sizeof(uint32_t));
    vec_push(&t->columns, keep);
    return c;
}

/* Row-major table of the kept columns. */
static int *finish_table(Gen *g, Table *t) {
    size_t w = t->columns.n;
    int *rows = base_alloc(&g->g->arena, (t->nrows * w + 1) * sizeof(int));
    for (size_t j = 0; j < w; j++) {
        for (size_t i = 0; i < t->nrows; i++) rows[i * w + j] = (int)t->columns.at[j][i];
        base_realloc(t->columns.at[j], 0);
    }
    vec_free(&t->columns);
    g->g->table_ints += t->nrows * w;
    return rows;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void straight(Gen *g, const GenItem *it) {
    const GenTemplate *t = &g->templates.at[it->tmpl];
    comment(g, t, it);
    fill(g, t, NULL, it);
    g->g->nstatements++;
}

/* A column of at least two rows that is known to be affine. */
static Col affine_column(const Gen *g, const GenTemplate *t, const GenItem *it, size_t stride, uint32_t used) {
    uint32_t first = slot(g, t, it, used);
    int64_t step = (int64_t)slot(g, t, it + stride, used) - first;
    return (Col){.operand = used < t->nholes, .first = first, .kind = step ? COL_AFFINE : COL_FIXED, .step = step};
}

/* The body shared by all repetitions of a pattern of p items: classifies columns and writes the
 * text.  Repetition i stands in rows[i], or without rows at first + i*stride. */
static void pattern(Gen *g, Table *table, const GenItem *first, const GenItem *const *rows, size_t stride, size_t p) {
    uint32_t *values = base_realloc(NULL, table->nrows * sizeof(uint32_t));
    for (size_t q = 0; q < p; q++) {
        const GenTemplate *t = &g->templates.at[first[q].tmpl];
        Col *cols = base_realloc(NULL, (t->nused ? t->nused : 1) * sizeof(Col));
        for (uint32_t j = 0; j < t->nused; j++) {
            if (table->affine) {
                cols[j] = affine_column(g, t, first + q, stride, t->used[j]);
                continue;
            }
            for (size_t i = 0; i < table->nrows; i++)
                values[i] = slot(g, t, rows ? &rows[i][q] : &first[i * stride + q], t->used[j]);
            cols[j] = classify(table, values, t->used[j] < t->nholes);
        }
        comment(g, t, &first[q]);
        fill(g, t, cols, NULL);
        base_realloc(cols, 0);
    }
    base_realloc(values, 0);
}

static void loop(Gen *g, const GenItem *items, size_t p, size_t n, bool affine) {
    Table table = {.nrows = n, .loop = true, .affine = affine};
    Text outer = g->code;
    g->code = (Text){0};
    pattern(g, &table, items, NULL, p, p);
    Text body = g->code;
    g->code = outer;
    size_t w = table.columns.n;
    base_text_add(&g->code, "{ ");
    if (w) base_text_printf(&g->code, "const int *o = e->tab[%zu]; ", g->tabs.n);
    base_text_printf(&g->code, "int k; for (k = 0; k < %zu; k++", n);
    if (w) base_text_printf(&g->code, ", o += %zu", w);
    base_text_printf(&g->code, ") {\n%s} }\n", base_text_str(&body));
    base_text_free(&body);
    int *rows = finish_table(g, &table);
    if (w) {
        vec_push(&g->tabs, rows);
        vec_push(&g->tab_sizes, n * w);
    }
    g->g->nloops++;
}

/* Repetitions from the first on whose slots all are affine: a boundary at the end of a long row of
 * cells should not cost a table for the whole row. */
static size_t affine_prefix(const Gen *g, const GenItem *items, size_t p, size_t n) {
    enum { BLOCK = 1024 }; /* repetitions looked at together, while what they refer to is in the cache */
    size_t length = n;
    if (n < 2) return n;
    for (size_t from = 0; from < length; from += BLOCK)
        for (size_t q = 0; q < p; q++) {
            const GenTemplate *t = &g->templates.at[items[q].tmpl];
            for (uint32_t j = 0; j < t->nused; j++) {
                int64_t first = slot(g, t, &items[q], t->used[j]), step = slot(g, t, &items[p + q], t->used[j]) - first;
                size_t end = from + BLOCK < length ? from + BLOCK : length, i = from;
                while (i < end && slot(g, t, &items[i * p + q], t->used[j]) == first + step * (int64_t)i) i++;
                if (i < end) length = i;
            }
        }
    return length;
}

static const char prologue[] = "(CwEnv *e) {\ndouble *v = e->v, *d = e->d, *r = e->r; const char "
                               "**s = e->s; void **x = e->o;\n";

static uint32_t begin_part(Gen *g, const char *label) {
    uint32_t part = ++g->next_part;
    if (g->opt.comments && label) base_text_printf(&g->code, "\n/* %s */\n", label);
    base_text_printf(&g->code, "static void p%u%s", part, prologue);
    return part;
}

void gen_items(Gen *g, const GenItem *items, size_t n, const char *label, VecU32 *parts) {
    size_t weight = 0;
    bool open = false;
    for (size_t i = 0; i < n;) {
        if (!open) {
            vec_push(parts, begin_part(g, label));
            open = true, weight = 0;
        }
        size_t count = 0, p = g->opt.no_loops ? 0 : best_period(items + i, n - i, &count);
        g->g->nruns++;
        if (p) {
            size_t regular = affine_prefix(g, items + i, p, count);
            bool affine = regular >= MIN_AFFINE;
            if (affine) count = regular;
            loop(g, items + i, p, count, affine);
            for (size_t q = 0; q < p; q++) weight += g->templates.at[items[i + q].tmpl].statements;
            i += p * count;
        } else {
            straight(g, items + i);
            weight += g->templates.at[items[i].tmpl].statements;
            i++;
        }
        if (weight >= MAX_PART) {
            base_text_add(&g->code, "}\n");
            open = false;
        }
    }
    if (open) base_text_add(&g->code, "}\n");
}

/* One function over one row of items for every instance; columns go into the common table. */
static uint32_t shared_part(Gen *g, Table *table, const GenItem *const *rows, size_t n) {
    if (!n) return 0;
    uint32_t part = begin_part(g, NULL);
    base_text_add(&g->code, "const int *o = e->operands;\n");
    pattern(g, table, rows[0], rows, 0, n);
    base_text_add(&g->code, "}\n");
    return part;
}

void gen_shared_items(Gen *g, const GenShared *s, uint32_t *part_a, uint32_t *part_b, const int **operands,
                      size_t *width) {
    Table table = {.nrows = s->m};
    *part_a = shared_part(g, &table, s->a, s->na);
    *part_b = shared_part(g, &table, s->b, s->nb);
    size_t w = table.columns.n;
    const int *all = finish_table(g, &table);
    for (size_t i = 0; i < s->m; i++) operands[i] = all + i * w;
    *width = w;
}

size_t gen_pieces(const GenItem *items, size_t n) {
    size_t pieces = 0, count = 0;
    for (size_t i = 0; i < n; pieces++) {
        size_t p = best_period(items + i, n - i, &count);
        i += p ? p * count : 1;
    }
    return pieces;
}
