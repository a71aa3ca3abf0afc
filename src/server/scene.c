/* scene.c - bodies of a multibody model and how they move: from a result, and the list of shapes that the worker wrote
 * beside it.
 *
 * The frame of a shape (MultiBody.Visualizers.Advanced.Shape): R.T leads from the world into the object frame, where
 * lengthDirection and widthDirection give the axes of the shape.  Frames at equal distances in time are computed here,
 * positions and quaternions, so that a page only has to show them.
 */
#include "server/studio_impl.h"

enum { MOST_FRAMES = 2000, MOST_SHAPES = 4000 };

typedef struct {
    double m[3][3];
} Rotation;

enum {
    TURN = 0,
    AT = 9,
    SHIFT = 12,
    ALONG = 15,
    ACROSS = 18,
    COLOUR = 21,
    ARROW = 24,
    SIZE = 27,
    EXTRA = 30,
    SPECULAR,
    COLUMNS
};

typedef struct {
    Server *s;
    ResResult *result;
    size_t rows;
    const double *time;
    const char *name;               /* of the shape */
    const double *columns[COLUMNS]; /* of its variables; NULL: there is none */
    size_t row;                     /* where we are: a row and ... */
    double part;                    /* ... a part of the way to the next */
} Scene;

/* ---- values ------------------------------------------------------------------------------------------------------ */

static const double *column(const Scene *c, const char *what) {
    char name[1024];
    snprintf(name, sizeof name, "%s.%s", c->name, what);
    return res_column(c->result, name);
}

/* Looks up the variables of the shape. */
static void open_shape(Scene *c) {
    static const struct {
        const char *name;
        int at;
    } vectors[] = {{"r", AT},         {"r_shape", SHIFT},    {"lengthDirection", ALONG}, {"widthDirection", ACROSS},
                   {"color", COLOUR}, {"coordinates", ARROW}};
    char name[64];
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "R.T[%d,%d]", i / 3 + 1, i % 3 + 1);
        c->columns[TURN + i] = column(c, name);
    }
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        for (int i = 0; i < 3; i++) {
            snprintf(name, sizeof name, "%s[%d]", vectors[k].name, i + 1);
            c->columns[vectors[k].at + i] = column(c, name);
        }
    c->columns[SIZE] = column(c, "length");
    c->columns[SIZE + 1] = column(c, "width");
    c->columns[SIZE + 2] = column(c, "height");
    c->columns[EXTRA] = column(c, "extra");
    c->columns[SPECULAR] = column(c, "specularCoefficient");
}

static double value(const Scene *c, int k, double otherwise) {
    const double *y = c->columns[k];
    if (!y) return otherwise;
    return c->part > 0 && c->row + 1 < c->rows ? y[c->row] + c->part * (y[c->row + 1] - y[c->row]) : y[c->row];
}

