/* mesh_file.c - shapes from files: DXF (3DFACE), STL (text and binary), OBJ (faces).
 *
 * A file may say anything: what is not understood is left out, numbers of triangles are bounded.
 */
#include "server/studio_impl.h"

#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_FILE = 64 << 20, MOST_TRIANGLES = 400000 };

typedef struct {
    const char *at, *end;
    SrvMesh *mesh;
    size_t n;
} Reader;

static void add(Reader *r, const float p[9]) {
    for (int i = 0; i < 9; i++)
        if (!isfinite(p[i])) return;
    if (r->n++ < MOST_TRIANGLES) srv_mesh_triangle(r->mesh, p);
}

/* The next line, cut off at its end; NULL behind the last one.  The text ends with a zero byte. */
static const char *line(Reader *r, char *out, size_t size) {
    if (r->at >= r->end) return NULL;
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t n = end ? (size_t)(end - r->at) : (size_t)(r->end - r->at), kept = n < size ? n : size - 1;
    memcpy(out, r->at, kept);
    out[kept] = 0;
    r->at += n + 1;
    return out + strspn(out, " \t\r");
}

/* ---- DXF: pairs of lines, a code and a value --------------------------------------------------------------------- */

static void put_face(Reader *r, const float p[12], bool four) {
    float second[9];
    add(r, p);
    if (!four || memcmp(p + 6, p + 9, 3 * sizeof *p) == 0) return;
    memcpy(second, p, 3 * sizeof *p);
    memcpy(second + 3, p + 6, 6 * sizeof *p);
    add(r, second);
}

static void read_dxf(Reader *r) {
    char code[64], value[256];
    float p[12] = {0};
    bool face = false, four = false;
    for (const char *c; (c = line(r, code, sizeof code));) {
        const char *v = line(r, value, sizeof value);
        int k = atoi(c);
        if (!v) break;
        if (k == 0) {
            if (face) put_face(r, p, four);
            face = strncmp(v, "3DFACE", 6) == 0;
            four = false;
        } else if (face && k >= 10 && k < 40 && k % 10 < 4) {
            p[3 * (k % 10) + k / 10 - 1] = strtof(v, NULL);
            four |= k % 10 == 3;
        }
    }
    if (face) put_face(r, p, four);
}

/* ---- STL --------------------------------------------------------------------------------------------------------- */

static void read_stl(Reader *r) {
    size_t n = (size_t)(r->end - r->at);
    uint32_t count = 0;
    if (n >= 84) memcpy(&count, r->at + 80, 4);
    if (n >= 84 && n == 84 + (size_t)count * 50) { /* binary: normal, three points, two bytes */
        for (size_t i = 0; i < count; i++) {
            float p[9];
            memcpy(p, r->at + 84 + 50 * i + 12, sizeof p);
            add(r, p);
        }
        return;
    }
    char text[512];
    float p[9];
    int k = 0;
    for (const char *l; (l = line(r, text, sizeof text));) {
        if (strncmp(l, "vertex", 6) != 0) continue;
        char *rest = (char *)(uintptr_t)l + 6;
        for (int i = 0; i < 3; i++) p[3 * k + i] = strtof(rest, &rest);
        if (++k == 3) add(r, p), k = 0;
    }
}

/* ---- OBJ --------------------------------------------------------------------------------------------------------- */

static void read_obj(Reader *r) {
    VEC(float) v = {0};
    char text[4096];
    for (const char *l; (l = line(r, text, sizeof text));) {
        char *rest = (char *)(uintptr_t)l + 1;
        if (l[0] == 'v' && l[1] == ' ') {
            for (int i = 0; i < 3; i++) vec_push(&v, strtof(rest, &rest));
        } else if (l[0] == 'f' && l[1] == ' ') {
            size_t corners[64], n = 0;
            for (char *word, *save = NULL; n < 64 && (word = strtok_r(n ? NULL : rest, " \t\r", &save)); n++) {
                long k = strtol(word, NULL, 10), all = (long)(v.n / 3);
                if (k < 0) k += all + 1;
                if (k < 1 || k > all) break;
                corners[n] = (size_t)(k - 1);
            }
            for (size_t i = 2; i < n; i++) {
                float p[9];
                const size_t fan[] = {corners[0], corners[i - 1], corners[i]};
                for (int c = 0; c < 3; c++) memcpy(p + 3 * c, v.at + 3 * fan[c], 3 * sizeof *p);
                add(r, p);
            }
        }
    }
    vec_free(&v);
}

static bool ends_with(const char *path, const char *ending) {
    size_t n = strlen(path), k = strlen(ending);
    return n > k && strcasecmp(path + n - k, ending) == 0;
}

bool srv_mesh_file(SrvMesh *m, const char *path) {
    static const struct {
        const char *ending;
        void (*read)(Reader *r);
    } kinds[] = {{".dxf", read_dxf}, {".stl", read_stl}, {".obj", read_obj}};
    struct stat st;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!ends_with(path, kinds[i].ending)) continue;
        Text text = {0};
        if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MOST_FILE) return false;
        if (!base_read_file(path, MOST_FILE, &text)) return false;
        Reader r = {base_text_str(&text), text.at + text.n, m, 0};
        kinds[i].read(&r);
        base_text_free(&text);
        return m->n > 0;
    }
    return false;
}
