/* hdf5.c - a trajectory as HDF5, written without its library: plain datasets that every HDF5 tool reads.
 *
 *   data           float64 [slots, rows], slot 0 is the time; chunks of all slots and a stretch of rows, so that in
 *                  each the values of one slot lie behind each other
 *   names, units, display_units, descriptions     texts of one length, UTF-8, by signal; signal 0 is the time
 *   columns        int32 by signal: its slot, -1 for a constant
 *   factors, offsets   float64 by signal: value = offset + factor*data[column], of a constant the offset
 *
 * The file: superblock (version 0), root group (header, symbol table, names), headers of the datasets, texts and
 * tables, then the chunks as rows come, at last the tree that finds them (a B-tree of version 1) and what could not be
 * known before: number of rows, address of the tree, end of the file.  All addresses and sizes have 64 bits.
 *
 * A file whose writer was killed has no tree, but chunks behind each other and the number of rows of the last flush:
 * that is enough to read it, and to write the tree afterwards (res_repair_hdf5).
 */
#include "result/result_impl.h"

#include <errno.h>
#include <unistd.h>

enum {
    SUPERBLOCK = 96,
    SIZE_AT = 40, /* where the end of the file is told */
    LEAF_K = 8,   /* a node of symbols has up to 2*LEAF_K */
    GROUP_K = 16, /* children of a group's tree: up to twice that */
    CHUNK_K = 32, /* the same of a tree of chunks; the library's default, not stored in the file */
    MOST_ROWS = 4096,
    CHUNK_BYTES = 4 << 20
};
static const uint64_t NOWHERE = UINT64_MAX;

/* datasets, by name */
enum { COLUMNS, DATA, DESCRIPTIONS, DISPLAY_UNITS, FACTORS, NAMES, OFFSETS, UNITS, DATASETS };
static const char *const dataset_names[DATASETS] = {"columns", "data",  "descriptions", "display_units",
                                                    "factors", "names", "offsets",      "units"};

typedef struct {
    ResWriter base;
    FILE *out;
    ResSlots slots;
    uint64_t width; /* slots, and the time */
    uint64_t at;    /* end of what was written */
    uint64_t rows;
    double *buffer;              /* [slots][chunk] */
    uint64_t chunk, used;        /* rows of a chunk; rows in the buffer */
    VEC(uint64_t) chunks;        /* addresses */
    uint64_t dims_at, layout_at; /* places that are completed at the end */
} Hdf5;

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static void put(Text *t, uint64_t x, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) base_text_char(t, (char)(i < sizeof x ? x >> 8 * i : 0));
}

static void pad(Text *t, size_t to) {
    while (t->n < to) base_text_char(t, 0);
}

static size_t round_up(size_t n) { return (n + 7) / 8 * 8; }

static bool write_at_end(Hdf5 *h, const void *data, size_t n) {
    h->at += n;
    return fwrite(data, 1, n, h->out) == n;
}

static bool overwrite(Hdf5 *h, uint64_t at, const Text *t) {
    return fseeko(h->out, (off_t)at, SEEK_SET) == 0 && fwrite(t->at, 1, t->n, h->out) == t->n;
}

/* ---- messages of object headers ---------------------------------------------------------------------------------- */

typedef enum { TEXT, INT32, FLOAT64 } Type;

static void put_type(Text *t, Type type, size_t text_size) {
    static const unsigned char real[20] = {0x11, 0x20, 0x3F, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xFF, 3, 0, 0};
    static const unsigned char whole[12] = {0x10, 0x08, 0, 0, 4, 0, 0, 0, 0, 0, 32, 0};
    if (type == FLOAT64) base_text_addn(t, (const char *)real, sizeof real);
    if (type == INT32) base_text_addn(t, (const char *)whole, sizeof whole);
    if (type == TEXT) put(t, 0x1113, 4), put(t, text_size, 4); /* padded with zeros, UTF-8 */
}

static void put_message(Text *t, uint32_t type, const Text *body) {
    put(t, type, 2);
    put(t, round_up(body->n), 2);
    put(t, 0, 4);
    base_text_addn(t, body->at, body->n);
    pad(t, round_up(t->n));
}

/* An object header from its messages. */
static void put_object(Text *t, uint32_t messages, const Text *body) {
    put(t, 1, 2);
    put(t, messages, 2);
    put(t, 1, 4);
    put(t, body->n, 4);
    put(t, 0, 4);
    base_text_addn(t, body->at, body->n);
}

