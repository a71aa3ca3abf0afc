/* spline.c - cubic interpolation between points whose slopes follow from their neighbours.
 *
 * The kinds are those of the Modelica library's tables.  H. Akima, A new method of interpolation and smooth curve
 * fitting based on local procedures (1970); F. N. Fritsch and J. Butland, A method for constructing local monotone
 * piecewise cubic interpolants (1984); M. Steffen, A simple method for monotonic interpolation in one dimension (1990).
 * Nothing is stored: the slope at a point is computed from four secants around it.
 */
#include <math.h>

#include "base/base.h"

/* The secant behind point i; beyond the ends they go on as a parabola does. */
static double secant(const BasePoints *p, int64_t i) {
    int64_t n = (int64_t)p->n;
    if (n == 2) i = 0;
    else if (i < 0) return secant(p, 0) + (double)-i * (secant(p, 0) - secant(p, 1));
    else if (i > n - 2) return secant(p, n - 2) + (double)(i - n + 2) * (secant(p, n - 2) - secant(p, n - 3));
    size_t a = (size_t)i * p->stride, b = a + p->stride;
    return (p->y[b] - p->y[a]) / (p->x[b] - p->x[a]);
}

static double akima(const BasePoints *p, int64_t i, bool modified) {
    double d[4], behind, before;
    for (int k = 0; k < 4; k++) d[k] = secant(p, i - 2 + k);
    behind = fabs(d[3] - d[2]) + (modified ? fabs(d[3] + d[2]) / 2 : 0);
    before = fabs(d[1] - d[0]) + (modified ? fabs(d[1] + d[0]) / 2 : 0);
    double sum = behind + before;
    if (!(sum > 0)) return modified ? 0 : (d[1] + d[2]) / 2;
    return (behind * d[1] + before * d[2]) / sum;
}

static double width(const BasePoints *p, int64_t i) {
    return p->x[(size_t)(i + 1) * p->stride] - p->x[(size_t)i * p->stride];
}

/* Both keep what rises rising: no slope where the secants turn; at the ends that of the secant. */
static double monotone(const BasePoints *p, int64_t i, bool steffen) {
    int64_t n = (int64_t)p->n;
    if (i == 0 || i == n - 1) return secant(p, i == 0 ? 0 : n - 2);
    double a = secant(p, i - 1), b = secant(p, i), ha = width(p, i - 1), hb = width(p, i), h = ha + hb;
    if (!(a * b > 0)) return 0;
    if (!steffen) return 3 * h / ((h + hb) / a + (h + ha) / b);
    double parabola = fabs((a * hb + b * ha) / h);
    return copysign(fmin(2 * fmin(fabs(a), fabs(b)), parabola), a);
}

static double slope(int kind, const BasePoints *p, int64_t i) {
    if (kind == BASE_FRITSCH_BUTLAND || kind == BASE_STEFFEN) return monotone(p, i, kind == BASE_STEFFEN);
    return akima(p, i, kind == BASE_MODIFIED_AKIMA);
}

bool base_is_spline(int kind) {
    return kind == BASE_AKIMA || kind == BASE_FRITSCH_BUTLAND || kind == BASE_STEFFEN || kind == BASE_MODIFIED_AKIMA;
}

void base_spline(int kind, const BasePoints *p, size_t k, double part, double out[3]) {
    size_t a = k * p->stride, b = a + p->stride;
    double h = p->x[b] - p->x[a], d = (p->y[b] - p->y[a]) / h, c0 = slope(kind, p, (int64_t)k),
           c1 = slope(kind, p, (int64_t)k + 1), c2 = 3 * d - 2 * c0 - c1, c3 = c0 + c1 - 2 * d;
    if (part < 0 || part > 1) { /* straight on */
        out[1] = part < 0 ? c0 : c1;
        out[0] = part < 0 ? p->y[a] + c0 * h * part : p->y[b] + c1 * h * (part - 1);
        out[2] = 0;
        return;
    }
    out[0] = part == 1 ? p->y[b] : p->y[a] + h * part * (c0 + part * (c2 + part * c3));
    out[1] = c0 + part * (2 * c2 + 3 * part * c3);
    out[2] = (2 * c2 + 6 * part * c3) / h;
}
