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
    VecU32 lines;     /* offsets of the first bytes of lines; empty: not known */
    bool classic;     /* classic Dymola: no Modelica */
    bool dirty;       /* the world has an older text */
    bool told;        /* syntax diagnostics of this text have been sent */
    bool checked;     /* ... and those of all its classes */
    uint32_t edited;  /* where the last edit was */
    SourceId source;  /* in the world; 0: none */
    LibClass *stored; /* its class, when the text is a file of a library; NULL: a file of the user */
    SynFile *file;    /* its tree, after srv_world */
    SrvFindings syntax, meaning;
    SrvFindings fresh;  /* of the class that is being checked */
    VEC(uint64_t) seen; /* hashes of names of classes that the present check has done */
    double touched;     /* base_seconds of the last edit */
    char *token_id;     /* of the last semantic tokens sent, and these */
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
char *srv_path_of_uri(const char *uri);                   /* from base_realloc; NULL: no file */

/* ---- world.c ----------------------------------------------------------------------------------------------------- */

/* The class tree with all documents in their present text; NULL when there is none (no memory). */
LibTree *srv_world(Server *s);
Inst *srv_instances(Server *s); /* of that tree, fresh since the last edit */
void srv_close_world(Server *s);
void srv_forget_instances(Server *s);
/* The innermost class of a text around an offset, or NULL. */
SynClass *srv_class_at(const SynFile *f, uint32_t offset);
/* Is the file one that the user may change: in a folder of the workspace, or open and in no library? */
bool srv_is_own(Server *s, const char *path);

/* ---- diagnose.c, check.c ----------------------------------------------------------------------------------------- */

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
void srv_read_check(Server *s); /* the child has something to say */
/* Everything about one document, here and now. */
void srv_check_document(Server *s, SrvDocument *d);

/* ---- methods.c --------------------------------------------------------------------------------------------------- */

/* JSON-RPC and protocol codes */
enum {
    SRV_PARSE_ERROR = -32700,
    SRV_INVALID_REQUEST = -32600,
    SRV_NO_METHOD = -32601,
    SRV_INVALID_PARAMS = -32602,
    SRV_INTERNAL = -32603,
    SRV_NOT_INITIALIZED = -32002,
    SRV_REQUEST_FAILED = -32803,
    SRV_CANCELLED = -32800
};

void srv_refuse(Server *s, int code, const char *fmt, ...) BASE_PRINTF(3, 4);
void srv_handle(Server *s, const BaseJson *message);
void srv_notify(Server *s, const char *method, const Text *params);
void srv_answer_error(Server *s, const BaseJson *id, int code, const char *text);
/* The document that params are about, and the offset of params.position; NULL after srv_refuse. */
SrvDocument *srv_asked(Server *s, const BaseJson *params, uint32_t *offset);

void srv_put_capabilities(Server *s, Text *out);
int srv_class_kind(const SynClass *c); /* SymbolKind of the protocol */

typedef void SrvMethod(Server *s, const BaseJson *params, Text *out);
SrvMethod srv_document_symbol, srv_folding_range, srv_selection_range, srv_workspace_symbol;
SrvMethod srv_formatting, srv_range_formatting, srv_pull_diagnostics;

/* ---- the server: serve.c ----------------------------------------------------------------------------------------- */

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
    bool read_only_world; /* in the child */
    /* what the client can do */
    bool link_support, hierarchical, snippets, pulls, rename_files;

    Context *ctx; /* the world; NULL: not open */
    LibTree *lib;
    Inst *inst;
    size_t world_size; /* of the arena when it was opened */

    pid_t child; /* that checks, or 0 */
    int child_out;
    Text child_text; /* what it has said and is not whole yet */
    SrvDocument *child_of;
    uint32_t next_id; /* of requests to the client, of token sets */
};

static inline const char *srv_name(const Server *s, Name n) { return base_str(s->ctx->names, n); }
static inline void srv_comma(Text *out) {
    if (out->n && out->at[out->n - 1] != '[' && out->at[out->n - 1] != '{') base_text_char(out, ',');
}
static inline void srv_put_text(Text *out, const char *s) { base_text_json(out, s, strlen(s)); }

#endif