static void put_space(Text *t, uint32_t rank, const uint64_t *dims) {
    put(t, 1 | rank << 8, 8);
    for (uint32_t i = 0; i < rank; i++) put(t, dims[i], 8);
}

/* Header of a dataset.  chunk 0: contiguous, at `address`.  *dims_at, *layout_at: where these stand in it. */
static void put_dataset(Text *t, Type type, size_t text_size, uint32_t rank, const uint64_t *dims, uint64_t address,
                        uint64_t chunk, size_t *dims_at, size_t *layout_at) {
    enum { SPACE = 1, DATATYPE = 3, FILL = 5, LAYOUT = 8, PREFIX = 16, MESSAGE = 8 };
    Text body = {0}, m = {0};
    size_t element = type == FLOAT64 ? 8 : type == INT32 ? 4 : text_size, bytes = element;
    for (uint32_t i = 0; i < rank; i++) bytes *= dims[i];
    put_space(&m, rank, dims);
    *dims_at = PREFIX + MESSAGE + 8;
    put_message(&body, SPACE, &m);
    m.n = 0;
    put_type(&m, type, text_size);
    put_message(&body, DATATYPE, &m);
    m.n = 0;
    put(&m, 2 | (chunk ? 3 : 2) << 8 | 2 << 16, 4); /* version; when space is made; filled if a value is set: none */
    put_message(&body, FILL, &m);
    m.n = 0;
    *layout_at = PREFIX + body.n + MESSAGE;
    if (chunk) {
        put(&m, 3 | 2 << 8 | 3 << 16, 3);
        put(&m, address, 8);
        put(&m, dims[0], 4), put(&m, chunk, 4), put(&m, element, 4);
    } else {
        put(&m, 3 | 1 << 8, 2);
        put(&m, bytes ? address : NOWHERE, 8), put(&m, bytes, 8);
    }
    put_message(&body, LAYOUT, &m);
    put_object(t, 4, &body);
    base_text_free(&body);
    base_text_free(&m);
}

/* ---- the group of all datasets ----------------------------------------------------------------------------------- */

static size_t group_size(void) {
    size_t names = 8;
    for (int i = 0; i < DATASETS; i++) names += round_up(strlen(dataset_names[i]) + 1);
    return 40 + (24 + (2 * GROUP_K + 1) * 8 + 2 * GROUP_K * 8) + 32 + names + (8 + 2 * LEAF_K * 40);
}

/* Superblock and root group, `at` being the addresses of the datasets' headers. */
static void put_group(Text *t, const uint64_t *at) {
    static const char signature[] = "\x89HDF\r\n\x1a\n";
    uint64_t root = SUPERBLOCK, tree = root + 40, heap = tree + 24 + (2 * GROUP_K + 1) * 8 + 2 * GROUP_K * 8;
    base_text_addn(t, signature, 8);
    put(t, 0, 5), put(t, 8, 1), put(t, 8, 1), put(t, 0, 1);
    put(t, LEAF_K, 2), put(t, GROUP_K, 2), put(t, 0, 4);
    put(t, 0, 8), put(t, NOWHERE, 8), put(t, 0, 8), put(t, NOWHERE, 8); /* the third: end of the file */
    put(t, 0, 8), put(t, root, 8), put(t, 1, 4), put(t, 0, 4), put(t, tree, 8), put(t, heap, 8);
    Text m = {0}, body = {0}, words = {0};
    put(&m, tree, 8), put(&m, heap, 8);
    put_message(&body, 0x11, &m);
    put_object(t, 1, &body);
    uint64_t offsets[DATASETS];
    pad(&words, 8);
    for (int i = 0; i < DATASETS; i++) {
        offsets[i] = words.n;
        base_text_addn(&words, dataset_names[i], strlen(dataset_names[i]) + 1);
        pad(&words, round_up(words.n));
    }
    uint64_t letters = heap + 32, symbols = letters + words.n;
    base_text_add(t, "TREE");
    put(t, 0, 2), put(t, 1, 2), put(t, NOWHERE, 8), put(t, NOWHERE, 8);
    put(t, 0, 8), put(t, symbols, 8), put(t, offsets[DATASETS - 1], 8);
    pad(t, heap);
    base_text_add(t, "HEAP");
    put(t, 0, 4), put(t, words.n, 8), put(t, 1, 8), put(t, letters, 8);
    base_text_addn(t, words.at, words.n);
    base_text_add(t, "SNOD");
    put(t, 1, 2), put(t, DATASETS, 2);
    for (int i = 0; i < DATASETS; i++) put(t, offsets[i], 8), put(t, at[i], 8), put(t, 0, 24);
    pad(t, symbols + 8 + 2 * LEAF_K * 40);
    base_text_free(&m), base_text_free(&body), base_text_free(&words);
}

