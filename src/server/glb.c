/* glb.c - bodies and their motion as binary glTF 2.0 (GLB), for other programs. */
#include "server/studio_impl.h"

typedef struct {
    Text bin, views, accessors, nodes, meshes, materials, channels, samplers;
    size_t nviews, naccessors, nsamplers, n;
    size_t times; /* accessor */
} Glb;

enum { FLOAT = 5126, ARRAY_BUFFER = 34962 };

static void pad(Text *t, char with) {
    while (t->n % 4) base_text_char(t, with);
}

/* Appends numbers; the accessor that means them.  bounds: least and greatest are stated. */
static size_t accessor(Glb *g, const float *v, size_t n, int width, bool bounds, bool vertices) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    size_t at = g->bin.n;
    base_text_addn(&g->bin, (const char *)v, n * (size_t)width * sizeof *v);
    base_text_printf(&g->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", g->nviews ? "," : "", at,
                     g->bin.n - at);
    if (vertices) base_text_printf(&g->views, ",\"target\":%d", ARRAY_BUFFER);
    base_text_char(&g->views, '}');
    base_text_printf(&g->accessors, "%s{\"bufferView\":%zu,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"",
                     g->naccessors ? "," : "", g->nviews++, FLOAT, n, types[width]);
    for (int greatest = 0; bounds && greatest < 2; greatest++) {
        base_text_printf(&g->accessors, ",\"%s\":[", greatest ? "max" : "min");
        for (int k = 0; k < width; k++) {
            float most = v[k];
            for (size_t i = 1; i < n; i++)
                if (greatest ? v[i * (size_t)width + k] > most : v[i * (size_t)width + k] < most)
                    most = v[i * (size_t)width + k];
            base_text_printf(&g->accessors, "%s%.9g", k ? "," : "", most);
        }
        base_text_char(&g->accessors, ']');
    }
    base_text_char(&g->accessors, '}');
    return g->naccessors++;
}

/* A part of each frame, as it is or divided by the size of the mesh. */
static float *series(const SrvBody *b, int from, int count) {
    float *v = base_realloc(NULL, b->n * (size_t)count * sizeof *v);
    for (size_t i = 0; i < b->n; i++)
        for (int k = 0; k < count; k++) {
            float x = b->frames[i * SRV_PARTS + (size_t)(from + k)];
            bool size = from == 7;
            v[i * (size_t)count + (size_t)k] = !size ? x : !b->scaled ? 1 : fmaxf(1e-6f, x / b->base[k]);
        }
    return v;
}

static void animate(Glb *g, const SrvBody *b, const char *path, int from, int count) {
    if (b->n < 2 || !srv_moves(b, from, count) || (from == 7 && !b->scaled)) return;
    float *v = series(b, from, count);
    size_t output = accessor(g, v, b->n, count, false, false);
    base_text_printf(&g->samplers, "%s{\"input\":%zu,\"output\":%zu,\"interpolation\":\"LINEAR\"}",
                     g->nsamplers ? "," : "", g->times, output);
    base_text_printf(&g->channels, "%s{\"sampler\":%zu,\"target\":{\"node\":%zu,\"path\":\"%s\"}}",
                     g->nsamplers ? "," : "", g->nsamplers, g->n, path);
    g->nsamplers++;
    base_realloc(v, 0);
}

static void put_first(Glb *g, const SrvBody *b, const char *name, int from, int count) {
    float *v = series(b, from, count);
    base_text_printf(&g->nodes, ",\"%s\":[", name);
    for (int k = 0; k < count; k++) base_text_printf(&g->nodes, "%s%.9g", k ? "," : "", v[k]);
    base_text_char(&g->nodes, ']');
    base_realloc(v, 0);
}

