/* exchange_impl.h - what the files of exchange/ share. */
#ifndef CAUSEWAY_EXCHANGE_IMPL_H
#define CAUSEWAY_EXCHANGE_IMPL_H

#include "exchange/exchange.h"

/* ---- xml.c ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *value;
    uint32_t at; /* offset in the source */
} XchAttribute;

typedef struct XchNode {
    const char *tag, *name; /* as written; without the prefix of a name space */
    XchAttribute *attributes;
    uint32_t nattributes;
    SourceId source;
    uint32_t at, end;
    const char *text; /* all text directly inside, or NULL when there are blanks only */
    struct XchNode *parent, *first, *last, *next;
} XchNode;

/* The root of a document, in an arena; NULL after XCH0001. */
XchNode *xch_xml(Context *ctx, Arena *arena, SourceId source);
Span xch_span(const XchNode *n);
const char *xch_attribute(const XchNode *n, const char *name); /* NULL: not given */
Span xch_attribute_span(const XchNode *n, const char *name);   /* of the element where it is not given */
const XchNode *xch_child(const XchNode *n, const char *name);  /* the first; of NULL: none */

/* ---- attributes.c ------------------------------------------------------------------------------------------------ */

/* Each reports XCH0004 for what is not a value of its kind, and gives `absent` for what is not there (and then). */
double xch_real(Context *ctx, const XchNode *n, const char *name, double absent);
int64_t xch_integer(Context *ctx, const XchNode *n, const char *name, int64_t absent, int64_t least, int64_t most);
bool xch_boolean(Context *ctx, const XchNode *n, const char *name, bool absent);
/* One of count words; absent: when it is not given. */
int xch_choice(Context *ctx, const XchNode *n, const char *name, const char *const *words, int count, int absent);
/* A text that must be there; "" after XCH0004. */
const char *xch_needed(Context *ctx, const XchNode *n, const char *name);
/* A list of numbers with blanks between; false after XCH0004. */
bool xch_reals(Context *ctx, const XchNode *n, const char *name, Arena *arena, uint32_t *count, double **list);

/* ---- describe.c -------------------------------------------------------------------------------------------------- */

XchUnitDefinition xch_unit(Context *ctx, const XchNode *n); /* without its display units */

/* ---- fmu_block.c ------------------------------------------------------------------------------------------------- */

void xch_add_name(Text *t, const char *name); /* as an identifier, quoted where it must be */
/* The name of a variable in a block; bare: in the model of an FMU alone, where quotes are a part of it. */
void xch_add_variable(Text *t, const char *name, bool bare);
void xch_add_string(Text *t, const char *s);
void xch_add_value(Text *t, const XchVariable *v, double x); /* a literal of its type */
/* Beside the kind, in the text of a block: events inside of steps are looked for; values go on in straight lines;
 * it lives in a home. */
enum { XCH_AHEAD = 8, XCH_SMOOTH = 16, XCH_LODGER = 32 };
void xch_add_starts(Text *t, const XchVariable *v); /* start values as one literal */

/* ---- couple.c ---------------------------------------------------------------------------------------------------- */

bool xch_follows_lines(const XchModel *m); /* inputs move between two communication points */

/* ---- schema.c ---------------------------------------------------------------------------------------------------- */

/* Reports elements and attributes that do not belong where they stand (XCH0005). */
void xch_check_schema(Context *ctx, const XchModel *m);

#endif