/* ---- texts and tables -------------------------------------------------------------------------------------------- */

static void make_word(const ResSchema *s, size_t signal, ResWord what, Text *t) {
    static const char *const of_time[] = {
        [RES_NAME] = "time", [RES_UNIT] = "s", [RES_DISPLAY_UNIT] = "", [RES_DESCRIPTION] = "Simulation time"};
    t->n = 0;
    if (signal) s->word(s->arg, signal - 1, what, t);
    else base_text_add(t, of_time[what]);
}

static size_t longest_word(const ResSchema *s, ResWord what) {
    Text t = {0};
    size_t longest = 1;
    for (size_t i = 0; i <= s->n; i++) {
        make_word(s, i, what, &t);
        if (t.n > longest) longest = t.n;
    }
    base_text_free(&t);
    return longest;
}

static bool write_words(Hdf5 *h, const ResSchema *s, ResWord what, size_t size) {
    Text t = {0};
    bool ok = true;
    for (size_t i = 0; ok && i <= s->n; i++) {
        make_word(s, i, what, &t);
        pad(&t, size);
        ok = write_at_end(h, t.at, size);
    }
    base_text_free(&t);
    return ok;
}

static bool write_columns(Hdf5 *h, const ResSchema *s) {
    bool ok = true;
    for (size_t i = 0; ok && i <= s->n; i++) {
        int32_t column = i == 0 ? 0 : s->signals[i - 1].constant ? -1 : (int32_t)h->slots.of[i - 1];
        ok = write_at_end(h, &column, sizeof column);
    }
    return ok;
}

