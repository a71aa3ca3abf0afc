/* design.c - the points of a study: what each factor is in each run.
 *
 * Random numbers are a function of (seed, run, factor), not of a stream: run 731 has the same values whoever computes
 * it and whatever was computed before.
 */
#include "analysis/analysis.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 1000000 };

static char *keep(const char *s, size_t n) {
    char *copy = base_realloc(NULL, n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

static bool refuse(Context *ctx, const char *word, const char *why) {
    Diag *d = base_error(ctx, "ANA0001", (Span){0}, "'%s' gives no values: %s", word, why);
    base_hint(ctx, d, "write k=FROM:STEP:TO, k=list:1,2,5, k=linspace:0,1,11, k=logspace:1e-3,1,4 or k=3");
    return false;
}

static bool add_number(AnaFactor *f, double x) {
    Text t = {0};
    base_text_double(&t, x, false);
    vec_push(&f->values, keep(base_text_str(&t), t.n));
    base_text_free(&t);
    return f->values.n < MOST_VALUES;
}

/* n numbers separated by `by`; false: not exactly these. */
static bool numbers(const char *s, char by, int least, int most, double *out, int *n) {
    for (*n = 0; *n < most;) {
        char *end;
        out[(*n)++] = strtod(s, &end);
        if (end == s) return false;
        while (isspace((unsigned char)*end)) end++;
        if (!*end) return *n >= least;
        if (*end != by) return false;
        s = end + 1;
    }
    return false;
}

static bool add_range(Context *ctx, AnaFactor *f, const char *word, const char *s) {
    double x[3];
    int n;
    if (!numbers(s, ':', 2, 3, x, &n)) return refuse(ctx, word, "FROM:STEP:TO wants numbers");
    double from = x[0], step = n == 3 ? x[1] : 1, to = x[n - 1];
    if (!(step != 0) || (to - from) / step < 0) return refuse(ctx, word, "the step does not lead from FROM to TO");
    double steps = floor((to - from) / step * (1 + 1e-12) + 1e-9);
    if (!(steps < MOST_VALUES)) return refuse(ctx, word, "these are more than a million values");
    for (double i = 0; i <= steps; i++) add_number(f, from + i * step);
    return true;
}

static bool add_spaced(Context *ctx, AnaFactor *f, const char *word, const char *s, bool logarithmic) {
    double x[3];
    int n;
    if (!numbers(s, ',', 3, 3, x, &n) || !(x[2] >= 2) || !(x[2] < MOST_VALUES) || x[2] != floor(x[2]))
        return refuse(ctx, word, "FROM,TO,COUNT are wanted, COUNT at least 2");
    if (logarithmic && !(x[0] > 0 && x[1] > 0)) return refuse(ctx, word, "a logarithmic scale has positive ends");
    for (double i = 0; i < x[2]; i++) {
        double part = i / (x[2] - 1);
        double value = logarithmic ? x[0] * pow(x[1] / x[0], part) : x[0] + part * (x[1] - x[0]);
        add_number(f, part == 1 ? x[1] : value);
    }
    return true;
}

/* Literals, separated by commas outside quotation marks. */
static bool add_list(Context *ctx, AnaFactor *f, const char *word, const char *s) {
    for (const char *from = s;; s++) {
        if (*s == '"') {
            for (s++; *s && *s != '"'; s++)
                if (*s == '\\' && s[1]) s++;
            if (!*s) return refuse(ctx, word, "a quotation mark is not closed");
        } else if (!*s || *s == ',') {
            const char *to = s;
            while (from < to && isspace((unsigned char)*from)) from++;
            while (to > from && isspace((unsigned char)to[-1])) to--;
            if (from == to) return refuse(ctx, word, "an element of the list is empty");
            vec_push(&f->values, keep(from, (size_t)(to - from)));
            if (!*s) return true;
            from = s + 1;
        }
    }
}

static AnaFactor *new_factor(Context *ctx, AnaDesign *d, const char *word, const char **rest) {
    const char *equals = strchr(word, '=');
    if (!equals || equals == word || !equals[1]) {
        refuse(ctx, word, "NAME=VALUES is wanted");
        return NULL;
    }
    const char *name = base_strndup(&ctx->arena, word, (size_t)(equals - word));
    for (size_t i = 0; i < d->factors.n; i++)
        if (strcmp(d->factors.at[i].name, name) == 0) {
            refuse(ctx, word, "this name is varied already");
            return NULL;
        }
    vec_push(&d->factors, ((AnaFactor){.name = name}));
    *rest = equals + 1;
    return &vec_last(&d->factors);
}

static const char *after(const char *s, const char *start) {
    size_t n = strlen(start);
    return strncmp(s, start, n) == 0 ? s + n : NULL;
}

bool ana_factor_values(Context *ctx, AnaDesign *d, const char *word) {
    const char *s, *rest;
    AnaFactor *f = new_factor(ctx, d, word, &s);
    if (!f) return false;
    if ((rest = after(s, "list:"))) return add_list(ctx, f, word, rest);
    if ((rest = after(s, "linspace:"))) return add_spaced(ctx, f, word, rest, false);
    if ((rest = after(s, "logspace:"))) return add_spaced(ctx, f, word, rest, true);
    if (strchr(s, ':') && *s != '"') return add_range(ctx, f, word, s);
    vec_push(&f->values, keep(s, strlen(s)));
    return true;
}

static const struct {
    const char *name;
    int kind, least, most;
    const char *arguments;
} distributions[] = {
    {"uniform", ANA_UNIFORM, 2, 2, "low, high"},
    {"normal", ANA_NORMAL, 2, 2, "mean, deviation"},
    {"lognormal", ANA_LOGNORMAL, 2, 2, "mean and deviation of the logarithm"},
    {"triangular", ANA_TRIANGULAR, 3, 3, "low, mode, high"},
    {"exponential", ANA_EXPONENTIAL, 1, 1, "mean"},
};

static bool sensible(const AnaFactor *f) {
    const double *p = f->p;
    switch (f->distribution) {
    case ANA_UNIFORM: return p[0] < p[1];
    case ANA_NORMAL:
    case ANA_LOGNORMAL: return p[1] > 0;
    case ANA_TRIANGULAR: return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2];
    case ANA_EXPONENTIAL: return p[0] > 0;
    }
    return false;
}

bool ana_factor_random(Context *ctx, AnaDesign *d, const char *word) {
    const char *s;
    AnaFactor *f = new_factor(ctx, d, word, &s);
    if (!f) return false;
    size_t length = strcspn(s, "("), n = strlen(s);
    for (size_t i = 0; i < sizeof distributions / sizeof *distributions && s[n - 1] == ')'; i++) {
        if (strlen(distributions[i].name) != length || strncmp(s, distributions[i].name, length) != 0) continue;
        const char *inside = base_strndup(&ctx->arena, s + length + 1, n - length - 2);
        int count;
        f->random = true;
        f->distribution = distributions[i].kind;
        if (numbers(inside, ',', distributions[i].least, distributions[i].most, f->p, &count) && sensible(f))
            return true;
        Diag *g = base_error(ctx, "ANA0002", (Span){0}, "'%s' is no distribution: %s wants %s", word,
                             distributions[i].name, distributions[i].arguments);
        base_hint(ctx, g, "deviations and means of exponentials are positive, low lies below high");
        return false;
    }
    Diag *g = base_error(ctx, "ANA0002", (Span){0}, "'%s' is no distribution", word);
    base_hint(ctx, g,
              "there are uniform(low, high), normal(mean, deviation), lognormal(mu, sigma), triangular(low, mode, "
              "high) and exponential(mean)");
    return false;
}

/* How many it has; one that is drawn has another one in each run, and none of its own. */
static uint64_t values_of(const AnaFactor *f) { return f->random ? 1 : f->values.n; }

bool ana_design_finish(Context *ctx, AnaDesign *d) {
    bool random = false;
    for (size_t i = 0; i < d->factors.n; i++) random |= d->factors.at[i].random;
    uint64_t grid = 1, longest = 0;
    for (size_t i = 0; i < d->factors.n; i++) {
        uint64_t n = values_of(&d->factors.at[i]);
        if (n > longest) longest = n;
        if (grid > UINT64_MAX / 2 / (n ? n : 1)) grid = UINT64_MAX / 2;
        else grid *= n;
    }
    if (grid > 1000000000) {
        base_error(ctx, "ANA0003", (Span){0}, "the grid has more than a thousand million points");
        return false;
    }
    for (size_t i = 0; d->mode == ANA_ZIP && i < d->factors.n; i++) {
        uint64_t n = values_of(&d->factors.at[i]);
        if (n == longest || n == 1) continue;
        Diag *g = base_error(ctx, "ANA0003", (Span){0}, "--zip: '%s' has %llu values, another one %llu",
                             d->factors.at[i].name, (unsigned long long)n, (unsigned long long)longest);
        base_hint(ctx, g, "give equally many values, or one");
        return false;
    }
    enum { USUAL = 100 };
    uint64_t points = d->mode == ANA_LATIN ? 1 : d->mode == ANA_ZIP ? longest : grid;
    bool drawn = random || d->mode == ANA_LATIN; /* any number of runs makes sense: values come again and again */
    if (!drawn || !d->count) d->count = drawn && points <= 1 ? USUAL : points;
    return true;
}

/* ---- random numbers ---------------------------------------------------------------------------------------------- */

static uint64_t scramble(uint64_t x) { /* the finaliser of SplitMix64 (Steele, Lea, Flood 2014) */
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static double uniform(uint64_t seed, uint64_t run, uint64_t factor, uint64_t draw) {
    uint64_t x = scramble(scramble(scramble(scramble(seed) ^ run) ^ factor) ^ draw);
    return ((double)(x >> 11) + 0.5) * 0x1p-53; /* inside (0, 1) */
}

/* Where run i comes in a permutation of 0..n-1 that belongs to the factor: a Feistel network over the next power of
 * four, walked until it is inside. */
static uint64_t permuted(uint64_t seed, uint64_t factor, uint64_t i, uint64_t n) {
    int half = 1;
    while (half < 31 && (uint64_t)1 << 2 * half < n) half++;
    uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = i >> half & mask, right = i & mask;
        for (uint64_t round = 0; round < 6; round++) {
            uint64_t mixed = scramble(scramble(scramble(seed) ^ (factor << 8 | round)) ^ right) & mask;
            uint64_t next = left ^ mixed;
            left = right;
            right = next;
        }
        i = left << half | right;
    } while (i >= n);
    return i;
}

/* The inverse of the normal distribution: Wichura's algorithm AS 241 would do; this is Acklam's with one step of
 * Halley's method, which makes it exact to rounding. */
static double normal(double p) {
    static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                               1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
    static const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                               6.680131188771972e+01, -1.328068155288572e+01};
    static const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                               -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
    static const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                               3.754408661907416e+00};
    double x, tail = fmin(p, 1 - p);
    if (tail < 0.02425) {
        double q = sqrt(-2 * log(tail));
        x = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
            ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
        if (p > 0.5) x = -x;
    } else {
        double q = p - 0.5, r = q * q;
        x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
            (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
    }
    double e = 0.5 * erfc(-x / sqrt(2)) - p, u = e * sqrt(6.283185307179586) * exp(x * x / 2);
    return x - u / (1 + x * u / 2);
}

