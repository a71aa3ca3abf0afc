/* site.c - the folder of pages: classes, addresses, icons, files that texts refer to, the search. */
#include "document/document_impl.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool refuse(DocSite *s, const char *path) {
    if (!s->failed) {
        Diag *d = base_error(s->ctx, "DOC0001", (Span){0}, "%s cannot be written: %s", path, strerror(errno));
        base_hint(s->ctx, d, "choose another folder for the pages, or make room");
    }
    s->failed = true;
    return false;
}

static bool make_folder(DocSite *s, const char *path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST || refuse(s, path);
}

bool doc_write_file(DocSite *s, const char *name, const char *bytes, size_t n) {
    Text path = {0};
    base_text_printf(&path, "%s/%s", s->folder, name);
    FILE *f = fopen(base_text_str(&path), "wb");
    bool ok = f && fwrite(bytes, 1, n, f) == n;
    if (f && fclose(f) != 0) ok = false;
    if (!ok) refuse(s, base_text_str(&path));
    base_text_free(&path);
    return ok;
}

/* ---- addresses --------------------------------------------------------------------------------------------------- */

bool doc_address(DocSite *s, const char *class_name, Text *out) {
    uint64_t found;
    if (*class_name == '.') class_name++;
    if (!base_map_get(&s->known, base_name(s->ctx->names, class_name), &found)) return false;
    gfx_file_name(class_name, out);
    base_text_add(out, ".html");
    return true;
}

static bool lies_inside(const char *path, const char *folder) {
    char *file = realpath(path, NULL), *home = folder ? realpath(folder, NULL) : NULL;
    size_t n = home ? strlen(home) : 0;
    struct stat st;
    bool inside =
        file && home && strncmp(file, home, n) == 0 && file[n] == '/' && stat(file, &st) == 0 && S_ISREG(st.st_mode);
    free(file);
    free(home);
    return inside;
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcasecmp(s + n - m, end) == 0;
}

