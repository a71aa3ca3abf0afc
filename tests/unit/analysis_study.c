/* Designs of studies, journals that survive being cut, reductions. */
#include "analysis/analysis.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int passed, failed;
static void check(bool ok, const char *what) {
    if (ok) passed++;
    else {
        failed++;
        fprintf(stderr, "failed: %s\n", what);
    }
}

static bool near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance * fmax(1, fabs(b)); }

static const char *value(const AnaDesign *d, uint64_t run, size_t factor) {
    static char text[64];
    Text t = {0};
    ana_design_value(d, run, factor, &t);
    snprintf(text, sizeof text, "%s", base_text_str(&t));
    base_text_free(&t);
    return text;
}

static void test_design(Context *ctx) {
    AnaDesign d = {0};
    check(ana_factor_values(ctx, &d, "k=1:0.5:3") && d.factors.at[0].values.n == 5, "a range");
    check(ana_factor_values(ctx, &d, "s=list:\"a,b\", c") && d.factors.at[1].values.n == 2,
          "a list with a quoted comma");
    check(ana_design_finish(ctx, &d) && d.count == 10, "a grid");
    check(strcmp(value(&d, 3, 0), "1.5") == 0 && strcmp(value(&d, 3, 1), "c") == 0, "the last factor varies fastest");
    ana_design_free(&d);
    AnaDesign latin = {.mode = ANA_LATIN, .count = 997, .seed = 7};
    check(ana_factor_random(ctx, &latin, "m=uniform(0, 997)") && ana_design_finish(ctx, &latin), "Latin hypercube");
    uint8_t seen[997] = {0};
    for (uint64_t i = 0; i < 997; i++) seen[(int)strtod(value(&latin, i, 0), NULL)]++;
    bool once = true;
    for (int i = 0; i < 997; i++) once &= seen[i] == 1;
    check(once, "each layer once");
    ana_design_free(&latin);
    AnaDesign normal = {.count = 20000, .seed = 1};
    check(ana_factor_random(ctx, &normal, "m=normal(2, 3)") && ana_design_finish(ctx, &normal), "normal");
    double sum = 0, square = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        double x = strtod(value(&normal, i, 0), NULL);
        sum += x, square += x * x;
    }
    double mean = sum / 20000, deviation = sqrt(square / 20000 - mean * mean);
    check(fabs(mean - 2) < 0.1 && fabs(deviation - 3) < 0.1, "mean and deviation");
    ana_design_free(&normal);
    AnaDesign bad = {0};
    check(!ana_factor_values(ctx, &bad, "k=3:1:1:2") && !ana_factor_values(ctx, &bad, "q=1:1:0"), "bad ranges");
    check(!ana_factor_random(ctx, &bad, "m=normal(1, -1)"), "a bad deviation");
    ana_design_free(&bad);
    base_diag_clear(ctx);
}

typedef struct {
    uint64_t count, sum;
    double total;
} Seen;

static void visit(void *arg, const AnaRecord *r) {
    Seen *s = arg;
    s->count++;
    s->sum += r->run;
    if (r->values) s->total += r->values[1];
}

static void test_journal(Context *ctx) {
    char path[] = "/tmp/causeway-journal-XXXXXX";
    int file = mkstemp(path);
    close(file);
    AnaJournal *j = ana_journal_open(ctx, path, "study", 2);
    for (uint64_t i = 0; j && i < 10; i++) {
        double values[2] = {(double)i, 2.0 * (double)i};
        check(ana_journal_add(j, &(AnaRecord){9 - i, i == 3 ? 5 : 0, i == 3 ? NULL : values, i == 3 ? "failed" : ""}),
              "add");
    }
    ana_journal_close(j);
    file = open(path, O_RDWR);
    off_t size = lseek(file, 0, SEEK_END);
    check(ftruncate(file, size - 5) == 0, "the last record is cut");
    close(file);
    j = ana_journal_open(ctx, path, "study", 2);
    check(j && ana_journal_count(j) == 9 && !ana_journal_has(j, 0) && ana_journal_has(j, 9), "what was whole is there");
    double values[2] = {9, 18};
    check(ana_journal_add(j, &(AnaRecord){0, 0, values, ""}), "add again");
    Seen s = {0};
    ana_journal_each(j, visit, &s);
    check(s.count == 10 && s.sum == 45 && s.total == 84, "each run once");
    ana_journal_close(j);
    check(!ana_journal_open(ctx, path, "another study", 2), "another study is refused");
    base_diag_clear(ctx);
    unlink(path);
}

static void test_reduce(Context *ctx) {
    AnaReductions r = {0};
    check(ana_reductions(ctx, "final,min,max,mean,rms,q50", &r) && r.n == 6, "reductions");
    double time[] = {0, 1, 1, 3}, y[] = {0, 2, 4, 4}, wanted[] = {4, 0, 4, 3, sqrt((4.0 / 3 + 32) / 3), 4};
    for (size_t i = 0; i < 6; i++) check(near(ana_reduce(&r.at[i], time, y, 4), wanted[i], 1e-12), r.at[i].name);
    vec_free(&r);
    check(!ana_reductions(ctx, "final,median", &r), "an unknown reduction");
    vec_free(&r);
    base_diag_clear(ctx);
}

int main(void) {
    Context *ctx = base_context_new();
    test_design(ctx);
    test_journal(ctx);
    test_reduce(ctx);
    base_context_free(ctx);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