static double drawn(const AnaFactor *f, double u) {
    const double *p = f->p;
    switch (f->distribution) {
    case ANA_UNIFORM: return p[0] + u * (p[1] - p[0]);
    case ANA_NORMAL: return p[0] + p[1] * normal(u);
    case ANA_LOGNORMAL: return exp(p[0] + p[1] * normal(u));
    case ANA_TRIANGULAR: {
        double low = p[0], top = p[1], high = p[2], split = (top - low) / (high - low);
        return u < split ? low + sqrt(u * (high - low) * (top - low))
                         : high - sqrt((1 - u) * (high - low) * (high - top));
    }
    case ANA_EXPONENTIAL: return -p[0] * log1p(-u);
    }
    return NAN;
}

void ana_design_value(const AnaDesign *d, uint64_t run, size_t factor, Text *out) {
    const AnaFactor *f = &d->factors.at[factor];
    if (f->random) {
        double u = uniform(d->seed, run, factor, 0);
        if (d->mode == ANA_LATIN) u = ((double)permuted(d->seed, factor, run, d->count) + u) / (double)d->count;
        base_text_double(out, drawn(f, u), false);
        return;
    }
    uint64_t n = f->values.n, at = 0;
    if (d->mode == ANA_GRID) { /* the last factor varies fastest */
        uint64_t rest = run;
        for (size_t i = d->factors.n; i-- > factor;) {
            at = rest % values_of(&d->factors.at[i]);
            rest /= values_of(&d->factors.at[i]);
        }
    } else if (d->mode == ANA_ZIP) at = run % n;
    else at = permuted(d->seed, factor, run, d->count) * n / d->count;
    base_text_add(out, f->values.at[at]);
}

void ana_design_free(AnaDesign *d) {
    for (size_t i = 0; i < d->factors.n; i++) {
        for (size_t k = 0; k < d->factors.at[i].values.n; k++) base_realloc(d->factors.at[i].values.at[k], 0);
        vec_free(&d->factors.at[i].values);
    }
    vec_free(&d->factors);
}
