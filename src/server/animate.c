/* animate.c - a model run, and its motion in space written to a file: GLB, a page of its own, a picture.
 */
#include "server/studio_impl.h"

#include <causeway/server.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { FRAMES = 600 };

/* ---- what can be seen -------------------------------------------------------------------------------------------- */

static bool is_end(const char *name, const char *end) {
    size_t n = strlen(name), k = strlen(end);
    return n > k && strcmp(name + n - k, end) == 0;
}

/* A part that only hands a type on to a shape inside it has no orientation of its own. */
static bool is_turned(const causeway_model *m, const char *name, size_t n) {
    char turn[1024];
    if (n > sizeof turn - 16) return false;
    snprintf(turn, sizeof turn, "%.*s.R.T[1,1]", (int)n, name);
    return causeway_find_variable(m, turn) >= 0;
}

bool srv_has_shapes(const causeway_model *m) {
    size_t n = causeway_variable_count(m);
    for (size_t i = 1; i < n; i++) {
        causeway_variable v = {.size = sizeof v};
        if (causeway_describe_variable(m, i, &v) != CAUSEWAY_OK) continue;
        if (is_end(v.name, ".shapeType") || is_end(v.name, ".twoHeadedArrow")) return true;
    }
    return false;
}

static void put_shape(const char *name, size_t n, const char *type, Text *out) {
    srv_comma(out);
    base_text_add(out, "{\"name\":");
    base_text_json(out, name, n);
    srv_put_member(out, "type", type);
    base_text_char(out, '}');
}

/* Shapes of MultiBody have a type, vectors two heads or one. */
bool srv_put_shapes(causeway_model *m, causeway_run *r, Text *out) {
    static const char shape[] = ".shapeType", vector[] = ".twoHeadedArrow";
    size_t n = causeway_variable_count(m);
    base_text_char(out, '[');
    for (size_t i = 1; i < n; i++) {
        causeway_variable v = {.size = sizeof v};
        if (causeway_describe_variable(m, i, &v) != CAUSEWAY_OK) continue;
        const char *type = v.type == CAUSEWAY_STRING && is_end(v.name, shape) &&
                                   is_turned(m, v.name, strlen(v.name) - (sizeof shape - 1))
                               ? causeway_run_get_text(r, v.name)
                               : NULL;
        if (type) put_shape(v.name, strlen(v.name) - (sizeof shape - 1), type, out);
        else if (is_end(v.name, vector)) put_shape(v.name, strlen(v.name) - (sizeof vector - 1), "arrow", out);
    }
    base_text_char(out, ']');
    return out->n > 2;
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const SrvAnimation *asked;
    Server s;
    causeway_session *session;
    const char *result; /* file of the trajectory */
    Text shapes, why;
} Animation;

static causeway_status set_values(Animation *a, causeway_run *r) {
    for (size_t i = 0; i < a->asked->parameters.n; i++) {
        const char *given = a->asked->parameters.at[i], *sign = strchr(given, '=');
        if (!sign) return CAUSEWAY_USAGE;
        const char *name = base_strndup(&a->s.scratch, given, (size_t)(sign - given));
        causeway_status code = causeway_run_set_text(r, name, sign + 1);
        if (code != CAUSEWAY_OK) return code;
    }
    return CAUSEWAY_OK;
}

static causeway_status run(Animation *a, causeway_model *m, causeway_run *r) {
    causeway_run_options o;
    causeway_run_options_init(&o);
    if (a->asked->run) memcpy(&o, a->asked->run, a->asked->run->size < sizeof o ? a->asked->run->size : sizeof o);
    o.all_variables = true;
    causeway_status code = causeway_run_configure(r, &o);
    if (code == CAUSEWAY_OK) code = set_values(a, r);
    if (code == CAUSEWAY_OK) code = causeway_run_record(r, 0, NULL, a->result);
    if (code == CAUSEWAY_OK) code = causeway_run_initialise(r);
    if (code == CAUSEWAY_OK && !srv_put_shapes(m, r, &a->shapes)) {
        base_text_printf(&a->why, "%s has nothing to show in space: no component with a shape", causeway_model_name(m));
        return CAUSEWAY_USAGE;
    }
    return code == CAUSEWAY_OK ? causeway_run_to_end(r) : code;
}

