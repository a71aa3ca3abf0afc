/* spectrum.c - what frequencies a trajectory has: samples at equal distances, a window, a fast Fourier transform. */
#include "analysis/analysis.h"

#include <math.h>
#include <string.h>

static const double TWO_PI = 6.283185307179586;

const char *const ana_windows[] = {"none", "hann", "hamming", "blackman", "flattop", NULL};

/* Cosine sums (Harris 1978; flattop of ISO 18431-2). */
static const double cosines[][5] = {{1, 0, 0, 0, 0},
                                    {0.5, 0.5, 0, 0, 0},
                                    {0.54, 0.46, 0, 0, 0},
                                    {0.42, 0.5, 0.08, 0, 0},
                                    {1, 1.933, 1.286, 0.388, 0.0322}};

static double window_at(int window, size_t i, size_t n) {
    double sum = 0, sign = 1;
    for (int k = 0; k < 5; k++, sign = -sign)
        sum += sign * cosines[window][k] * cos(TWO_PI * k * (double)i / (double)n);
    return sum;
}

/* Decimation in time (Cooley and Tukey 1965); n is a power of two. */
static void transform(double *re, double *im, size_t n) {
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        double a = re[i], b = im[i];
        re[i] = re[j], im[i] = im[j];
        re[j] = a, im[j] = b;
    }
    for (size_t half = 1; half < n; half *= 2)
        for (size_t k = 0; k < half; k++) {
            double c = cos(TWO_PI * (double)k / (double)(2 * half)), s = -sin(TWO_PI * (double)k / (double)(2 * half));
            for (size_t i = k; i < n; i += 2 * half) {
                double x = re[i + half] * c - im[i + half] * s, y = re[i + half] * s + im[i + half] * c;
                re[i + half] = re[i] - x, im[i + half] = im[i] - y;
                re[i] += x, im[i] += y;
            }
        }
}

/* Linear between rows, behind an event at its very time. */
static void sample(const double *t, const double *y, size_t rows, double from, double to, double *out, size_t n) {
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        double at = from + (to - from) * (double)i / (double)n;
        while (k + 1 < rows && t[k + 1] <= at) k++;
        double h = k + 1 < rows ? t[k + 1] - t[k] : 0;
        out[i] = h > 0 && at > t[k] ? y[k] + (y[k + 1] - y[k]) * (at - t[k]) / h : y[k];
    }
}

void ana_spectrum(const double *t, const double *y, size_t rows, double from, double to, int window, AnaSpectrum *out) {
    size_t n = out->n;
    double *re = base_realloc(NULL, 2 * n * sizeof *re), *im = re + n, gain = 0;
    sample(t, y, rows, from, to, re, n);
    memset(im, 0, n * sizeof *im);
    out->step = 1 / (to - from);
    out->mean = out->rms = 0;
    for (size_t i = 0; i < n; i++) out->mean += re[i] / (double)n, out->rms += re[i] * re[i] / (double)n;
    out->rms = sqrt(out->rms);
    for (size_t i = 0; i < n; i++) {
        double w = window_at(window, i, n);
        gain += w / (double)n;
        re[i] = (re[i] - out->mean) * w; /* the mean would leak into its neighbours */
    }
    transform(re, im, n);
    out->amplitude[0] = fabs(out->mean);
    for (size_t i = 1; i < n / 2; i++) out->amplitude[i] = 2 * hypot(re[i], im[i]) / ((double)n * gain);
    base_realloc(re, 0);
}

/* Of a peak between two lines: where the parabola through three logarithms is highest. */
double ana_peak(const AnaSpectrum *s, size_t k, double *amplitude) {
    *amplitude = s->amplitude[k];
    if (k < 2 || k + 1 >= s->n / 2) return (double)k * s->step;
    double a = s->amplitude[k - 1], b = s->amplitude[k], c = s->amplitude[k + 1];
    if (!(a > 1e-9 * b) || !(c > 1e-9 * b)) return (double)k * s->step; /* it lies on a line */
    a = log(a), b = log(b), c = log(c);
    double part = 0.5 * (a - c) / (a - 2 * b + c);
    *amplitude = exp(b - 0.25 * (a - c) * part);
    return ((double)k + part) * s->step;
}

double ana_distortion(const AnaSpectrum *s, double fundamental, double *first) {
    double sum = 0;
    *first = 0;
    for (size_t h = 1; h <= 50; h++) {
        double at = (double)h * fundamental / s->step, most = 0;
        if (at + 1 >= (double)(s->n / 2)) break;
        for (size_t k = (size_t)fmax(1, floor(at - 1)); k <= (size_t)ceil(at + 1) && k < s->n / 2; k++)
            most = fmax(most, s->amplitude[k]);
        if (h == 1) *first = most;
        else sum += most * most;
    }
    return *first > 0 ? sqrt(sum) / *first : NAN;
}