static bool write_line(Hdf5 *h, const ResSchema *s, const double *v, bool offsets) {
    bool ok = true;
    for (size_t i = 0; ok && i <= s->n; i++) {
        const ResSignal *g = i ? &s->signals[i - 1] : NULL;
        double factor = !g ? 1 : g->constant ? 0 : g->sign < 0 ? -1 : 1;
        double offset = g && g->constant ? res_value(v, *g) : 0;
        ok = write_at_end(h, offsets ? &offset : &factor, sizeof factor);
    }
    return ok;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static bool align(Hdf5 *h) {
    static const char zeros[8];
    return write_at_end(h, zeros, round_up(h->at) - h->at);
}

static bool header(ResWriter *w, const ResSchema *s, const double *v) {
    static const ResWord word_of[DATASETS] = {
        [NAMES] = RES_NAME, [UNITS] = RES_UNIT, [DISPLAY_UNITS] = RES_DISPLAY_UNIT, [DESCRIPTIONS] = RES_DESCRIPTION};
    Hdf5 *h = (Hdf5 *)w;
    res_share_slots(&h->slots, s);
    uint64_t width = h->width = h->slots.slots.n + 1, signals = s->n + 1, dims[2] = {width, 0};
    h->chunk = CHUNK_BYTES / (8 * width);
    h->chunk = h->chunk < 1 ? 1 : h->chunk > MOST_ROWS ? MOST_ROWS : h->chunk;
    h->buffer = base_realloc(NULL, width * h->chunk * sizeof(double));
    memset(h->buffer, 0, width * h->chunk * sizeof(double));
    size_t sizes[DATASETS] = {0}, dims_at, layout_at;
    uint64_t headers[DATASETS], contents = SUPERBLOCK + group_size();
    Text t = {0}, all = {0};
    for (int pass = 0; pass < 2; pass++) { /* the first to know how long the headers are */
        uint64_t at = contents + all.n;
        all.n = 0;
        for (int i = 0; i < DATASETS; i++) {
            bool text = i == NAMES || i == UNITS || i == DISPLAY_UNITS || i == DESCRIPTIONS;
            Type type = text ? TEXT : i == COLUMNS ? INT32 : FLOAT64;
            if (text && !sizes[i]) sizes[i] = longest_word(s, word_of[i]);
            headers[i] = contents + all.n;
            if (i == DATA) put_dataset(&all, type, 0, 2, dims, NOWHERE, h->chunk, &dims_at, &layout_at);
            if (i == DATA) h->dims_at = headers[i] + dims_at, h->layout_at = headers[i] + layout_at;
            if (i == DATA) continue;
            put_dataset(&all, type, sizes[i], 1, &signals, at, 0, &dims_at, &layout_at);
            at += round_up(signals * (text ? sizes[i] : type == INT32 ? 4 : 8));
        }
    }
    put_group(&t, headers);
    bool ok = write_at_end(h, t.at, t.n) && write_at_end(h, all.at, all.n);
    base_text_free(&t);
    base_text_free(&all);
    ok = ok && write_columns(h, s) && align(h) && write_words(h, s, RES_DESCRIPTION, sizes[DESCRIPTIONS]) && align(h);
    ok = ok && write_words(h, s, RES_DISPLAY_UNIT, sizes[DISPLAY_UNITS]) && align(h) && write_line(h, s, v, false);
    ok = ok && write_words(h, s, RES_NAME, sizes[NAMES]) && align(h) && write_line(h, s, v, true);
    return ok && write_words(h, s, RES_UNIT, sizes[UNITS]) && align(h);
}

/* The buffer as a chunk of so many rows. */
static bool write_chunk(Hdf5 *h, uint64_t rows) {
    uint64_t width = h->width;
    bool ok = true;
    vec_push(&h->chunks, h->at);
    if (rows == h->chunk) ok = write_at_end(h, h->buffer, width * rows * sizeof(double));
    for (uint64_t k = 0; ok && rows != h->chunk && k < width; k++)
        ok = write_at_end(h, h->buffer + k * h->chunk, rows * sizeof(double));
    h->used = 0;
    return ok;
}

/* How many rows are in the file, for whoever reads it before it is complete. */
static bool count_rows(Hdf5 *h) {
    return fflush(h->out) == 0 && res_write_at(fileno(h->out), h->dims_at + 8, &h->rows, sizeof h->rows);
}

/* A chunk that is not full yet is written where it will stand, and again when it is. */
static bool flush(ResWriter *w) {
    Hdf5 *h = (Hdf5 *)w;
    uint64_t bytes = h->width * h->chunk * sizeof(double);
    if (!h->buffer) return fflush(h->out) == 0;
    if (h->used && (fflush(h->out) != 0 || !res_write_at(fileno(h->out), h->at, h->buffer, bytes))) return false;
    return count_rows(h);
}

static bool row(ResWriter *w, const ResSchema *s, const double *v) {
    (void)s;
    Hdf5 *h = (Hdf5 *)w;
    double *to = h->buffer + h->used++;
    *to = v[0];
    for (size_t i = 0; i < h->slots.slots.n; i++) *(to += h->chunk) = res_value(v, h->slots.slots.at[i]);
    h->rows++;
    return h->used < h->chunk || (write_chunk(h, h->chunk) && count_rows(h));
}

static void put_key(Text *t, uint64_t bytes, uint64_t slot, uint64_t first_row) {
    put(t, bytes, 4), put(t, 0, 4);
    put(t, slot, 8), put(t, first_row, 8), put(t, 0, 8);
}

/* One level of the tree over n children whose first rows are `stride` apart; addresses of its nodes replace them. */
static bool write_level(Hdf5 *h, uint64_t level, uint64_t *children, size_t *n, uint64_t stride) {
    enum { KEY = 32, NODE = 24 + (2 * CHUNK_K + 1) * KEY + 2 * CHUNK_K * 8 };
    uint64_t width = h->width, bytes = width * h->chunk * sizeof(double);
    size_t nodes = (*n + 2 * CHUNK_K - 1) / (2 * CHUNK_K);
    uint64_t start = h->at;
    bool ok = true;
    for (size_t k = 0; ok && k < nodes; k++) {
        size_t first = k * 2 * CHUNK_K, last = first + 2 * CHUNK_K < *n ? first + 2 * CHUNK_K : *n;
        Text t = {0};
        base_text_add(&t, "TREE");
        put(&t, 1 | level << 8, 2), put(&t, last - first, 2);
        put(&t, k ? start + (k - 1) * NODE : NOWHERE, 8), put(&t, k + 1 < nodes ? start + (k + 1) * NODE : NOWHERE, 8);
        for (size_t i = first; i < last; i++) put_key(&t, bytes, 0, i * stride), put(&t, children[i], 8);
        put_key(&t, 0, last < *n ? 0 : width, last < *n ? last * stride : 0);
        pad(&t, NODE);
        ok = write_at_end(h, t.at, t.n);
        base_text_free(&t);
    }
    for (size_t k = 0; k < nodes; k++) children[k] = start + k * NODE;
    *n = nodes;
    return ok;
}

/* The tree over all chunks, and what could not be known before. */
static bool write_tree(Hdf5 *h) {
    bool ok = true;
    size_t n = h->chunks.n;
    uint64_t stride = h->chunk;
    for (uint64_t level = 0; ok && n && (level == 0 || n > 1); level++, stride *= 2 * CHUNK_K)
        ok = write_level(h, level, h->chunks.at, &n, stride);
    Text dims = {0}, layout = {0}, size = {0};
    put(&dims, h->width, 8), put(&dims, h->rows, 8);
    put(&layout, n ? h->chunks.at[0] : NOWHERE, 8);
    put(&layout, h->width, 4), put(&layout, h->chunk, 4);
    put(&size, h->at, 8);
    ok = ok && overwrite(h, h->dims_at, &dims) && overwrite(h, h->layout_at + 3, &layout);
    ok = ok && overwrite(h, SIZE_AT, &size);
    base_text_free(&dims), base_text_free(&layout), base_text_free(&size);
    /* a chunk that was flushed before it was full may have reached farther */
    return ok && fflush(h->out) == 0 && ftruncate(fileno(h->out), (off_t)h->at) == 0;
}

static bool complete(Hdf5 *h) {
    bool ok = !ferror(h->out);
    uint64_t rows = h->used;
    if (h->used && !h->chunks.n) { /* all rows fit into one chunk: it is as long as they are */
        ok = ok && write_chunk(h, rows);
        h->chunk = rows;
    } else if (h->used) {
        for (uint64_t k = 0; k <= h->slots.slots.n; k++)
            memset(h->buffer + k * h->chunk + rows, 0, (h->chunk - rows) * sizeof(double));
        ok = ok && write_chunk(h, h->chunk);
    }
    return ok && write_tree(h);
}

static bool close_file(ResWriter *w) {
    Hdf5 *h = (Hdf5 *)w;
    bool ok = h->buffer && complete(h);
    ok = fclose(h->out) == 0 && ok;
    res_free_slots(&h->slots);
    vec_free(&h->chunks);
    base_realloc(h->buffer, 0);
    base_realloc(h, 0);
    return ok;
}

ResWriter *res_hdf5_writer(FILE *out) {
    Hdf5 *h = base_realloc(NULL, sizeof *h);
    memset(h, 0, sizeof *h);
    h->base = (ResWriter){header, row, flush, close_file};
    h->out = out;
    return &h->base;
}

/* ---- reading: what we wrote -------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t at, size; /* contiguous: address and bytes; chunked: address of the tree */
    uint64_t dims[2];  /* the second of data only */
    uint64_t chunk;    /* rows, of data */
    size_t element;    /* bytes */
    uint64_t dims_at, layout_at;
} Dataset;

