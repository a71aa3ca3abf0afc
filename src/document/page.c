/* page.c - the page of one class. */
#include "document/document_impl.h"

#include <ctype.h>
#include <strings.h>

void doc_escape(Text *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '&') base_text_add(out, "&amp;");
        else if (s[i] == '<') base_text_add(out, "&lt;");
        else if (s[i] == '>') base_text_add(out, "&gt;");
        else if (s[i] == '"') base_text_add(out, "&quot;");
        else base_text_char(out, s[i]);
    }
}

void doc_text(Text *out, const char *s) { doc_escape(out, s, strlen(s)); }

const char *doc_full_name(DocSite *s, LibClass *cls) {
    Text t = {0};
    lib_full_name(cls, &t);
    const char *name = base_str(s->ctx->names, base_name(s->ctx->names, base_text_str(&t)));
    base_text_free(&t);
    return name;
}

void doc_class_link(DocSite *s, const char *full, const char *shown, Text *out) {
    Text address = {0};
    if (doc_address(s, full, &address)) {
        base_text_add(out, "<a href=\"");
        doc_text(out, base_text_str(&address));
        base_text_add(out, "\" title=\"");
        doc_text(out, full);
        base_text_add(out, "\">");
        doc_text(out, shown);
        base_text_add(out, "</a>");
    } else doc_text(out, shown);
    base_text_free(&address);
}

/* ---- parts of a page --------------------------------------------------------------------------------------------- */

static void path_of(DocSite *s, LibClass *cls, Text *out) {
    if (cls->parent) {
        path_of(s, cls->parent, out);
        base_text_add(out, ".");
    }
    doc_class_link(s, doc_full_name(s, cls), base_str(s->ctx->names, cls->name), out);
}

static void head(DocSite *s, LibClass *cls, const SynClass *syn, Text *out) {
    const char *full = doc_full_name(s, cls), *icon = doc_icon(s, cls);
    base_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    doc_text(out, full);
    base_text_add(out, "</title><link rel=\"stylesheet\" href=\"style.css\"></head>\n<body><header><nav>");
    path_of(s, cls, out);
    base_text_add(out, "</nav><input id=\"search\" type=\"search\" placeholder=\"Search (/)\" autocomplete=\"off\">"
                       "<ul id=\"found\"></ul></header>\n<main>\n<div class=\"head\">");
    if (icon) base_text_printf(out, "<img id=\"icon\" src=\"%s\" alt=\"\">", icon);
    base_text_add(out, "<div><h1>");
    doc_text(out, base_str(s->ctx->names, cls->name));
    base_text_printf(out, " <small>%s%s</small></h1><p>", syn->prefixes & SYN_PARTIAL_CLASS ? "partial " : "",
                     syn_restriction_name(syn->restriction));
    doc_text(out, base_str(s->ctx->names, syn->comment));
    base_text_add(out, "</p></div></div>\n");
}

static bool links_to(void *site, const char *class_name, Text *out) { return doc_address(site, class_name, out); }

static void diagram(DocSite *s, InstClass *c, Text *out) {
    GfxOptions how = {.layer = GFX_DIAGRAM};
    GfxPicture *p = gfx_draw(c, &how);
    if (p->drawn) {
        GfxSvg svg = {.inside = true, .prefix = "d", .link = links_to, .arg = s};
        double w = p->bounds.x2 - p->bounds.x1;
        svg.width = 3 * w > 900 ? 900 : 3 * w;
        base_text_add(out, "<h2 id=\"diagram\">Diagram</h2>\n<div class=\"diagram\">");
        gfx_svg(p, &svg, out);
        base_text_add(out, "</div>\n");
        s->counts->pictures++;
    }
    gfx_free(p);
}

/* A text that begins with <html> is HTML, any other is shown as it is (18.2.1). */
static void written(DocSite *s, const char *text, Text *out) {
    while (isspace((unsigned char)*text)) text++;
    if (strncasecmp(text, "<html", 5) == 0) {
        doc_clean(text, doc_link, s, out);
    } else {
        base_text_add(out, "<pre>");
        doc_text(out, text);
        base_text_add(out, "</pre>");
    }
}

