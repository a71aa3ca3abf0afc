/* server_impl.h - shared by the files of server/. */
#ifndef CAUSEWAY_SERVER_IMPL_H
#define CAUSEWAY_SERVER_IMPL_H

#include "instance/instance.h"
#include "server/server.h"

#include <string.h>
#include <sys/types.h>

typedef struct Server Server;
typedef struct SrvDocument SrvDocument;

/* ---- frame.c ----------------------------------------------------------------------------------------------------- */

/* Takes the next whole message out of the bytes that came in: its JSON, from base_realloc.  0: there is none yet;
 * -1: the bytes are no message, *why says it, and they are skipped. */
int srv_next_frame(Text *in, size_t *used, char **json, size_t *n, const char **why);
bool srv_write_frame(int out, const char *json, size_t n); /* false: nobody reads any more */
bool srv_write_all(int out, const char *s, size_t n);      /* the same */

/* ---- websocket.c ------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t most;  /* bytes of a message */
    Text message; /* the fragments so far */
    bool begun;
    int code; /* why it ends (RFC 6455, 7.4.1), and in words */
    const char *why;
} SrvSocket;

void srv_websocket_accept(const char *key, Text *out); /* the answer to Sec-WebSocket-Key */
void srv_put_base64(const void *bytes, size_t n, Text *out);
/* As srv_next_frame; -1: the connection ends, k says why. */
int srv_next_socket_frame(SrvSocket *k, Text *in, size_t *used, int out, char **json, size_t *n);
bool srv_write_socket_frame(int out, const char *json, size_t n);
void srv_close_socket(int out, int code, const char *why);

/* ---- documents --------------------------------------------------------------------------------------------------- */

typedef enum { SRV_UTF16, SRV_UTF8, SRV_UTF32 } SrvEncoding;

/* Something that was found in a text. */
typedef struct {
    uint32_t start, end;
    uint8_t severity;        /* of the protocol: 1 error, 2 warning, 3 information */
    const char *code, *text; /* text: with hint and instance */
    const char *hint;        /* or NULL */
    const char *related;     /* members of relatedInformation as JSON, or NULL */
    const char *home;        /* full name of the class whose check found it; NULL: syntax */
} SrvFinding;

typedef struct {
    Arena arena;
    VEC(SrvFinding) list;
} SrvFindings;

struct SrvDocument {
    char *uri, *path;
    char *text;
    size_t n, cap;
    double version;
    bool has_version;
    VecU32 lines;       /* offsets of the first bytes of lines; empty: not known */
    bool foreign;       /* of a library that is not the user's: only its syntax is told */
    bool classic;       /* classic Dymola: no Modelica */
    bool dirty;         /* the world has an older text */
    bool told;          /* syntax diagnostics of this text have been sent */
    bool checked;       /* ... and those of all its classes */
    uint32_t edited;    /* where the last edit was */
    SourceId source;    /* in the world; 0: none */
    LibClass *stored;   /* its class, when the text is a file of a library; NULL: a file of the user */
    VEC(SrvItem) items; /* classic: what it declares */
    SynFile *file;      /* its tree, after srv_world */
    SrvFindings syntax, meaning;
    SrvFindings fresh;      /* of the class that is being checked */
    VEC(uint64_t) seen;     /* hashes of names of classes that the present check has done */
    uint64_t checking;      /* hash of the class that the child is at; 0: none */
    VEC(uint64_t) left_out; /* of classes whose check ended the child, until the next edit */
    VecStr pulls;           /* ids of requests for its diagnostics that wait for the check */
    double touched;         /* base_seconds of the last edit */
    char *token_id;         /* of the last semantic tokens sent, and these */
    VecU32 tokens;
};

