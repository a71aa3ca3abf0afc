/* dae_impl.h - what the files of this folder share and nobody else needs. */
#ifndef CAUSEWAY_DAE_IMPL_H
#define CAUSEWAY_DAE_IMPL_H

#include "dae/dae.h"

/* ---- dae_expr.c -------------------------------------------------------------------------------------------------- */

/* How base and rank of a value follow from the arguments.  AS_MADE: leaves and calls are made with their types, as are
 * arrays without elements. */
typedef enum {
    DAE_BASE_OF_REAL,
    DAE_BASE_AS_MADE,
    DAE_BASE_OF_BOOLEAN,
    DAE_BASE_OF_INTEGER,
    DAE_BASE_OF_STRING,
    DAE_BASE_OF_NOTHING,
    DAE_BASE_OF_FIRST,
    DAE_BASE_OF_SECOND,
    DAE_BASE_OF_ALL,
    DAE_BASE_OF_REST
} DaeBaseRule;
typedef enum {
    DAE_RANK_WIDEST,
    DAE_RANK_SCALAR,
    DAE_RANK_VECTOR,
    DAE_RANK_MATRIX,
    DAE_RANK_AS_FIRST,
    DAE_RANK_AS_SECOND,
    DAE_RANK_WIDEST_REST,
    DAE_RANK_PRODUCT,
    DAE_RANK_ELEMENTS,
    DAE_RANK_INDEX,
    DAE_RANK_SIZE,
    DAE_RANK_FILL,
    DAE_RANK_LOOPS
} DaeRankRule;

/* ---- copy.c ------------------------------------------------------------------------------------------------------ */

DaeHeap *dae_heap_new(DaeHeap *from); /* from: of the Dae that is copied, or NULL */
Arena *dae_heap_arena(DaeHeap *h);
void dae_heap_release(DaeHeap *h);

/* ---- dae_print.c ------------------------------------------------------------------------------------------------- */

typedef struct {
    const Dae *d;
    const DaePool *p;
    const DaeOperand *operands;  /* what HOLEs stand for, or NULL: they print as ?0, ?1 ... */
    const DaeFunction *function; /* whose LOCALs are meant, or NULL */
    Text *out;
    int depth;
    bool plain; /* inside noEvent(...): marked relations need no mark of their own */
} DaePrinter;

void dae_print_node(DaePrinter *q, DaeExpr e);                  /* an expression */
void dae_print_statement(DaePrinter *q, DaeExpr e, int indent); /* one or more lines */
void dae_print_string(Text *out, const char *s);                /* "..." with escapes */
void dae_print_number(Text *out, double x, DaeBase base);
void dae_print_operand(const Dae *d, DaeOperand o, DaeBase base, Text *out);
void dae_print_function_name(const Dae *d, uint32_t function, Text *out);
void dae_print_equation_lines(const Dae *d, const DaeEquation *e, int indent, Text *out);

/* ---- lex.c ------------------------------------------------------------------------------------------------------- */

enum {
    DAE_TOK_END,
    DAE_TOK_WORD,
    DAE_TOK_QUOTED /* 'x' or `x`: never a keyword */,
    DAE_TOK_STRING,
    DAE_TOK_INTEGER,
    DAE_TOK_REAL,
    DAE_TOK_SIGN
};

typedef struct {
    uint8_t kind;
    uint32_t start, end; /* in the source */
    Name name;           /* of words, strings (their content) and signs */
    union {
        double value;    /* DAE_TOK_REAL */
        int64_t integer; /* DAE_TOK_INTEGER */
    };
} DaeToken;

typedef struct {
    SourceId file;
    VEC(DaeToken) list; /* the last one is DAE_TOK_END */
} DaeTokens;

void dae_lex(Context *ctx, SourceId source, DaeTokens *out);

/* ---- parse_expr.c ------------------------------------------------------------------------------------------------ */

/* Reading tokens.  After an error `panic` is set and everything returns something harmless until the caller
 * has skipped to the next ';'. */
typedef struct {
    Context *ctx;
    Dae *d;
    DaeTokens tokens;
    uint32_t at; /* next token */
    bool panic;
    int depth;
    DaePool *pool;               /* where expressions are built: a scratch pool, or dae->pool for functions */
    const DaeFunction *function; /* whose body is being read, or NULL: names are variables */
    Map ops;                     /* Name -> DaeOp for operators with call syntax */
    Map literals;                /* Name "Type.literal" -> enum type << 32 | number */
    Map signs;                   /* Name of an infix sign or word -> DaeOp */
    Text path;
} DaeParser;

const DaeToken *dae_peek(const DaeParser *q);
bool dae_is(const DaeParser *q, const char *text); /* next token is this word or sign */
bool dae_accept(DaeParser *q, const char *text);   /* and is taken */
bool dae_expect(DaeParser *q, const char *text);   /* or an error */
void dae_unexpected(DaeParser *q, const char *wanted);
void dae_skip_statement(DaeParser *q); /* past the next ';' */
/* strings.c: do Strings stand only where Strings may stand? */
bool dae_texts_fit(const Dae *d, const DaePool *p, DaeExpr root);
Span dae_span_from(const DaeParser *q, uint32_t first); /* of tokens first .. the last one taken */
Name dae_parse_path(DaeParser *q);                      /* a.b.'c': joined by dots; 0 after an error */
bool dae_parse_variable(DaeParser *q, bool declare, DaeName *name, int *wrap); /* a.b[3].c, der(...) 1, pre(...) 2 */
DaeExpr dae_parse_expression(DaeParser *q);
DaeExpr dae_parse_statement(DaeParser *q);
DaeExpr dae_parse_block(DaeParser *q); /* SEQ of statements up to end, else, elseif */
void dae_parser_init(DaeParser *q, Context *ctx, Dae *d);
void dae_parser_free(DaeParser *q);

#endif
