/* study_table.c - a study as a table: CSV, or numbers in HDF5. */
#include "session/study_impl.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- text -------------------------------------------------------------------------------------------------------- */

typedef struct {
    const causeway_study *s;
    FILE *out;
} Table;

static void quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('"', out);
}

static void write_row(void *arg, const AnaRecord *r) {
    Table *t = arg;
    const causeway_study *s = t->s;
    Text line = {0};
    fprintf(t->out, "%llu", (unsigned long long)r->run);
    for (size_t f = 0; f < s->design->factors.n; f++) {
        base_text_char(&line, ',');
        ana_design_value(s->design, r->run, f, &line);
    }
    for (size_t i = 0; i < s->ncolumns; i++) {
        base_text_char(&line, ',');
        if (r->values) base_text_double(&line, r->values[i], false);
    }
    fprintf(t->out, "%s,%u,", base_text_str(&line), r->status);
    quoted(t->out, r->text);
    fputc('\n', t->out);
    base_text_free(&line);
}

static FILE *create(Context *ctx, const char *path) {
    FILE *f = fopen(path, "wb");
    if (f) return f;
    Diag *d = base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    base_hint(ctx, d, "choose another place for the output");
    return NULL;
}

static bool finish(Context *ctx, const char *path, FILE *f) {
    errno = 0;
    bool ok = !ferror(f) && fflush(f) == 0;
    int why = errno;
    if (fclose(f) != 0) ok = false;
    if (ok) return true;
    Diag *d = base_error(ctx, "TOOL0007", (Span){0}, "%s could not be written completely: %s", path,
                         strerror(why ? why : EIO));
    base_hint(ctx, d, "make room on the disk or choose another place");
    return false;
}

static bool write_table(causeway_study *s, const char *path) {
    FILE *f = create(s->ctx, path);
    if (!f) return false;
    fputs("run", f);
    for (size_t i = 0; i < s->design->factors.n; i++) fputc(',', f), quoted(f, s->design->factors.at[i].name);
    for (size_t i = 0; i < s->ncolumns; i++) fputc(',', f), quoted(f, s->columns[i]);
    fputs(",status,error\n", f);
    Table table = {s, f};
    ana_journal_each(s->journal, write_row, &table);
    return finish(s->ctx, path, f);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const causeway_study *s;
    ResWriter *out;
    ResSchema schema;
    double *v; /* run, factors, values, status */
    bool begun, ok;
    uint64_t failed;
    Text errors; /* CSV of what failed, beside the numbers */
} Numbers;

static void column_word(const void *arg, size_t signal, ResWord what, Text *out) {
    const causeway_study *s = arg;
    size_t factors = s->design->factors.n;
    if (what != RES_NAME) return;
    if (signal < factors) base_text_add(out, s->design->factors.at[signal].name);
    else if (signal < factors + s->ncolumns) base_text_add(out, s->columns[signal - factors]);
    else base_text_add(out, "status");
}

/* A literal as a number; what is none is not known. */
static double as_number(const char *literal) {
    char *end;
    if (strcmp(literal, "true") == 0) return 1;
    if (strcmp(literal, "false") == 0) return 0;
    double x = strtod(literal, &end);
    return end != literal && !*end ? x : NAN;
}

static void add_numbers(void *arg, const AnaRecord *r) {
    Numbers *n = arg;
    const causeway_study *s = n->s;
    size_t k = 0;
    n->v[k++] = (double)r->run;
    for (size_t f = 0; f < s->design->factors.n; f++) {
        Text t = {0};
        ana_design_value(s->design, r->run, f, &t);
        n->v[k++] = as_number(base_text_str(&t));
        base_text_free(&t);
    }
    for (size_t i = 0; i < s->ncolumns; i++) n->v[k++] = r->values ? r->values[i] : NAN;
    n->v[k] = r->status;
    if (!n->begun) n->ok = n->out->header(n->out, &n->schema, n->v);
    n->begun = true;
    n->ok = n->ok && n->out->row(n->out, &n->schema, n->v);
    if (!r->status) return;
    n->failed++;
    base_text_printf(&n->errors, "%llu,%u,", (unsigned long long)r->run, r->status);
    base_text_json(&n->errors, r->text, strlen(r->text));
    base_text_char(&n->errors, '\n');
}

/* Why runs failed is text, and stands in FILE.errors.csv. */
static bool write_errors(Numbers *n, Context *ctx, const char *path) {
    const char *beside = base_sprintf(&ctx->arena, "%s.errors.csv", path);
    FILE *f = n->failed ? create(ctx, beside) : NULL;
    if (!n->failed) return true;
    if (!f) return false;
    fputs("run,status,error\n", f);
    fwrite(n->errors.at, 1, n->errors.n, f);
    return finish(ctx, beside, f);
}

static bool write_numbers(causeway_study *s, const char *path) {
    Context *ctx = s->ctx;
    size_t columns = s->design->factors.n + s->ncolumns + 1;
    ResSignal *signals = BASE_ARRAY(&ctx->arena, ResSignal, columns);
    for (size_t i = 0; i < columns; i++) signals[i] = (ResSignal){(uint32_t)i + 1, 1, false};
    errno = 0;
    Numbers n = {.s = s, .out = res_create(path), .v = BASE_ARRAY(&ctx->arena, double, columns + 1), .ok = true};
    n.schema = (ResSchema){signals, columns, column_word, s, 0, (double)s->design->count};
    if (n.out) ana_journal_each(s->journal, add_numbers, &n);
    bool ok = n.out && n.ok;
    if (n.out && !n.out->close(n.out)) ok = false;
    if (!ok) {
        Diag *d = base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno ? errno : EIO));
        base_hint(ctx, d, "make room or choose another place: what is done is kept in the journal");
    }
    ok = ok && write_errors(&n, ctx, path);
    base_text_free(&n.errors);
    return ok;
}

bool ses_write_study(causeway_study *s, const char *path) {
    return ses_ends_with(path, ".csv") ? write_table(s, path) : write_numbers(s, path);
}