static double linear(double c) {
    double x = fmin(255, fmax(0, c)) / 255;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static void add_body(Glb *g, const SrvBody *b) {
    size_t n = b->mesh.n / 6;
    float *points = base_realloc(NULL, (b->mesh.n / 2 + 1) * sizeof *points);
    const char *comma = g->n ? "," : "";
    size_t ids[2];
    for (int what = 0; what < 2; what++) {
        for (size_t i = 0; i < n; i++) memcpy(points + 3 * i, b->mesh.at + 6 * i + 3 * what, 3 * sizeof *points);
        ids[what] = accessor(g, points, n, 3, what == 0, true);
    }
    base_realloc(points, 0);
    base_text_printf(&g->meshes,
                     "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%zu,\"NORMAL\":%zu},\"material\":%zu}]}", comma,
                     ids[0], ids[1], g->n);
    base_text_printf(&g->materials,
                     "%s{\"doubleSided\":true,\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.5g,%.5g,%.5g,1],"
                     "\"metallicFactor\":0.05,\"roughnessFactor\":%.3g}}",
                     comma, linear(b->frames[10]), linear(b->frames[11]), linear(b->frames[12]), 1 - 0.6 * b->specular);
    base_text_printf(&g->nodes, "%s{\"name\":", comma);
    srv_put_text(&g->nodes, b->name);
    base_text_printf(&g->nodes, ",\"mesh\":%zu", g->n);
    put_first(g, b, "translation", 0, 3);
    put_first(g, b, "rotation", 3, 4);
    put_first(g, b, "scale", 7, 3);
    base_text_char(&g->nodes, '}');
    animate(g, b, "translation", 0, 3);
    animate(g, b, "rotation", 3, 4);
    animate(g, b, "scale", 7, 3);
    g->n++;
}

static void put_word(Text *out, size_t x) {
    char b[4] = {(char)x, (char)(x >> 8), (char)(x >> 16), (char)(x >> 24)};
    base_text_addn(out, b, 4);
}

static void put_json(Glb *g, Text *json) {
    base_text_printf(
        json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Causeway %s\"},\"scene\":0,\"scenes\":[{\"nodes\":[",
        causeway_version());
    for (size_t i = 0; i < g->n; i++) base_text_printf(json, "%s%zu", i ? "," : "", i);
    base_text_printf(json, "]}],\"buffers\":[{\"byteLength\":%zu}]", g->bin.n);
    const struct {
        const char *name;
        Text *list;
    } lists[] = {{"bufferViews", &g->views},
                 {"accessors", &g->accessors},
                 {"nodes", &g->nodes},
                 {"meshes", &g->meshes},
                 {"materials", &g->materials}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        base_text_printf(json, ",\"%s\":[%s]", lists[i].name, base_text_str(lists[i].list));
    if (g->nsamplers)
        base_text_printf(json, ",\"animations\":[{\"samplers\":[%s],\"channels\":[%s]}]", base_text_str(&g->samplers),
                         base_text_str(&g->channels));
    base_text_char(json, '}');
    pad(json, ' ');
}

void srv_put_glb(const SrvBodies *bodies, double start, double end, Text *out) {
    Glb g = {0};
    Text json = {0};
    size_t n = bodies->n ? bodies->at[0].n : 0;
    float *times = base_realloc(NULL, (n + 1) * sizeof *times);
    for (size_t i = 0; i < n; i++) times[i] = (float)(n > 1 ? (end - start) * (double)i / (double)(n - 1) : 0);
    if (n) g.times = accessor(&g, times, n, 1, true, false);
    for (size_t i = 0; i < bodies->n; i++)
        if (bodies->at[i].mesh.n) add_body(&g, &bodies->at[i]);
    pad(&g.bin, 0);
    put_json(&g, &json);
    base_text_add(out, "glTF");
    put_word(out, 2);
    put_word(out, 12 + 8 + json.n + 8 + g.bin.n);
    put_word(out, json.n);
    base_text_add(out, "JSON");
    base_text_addn(out, json.at, json.n);
    put_word(out, g.bin.n);
    base_text_addn(out, "BIN\0", 4);
    base_text_addn(out, g.bin.at ? g.bin.at : "", g.bin.n);
    Text *const all[] = {&g.bin,       &g.views,    &g.accessors, &g.nodes, &g.meshes,
                         &g.materials, &g.channels, &g.samplers,  &json};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) base_text_free(all[i]);
    base_realloc(times, 0);
}
