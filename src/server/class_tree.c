/* class_tree.c - the package browser: classes with their icons, one level at a time; what a class is; search.
 */
#include "server/studio_impl.h"

#include <limits.h>
#include <stdlib.h>

enum { MOST_ICONS = 400, MOST_FOUND = 200, SHORTEST_WORD = 3 };

/* ---- classes by name --------------------------------------------------------------------------------------------- */

void srv_put_member(Text *out, const char *name, const char *text) {
    if (out->n && out->at[out->n - 1] != '{') base_text_char(out, ',');
    srv_put_text(out, name);
    base_text_char(out, ':');
    srv_put_text(out, text ? text : "");
}

LibClass *srv_class_named(Server *s, const char *name) {
    LibTree *lib = srv_world(s);
    LibClass *cls = lib && name ? lib_find_path(lib, name) : NULL;
    if (!name) return srv_refuse(s, SRV_INVALID_PARAMS, "params.class is missing"), NULL;
    if (!cls) return srv_refuse(s, SRV_INVALID_PARAMS, "there is no class %s", name), NULL;
    if (!lib_syn(cls)) return srv_refuse(s, SRV_REQUEST_FAILED, "%s cannot be read", name), NULL;
    return cls;
}

const char *srv_path_of_class(LibClass *cls) {
    while (cls && !cls->path) cls = cls->parent;
    return cls ? cls->path : NULL;
}

/* A file that a page names, as from the folder of a class; NULL: it is not there, or outside what is open. */
const char *srv_open_file(Server *s, const char *cls, const char *name) {
    char real[PATH_MAX];
    LibClass *c = lib_find_path(srv_world(s), cls);
    const char *own = c ? srv_path_of_class(c) : NULL, *slash = own ? strrchr(own, '/') : NULL;
    const char *path =
        *name == '/' || !slash ? name : base_sprintf(&s->scratch, "%.*s/%s", (int)(slash - own), own, name);
    if (!realpath(path, real)) return NULL;
    for (size_t i = 0; i < s->folders.n; i++) {
        size_t n = strlen(s->folders.at[i]);
        if (strncmp(real, s->folders.at[i], n) == 0 && real[n] == '/') return base_strdup(&s->scratch, real);
    }
    return lib_holds_file(s->lib, real) ? base_strdup(&s->scratch, real) : NULL;
}

const char *srv_full_name(Server *s, const LibClass *cls) {
    Text t = {0};
    lib_full_name(cls, &t);
    const char *name = base_strdup(&s->scratch, base_text_str(&t));
    base_text_free(&t);
    return name;
}

static bool is_flagged(Server *s, const SynClass *syn, const char *annotation) {
    return syn_annotation(syn->annotation, s->ctx->names, annotation) != NULL;
}

static bool is_read_only(Server *s, LibClass *cls) {
    const char *path = srv_path_of_class(cls);
    return !path || !srv_is_own(s, path);
}

static void put_class(Server *s, LibClass *cls, Text *out) {
    LibClass **children;
    SynClass *syn = lib_syn(cls);
    srv_comma(out);
    base_text_char(out, '{');
    srv_put_member(out, "name", srv_name(s, cls->name));
    srv_put_member(out, "class", srv_full_name(s, cls));
    srv_put_member(out, "kind", syn ? syn_restriction_name(syn->restriction) : "class");
    srv_put_member(out, "comment", syn ? base_str(s->ctx->names, syn->comment) : "");
    bool inside =
        syn && (syn->restriction == SYN_PACKAGE || syn->form == SYN_LONG) && lib_children(s->lib, cls, &children) > 0;
    base_text_printf(out, ",\"children\":%s,\"readOnly\":%s", inside ? "true" : "false",
                     is_read_only(s, cls) ? "true" : "false");
    if (syn && syn->prefixes & SYN_PARTIAL_CLASS) base_text_add(out, ",\"partial\":true");
    if (syn && is_flagged(s, syn, "experiment")) base_text_add(out, ",\"runs\":true");
    if (syn && is_flagged(s, syn, "obsolete")) base_text_add(out, ",\"obsolete\":true");
    base_text_char(out, '}');
}