SrvDocument *srv_find_document(Server *s, const char *uri);
SrvDocument *srv_document_of_source(Server *s, SourceId source);
SrvDocument *srv_open_document(Server *s, const char *uri, const char *text, size_t n);
void srv_set_text(SrvDocument *d, const char *text, size_t n);
void srv_close_document(Server *s, SrvDocument *d);
/* Replaces a range; false when the positions are no positions. */
bool srv_edit_document(Server *s, SrvDocument *d, const BaseJson *range, const char *text, size_t n);
/* The offset of a position; past the end of a line: its end.  false when it is none. */
bool srv_offset(Server *s, SrvDocument *d, const BaseJson *position, uint32_t *offset);
/* {"line":..,"character":..} */
void srv_put_position(Server *s, SourceId source, uint32_t offset, Text *out);
void srv_put_range(Server *s, Span span, Text *out);      /* {"start":..,"end":..} */
void srv_put_location(Server *s, Span span, Text *out);   /* {"uri":..,"range":..} */
void srv_put_uri(Server *s, const char *path, Text *out); /* as a JSON string */
uint32_t srv_units(const Server *s, unsigned char c);     /* that the character beginning with this byte counts */
char *srv_path_of_uri(const char *uri);                   /* from base_realloc; NULL: no file */

/* ---- world.c ----------------------------------------------------------------------------------------------------- */

/* The class tree with all documents in their present text; NULL when there is none (no memory). */
LibTree *srv_world(Server *s);
void srv_close_world(Server *s);
void srv_read_wanted(Server *s); /* one of the files that the next check will need */
void srv_forget_instances(Server *s);
/* The innermost class of a text around an offset, or NULL. */
SynClass *srv_class_at(const SynFile *f, uint32_t offset);
/* Is the file one that the user may change: in a folder of the workspace, or open and in no library? */
bool srv_is_own(Server *s, const char *path);

/* ---- name_meaning.c ---------------------------------------------------------------------------------------------- */

typedef enum {
    SRV_NOTHING, /* not found */
    SRV_CLASS,
    SRV_COMPONENT,
    SRV_LITERAL, /* of an enumeration */
    SRV_ITERATOR,
    SRV_ALIAS,  /* import A = B.C */
    SRV_BUILTIN /* Real, sin, time */
} SrvSymbolKind;

/* What a name means. */
typedef struct {
    uint8_t kind; /* SrvSymbolKind */
    Name name;
    LibClass *cls;       /* CLASS: itself; COMPONENT, LITERAL, ALIAS, ITERATOR: the class that declares it */
    SynElement *element; /* its declaration; may be NULL for classes */
    Span at;             /* the name there */
    LibClass *target;    /* ALIAS: what it stands for, or NULL */
    SynLiteral *literal; /* LITERAL */
} SrvSymbol;

void srv_forget_lookups(Server *s);
bool srv_member(Server *s, LibClass *cls, Name name, SrvSymbol *out); /* own or inherited */
bool srv_lookup(Server *s, LibClass *scope, Name name, SrvSymbol *out);
LibClass *srv_named_class(Server *s, LibClass *scope, const SynCref *name);
LibClass *srv_class_of(Server *s, const SrvSymbol *m); /* whose elements may stand behind a dot; NULL: none, unknown */
bool srv_is_plain(Server *s, const SrvSymbol *m);      /* known to have no elements */
uint32_t srv_bases(Server *s, LibClass *cls, LibClass *const **bases);
bool srv_is_incomplete(Server *s, LibClass *cls); /* a base of it was not found */
bool srv_same(const SrvSymbol *a, const SrvSymbol *b);
SrvSymbol srv_root(Server *s, SrvSymbol m);
bool srv_is_predefined(const char *word); /* a predefined type */
bool srv_is_attribute(const char *word);  /* of predefined types */
bool srv_is_of_type(Server *s, LibClass *cls);
bool srv_is_builtin(const char *word); /* a function or variable of the language */

/* ---- name_walk.c ------------------------------------------------------------------------------------------------- */

