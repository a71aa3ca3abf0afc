/* external_mat.c - matrices in MATLAB files of version 5 (-v6 uncompressed, -v7 compressed), read at translation time.
 *
 * Before: the bytes of a file.  After: the numbers of the named matrix, or false.  Layout: "MAT-File Format", The
 * MathWorks; decompression: RFC 1950 and RFC 1951.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

/* ---- inflate ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const uint8_t *in, *end;
    uint32_t bits;
    int nbits;
    Text out;
    bool bad;
} Inflate;

static uint32_t take_bits(Inflate *z, int n) {
    while (z->nbits < n) {
        if (z->in == z->end) {
            z->bad = true;
            return 0;
        }
        z->bits |= (uint32_t)*z->in++ << z->nbits;
        z->nbits += 8;
    }
    uint32_t r = z->bits & ((1u << n) - 1);
    z->bits >>= n;
    z->nbits -= n;
    return r;
}

typedef struct {
    uint16_t count[16], symbol[288]; /* codes per length; symbols in order of their codes */
} Huffman;

static void build_huffman(Huffman *h, const uint8_t *lengths, int n) {
    uint16_t offset[16] = {0};
    memset(h->count, 0, sizeof h->count);
    for (int i = 0; i < n; i++) h->count[lengths[i]]++;
    h->count[0] = 0;
    for (int i = 1; i < 15; i++) offset[i + 1] = (uint16_t)(offset[i] + h->count[i]);
    for (int i = 0; i < n; i++)
        if (lengths[i]) h->symbol[offset[lengths[i]]++] = (uint16_t)i;
}