static void vector(const Scene *c, int k, const double otherwise[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = value(c, k + i, otherwise[i]);
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static bool normalise(double a[3]) {
    double n = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3 && n > 1e-10; i++) a[i] /= n;
    return n > 1e-10;
}

/* Axes from the directions of length and width, as MultiBody.Frames.from_nxy. */
static Rotation axes(const double length[3], const double width[3]) {
    Rotation r;
    double x[3], y[3], z[3];
    memcpy(x, length, sizeof x);
    if (!normalise(x)) x[0] = 1, x[1] = x[2] = 0;
    cross(x, width, z);
    if (!normalise(z)) {
        double other[3] = {fabs(x[0]) < 0.9, fabs(x[0]) >= 0.9, 0};
        cross(x, other, z);
        normalise(z);
    }
    cross(z, x, y);
    for (int i = 0; i < 3; i++) r.m[i][0] = x[i], r.m[i][1] = y[i], r.m[i][2] = z[i];
    return r;
}

static void quaternion(const Rotation *r, double q[4]) {
    double t = r->m[0][0] + r->m[1][1] + r->m[2][2];
    int i = r->m[1][1] > r->m[0][0] ? 1 : 0;
    if (r->m[2][2] > r->m[i][i]) i = 2;
    if (t > 0) {
        double s = sqrt(t + 1) * 2;
        q[3] = s / 4;
        q[0] = (r->m[2][1] - r->m[1][2]) / s;
        q[1] = (r->m[0][2] - r->m[2][0]) / s;
        q[2] = (r->m[1][0] - r->m[0][1]) / s;
        return;
    }
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = sqrt(fmax(1e-12, 1 + r->m[i][i] - r->m[j][j] - r->m[k][k])) * 2;
    q[i] = s / 4;
    q[3] = (r->m[k][j] - r->m[j][k]) / s;
    q[j] = (r->m[j][i] + r->m[i][j]) / s;
    q[k] = (r->m[k][i] + r->m[i][k]) / s;
}

/* One shape at the present row: place, quaternion, size, colour. */
static void frame(const Scene *c, bool arrow, float out[SRV_PARTS]) {
    static const double zero[3] = {0}, ex[3] = {1, 0, 0}, ey[3] = {0, 1, 0}, red[3] = {255, 0, 0};
    double r[3], shape[3], length[3], width[3], place[3], colour[3], coordinates[3], q[4];
    Rotation object, own, whole;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            object.m[j][i] = value(c, TURN + 3 * i + j, i == j); /* from the object into the world */
    vector(c, AT, zero, r);
    vector(c, SHIFT, zero, shape);
    vector(c, ARROW, zero, coordinates);
    vector(c, ALONG, ex, length);
    vector(c, ACROSS, ey, width);
    vector(c, COLOUR, red, colour);
    own = axes(arrow ? coordinates : length, width);
    for (int i = 0; i < 3; i++) {
        place[i] = r[i];
        for (int j = 0; j < 3; j++) {
            place[i] += object.m[i][j] * shape[j];
            whole.m[i][j] = 0;
            for (int k = 0; k < 3; k++) whole.m[i][j] += object.m[i][k] * own.m[k][j];
        }
    }
    quaternion(&whole, q);
    double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double size[3] = {value(c, SIZE, 0), value(c, SIZE + 1, 0), value(c, SIZE + 2, 0)};
    if (arrow) {
        size[0] =
            sqrt(coordinates[0] * coordinates[0] + coordinates[1] * coordinates[1] + coordinates[2] * coordinates[2]);
        size[1] = size[2] = 1;
    }
    for (int i = 0; i < 3; i++) out[i] = (float)place[i], out[7 + i] = (float)size[i], out[10 + i] = (float)colour[i];
    for (int i = 0; i < 4; i++) out[3 + i] = (float)(n > 0 ? q[i] / n : i == 3);
}

/* ---- one shape --------------------------------------------------------------------------------------------------- */

static void put_series(Text *out, const char *name, const SrvBody *b, int from, int count) {
    size_t n = srv_moves(b, from, count) ? b->n : 1;
    float *buffer = base_realloc(NULL, n * (size_t)count * sizeof *buffer);
    for (size_t i = 0; i < n; i++)
        memcpy(buffer + i * (size_t)count, b->frames + i * SRV_PARTS + from, (size_t)count * sizeof *buffer);
    base_text_printf(out, ",\"%s\":\"", name);
    srv_put_base64(buffer, n * (size_t)count * sizeof *buffer, out);
    base_text_char(out, '"');
    base_realloc(buffer, 0);
}

bool srv_moves(const SrvBody *b, int from, int count) {
    for (size_t i = 1; i < b->n; i++)
        if (memcmp(b->frames + i * SRV_PARTS + from, b->frames + from, (size_t)count * sizeof *b->frames) != 0)
            return true;
    return false;
}

/* Shapes from files are confined to libraries and the folders that are open. */
static bool file_mesh(Server *s, const char *type, SrvMesh *m) {
    srv_world(s);
    const char *path =
        strncmp(type, "modelica:", 9) == 0 || strncmp(type, "file:", 5) == 0 ? lib_resource(s->lib, type) : NULL;
    base_diag_clear(s->ctx);
    return path && lib_holds_file(s->lib, path) && srv_mesh_file(m, path);
}

static void read_frames(Scene *c, SrvBody *b, bool arrow) {
    double first = c->time[0], length = c->time[c->rows - 1] - first;
    for (size_t k = 0, row = 0; k < b->n; k++) {
        double t = b->n > 1 ? first + length * (double)k / (double)(b->n - 1) : first;
        while (row + 1 < c->rows && c->time[row + 1] <= t) row++;
        double step = row + 1 < c->rows ? c->time[row + 1] - c->time[row] : 0;
        c->row = row;
        c->part = step > 0 ? (t - c->time[row]) / step : 0;
        frame(c, arrow, b->frames + k * SRV_PARTS);
    }
    c->row = 0;
    c->part = 0;
}

static void read_body(Scene *c, const char *type, size_t frames, SrvBody *b) {
    bool arrow = strcmp(type, "arrow") == 0, file = strchr(type, ':') != NULL;
    *b = (SrvBody){.name = c->name, .type = type, .n = frames};
    open_shape(c);
    b->frames = base_realloc(NULL, frames * SRV_PARTS * sizeof *b->frames);
    read_frames(c, b, arrow);
    double extra = value(c, EXTRA, 0);
    b->specular = fmin(1, fmax(0, value(c, SPECULAR, 0.7)));
    b->scaled = !file || extra == 1;
    for (int i = 0; i < 3; i++) b->base[i] = file || arrow ? 1 : b->frames[7 + i] > 0 ? b->frames[7 + i] : 1e-3f;
    if (file) b->missing = !file_mesh(c->s, type, &b->mesh);
    else if (arrow) srv_mesh(&b->mesh, type, 1, 0.06, 0.06, 0);
    else srv_mesh(&b->mesh, type, b->base[0], b->base[1], b->base[2], extra);
}

void srv_read_bodies(Server *s, ResResult *result, const BaseJson *shapes, size_t frames, SrvBodies *out) {
    Scene c = {.s = s, .result = result, .rows = res_rows(result), .time = res_time(result)};
    const BaseJson *i = shapes && shapes->kind == BASE_JSON_ARRAY && c.rows ? shapes->items : NULL;
    for (; i && out->n < MOST_SHAPES; i = i->next) {
        SrvBody b;
        const char *type = base_json_string(i, "type");
        c.name = base_json_string(i, "name");
        if (!c.name || !type || strlen(c.name) > 900) continue;
        read_body(&c, type, frames, &b);
        vec_push(out, b);
    }
}

void srv_free_bodies(SrvBodies *bodies) {
    for (size_t i = 0; i < bodies->n; i++) {
        base_realloc(bodies->at[i].frames, 0);
        vec_free(&bodies->at[i].mesh);
    }
    vec_free(bodies);
}

static void put_body(const SrvBody *b, Text *out) {
    srv_comma(out);
    base_text_char(out, '{');
    srv_put_member(out, "name", b->name);
    srv_put_member(out, "type", b->type);
    base_text_printf(out, ",\"missing\":%s,\"scaled\":%s,\"base\":[%.7g,%.7g,%.7g],\"specular\":%.3g,\"mesh\":\"",
                     b->missing ? "true" : "false", b->scaled ? "true" : "false", b->base[0], b->base[1], b->base[2],
                     b->specular);
    srv_put_base64(b->mesh.at, b->mesh.n * sizeof *b->mesh.at, out);
    base_text_char(out, '"');
    put_series(out, "place", b, 0, 3);
    put_series(out, "turn", b, 3, 4);
    put_series(out, "size", b, 7, 3);
    put_series(out, "colour", b, 10, 3);
    base_text_char(out, '}');
}

void srv_put_scene(ResResult *result, const SrvBodies *bodies, size_t frames, Text *out) {
    size_t rows = res_rows(result);
    const double *time = res_time(result);
    base_text_printf(out, "{\"start\":%.17g,\"end\":%.17g,\"frames\":%zu,\"shapes\":[", rows ? time[0] : 0,
                     rows ? time[rows - 1] : 0, frames);
    for (size_t i = 0; i < bodies->n; i++) put_body(&bodies->at[i], out);
    base_text_add(out, "]}");
}

/* {run, frames} -> {start, end, frames, shapes: [{name, type, base, mesh, place, turn, size, colour}]} */
void srv_scene(Server *s, const BaseJson *params, Text *out) {
    ResResult *result = srv_result_of(s, params);
    const BaseJson *frames = base_json_get(params, "frames");
    if (!result) return;
    double n = frames && frames->kind == BASE_JSON_NUMBER ? frames->number : 300;
    if (!(n >= 1 && n <= MOST_FRAMES)) n = MOST_FRAMES;
    Text shapes = {0};
    size_t at;
    const char *why;
    srv_read_shapes(s, params, &shapes);
    const BaseJson *list = base_json_read(&s->scratch, base_text_str(&shapes), shapes.n, &at, &why);
    SrvBodies bodies = {0};
    srv_read_bodies(s, result, list, (size_t)n, &bodies);
    srv_put_scene(result, &bodies, (size_t)n, out);
    srv_free_bodies(&bodies);
    base_text_free(&shapes);
}