/* {class?} -> {"classes": [...]}: those directly inside, or the top ones */
void srv_tree(Server *s, const BaseJson *params, Text *out) {
    const char *name = base_json_string(params, "class");
    LibClass *cls = name && *name ? srv_class_named(s, name) : NULL, **children;
    if (s->error) return;
    size_t n = lib_children(srv_world(s), cls, &children);
    base_text_add(out, "{\"classes\":[");
    for (size_t i = 0; i < n; i++)
        if (cls || lib_syn(children[i])) put_class(s, children[i], out); /* a file may hold no class of its name */
    base_text_add(out, "]}");
    base_diag_clear(s->ctx);
}

/* ---- icons ------------------------------------------------------------------------------------------------------- */

/* Instances for pictures: they bear with classes that cannot stand alone. */
Inst *srv_pictures(Server *s) {
    enum { MOST = 64 << 20 };
    srv_world(s);
    if (s->drawing && s->drawing->arena.total > MOST) inst_free(s->drawing), s->drawing = NULL;
    if (!s->drawing) {
        s->drawing = inst_new(s->ctx, s->lib);
        s->drawing->checking = s->drawing->pictures = true;
    }
    return s->drawing;
}

static void put_icon(Server *s, const char *name, Text *out) {
    GfxOptions how = {.layer = GFX_ICON, .no_names = true};
    GfxSvg svg = {.width = 0, .height = 40};
    LibClass *cls = lib_find_path(s->lib, name);
    InstClass *c = cls && lib_syn(cls) ? inst_class_by_name(srv_pictures(s), name, (Span){0}) : NULL;
    GfxPicture *p = c ? gfx_draw(c, &how) : NULL;
    Text t = {0};
    if (p && p->drawn) gfx_svg(p, &svg, &t);
    srv_comma(out);
    srv_put_text(out, name);
    base_text_char(out, ':');
    base_text_json(out, t.at ? t.at : "", t.n);
    base_text_free(&t);
    if (p) gfx_free(p);
    base_diag_clear(s->ctx);
}

/* {classes: [...]} -> {"icons": {class: SVG}}; "": it has none */
void srv_icons(Server *s, const BaseJson *params, Text *out) {
    const BaseJson *list = base_json_get(params, "classes");
    size_t n = 0;
    srv_world(s);
    base_text_add(out, "{\"icons\":{");
    for (const BaseJson *i = list && list->kind == BASE_JSON_ARRAY ? list->items : NULL; i && n < MOST_ICONS;
         i = i->next)
        if (i->kind == BASE_JSON_STRING) put_icon(s, i->text, out), n++;
    base_text_add(out, "}}");
}

/* ---- what a class is --------------------------------------------------------------------------------------------- */

static double number_in(Server *s, const SynClass *syn, const char *path) {
    const SynMod *m = syn_annotation(syn->annotation, s->ctx->names, path);
    const SynExpr *e = m && m->mod ? m->mod->value : NULL;
    double sign = 1;
    if (e && e->kind == SYN_UNARY && e->op == SYN_NEG) e = e->args[0], sign = -1;
    if (!e || (e->kind != SYN_REAL && e->kind != SYN_INTEGER)) return NAN;
    return sign * (e->kind == SYN_REAL ? e->real : (double)e->integer);
}

static void put_experiment(Server *s, const SynClass *syn, Text *out) {
    static const char *const names[] = {"StartTime", "StopTime", "Tolerance", "Interval"};
    base_text_add(out, ",\"experiment\":{");
    for (size_t i = 0; i < 4; i++) {
        double x = number_in(s, syn, base_sprintf(&s->scratch, "experiment.%s", names[i]));
        if (isnan(x)) continue;
        srv_comma(out);
        base_text_printf(out, "\"%s\":", names[i]);
        base_text_double(out, x, false);
    }
    base_text_char(out, '}');
}

static const char *preferred_view(Server *s, const SynClass *syn) {
    const SynMod *m = syn_annotation(syn->annotation, s->ctx->names, "preferredView");
    const SynExpr *e = m && m->mod ? m->mod->value : NULL;
    return e && e->kind == SYN_STRING ? base_str(s->ctx->names, e->string) : "";
}