static void keep_reasons(Animation *a, causeway_run *r) {
    for (size_t i = 0; i < causeway_diagnostic_count(a->session); i++)
        base_text_add(&a->why,
                      causeway_format_diagnostic(a->session, causeway_get_diagnostic(a->session, i), CAUSEWAY_TEXT));
    for (size_t i = 0; r && i < causeway_run_diagnostic_count(r); i++)
        base_text_printf(&a->why, "%s%s", a->why.n ? "\n" : "", causeway_run_get_diagnostic(r, i)->text);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void put_page(Animation *a, ResResult *result, const SrvBodies *bodies, Text *out) {
    const SrvAsset *view = a->asked->view;
    base_text_add(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                       "content=\"width=device-width, initial-scale=1\"><title>");
    for (const char *p = a->asked->model; *p; p++)
        if (!strchr("<>&\"", *p)) base_text_char(out, *p);
    base_text_add(
        out,
        "</title><style>html,body{height:100%;margin:0;font:13px system-ui,sans-serif}body{display:flex;flex-direction:"
        "column;color-scheme:light dark}#stage{flex:1;min-height:0;position:relative}#stage canvas{position:absolute}"
        "#bar{display:flex;gap:10px;align-items:center;padding:8px 14px}#time{flex:1}</style></head>\n<body><div "
        "id=\"stage\"></div><div id=\"bar\"><button id=\"play\" aria-label=\"Play or pause\">\xe2\x9d\x9a\xe2\x9d\x9a"
        "</button><input id=\"time\" type=\"range\" aria-label=\"Time\" min=\"0\" max=\"1\" step=\"0.001\" "
        "value=\"0\"><output id=\"clock\"></output></div>\n<script type=\"application/json\" id=\"scene\">");
    srv_put_scene(result, bodies, FRAMES, out);
    base_text_add(out, "</script>\n<script type=\"text/plain\" id=\"view\">");
    srv_put_base64(view->data, (size_t)(view->end - view->data), out);
    base_text_add(
        out,
        "</script>\n<script type=\"module\">\nconst by = id => document.getElementById(id);\nconst packed = "
        "Uint8Array.from(atob(by('view').textContent), c => c.charCodeAt(0));\nconst text = await new Response(new "
        "Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();\nconst view = await "
        "import(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));\nview.standalone(by('stage'), "
        "JSON.parse(by('scene').textContent), by('time'), by('play'), by('clock'));\n</script></body></html>\n");
}

static causeway_status write_motion(Animation *a, ResResult *result, const SrvBodies *bodies) {
    const SrvAnimation *q = a->asked;
    const double *time = res_time(result);
    size_t rows = res_rows(result);
    double start = time[0], end = time[rows - 1];
    Text out = {0};
    bool ok;
    if (is_end(q->path, ".png")) {
        double at = isnan(q->time) ? end : fmin(end, fmax(start, q->time));
        ok = srv_snapshot(bodies, end > start ? (at - start) / (end - start) : 0, q->width > 0 ? q->width : 960,
                          q->height > 0 ? q->height : 640, q->path);
    } else {
        if (is_end(q->path, ".glb")) srv_put_glb(bodies, start, end, &out);
        else put_page(a, result, bodies, &out);
        ok = base_write_file(q->path, out.at, out.n);
    }
    if (!ok) base_text_printf(&a->why, "cannot write %s: %s", q->path, strerror(errno));
    base_text_free(&out);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

static causeway_status write_result(Animation *a) {
    size_t at;
    const char *why;
    Context *ctx = base_context_new();
    ResResult *result = res_open(ctx, a->result);
    const BaseJson *list = base_json_read(&a->s.scratch, base_text_str(&a->shapes), a->shapes.n, &at, &why);
    SrvBodies bodies = {0};
    causeway_status code = CAUSEWAY_USAGE;
    if (result && res_rows(result)) {
        srv_read_bodies(&a->s, result, list, FRAMES, &bodies);
        code = write_motion(a, result, &bodies);
        srv_free_bodies(&bodies);
    } else base_text_add(&a->why, "the result cannot be read");
    if (result) res_close(result);
    base_context_free(ctx);
    return code;
}

static causeway_status work(Animation *a) {
    causeway_model *m = causeway_model_new(a->session, a->asked->model);
    causeway_status code = m ? causeway_model_translate(m, NULL) : CAUSEWAY_INVALID;
    causeway_run *r = code == CAUSEWAY_OK ? causeway_run_new(m) : NULL;
    if (r) code = run(a, m, r);
    if (code != CAUSEWAY_OK && !a->why.n) keep_reasons(a, r);
    causeway_run_free(r);
    causeway_model_free(m);
    return code == CAUSEWAY_OK ? write_result(a) : code;
}

causeway_status srv_animate(const SrvAnimation *asked, Text *why) {
    const char *tmp = getenv("TMPDIR");
    Animation a = {.asked = asked};
    bool page = is_end(asked->path, ".html") && asked->view;
    if (!page && !is_end(asked->path, ".glb") && !is_end(asked->path, ".png")) {
        base_text_printf(why, "%s: an animation is written as .glb, .html or .png", asked->path);
        return CAUSEWAY_USAGE;
    }
    char folder[4000];
    snprintf(folder, sizeof folder, "%s/causeway-animate-XXXXXX", tmp && *tmp && strlen(tmp) < 3900 ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        base_text_printf(why, "cannot make the folder %s: %s", folder, strerror(errno));
        return CAUSEWAY_USAGE;
    }
    srv_begin(&a.s, &asked->server);
    a.session = srv_session(&a.s);
    a.result = base_sprintf(&a.s.scratch, "%s/motion.mat", folder);
    causeway_status code = work(&a);
    unlink(a.result);
    rmdir(folder);
    base_text_add(why, base_text_str(&a.why));
    base_text_free(&a.why);
    base_text_free(&a.shapes);
    causeway_session_free(a.session);
    srv_end(&a.s);
    return code;
}

causeway_status causeway_animate(const causeway_session_options *options, const char *model,
                                 const causeway_run_options *run_options, const char *path, char *why, size_t size) {
    causeway_session_options given;
    SrvAnimation a = {.model = model, .run = run_options, .path = path, .time = NAN};
    Text words = {0};
    BaseGuard g;
    volatile causeway_status code = CAUSEWAY_MEMORY;
    causeway_session_options_init(&given);
    if (options) memcpy(&given, options, options->size < sizeof given ? options->size : sizeof given);
    if (BASE_GUARDED(&g)) {
        for (size_t i = 0; i < given.nlibraries; i++)
            vec_push(&a.server.libraries, (char *)(uintptr_t)given.libraries[i]);
        a.server.no_default_libraries = given.no_default_libraries;
        code = srv_animate(&a, &words);
        if (size) snprintf(why, size, "%s", base_text_str(&words));
        base_guard_pop(&g);
    } else {
        if (size) snprintf(why, size, "%s", g.text);
        if (!g.memory) code = CAUSEWAY_FAULT;
    }
    vec_free(&a.server.libraries);
    base_text_free(&words);
    return code;
}