typedef enum {
    SRV_READ,
    SRV_WRITE,
    SRV_DECLARATION,
    SRV_END,       /* behind `end` */
    SRV_MODIFY,    /* in a modification */
    SRV_REDECLARE, /* redeclared in a modification */
    SRV_BASE,      /* inherited from, or made into a short class */
    SRV_CALL
} SrvRole;

typedef struct {
    Span span;
    Name name;
    SrvSymbol symbol;
    uint8_t role;    /* SrvRole */
    bool annotation; /* inside one */
    bool unsure;     /* nothing was found, but something that could not be read may hold it */
    LibClass *scope; /* class whose text it stands in */
    LibClass *in;    /* class among whose elements it was looked for; NULL: from the scope outwards, or not known */
} SrvUse;

typedef struct {
    Name only;         /* this name; 0: all */
    uint32_t from, to; /* uses that touch these bytes */
    bool colours;      /* drawings and documentation are left alone */
    void (*visit)(void *arg, const SrvUse *use);
    void *arg;
} SrvWalk;

void srv_walk(Server *s, const SynFile *f, const SrvWalk *w);
/* All connect equations of a text, with the class whose text they stand in. */
void srv_each_connect(Server *s, const SynFile *f, void (*visit)(void *arg, LibClass *scope, const SynEquation *q),
                      void *arg);
bool srv_use_at(Server *s, const SrvDocument *d, uint32_t offset, SrvUse *out);
bool srv_end_name(Server *s, const SynClass *c, Span *out);

/* ---- listing.c --------------------------------------------------------------------------------------------------- */

/* a file of Modelica text and the class that it should hold */
typedef struct {
    const char *path, *cls;
    uint64_t stamp;       /* time and size when ... */
    uint64_t *filter;     /* ... this was made of its words; NULL: not read yet */
    const char *declares; /* ... and this: names of classes, each on a line */
} SrvFile;

enum { SRV_FILTER_BITS = 8192 };

typedef struct {
    const char *path, *name; /* name: of the package that it is; "": none */
    int depth;
    uint64_t time, names; /* when it was listed: its time, a sum over the names in it */
} SrvFolder;

typedef struct {
    Arena arena;
    const char *folder;
    VEC(SrvFolder) left, listed; /* folders that are not listed yet, and those that are */
    VEC(SrvFile) files;
    size_t known; /* files that have been read while nobody asked */
} SrvListing;

SrvListing *srv_listing(Server *s, const char *folder, const char *name); /* all its files */
SrvListing *srv_list_workspace(Server *s, const char *folder);            /* begun */
bool srv_workspace_moved(Server *s); /* have its files changed since they were looked at? */
bool srv_is_open_path(const Server *s, const char *path);
void srv_forget_listings(Server *s, const VecStr *paths); /* those that hold one of the paths; NULL: all */
LibClass *srv_class_of_file(Server *s, const SrvFile *f); /* NULL: another file holds it */
bool srv_holds_word(const char *text, size_t n, const char *word, size_t len);
bool srv_file_holds(SrvListing *l, Text *buffer, SrvFile *f, const char *word, size_t len);
bool srv_is_curious(const Server *s); /* is there time, and something to learn? */
void srv_learn(Server *s);            /* for some milliseconds */
/* Classes of libraries, below their tops, by their own names. */
typedef struct {
    const char *name;
    bool whole;  /* it is the name; else its beginning, whatever the case */
    size_t most; /* so many are offered */
    int parses;  /* so many files are parsed for it */
    void (*offer)(void *arg, const char *full);
    void *arg;
} SrvSought;

bool srv_seek_classes(Server *s, const SrvSought *q); /* false: there may be more */
/* Parses the files of libraries that declare a class in whose name the query stands. */
void srv_read_declaring(Server *s, const char *query);

/* ---- references.c ------------------------------------------------------------------------------------------------ */

typedef VEC(SrvUse) SrvUses;

