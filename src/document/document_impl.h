/* document_impl.h - what the files of document/ share. */
#ifndef CAUSEWAY_DOCUMENT_IMPL_H
#define CAUSEWAY_DOCUMENT_IMPL_H

#include "document/document.h"

#include <string.h>

typedef struct {
    Context *ctx;
    LibTree *lib;
    LibClass *top;
    const char *folder;
    Inst *inst;
    Map icon_of; /* LibClass -> Name of its icon's file, 0: none */
    Map icons;   /* hash of an icon -> 1: written */
    Map known;   /* Name of a class -> LibClass */
    Map copied;  /* Name of an address -> Name of the copy, 0: there is none */
    VEC(LibClass *) classes;
    Text index; /* entries of the search */
    DocCounts *counts;
    bool failed;
    LibClass *at; /* whose page is written */
} DocSite;

/* ---- site.c ------------------------------------------------------------------------------------------------------ */

bool doc_write_file(DocSite *s, const char *name, const char *bytes, size_t n);
InstClass *doc_instance(DocSite *s, LibClass *cls);
const char *doc_icon(DocSite *s, LibClass *cls); /* its file, or NULL */
/* The page of a class by its full name, appended to out; false when it is none of this library. */
bool doc_address(DocSite *s, const char *class_name, Text *out);
bool doc_link(void *site, const char *address, bool image, Text *out);

/* ---- page.c ------------------------------------------------------------------------------------------------------ */

void doc_page(DocSite *s, LibClass *cls);
void doc_escape(Text *out, const char *s, size_t n);
void doc_text(Text *out, const char *s);
/* A class as a link where it has a page, else its name. */
void doc_class_link(DocSite *s, const char *full, const char *shown, Text *out);
const char *doc_full_name(DocSite *s, LibClass *cls);

/* ---- class_tables.c ---------------------------------------------------------------------------------------------- */

void doc_tables(DocSite *s, InstClass *c, Text *out);

/* ---- assets.c ---------------------------------------------------------------------------------------------------- */

extern const char *const doc_style, *const doc_script;

#endif