static int decode(Inflate *z, const Huffman *h) {
    int code = 0, first = 0, index = 0;
    for (int len = 1; len < 16 && !z->bad; len++) {
        code |= (int)take_bits(z, 1);
        int count = h->count[len];
        if (code - count < first) return h->symbol[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    z->bad = true;
    return 0;
}

static void inflate_codes(Inflate *z, const Huffman *literals, const Huffman *distances) {
    static const uint16_t length_base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                           2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                             33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                             1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_extra[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                             6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    while (!z->bad && z->out.n < (1u << 30)) {
        int s = decode(z, literals);
        if (z->bad || s == 256) return;
        if (s < 256) {
            base_text_char(&z->out, (char)s);
            continue;
        }
        if (s > 285) break;
        uint32_t length = length_base[s - 257] + take_bits(z, length_extra[s - 257]);
        int d = decode(z, distances);
        if (d > 29) break;
        uint32_t distance = distance_base[d] + take_bits(z, distance_extra[d]);
        if (distance > z->out.n) break;
        for (uint32_t i = 0; i < length; i++) base_text_char(&z->out, z->out.at[z->out.n - distance]);
    }
    z->bad = true;
}

static void inflate_fixed(Inflate *z) {
    uint8_t lengths[288];
    Huffman literals, distances;
    for (int i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    build_huffman(&literals, lengths, 288);
    memset(lengths, 5, 30);
    build_huffman(&distances, lengths, 30);
    inflate_codes(z, &literals, &distances);
}

static void inflate_dynamic(Inflate *z) {
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    int nliterals = (int)take_bits(z, 5) + 257, ndistances = (int)take_bits(z, 5) + 1,
        ncodes = (int)take_bits(z, 4) + 4;
    uint8_t lengths[320] = {0};
    Huffman codes, literals, distances;
    for (int i = 0; i < ncodes; i++) lengths[order[i]] = (uint8_t)take_bits(z, 3);
    build_huffman(&codes, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < nliterals + ndistances && !z->bad;) {
        int s = decode(z, &codes);
        uint8_t value = 0;
        int repeat = 1;
        if (s < 16) value = (uint8_t)s;
        else if (s == 16) {
            if (i == 0) z->bad = true;
            else value = lengths[i - 1];
            repeat = 3 + (int)take_bits(z, 2);
        } else repeat = s == 17 ? 3 + (int)take_bits(z, 3) : 11 + (int)take_bits(z, 7);
        if (i + repeat > nliterals + ndistances) z->bad = true;
        while (repeat-- > 0 && !z->bad) lengths[i++] = value;
    }
    if (z->bad) return;
    build_huffman(&literals, lengths, nliterals > 286 ? 286 : nliterals);
    build_huffman(&distances, lengths + nliterals, ndistances);
    inflate_codes(z, &literals, &distances);
}

static void inflate_stored(Inflate *z) {
    z->bits = 0;
    z->nbits = 0;
    if (z->end - z->in < 4) {
        z->bad = true;
        return;
    }
    uint32_t n = (uint32_t)z->in[0] | (uint32_t)z->in[1] << 8;
    z->in += 4;
    if (z->end - z->in < (ptrdiff_t)n) z->bad = true;
    else base_text_addn(&z->out, (const char *)z->in, n);
    z->in += z->bad ? 0 : n;
}

static bool inflate(const uint8_t *data, size_t n, Text *out) {
    Inflate z = {.in = data + 2, .end = data + n};
    if (n < 6) return false;
    for (bool last = false; !last && !z.bad;) {
        last = take_bits(&z, 1);
        switch (take_bits(&z, 2)) {
        case 0: inflate_stored(&z); break;
        case 1: inflate_fixed(&z); break;
        case 2: inflate_dynamic(&z); break;
        default: z.bad = true;
        }
    }
    *out = z.out;
    return !z.bad;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t type, n;
    const uint8_t *data, *next;
} Element;

static bool read_element(const uint8_t *at, const uint8_t *end, Element *e) {
    if (end - at < 8) return false;
    memcpy(&e->type, at, 4);
    memcpy(&e->n, at + 4, 4);
    e->data = at + 8;
    if (e->type >> 16) { /* small element: size and data in one word */
        e->n = e->type >> 16;
        e->type &= 0xFFFF;
        e->data = at + 4;
        e->next = at + 8;
        return e->n <= 4;
    }
    if ((size_t)(end - e->data) < e->n) return false;
    size_t padded = e->type == 15 ? e->n : ((size_t)e->n + 7) / 8 * 8; /* compressed ones are not padded */
    e->next = (size_t)(end - e->data) < padded ? end : e->data + padded;
    return true;
}

static bool number_at(const Element *e, uint64_t i, double *x) {
/* clang-format off */
#define TAKE(code, ctype)                                          \
    case code: {                                                   \
        ctype v;                                                   \
        if ((i + 1) * sizeof v > e->n) return false;               \
        memcpy(&v, e->data + i * sizeof v, sizeof v);              \
        *x = (double)v;                                            \
        return true;                                               \
    }
    switch (e->type) {
    TAKE(1, int8_t) TAKE(2, uint8_t) TAKE(3, int16_t) TAKE(4, uint16_t) TAKE(5, int32_t) TAKE(6, uint32_t)
    TAKE(7, float) TAKE(9, double) TAKE(12, int64_t) TAKE(13, uint64_t)
    default: return false;
    }
#undef TAKE
    /* clang-format on */
}

/* One miMATRIX element: flags, dimensions, name, numbers. */
static bool read_matrix(Arena *arena, const Element *m, const char *name, InstMatrix *out) {
    const uint8_t *end = m->data + m->n;
    Element flags, dims, label, data;
    if (!read_element(m->data, end, &flags) || !read_element(flags.next, end, &dims) ||
        !read_element(dims.next, end, &label))
        return false;
    if (label.n != strlen(name) || memcmp(label.data, name, label.n) != 0 || dims.n != 8) return false;
    if (!read_element(label.next, end, &data)) return false;
    double rows, cols;
    if (!number_at(&dims, 0, &rows) || !number_at(&dims, 1, &cols) || rows < 0 || cols < 0 || rows * cols > 1e8)
        return false;
    out->rows = (int64_t)rows;
    out->cols = (int64_t)cols;
    out->columns = BASE_ARRAY(arena, double, out->rows * out->cols + 1);
    for (uint64_t i = 0; i < (uint64_t)(out->rows * out->cols); i++)
        if (!number_at(&data, i, &out->columns[i])) return false;
    return true;
}

bool inst_read_mat5(Arena *arena, const char *bytes, size_t n, const char *name, InstMatrix *out) {
    const uint8_t *at = (const uint8_t *)bytes + 128, *end = (const uint8_t *)bytes + n;
    if (n < 136 || memcmp(bytes, "MATLAB 5.0", 10) != 0 || bytes[126] != 'I' || bytes[127] != 'M') return false;
    Element e;
    for (; read_element(at, end, &e); at = e.next) {
        if (e.type == 14 && read_matrix(arena, &e, name, out)) return true;
        if (e.type != 15) continue;
        Text plain = {0};
        Element inner;
        bool found = inflate(e.data, e.n, &plain) && plain.n &&
                     read_element((const uint8_t *)plain.at, (const uint8_t *)plain.at + plain.n, &inner) &&
                     inner.type == 14 && read_matrix(arena, &inner, name, out);
        base_text_free(&plain);
        if (found) return true;
    }
    return false;
}
