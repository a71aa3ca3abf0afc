/* reduce.c - numbers that stand for a trajectory.  Means and quantiles weigh by time, not by row: rows crowd at events.
 * */
#include "analysis/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool one(const char *word, size_t n, AnaReduction *out) {
    static const struct {
        const char *name;
        int kind;
    } plain[] = {{"final", ANA_FINAL}, {"min", ANA_MIN}, {"max", ANA_MAX}, {"mean", ANA_MEAN}, {"rms", ANA_RMS}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strlen(plain[i].name) == n && strncmp(plain[i].name, word, n) == 0) return out->kind = plain[i].kind, true;
    if (n < 2 || *word != 'q') return false;
    double percent = 0;
    for (size_t i = 1; i < n; i++) {
        if (word[i] < '0' || word[i] > '9') return false;
        percent = 10 * percent + (word[i] - '0');
    }
    out->kind = ANA_QUANTILE;
    out->quantile = percent / 100;
    return percent <= 100;
}

bool ana_reductions(Context *ctx, const char *words, AnaReductions *out) {
    for (const char *at = words;;) {
        size_t n = strcspn(at, ",");
        AnaReduction r = {.name = base_strndup(&ctx->arena, at, n)};
        if (n == 9 && strncmp(at, "quantiles", 9) == 0) {
            static const char *const usual[] = {"q05", "q25", "q50", "q75", "q95"};
            for (size_t i = 0; i < 5; i++) {
                AnaReduction q = {.name = usual[i]};
                (void)one(usual[i], 3, &q);
                vec_push(out, q);
            }
        } else if (one(at, n, &r)) {
            vec_push(out, r);
        } else {
            Diag *d =
                base_error(ctx, "ANA0020", (Span){0}, "'%s' does not say how a trajectory becomes a number", r.name);
            base_hint(ctx, d, "there are final, min, max, mean, rms, quantiles and q05 ... q95");
            return false;
        }
        if (!at[n]) return true;
        at += n + 1;
    }
}

typedef struct {
    double value, weight;
} Weighed;

static int by_value(const void *a, const void *b) {
    double x = ((const Weighed *)a)->value, y = ((const Weighed *)b)->value;
    return x < y ? -1 : x > y;
}

/* The value below which the trajectory stays for this part of the time. */
static double quantile(const double *time, const double *y, size_t n, double part) {
    Weighed *w = base_realloc(NULL, n * sizeof *w);
    double total = 0, sum = 0, found = y[n - 1];
    for (size_t i = 0; i < n; i++) {
        double left = i ? time[i] - time[i - 1] : 0, right = i + 1 < n ? time[i + 1] - time[i] : 0;
        w[i] = (Weighed){y[i], 0.5 * (left + right)};
        total += w[i].weight;
    }
    qsort(w, n, sizeof *w, by_value);
    for (size_t i = 0; i < n; i++) {
        found = w[i].value;
        sum += w[i].weight;
        if (sum >= part * total) break;
    }
    base_realloc(w, 0);
    return found;
}

double ana_reduce(const AnaReduction *r, const double *time, const double *y, size_t n) {
    if (n == 0) return NAN;
    double low = y[0], high = y[0], area = 0, square = 0, span = time[n - 1] - time[0];
    if (r->kind == ANA_FINAL || (span <= 0 && r->kind >= ANA_MEAN)) return y[n - 1];
    if (r->kind == ANA_QUANTILE) return quantile(time, y, n, r->quantile);
    for (size_t i = 1; i < n; i++) {
        double h = time[i] - time[i - 1], a = y[i - 1], b = y[i];
        low = fmin(low, b);
        high = fmax(high, b);
        area += 0.5 * h * (a + b);
        square += h * (a * a + a * b + b * b) / 3;
    }
    switch (r->kind) {
    case ANA_MIN: return low;
    case ANA_MAX: return high;
    case ANA_MEAN: return area / span;
    default: return sqrt(square / span);
    }
}

AnaSummary ana_summarise(const double *t, const double *y, size_t n) {
    AnaSummary s = {INFINITY, -INFINITY, n ? y[n - 1] : NAN, NAN, NAN};
    for (size_t i = 0; i < n; i++) {
        s.least = fmin(s.least, y[i]);
        s.most = fmax(s.most, y[i]);
        if (i == 0 || y[i] == y[i - 1]) continue;
        if (isnan(s.first)) s.first = t[i];
        s.last = t[i];
    }
    return s;
}
