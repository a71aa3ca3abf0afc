/* api_linear.c - causeway.h: linear models. */
#include "session/api.h"

#include <math.h>
#include <string.h>

struct causeway_linear {
    Arena arena;
    AnaLinear *l;
    Text text;
};

causeway_linear *ses_wrap_linear(Runtime *rt, const Dae *d, size_t n, const char *const *patterns) {
    causeway_linear *out = base_realloc(NULL, sizeof *out);
    memset(out, 0, sizeof *out);
    VecStr more = {0};
    for (size_t i = 0; i < n; i++) vec_push(&more, (char *)patterns[i]);
    out->l = ses_linear(rt, d, &more, &out->arena);
    vec_free(&more);
    if (out->l) return out;
    causeway_linear_free(out);
    return NULL;
}

void causeway_linear_free(causeway_linear *l) {
    if (!l) return;
    base_text_free(&l->text);
    base_free_arena(&l->arena);
    base_realloc(l, 0);
}

void causeway_linear_get(const causeway_linear *l, causeway_linear_data *out) {
    const AnaLinear *from = l->l;
    causeway_linear_data all = {.size = out->size,
                                .model = from->model,
                                .time = from->time,
                                .nstates = (size_t)from->n,
                                .ninputs = (size_t)from->m,
                                .noutputs = (size_t)from->p,
                                .states = from->x,
                                .inputs = from->u,
                                .outputs = from->y,
                                .a = from->a,
                                .b = from->b,
                                .c = from->c,
                                .d = from->d,
                                .x0 = from->x0,
                                .u0 = from->u0,
                                .y0 = from->y0,
                                .f0 = from->f0,
                                .held = from->held};
    ses_hand_out(out, &all, sizeof all);
}

causeway_status causeway_linear_modes(const causeway_linear *l, size_t size, causeway_mode *modes,
                                      double *participation) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return CAUSEWAY_MEMORY;
    size_t n = (size_t)l->l->n;
    AnaMode *found = base_realloc(NULL, (n + 1) * sizeof *found);
    double *part = participation ? participation : base_realloc(NULL, (n * n + 1) * sizeof *part);
    bool ok = ana_modes(l->l, found, part);
    for (size_t i = 0; ok && i < n; i++) {
        causeway_mode one = {found[i].re, found[i].im, found[i].frequency, found[i].damping, found[i].error};
        memcpy((char *)modes + i * size, &one, size < sizeof one ? size : sizeof one);
    }
    if (part != participation) base_realloc(part, 0);
    base_realloc(found, 0);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_STOPPED;
}

static bool is_pair(const causeway_linear *l, size_t output, size_t input) {
    return output < (size_t)l->l->p && input < (size_t)l->l->m;
}

size_t causeway_linear_zeros(const causeway_linear *l, size_t output, size_t input, double *re, double *im) {
    BaseGuard g;
    int n = 0;
    if (!is_pair(l, output, input) || !BASE_GUARDED(&g)) return 0;
    bool ok = ana_zeros(l->l, (int)output, (int)input, &n, re, im);
    base_guard_pop(&g);
    return ok ? (size_t)n : 0;
}

size_t causeway_linear_all_zeros(const causeway_linear *l, double *re, double *im) {
    BaseGuard g;
    int n = 0;
    if (!l->l->m || !l->l->p || !BASE_GUARDED(&g)) return 0;
    bool ok = ana_all_zeros(l->l, &n, re, im);
    base_guard_pop(&g);
    return ok ? (size_t)n : 0;
}

void causeway_linear_response(const causeway_linear *l, size_t output, size_t input, size_t n, const double *frequency,
                              double *re, double *im) {
    BaseGuard g;
    for (size_t i = 0; i < n; i++) re[i] = im[i] = NAN;
    if (!is_pair(l, output, input) || !BASE_GUARDED(&g)) return;
    for (size_t i = 0; i < n; i++)
        if (!ana_response(l->l, (int)output, (int)input, frequency[i], &re[i], &im[i])) re[i] = im[i] = NAN;
    base_guard_pop(&g);
}

causeway_status causeway_linear_step(const causeway_linear *l, size_t output, size_t input, double h, size_t n,
                                     double *y) {
    BaseGuard g;
    if (!is_pair(l, output, input) || !(h > 0)) return CAUSEWAY_USAGE;
    if (!BASE_GUARDED(&g)) return CAUSEWAY_MEMORY;
    bool ok = ana_step(l->l, (int)output, (int)input, h, (int)n, y);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_STOPPED;
}

const char *causeway_linear_text(causeway_linear *l, const char *form, size_t *n) {
    BaseGuard g;
    if (n) *n = 0;
    if (!BASE_GUARDED(&g)) return NULL;
    Text path = {0};
    bool ok = true;
    l->text.n = 0;
    base_text_printf(&path, ".%s", form);
    if (strcmp(form, "report") == 0) ana_linear_report(l->l, &l->text);
    else ok = ana_linear_form(l->l, base_text_str(&path), &l->text);
    base_text_free(&path);
    if (n) *n = l->text.n;
    base_guard_pop(&g);
    return ok ? base_text_str(&l->text) : NULL;
}