typedef struct {
    Dataset sets[DATASETS];
    uint64_t *chunks;      /* addresses by number; 0: not there */
    size_t nchunks, nodes; /* ... of the tree that were looked at */
    bool incomplete;       /* its writer was killed */
} Inside;

static uint64_t get(const ResResult *r, uint64_t at, size_t bytes) {
    uint64_t x = 0;
    if (at > r->size || bytes > r->size - at) return 0;
    memcpy(&x, r->map + at, bytes);
    return x;
}

static bool is_inside(const ResResult *r, uint64_t at, uint64_t bytes) {
    return at <= r->size && bytes <= r->size - at;
}

bool res_is_hdf5(const char *data, size_t n) { return n >= SUPERBLOCK && memcmp(data, "\x89HDF\r\n\x1a\n", 8) == 0; }

static bool read_dataset(const ResResult *r, uint64_t at, Dataset *d) {
    uint64_t n = get(r, at + 2, 2), end = at + 16 + get(r, at + 8, 4);
    if (get(r, at, 1) != 1) return false;
    for (at += 16; n-- > 0 && at + 8 <= end && at < r->size;) {
        uint64_t type = get(r, at, 2), size = get(r, at + 2, 2), body = at + 8;
        if (type == 1)
            for (uint64_t i = 0; i < get(r, body + 1, 1) && i < 2; i++) d->dims[i] = get(r, body + 8 + 8 * i, 8);
        if (type == 1) d->dims_at = body + 8;
        if (type == 8) d->layout_at = body;
        if (type == 3) d->element = get(r, body + 4, 4);
        if (type == 8 && get(r, body + 1, 1) == 1) d->at = get(r, body + 2, 8), d->size = get(r, body + 10, 8);
        if (type == 8 && get(r, body + 1, 1) == 2) d->at = get(r, body + 3, 8), d->chunk = get(r, body + 15, 4);
        at = body + size;
    }
    return d->element > 0;
}