typedef struct {
    Name name;
    LibClass *home; /* its library is searched too, besides the workspace and what is loaded; or NULL */
    bool local;     /* open documents only */
    bool own;       /* the workspace and open documents only */
    /* instead of visit: called with every file, whether the name stands in it or not */
    void (*every)(void *arg, const SynFile *f);
    void (*visit)(void *arg, const SrvUse *use);
    void *arg;
} SrvSearch;

void srv_search(Server *s, const SrvSearch *search);
/* All that mean the symbol, what it redeclares, or what redeclares it; unsure (or NULL): those that may. */
void srv_find_uses(Server *s, const SrvSymbol *symbol, SrvUses *uses, SrvUses *unsure);
/* The same for several symbols of one name, each furthest up (srv_root). */
typedef VEC(SrvSymbol) SrvSymbols;
void srv_find_family(Server *s, const SrvSymbols *roots, SrvUses *uses, SrvUses *unsure);
bool srv_is_of(const SrvSymbols *roots, const SrvSymbol *root);

/* ---- describe_symbol.c ------------------------------------------------------------------------------------------- */

void srv_describe(Server *s, const SrvSymbol *m, Text *out); /* Markdown */
void srv_put_component(Server *s, const SynElement *e, Text *out);
const char *srv_unit(Server *s, const SrvSymbol *m); /* or NULL */

/* ---- cursor.c ---------------------------------------------------------------------------------------------------- */

enum { SRV_LONGEST_PATH = 32 };

typedef struct {
    uint32_t n;
    Name names[SRV_LONGEST_PATH];
} SrvPath;

typedef enum { SRV_IN_OTHER, SRV_IN_DECLARATION, SRV_IN_EXTENDS, SRV_IN_IMPORT } SrvStatement;
typedef enum { SRV_FREE, SRV_BRACKET, SRV_MODIFIERS, SRV_ARGUMENTS, SRV_ANNOTATION } SrvBracket;

typedef struct {
    const char *text;
    uint32_t offset, from; /* of the cursor; of the word being typed */
    SynWords words;
    size_t before;    /* words in front of the one being typed */
    bool quiet;       /* in a comment or a string */
    LibClass *scope;  /* class around, or NULL */
    bool dotted;      /* a dot stands in front ... */
    SrvPath path;     /* ... and this path in front of it */
    size_t statement; /* first word of the declaration, equation or statement */
    SrvStatement kind;
    SrvPath type;      /* DECLARATION: of the component; EXTENDS: the base class */
    size_t declared;   /* DECLARATION: word of the name */
    VEC(size_t) open;  /* words of the brackets that are open, outermost first */
    SrvBracket role;   /* of the innermost one */
    LibClass *target;  /* MODIFIERS: class whose elements are modified, or NULL ... */
    bool plain;        /* ... because it is a predefined type */
    SrvPath callee;    /* ARGUMENTS */
    size_t call;       /* ... and the word of its bracket */
    size_t annotation; /* ANNOTATION: first word inside */
} SrvCursor;

bool srv_read_cursor(Server *s, SrvDocument *d, uint32_t offset, SrvCursor *c);
void srv_free_cursor(SrvCursor *c);
bool srv_is_word(const SrvCursor *c, size_t i, const char *word);
bool srv_path_symbol(Server *s, LibClass *scope, const SrvPath *p, SrvSymbol *out);

/* ---- findings.c, check_document.c -------------------------------------------------------------------------------- */

void srv_changed(Server *s, SrvDocument *d); /* its text did: what is known of it is shifted or gone */
void srv_shift_findings(SrvDocument *d, uint32_t from, uint32_t to, size_t n);
void srv_settle(Server *s); /* tells syntax diagnostics of all that changed */
void srv_publish(Server *s, SrvDocument *d);
void srv_keep_finding(Server *s, SrvDocument *d, SrvFindings *to, const Diag *diag, const char *home);
void srv_put_findings(Server *s, SrvDocument *d, Text *out); /* the diagnostics, as a JSON array */
double srv_check_due(const Server *s);                       /* seconds until a check should begin; < 0: none */
void srv_move_findings(SrvFindings *from, SrvFindings *to);
void srv_compact(SrvDocument *d); /* texts of findings that are gone go too */
void srv_start_check(Server *s);
void srv_stop_check(Server *s);
void srv_reap(Server *s, bool all);               /* children that were ended before */
void srv_read_check(Server *s);                   /* the child has something to say */
void srv_answer_pulls(Server *s, SrvDocument *d); /* the check is done: those who asked for it are told */

