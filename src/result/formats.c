/* formats.c - the table of formats, and what those who write share. */
#include "result/result_impl.h"

#include <errno.h>
#include <unistd.h>

static bool is_anything(const char *data, size_t n) {
    (void)data, (void)n;
    return true;
}

static bool is_never(const char *data, size_t n) {
    (void)data, (void)n;
    return false;
}

/* A new one needs a line here.  Reading asks them in this order; CSV has no mark to know it by. */
static const ResFormat formats[] = {
    {"MAT", ".mat", "MATLAB v4 trajectory, read by every Modelica tool", res_mat_writer, res_is_mat, res_read_mat,
     res_repair_mat},
    {"HDF5", ".h5", "by columns, without limit of size: h5py, MATLAB, Julia, ...", res_hdf5_writer, res_is_hdf5,
     res_read_hdf5, res_repair_hdf5},
    {"CSV with units", ".units.csv", "the same with a second row of units, by name only", res_csv_units_writer,
     is_never, res_read_csv, res_repair_csv},
    {"CSV", ".csv", "comma-separated values, a row per point", res_csv_writer, is_anything, res_read_csv,
     res_repair_csv},
};
enum { FORMATS = sizeof formats / sizeof *formats };

const ResFormat *res_formats(size_t *n) {
    *n = FORMATS;
    return formats;
}

const ResFormat *res_format_of(const char *path) {
    size_t n = strlen(path);
    for (size_t i = 0; i < FORMATS; i++) {
        size_t k = strlen(formats[i].ending);
        if (n >= k && strcasecmp(path + n - k, formats[i].ending) == 0) return &formats[i];
    }
    return NULL;
}

void res_list_endings(Text *out) {
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i].recognises == is_never) continue; /* ends as another one does */
        base_text_printf(out, "%s%s", i == 0 ? "" : i + 1 == FORMATS ? " or " : ", ", formats[i].ending);
    }
}

ResWriter *res_create(const char *path) {
    const ResFormat *f = res_format_of(path);
    FILE *out = fopen(path, "wbe");
    if (!out) return NULL;
    setvbuf(out, NULL, _IOFBF, 1 << 18);
    return f ? f->writer(out) : res_csv_writer(out);
}

bool res_write_at(int fd, uint64_t at, const void *data, size_t n) {
    const char *from = data;
    while (n) {
        ssize_t done = pwrite(fd, from, n, (off_t)at);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        from += done;
        at += (uint64_t)done;
        n -= (size_t)done;
    }
    return true;
}

void res_share_slots(ResSlots *t, const ResSchema *s) {
    Map slot_of = {0};
    t->of = base_realloc(NULL, (s->n + 1) * sizeof *t->of);
    for (size_t i = 0; i < s->n; i++) {
        const ResSignal *g = &s->signals[i];
        t->of[i] = 0;
        if (g->constant) continue;
        uint64_t key = (uint64_t)g->from * 2 + (g->sign == 0), slot;
        if (!base_map_get(&slot_of, key, &slot)) {
            vec_push(&t->slots, ((ResSignal){g->from, g->sign == 0 ? 0 : 1, false}));
            slot = t->slots.n;
            base_map_put(&slot_of, key, slot);
        }
        t->of[i] = (uint32_t)slot;
    }
    base_map_free(&slot_of);
}

void res_free_slots(ResSlots *t) {
    vec_free(&t->slots);
    base_realloc(t->of, 0);
    t->of = NULL;
}

void res_long_description(const ResSchema *s, size_t signal, Text *out) {
    Text unit = {0}, shown = {0};
    s->word(s->arg, signal, RES_UNIT, &unit);
    s->word(s->arg, signal, RES_DISPLAY_UNIT, &shown);
    s->word(s->arg, signal, RES_DESCRIPTION, out);
    if (unit.n || shown.n)
        base_text_printf(out, "%s[%s%s%s]", out->n ? " " : "", base_text_str(&unit), shown.n ? "|" : "",
                         base_text_str(&shown));
    base_text_free(&unit);
    base_text_free(&shown);
}