static bool read_group(ResResult *r, Inside *in) {
    uint64_t tree = get(r, 80, 8), letters = get(r, get(r, 88, 8) + 24, 8), node = get(r, tree + 32, 8);
    unsigned found = 0;
    if (get(r, 8, 1) != 0 || !is_inside(r, node, 8)) return false;
    for (uint64_t i = 0; i < get(r, node + 6, 2) && i < 2 * LEAF_K; i++) {
        uint64_t entry = node + 8 + 40 * i, name = letters + get(r, entry, 8);
        for (int k = 0; k < DATASETS; k++) {
            size_t length = strlen(dataset_names[k]) + 1;
            if (!is_inside(r, name, length) || memcmp(r->map + name, dataset_names[k], length) != 0) continue;
            if (read_dataset(r, get(r, entry + 8, 8), &in->sets[k])) found |= 1u << k;
        }
    }
    return found == (1u << DATASETS) - 1;
}

static bool read_tree(const ResResult *r, Inside *in, uint64_t node, int depth) {
    const Dataset *d = &in->sets[DATA];
    if (depth > 12 || ++in->nodes > 2 * in->nchunks + 24 || !is_inside(r, node, 24) ||
        memcmp(r->map + node, "TREE", 4) != 0)
        return false;
    uint64_t level = get(r, node + 5, 1), n = get(r, node + 6, 2);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t entry = node + 24 + 40 * i, number = get(r, entry + 16, 8) / d->chunk, child = get(r, entry + 32, 8);
        if (level && !read_tree(r, in, child, depth + 1)) return false;
        if (level) continue;
        if (number >= in->nchunks || !is_inside(r, child, d->dims[0] * d->chunk * 8)) return false;
        in->chunks[number] = child;
    }
    return true;
}

/* Every chunk is there, every column is one of data, and numbers are as wide as we write them. */
static bool is_complete(const ResResult *r, const Inside *in) {
    for (size_t i = 0; i < in->nchunks; i++)
        if (!in->chunks[i]) return false;
    for (size_t k = 0; k < r->n; k++) {
        int32_t column;
        memcpy(&column, r->map + in->sets[COLUMNS].at + 4 * k, sizeof column);
        if (column >= 0 && (uint64_t)column >= in->sets[DATA].dims[0]) return false;
    }
    return true;
}

/* Without a tree: chunks stand behind each other, behind all tables.  Rows that the file does not reach are dropped. */
static void read_incomplete(ResResult *r, Inside *in) {
    Dataset *d = &in->sets[DATA];
    uint64_t at = 0, bytes = d->dims[0] * d->chunk * 8;
    for (int i = 0; i < DATASETS; i++)
        if (i != DATA && in->sets[i].at + in->sets[i].size > at) at = in->sets[i].at + in->sets[i].size;
    at = round_up(at);
    in->incomplete = true;
    uint64_t there = at < r->size ? (r->size - at) / bytes : 0;
    if (r->rows > there * d->chunk) r->rows = d->dims[1] = there * d->chunk;
    in->nchunks = (r->rows + d->chunk - 1) / d->chunk;
    for (size_t i = 0; i < in->nchunks; i++) in->chunks[i] = at + i * bytes;
}