/* Pages of a library are cleaned as its texts are; a drawing that holds a script stays away. */
static bool write_copy(DocSite *s, const char *name, const Source *file) {
    if (ends_with(name, ".svg") && strcasestr(file->text, "<script")) return false;
    if (!ends_with(name, ".html") && !ends_with(name, ".htm")) return doc_write_file(s, name, file->text, file->n);
    Text page = {0};
    base_text_add(&page, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body>\n");
    doc_clean(file->text, doc_link, s, &page);
    base_text_add(&page, "</body></html>\n");
    bool ok = doc_write_file(s, name, base_text_str(&page), page.n);
    base_text_free(&page);
    return ok;
}

/* Copies a file of a library to Resources/; the address of the copy, or NULL. */
static const char *copy_resource(DocSite *s, const char *address) {
    Name key = base_name(s->ctx->names, address);
    uint64_t known;
    if (base_map_get(&s->copied, key, &known)) return known ? base_str(s->ctx->names, (Name)known) : NULL;
    base_map_put(&s->copied, key, 0);
    const char *rest = address + strlen("modelica://");
    LibClass *lib = lib_find(s->lib, NULL, base_intern(s->ctx->names, rest, strcspn(rest, "./")));
    const char *path = lib ? lib_resource(s->lib, address) : NULL;
    if (!path || !lies_inside(path, lib->folder)) return NULL;
    SourceId id = base_source_open(s->ctx->sources, path);
    const Source *file = id ? base_source(s->ctx->sources, id) : NULL;
    if (!file) return NULL;
    Text name = {0};
    base_text_add(&name, "Resources/");
    for (const char *p = rest; *p; p++)
        base_text_char(&name, isalnum((unsigned char)*p) || strchr("._-", *p) ? *p : '_');
    const char *copy = NULL;
    if (write_copy(s, base_text_str(&name), file)) {
        Name made = base_name(s->ctx->names, base_text_str(&name));
        base_map_put(&s->copied, key, made);
        s->counts->files++;
        copy = base_str(s->ctx->names, made);
    }
    base_text_free(&name);
    return copy;
}

static void unreachable(DocSite *s, const char *address) {
    const SynClass *syn = lib_syn(s->at);
    base_warning(s->ctx, "DOC0002", syn ? syn->name_span : (Span){0},
                 "the documentation of %s refers to %s, which is not there", doc_full_name(s, s->at), address);
}

/* modelica://A.B#info or modelica://A/Resources/x.png (13.5); also Modelica:// and modelica:/ of older texts. */
static bool modelica_link(DocSite *s, const char *address, Text *out) {
    const char *rest = address + strlen("modelica:");
    rest += strspn(rest, "/");
    Text t = {0};
    const char *mark = strchr(rest, '#');
    base_text_addn(&t, rest, mark ? (size_t)(mark - rest) : strlen(rest));
    bool found = doc_address(s, base_text_str(&t), out);
    if (found && mark) base_text_add(out, mark);
    if (!found && strchr(base_text_str(&t), '/')) {
        Text plain = {0};
        base_text_printf(&plain, "modelica://%s", base_text_str(&t));
        const char *copy = copy_resource(s, base_text_str(&plain));
        found = copy != NULL;
        if (copy) base_text_add(out, copy);
        base_text_free(&plain);
    }
    if (!found) { /* a class of another library is no mistake */
        Name first = base_intern(s->ctx->names, rest, strcspn(rest, "./#"));
        if (first == s->top->name) unreachable(s, address);
    }
    base_text_free(&t);
    return found;
}

bool doc_link(void *site, const char *address, bool image, Text *out) {
    DocSite *s = site;
    if (strncasecmp(address, "modelica:", 9) == 0) return modelica_link(s, address, out);
    static const char *const outside[] = {"http://", "https://", "mailto:"};
    for (size_t i = 0; i < 3; i++)
        if (strncasecmp(address, outside[i], strlen(outside[i])) == 0) {
            if (image) return false; /* pages load nothing from elsewhere */
            base_text_add(out, address);
            return true;
        }
    if (*address != '#' || image) return false;
    base_text_add(out, address);
    return true;
}

/* ---- instances and icons ----------------------------------------------------------------------------------------- */

enum { PAGES_PER_INST = 200 }; /* what instances share is worth keeping, but not for ever */

static void fresh_instances(DocSite *s) {
    if (s->inst) inst_free(s->inst);
    s->inst = inst_new(s->ctx, s->lib);
    s->inst->checking = s->inst->pictures = true;
}

InstClass *doc_instance(DocSite *s, LibClass *cls) {
    size_t mark = base_diag_mark(s->ctx);
    InstClass *c = inst_class_by_name(s->inst, doc_full_name(s, cls), (Span){0});
    if (c) inst_prepare(c);
    base_diag_rollback(s->ctx, mark);
    return c;
}

/* Icons that are the same are one file. */
static Name write_icon(DocSite *s, InstClass *c) {
    GfxOptions how = {.layer = GFX_ICON, .no_names = true};
    GfxPicture *p = gfx_draw(c, &how);
    Name name = 0;
    if (p->drawn) {
        Text svg = {0}, file = {0};
        p->class_name = "";
        gfx_svg(p, &(GfxSvg){.width = 96}, &svg);
        uint64_t hash = base_hash(base_text_str(&svg), svg.n, 1), written;
        base_text_printf(&file, "icons/%016llx.svg", (unsigned long long)hash);
        name = base_name(s->ctx->names, base_text_str(&file));
        if (!base_map_get(&s->icons, hash, &written)) {
            base_map_put(&s->icons, hash, 1);
            doc_write_file(s, base_text_str(&file), base_text_str(&svg), svg.n);
            s->counts->pictures++;
        }
        base_text_free(&svg);
        base_text_free(&file);
    }
    gfx_free(p);
    return name;
}

const char *doc_icon(DocSite *s, LibClass *cls) {
    uint64_t name;
    if (!base_map_get(&s->icon_of, (uintptr_t)cls, &name)) {
        InstClass *c = doc_instance(s, cls);
        name = c ? write_icon(s, c) : 0;
        base_map_put(&s->icon_of, (uintptr_t)cls, name);
    }
    return name ? base_str(s->ctx->names, (Name)name) : NULL;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void collect(DocSite *s, LibClass *cls, int depth) {
    const SynClass *syn = lib_syn(cls);
    if (!syn || depth > 100) return;
    const char *full = doc_full_name(s, cls);
    vec_push(&s->classes, cls);
    base_map_put(&s->known, base_name(s->ctx->names, full), (uintptr_t)cls);
    Text page = {0};
    doc_address(s, full, &page);
    const char *kind = syn_restriction_name(syn->restriction), *comment = base_str(s->ctx->names, syn->comment);
    base_text_add(&s->index, s->index.n ? ",\n[" : "[");
    base_text_json(&s->index, full, strlen(full));
    base_text_printf(&s->index, ",\"%s\",", kind);
    base_text_json(&s->index, comment, strlen(comment));
    base_text_char(&s->index, ',');
    base_text_json(&s->index, base_text_str(&page), page.n);
    base_text_char(&s->index, ']');
    base_text_free(&page);
    LibClass **children;
    size_t n = lib_children(s->lib, cls, &children);
    for (size_t i = 0; i < n; i++) collect(s, children[i], depth + 1);
}

static void write_index(DocSite *s) {
    Text t = {0};
    base_text_printf(&t, "[%s]\n", base_text_str(&s->index));
    doc_write_file(s, "search-index.json", base_text_str(&t), t.n);
    vec_clear(&t);
    /* the same as a script: a page opened from the disk may not read other files */
    base_text_printf(&t, "window.causewayIndex = [%s];\n", base_text_str(&s->index));
    doc_write_file(s, "search-index.js", base_text_str(&t), t.n);
    vec_clear(&t);
    Text first = {0};
    doc_address(s, doc_full_name(s, s->top), &first);
    base_text_printf(
        &t,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" "
        "content=\"0; url=%s\"><title>Documentation</title></head>\n<body><a href=\"%s\">%s</a></body></html>\n",
        base_text_str(&first), base_text_str(&first), doc_full_name(s, s->top));
    doc_write_file(s, "index.html", base_text_str(&t), t.n);
    base_text_free(&first);
    base_text_free(&t);
    doc_write_file(s, "style.css", doc_style, strlen(doc_style));
    doc_write_file(s, "search.js", doc_script, strlen(doc_script));
}

bool doc_library(LibTree *lib, LibClass *top, const char *folder, DocCounts *counts) {
    DocSite s = {.ctx = lib_context(lib), .lib = lib, .top = top, .folder = folder, .counts = counts};
    *counts = (DocCounts){0};
    Arena *a = &s.ctx->arena;
    if (make_folder(&s, folder) && make_folder(&s, base_sprintf(a, "%s/icons", folder)) &&
        make_folder(&s, base_sprintf(a, "%s/Resources", folder))) {
        collect(&s, top, 0);
        for (size_t i = 0; i < s.classes.n && !s.failed; i++) {
            if (i % PAGES_PER_INST == 0) fresh_instances(&s);
            doc_page(&s, s.classes.at[i]);
        }
        write_index(&s);
    }
    if (s.inst) inst_free(s.inst);
    base_map_free(&s.icon_of);
    base_map_free(&s.icons);
    base_map_free(&s.known);
    base_map_free(&s.copied);
    vec_free(&s.classes);
    base_text_free(&s.index);
    return !s.failed;
}