/* ---- server_methods.c -------------------------------------------------------------------------------------------- */

/* JSON-RPC and protocol codes */
enum {
    SRV_PARSE_ERROR = -32700,
    SRV_INVALID_REQUEST = -32600,
    SRV_NO_METHOD = -32601,
    SRV_INVALID_PARAMS = -32602,
    SRV_INTERNAL = -32603,
    SRV_NOT_INITIALIZED = -32002,
    SRV_REQUEST_FAILED = -32803,
    SRV_CANCELLED = -32800,
    SRV_CHANGED = -32801
};

void srv_refuse(Server *s, int code, const char *fmt, ...) BASE_PRINTF(3, 4);
void srv_handle(Server *s, const BaseJson *message);
void srv_notify(Server *s, const char *method, const Text *params);
/* Carries out a method as if the client had asked for it; appends its result.  false: srv_refuse says why not. */
bool srv_call(Server *s, const char *method, const char *params, Text *out);
void srv_answer_error(Server *s, const BaseJson *id, int code, const char *text);
/* The document that params are about, and the offset of params.position; NULL after srv_refuse. */
SrvDocument *srv_asked(Server *s, const BaseJson *params, uint32_t *offset);

void srv_put_token_legend(Text *out);
void srv_put_capabilities(Server *s, Text *out);
void srv_visit_symbols(Server *s, const char *query, void (*visit)(void *arg, const char *full), void *arg);
int srv_class_kind(const SynClass *c); /* SymbolKind of the protocol */

typedef void SrvMethod(Server *s, const BaseJson *params, Text *out);
SrvMethod srv_document_symbol, srv_folding_range, srv_selection_range, srv_workspace_symbol;
SrvMethod srv_hover, srv_definition, srv_declaration, srv_type_definition, srv_implementation;
SrvMethod srv_references, srv_highlight, srv_prepare_rename, srv_rename;
SrvMethod srv_prepare_hierarchy, srv_supertypes, srv_subtypes, srv_incoming_calls, srv_outgoing_calls;
SrvMethod srv_completion, srv_resolve_completion, srv_signature_help;
SrvMethod srv_semantic_tokens, srv_semantic_range, srv_semantic_delta;
SrvMethod srv_code_lens, srv_execute, srv_content, srv_code_action, srv_inlay_hint;
SrvMethod srv_document_link, srv_document_color, srv_color_presentation, srv_linked_editing;
SrvMethod srv_open_result, srv_compare, srv_figures, srv_sweep, srv_point, srv_save, srv_tree, srv_icons, srv_class,
    srv_text, srv_search_classes, srv_diagram, srv_documentation, srv_parameters;
SrvMethod srv_run, srv_control, srv_results, srv_data, srv_runs, srv_experiment, srv_scene, srv_explain;
SrvMethod srv_formatting, srv_range_formatting, srv_pull_diagnostics;

/* The id of a message as it is written, and an answer to it. */
void srv_answer_text(Server *s, const char *id, const char *member, const char *json, size_t n);
void srv_fail_text(Server *s, const char *id, const char *code_and_reason);

/* ---- job.c ------------------------------------------------------------------------------------------------------- */

typedef struct {
    pid_t child;
    int from; /* its answer comes here */
    Text id;  /* of the request, as it is written */
    Text out;
    bool of_text; /* about a text as it was: an edit ends it */
} SrvJob;