/* {class} -> what its tab shows besides pictures */
void srv_class(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = srv_class_named(s, base_json_string(params, "class"));
    if (!cls) return;
    SynClass *syn = lib_syn(cls);
    base_text_char(out, '{');
    srv_put_member(out, "class", srv_full_name(s, cls));
    srv_put_member(out, "name", srv_name(s, cls->name));
    srv_put_member(out, "kind", syn_restriction_name(syn->restriction));
    srv_put_member(out, "comment", base_str(s->ctx->names, syn->comment));
    srv_put_member(out, "preferredView", preferred_view(s, syn));
    srv_put_member(out, "path", srv_path_of_class(cls));
    base_text_printf(out, ",\"readOnly\":%s,\"partial\":%s", is_read_only(s, cls) ? "true" : "false",
                     syn->prefixes & SYN_PARTIAL_CLASS ? "true" : "false");
    if (is_flagged(s, syn, "experiment")) put_experiment(s, syn, out);
    base_text_add(out, ",\"at\":");
    srv_put_location(s, syn->span, out);
    base_text_char(out, '}');
    base_diag_clear(s->ctx);
}

/* {class} -> its file: {uri, text, range, readOnly} */
void srv_text(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = srv_class_named(s, base_json_string(params, "class"));
    if (!cls) return;
    SynClass *syn = lib_syn(cls);
    const Source *file = base_source(s->ctx->sources, syn->span.file);
    base_text_add(out, "{\"uri\":");
    srv_put_uri(s, file->path, out);
    base_text_add(out, ",\"text\":");
    base_text_json(out, file->text, file->n);
    base_text_add(out, ",\"range\":");
    srv_put_range(s, syn->span, out);
    base_text_printf(out, ",\"readOnly\":%s}", is_read_only(s, cls) ? "true" : "false");
}

/* ---- search ------------------------------------------------------------------------------------------------------ */

typedef struct {
    Server *s;
    Text *out;
    size_t n;
} Found;

static void put_found(void *arg, const char *full) {
    Found *f = arg;
    LibClass *cls = lib_find_path(f->s->lib, full);
    if (!cls || f->n >= MOST_FOUND) return;
    put_class(f->s, cls, f->out);
    f->n++;
}

/* Classes whose files hold a word: in documentation, as a parameter, anywhere. */
static void search_texts(Found *f, const char *word) {
    Text buffer = {0};
    LibClass **tops;
    size_t len = strlen(word), n = lib_children(f->s->lib, NULL, &tops);
    for (size_t i = 0; i < n && f->n < MOST_FOUND; i++) {
        if (!tops[i]->folder) { /* one file */
            const SynClass *syn = lib_syn(tops[i]);
            const Source *file = syn ? base_source(f->s->ctx->sources, syn->span.file) : NULL;
            if (file && srv_holds_word(file->text, file->n, word, len)) put_found(f, srv_name(f->s, tops[i]->name));
            continue;
        }
        SrvListing *l = srv_listing(f->s, tops[i]->folder, srv_name(f->s, tops[i]->name));
        for (size_t k = 0; l && k < l->files.n && f->n < MOST_FOUND; k++)
            if (srv_file_holds(l, &buffer, &l->files.at[k], word, len)) put_found(f, l->files.at[k].cls);
    }
    base_text_free(&buffer);
}

/* {text, in: "name" | "text"} -> {"classes": [...]}, best first */
void srv_search_classes(Server *s, const BaseJson *params, Text *out) {
    const char *text = base_json_string(params, "text"), *in = base_json_string(params, "in");
    if (!text) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.text is missing");
        return;
    }
    Found f = {s, out, 0};
    srv_world(s);
    base_text_add(out, "{\"classes\":[");
    if (in && strcmp(in, "text") == 0) {
        if (strlen(text) >= SHORTEST_WORD) search_texts(&f, text);
    } else {
        srv_visit_symbols(s, text, put_found, &f);
    }
    base_text_add(out, "]}");
    base_diag_clear(s->ctx);
}
