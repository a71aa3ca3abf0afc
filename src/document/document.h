/* document.h - a library as a folder of HTML pages: one page a class, with pictures, tables, links and a search.
 *
 * Sections, in the order data flows:
 *   site.c          the whole: which classes, their addresses, icons, the search index, style and script
 *   page.c          the page of one class
 *   class_tables.c  parameters, connectors, components of a class
 *   clean.c         the HTML of Documentation annotations: what may stay, where its links lead
 *   assets.c        style sheet and script of the pages
 *
 * Pages refer to nothing outside their folder but what the library's own texts link to.  They hold no script of a
 * library: documentation is data.
 */
#ifndef CAUSEWAY_DOCUMENT_H
#define CAUSEWAY_DOCUMENT_H

#include "graphics/graphics.h"

typedef struct {
    size_t classes, pictures, files; /* pages; diagrams and different icons; images and other files copied */
} DocCounts;

/* Writes the pages of a library below a folder, which is made.  false after reporting (DOC....). */
bool doc_library(LibTree *lib, LibClass *top, const char *folder, DocCounts *counts);

/* Information of a class as HTML that is safe inside a page (clean.c).  link: the address for an address of the text
 * ("modelica://..."), appended to out; false: the link is dropped. */
typedef bool DocLink(void *arg, const char *address, bool image, Text *out);
void doc_clean(const char *html, DocLink *link, void *arg, Text *out);

#endif