static void information(DocSite *s, LibClass *cls, Text *out) {
    const char *info = gfx_string(cls, "Documentation.info"), *revisions = gfx_string(cls, "Documentation.revisions");
    if (info && *info) {
        base_text_add(out, "<h2 id=\"info\">Information</h2>\n<div class=\"info\">");
        written(s, info, out);
        base_text_add(out, "</div>\n");
    }
    if (revisions && *revisions) {
        base_text_add(out, "<details><summary>Revisions</summary><div class=\"info\">");
        written(s, revisions, out);
        base_text_add(out, "</div></details>\n");
    }
}

static void extends(DocSite *s, InstClass *c, Text *out) {
    bool any = false;
    for (uint32_t i = 0; i < c->nbases; i++) {
        if (!c->bases[i]->syn) continue;
        Text name = {0};
        inst_class_path(c->bases[i], &name);
        base_text_add(out, any ? ", " : "<p>Extends ");
        doc_class_link(s, base_text_str(&name), base_text_str(&name), out);
        base_text_free(&name);
        any = true;
    }
    if (any) base_text_add(out, "</p>\n");
}

static void contents(DocSite *s, LibClass *cls, Text *out) {
    LibClass **children;
    size_t n = lib_children(s->lib, cls, &children);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const SynClass *syn = lib_syn(children[i]);
        if (!syn) continue;
        const char *icon = doc_icon(s, children[i]);
        if (!any)
            base_text_add(
                out, "<h2>Contents</h2>\n<table class=\"list\"><tr><th></th><th>Name</th><th>Description</th></tr>\n");
        any = true;
        base_text_add(out, "<tr><td>");
        if (icon) base_text_printf(out, "<img src=\"%s\" alt=\"\" loading=\"lazy\">", icon);
        base_text_add(out, "</td><td>");
        doc_class_link(s, doc_full_name(s, children[i]), base_str(s->ctx->names, children[i]->name), out);
        base_text_add(out, "</td><td>");
        doc_text(out, base_str(s->ctx->names, syn->comment));
        base_text_add(out, "</td></tr>\n");
    }
    if (any) base_text_add(out, "</table>\n");
}

/* The text of the class; classes inside it have pages of their own. */
static void source(DocSite *s, const SynClass *syn, Text *out) {
    const Source *file = base_source(s->ctx->sources, syn->span.file);
    if (!file || syn->span.end > file->n) return;
    base_text_add(out, "<details><summary id=\"text\">Modelica text</summary><pre>");
    uint32_t at = syn->span.start;
    for (const SynElement *e = syn->elements; e; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls || e->cls->form == SYN_SHORT || e->cls->span.start < at) continue;
        doc_escape(out, file->text + at, e->cls->span.start - at);
        base_text_printf(out, "%s ", syn_restriction_name(e->cls->restriction));
        doc_text(out, base_str(s->ctx->names, e->cls->name));
        base_text_add(out, " ...");
        at = e->cls->span.end;
    }
    doc_escape(out, file->text + at, syn->span.end - at);
    base_text_add(out, "</pre></details>\n");
}

void doc_page(DocSite *s, LibClass *cls) {
    const SynClass *syn = lib_syn(cls);
    if (!syn) return;
    Text out = {0}, name = {0};
    s->at = cls;
    head(s, cls, syn, &out);
    InstClass *c = doc_instance(s, cls);
    size_t mark = base_diag_mark(s->ctx);
    if (c) extends(s, c, &out);
    base_diag_rollback(s->ctx, mark);
    if (c) diagram(s, c, &out);
    information(s, cls, &out);
    contents(s, cls, &out);
    mark = base_diag_mark(s->ctx);
    if (c) doc_tables(s, c, &out);
    base_diag_rollback(s->ctx, mark);
    source(s, syn, &out);
    base_text_add(
        &out, "</main><script src=\"search-index.js\"></script><script src=\"search.js\"></script></body></html>\n");
    doc_address(s, doc_full_name(s, cls), &name);
    doc_write_file(s, base_text_str(&name), base_text_str(&out), out.n);
    base_text_free(&name);
    base_text_free(&out);
    s->counts->classes++;
}
