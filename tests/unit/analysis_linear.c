/* analysis_linear.c - eigenvalues, zeros and responses against closed forms. */
#include "analysis/analysis.h"
#include "test.h"

#include <math.h>

static bool near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance * (1 + fabs(b)); }

/* (s + 2)(s + 5) / ((s + 1)^4 (s + 3)) in controllable form: relative degree 3, so that three zeros lie at infinity. */
static void test_zeros(void) {
    Arena arena = {0};
    AnaLinear *l = ana_linear_new(&arena, 5, 1, 1);
    const double p[] = {3, 13, 22, 18, 7}; /* (s + 1)^4 (s + 3), lowest power first */
    for (int i = 0; i < 4; i++) l->a[i + 5 * (i + 1)] = 1;
    for (int j = 0; j < 5; j++) l->a[4 + 5 * j] = -p[j];
    l->b[4] = 1e6; /* sizes of inputs say nothing */
    l->c[0] = 10e-6, l->c[1] = 7e-6, l->c[2] = 1e-6;
    double re[6], im[6];
    int n;
    CHECK(ana_zeros(l, 0, 0, &n, re, im));
    CHECK(n == 2 && near(fmin(re[0], re[1]), -5, 1e-9) && near(fmax(re[0], re[1]), -2, 1e-9));
    double r, i;
    CHECK(ana_response(l, 0, 0, 0, &r, &i) && near(r, 10.0 / 3, 1e-12) && i == 0);
    double y[200];
    CHECK(ana_step(l, 0, 0, 0.2, 200, y) && y[0] == 0 && near(y[199], 10.0 / 3, 1e-6));
    base_free_arena(&arena);
}

/* A chain of three masses floats: two modes vibrate, a double eigenvalue is zero within rounding. */
static void test_modes(void) {
    Arena arena = {0};
    AnaLinear *l = ana_linear_new(&arena, 6, 0, 0);
    const double k[2] = {0.7, 1};
    for (int i = 0; i < 3; i++) {
        l->a[i + 6 * (3 + i)] = 1;
        if (i > 0) l->a[3 + i + 6 * i] -= k[i - 1], l->a[3 + i + 6 * (i - 1)] += k[i - 1];
        if (i < 2) l->a[3 + i + 6 * i] -= k[i], l->a[3 + i + 6 * (i + 1)] += k[i];
    }
    AnaMode modes[6];
    double part[36], low, high, settle;
    int still = 0, slow = 0, fast = 0;
    CHECK(ana_modes(l, modes, part));
    for (int i = 0; i < 6; i++) {
        double sum = 0;
        for (int j = 0; j < 6; j++) sum += part[6 * i + j];
        CHECK(near(sum, 1, 1e-12));
        still += hypot(modes[i].re, modes[i].im) <= modes[i].error;
        slow += near(modes[i].frequency, 0.1433438, 1e-6);
        fast += near(modes[i].frequency, 0.2560773, 1e-6);
    }
    CHECK(still == 2 && slow == 2 && fast == 2);
    ana_linear_span(l, &low, &high, &settle);
    CHECK(low >= 0.01 && low < 0.1 && high > 1 && high <= 10 && settle < 100);
    base_free_arena(&arena);
}

/* Nothing from u reaches y: no zero is told. */
static void test_nothing(void) {
    Arena arena = {0};
    AnaLinear *l = ana_linear_new(&arena, 2, 1, 1);
    double re[3], im[3];
    int n;
    l->a[0] = -1, l->a[3] = -2, l->b[0] = 1, l->c[1] = 1;
    CHECK(ana_zeros(l, 0, 0, &n, re, im) && n == 0);
    base_free_arena(&arena);
}

int main(void) {
    test_zeros();
    test_modes();
    test_nothing();
    return test_done();
}