static double *hdf5_column(ResResult *r, size_t k) {
    const Inside *in = r->inside;
    const Dataset *d = &in->sets[DATA];
    double *out = base_realloc(NULL, (r->rows + 1) * sizeof *out), factor, offset;
    int32_t column;
    memcpy(&column, r->map + in->sets[COLUMNS].at + 4 * k, sizeof column);
    memcpy(&factor, r->map + in->sets[FACTORS].at + 8 * k, sizeof factor);
    memcpy(&offset, r->map + in->sets[OFFSETS].at + 8 * k, sizeof offset);
    for (size_t i = 0; i < r->rows; i++) {
        double x = 0;
        uint64_t chunk = column < 0 || (uint64_t)column >= d->dims[0] ? 0 : in->chunks[i / d->chunk];
        if (chunk) memcpy(&x, r->map + chunk + 8 * ((uint64_t)column * d->chunk + i % d->chunk), sizeof x);
        out[i] = factor == 0 ? offset : offset + factor * x;
    }
    return out;
}

static const char *word_at(ResResult *r, const Dataset *d, size_t k) {
    const char *from = r->map + d->at + k * d->element;
    return base_strndup(&r->arena, from, strnlen(from, d->element));
}

bool res_read_hdf5(ResResult *r, const char *path) {
    Inside *in = r->inside = BASE_NEW(&r->arena, Inside);
    r->column = hdf5_column;
    if (!read_group(r, in)) return res_bad_file(r, path, "it is HDF5, but not of the form that causeway writes");
    const Dataset *d = &in->sets[DATA];
    r->n = in->sets[NAMES].dims[0];
    r->rows = d->dims[1];
    bool ok = r->n > 0 && r->n < r->size && d->chunk > 0 && d->dims[0] > 0 && d->dims[0] < r->size;
    for (int i = 0; ok && i < DATASETS; i++) {
        const Dataset *e = &in->sets[i];
        if (i != DATA) ok = e->dims[0] == r->n && e->element < r->size && is_inside(r, e->at, r->n * e->element);
    }
    ok = ok && r->rows <= r->size / 8 && in->sets[COLUMNS].element == 4 && in->sets[FACTORS].element == 8 &&
         in->sets[OFFSETS].element == 8;
    in->nchunks = ok ? (r->rows + d->chunk - 1) / d->chunk : 0;
    in->chunks = BASE_ARRAY(&r->arena, uint64_t, in->nchunks + 1);
    ok = ok && d->chunk < r->size && d->dims[0] < (r->size / d->chunk + 1);
    if (ok && d->at == NOWHERE && get(r, SIZE_AT, 8) == 0) read_incomplete(r, in);
    else ok = ok && (!in->nchunks || read_tree(r, in, d->at, 0));
    ok = ok && is_complete(r, in);
    if (!ok) return res_bad_file(r, path, "its tables do not fit each other");
    r->names = BASE_ARRAY(&r->arena, const char *, r->n);
    r->units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->display_units = BASE_ARRAY(&r->arena, const char *, r->n);
    r->descriptions = BASE_ARRAY(&r->arena, const char *, r->n);
    for (size_t i = 0; i < r->n; i++) {
        r->names[i] = word_at(r, &in->sets[NAMES], i);
        r->units[i] = word_at(r, &in->sets[UNITS], i);
        r->display_units[i] = word_at(r, &in->sets[DISPLAY_UNITS], i);
        r->descriptions[i] = word_at(r, &in->sets[DESCRIPTIONS], i);
    }
    return true;
}

/* The writer as it was when the last row was flushed completes its file. */
bool res_repair_hdf5(ResResult *r, int fd, uint64_t *dropped) {
    const Inside *in = r->inside;
    const Dataset *d = &in->sets[DATA];
    if (!in->incomplete) return true;
    FILE *out = fdopen(dup(fd), "r+b");
    if (!out) return false;
    Hdf5 h = {.out = out, .rows = r->rows, .chunk = d->chunk, .dims_at = d->dims_at, .layout_at = d->layout_at};
    h.width = d->dims[0];
    for (size_t i = 0; i < in->nchunks; i++) vec_push(&h.chunks, in->chunks[i]);
    h.at = in->nchunks ? in->chunks[in->nchunks - 1] + d->dims[0] * d->chunk * 8 : r->size;
    *dropped = r->size > h.at ? r->size - h.at : 0;
    bool ok = fseeko(out, (off_t)h.at, SEEK_SET) == 0 && write_tree(&h);
    vec_free(&h.chunks);
    return fclose(out) == 0 && ok;
}