void srv_silence(void); /* in a child: nobody but the server speaks to the editor */
bool srv_start_job(Server *s, SrvMethod *run, const BaseJson *params, const char *id, bool of_text);
void srv_read_job(Server *s, size_t at);
void srv_cancel_job(Server *s, const char *id);
void srv_cancel_jobs_of_text(Server *s);
void srv_end_jobs(Server *s);

/* ---- worker.c: translated models that are run again and again ---------------------------------------------------- */

typedef struct {
    pid_t child;
    int fd;           /* commands there, what it says back */
    char *model;      /* class */
    uint64_t edition; /* of the texts that it was made of */
    uint32_t run;     /* that it carries out, or 0 */
    double stopping;  /* since when it should stop; 0: it need not */
    bool ended;       /* because it did not stop */
    Text in;
} SrvWorker;

void srv_end_workers(Server *s);
void srv_read_worker(Server *s, size_t at);
double srv_stop_workers(Server *s);                  /* seconds until one must have stopped; < 0: none */
void srv_work(Server *s, int fd, const char *model); /* worker_run.c: in its process; does not come back */
causeway_session *srv_session(Server *s);            /* lens.c: the library under the editor's texts */
const char *srv_runs_folder(Server *s);
uint32_t srv_next_run(Server *s);                        /* number of a run that there was not yet */
const char *srv_result_path(Server *s, uint32_t number); /* of the file of its result */
void srv_write_shapes(Server *s, uint32_t run, const Text *list);

/* ---- first_page.c ------------------------------------------------------------------------------------------------ */

void srv_put_page(const SrvStudio *studio, Text *out);

/* ---- the server: serve.c ----------------------------------------------------------------------------------------- */

void srv_begin(Server *s, const SrvOptions *options);
void srv_end(Server *s);

struct Server {
    const SrvOptions *options;
    Arena scratch; /* of the message being handled */
    bool initialized, shut_down, leaving, broken;
    SrvEncoding encoding;
    VecStr folders; /* of the workspace */
    VEC(SrvDocument *) documents;
    double last_edit; /* base_seconds */
    int error;        /* of the request being handled; 0: none */
    Text error_text;
    /* what the client can do */
    bool watches; /* files, when it is asked to */
    bool rename_files;

    Context *ctx; /* the world; NULL: not open */
    LibTree *lib;
    Inst *inst;
    Map scopes; /* LibClass * -> what name_meaning.c knows of it, in lookups */
    Arena lookups;
    uint64_t stamp;                 /* of the present lookup */
    VEC(const SynElement *) typing; /* components whose types are being looked for */
    VEC(SrvListing *) listings;
    bool listed;                  /* all libraries have one */
    VEC(const SynFile *) touched; /* files that the last search has walked through */
    size_t world_size;            /* of the arena when it was opened */

    pid_t child; /* that checks, or 0 */
    int child_out;
    VecStr wanted;    /* files that a check has read and the server has not */
    VEC(pid_t) ended; /* children that were ended and not waited for */
    Text child_text;  /* what it has said and is not whole yet */
    SrvDocument *child_of;
    VEC(SrvJob) jobs;
    const char *asked_id; /* of the request being handled, as it is written */
    bool deferred;        /* it is answered later */
    uint32_t next_id;     /* of requests to the client, of token sets */

    Inst *drawing;    /* instances for pictures, or NULL */
    uint64_t edition; /* goes up with every change of a text */
    char *runs;       /* folder of results, or NULL */
    VEC(SrvWorker) workers;
    struct SrvCurves *curves; /* results that are open: curves.c */
};

static inline const char *srv_name(const Server *s, Name n) { return base_str(s->ctx->names, n); }
static inline void srv_comma(Text *out) {
    if (out->n && out->at[out->n - 1] != '[' && out->at[out->n - 1] != '{') base_text_char(out, ',');
}
static inline void srv_put_text(Text *out, const char *s) { base_text_json(out, s, strlen(s)); }

#endif
