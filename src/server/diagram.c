/* diagram.c - diagrams and icons as display lists, also as they look at an instant of a run; documentation.
 */
#include "document/document.h"
#include "server/studio_impl.h"

#include <ctype.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_PICTURE = 4 << 20, MOST_PICTURES = 24 << 20 };

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

InstClass *srv_instance(Server *s, const char *name, const char *path) {
    if (!srv_class_named(s, name)) return NULL;
    InstClass *c = inst_class_by_name(srv_pictures(s), name, (Span){0});
    for (const char *p = path; c && p && *p;) {
        size_t n = strcspn(p, ".[");
        InstElement *e;
        inst_prepare(c);
        e = inst_find(c, base_intern(s->ctx->names, p, n));
        InstComp *comp = e && e->kind == SYN_COMPONENT ? inst_component(e->home, e) : NULL;
        if (!comp || !comp->cls) {
            srv_refuse(s, SRV_INVALID_PARAMS, "there is no component %s in %s", path, name);
            return NULL;
        }
        c = comp->cls;
        p += n;
        if (*p == '[') p += strcspn(p, ".");
        p += *p == '.';
    }
    if (!c) srv_refuse(s, SRV_REQUEST_FAILED, "%s has errors: its picture cannot be drawn", name);
    base_diag_clear(s->ctx);
    return c;
}

typedef struct {
    ResResult *result;
    size_t row;
    double part;
    const char *inside; /* path of the component whose diagram is shown, with a dot behind it; "": none */
    Arena *scratch;
} Instant;

static bool value_at(void *arg, const char *name, double *out) {
    const Instant *at = arg;
    const char *full = *at->inside ? base_sprintf(at->scratch, "%s%s", at->inside, name) : name;
    const double *y = res_column(at->result, full);
    if (!y) return false;
    *out = y[at->row];
    if (at->part > 0) *out += at->part * (y[at->row + 1] - y[at->row]);
    return true;
}

/* The last row at or before the time, and how far that lies on the way to the next one. */
static void find_row(Instant *at, double time) {
    size_t n = res_rows(at->result), low = 0, high = n;
    const double *t = res_time(at->result);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t[middle] <= time) low = middle;
        else high = middle;
    }
    at->row = low;
    if (low + 1 < n && time > t[low] && t[low + 1] > t[low]) at->part = (time - t[low]) / (t[low + 1] - t[low]);
}

/* {class, layer: "diagram" | "icon", path?, run?, time?} -> the display list */
void srv_diagram(Server *s, const BaseJson *params, Text *out) {
    const char *layer = base_json_string(params, "layer"), *path = base_json_string(params, "path");
    const BaseJson *time = base_json_get(params, "time");
    InstClass *c = srv_instance(s, base_json_string(params, "class"), path);
    if (!c) return;
    bool moving = time && time->kind == BASE_JSON_NUMBER;
    Instant at = {.inside = path && *path ? base_sprintf(&s->scratch, "%s.", path) : "", .scratch = &s->scratch};
    if (moving) at.result = srv_result_of(s, params);
    if (s->error) return;
    GfxOptions how = {.layer = layer && strcmp(layer, "icon") == 0 ? GFX_ICON : GFX_DIAGRAM};
    if (at.result && res_rows(at.result)) {
        find_row(&at, time->number);
        how.value = value_at;
        how.arg = &at;
    }
    GfxPicture *p = gfx_draw(c, &how);
    gfx_json(p, out);
    gfx_free(p);
    base_diag_clear(s->ctx);
}

/* ---- documentation ----------------------------------------------------------------------------------------------- */

typedef struct {
    Server *s;
    size_t pictures; /* bytes of pictures so far */
} Page;

static const char *picture_type(const char *path) {
    static const char *const types[][2] = {{".png", "image/png"},     {".jpg", "image/jpeg"}, {".jpeg", "image/jpeg"},
                                           {".svg", "image/svg+xml"}, {".gif", "image/gif"},  {".bmp", "image/bmp"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(path) > 5 && strcasecmp(path + strlen(path) - strlen(types[i][0]), types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

/* Pictures of libraries go into the page itself: it can reach no file. */
static bool put_picture(Page *page, const char *address, Text *out) {
    Server *s = page->s;
    const char *path = strncmp(address, "modelica://", 11) == 0 ? lib_resource(s->lib, address) : NULL;
    const char *type = path ? picture_type(path) : NULL;
    struct stat st;
    if (!type || !lib_holds_file(s->lib, path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        st.st_size > MOST_PICTURE || page->pictures + (size_t)st.st_size > MOST_PICTURES)
        return false;
    Text bytes = {0};
    bool read = base_read_file(path, MOST_PICTURE, &bytes);
    page->pictures += bytes.n;
    if (read) base_text_printf(out, "data:%s;base64,", type);
    if (read) srv_put_base64(bytes.at, bytes.n, out);
    base_text_free(&bytes);
    return read;
}

static bool link_of(void *arg, const char *address, bool image, Text *out) {
    if (image) return put_picture(arg, address, out);
    bool known = strncasecmp(address, "modelica:", 9) == 0 || strncasecmp(address, "http://", 7) == 0 ||
                 strncasecmp(address, "https://", 8) == 0 || strncasecmp(address, "mailto:", 7) == 0 || *address == '#';
    if (known) base_text_add(out, address);
    return known;
}

static void put_written(Page *page, const char *name, const char *text, Text *out) {
    Text html = {0};
    while (text && isspace((unsigned char)*text)) text++;
    if (text && strncasecmp(text, "<html", 5) == 0) {
        doc_clean(text, link_of, page, &html);
    } else if (text && *text) {
        base_text_add(&html, "<pre>");
        for (; *text; text++) {
            if (*text == '<') base_text_add(&html, "&lt;");
            else if (*text == '&') base_text_add(&html, "&amp;");
            else base_text_char(&html, *text);
        }
        base_text_add(&html, "</pre>");
    }
    srv_put_member(out, name, base_text_str(&html));
    base_text_free(&html);
}

/* {class} -> {info, revisions}: HTML that holds nothing but what doc_clean lets through */
void srv_documentation(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = srv_class_named(s, base_json_string(params, "class"));
    if (!cls) return;
    Page page = {.s = s};
    base_text_char(out, '{');
    put_written(&page, "info", gfx_string(cls, "Documentation.info"), out);
    put_written(&page, "revisions", gfx_string(cls, "Documentation.revisions"), out);
    base_text_char(out, '}');
    base_diag_clear(s->ctx);
}
