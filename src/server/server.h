/* server.h - the language server: what an editor asks about Modelica texts, answered as they are typed.
 *
 * Sections, in the order data flows:
 *   frame.c            bytes -> messages and back: headers, lengths, the queue
 *   serve.c            the loop: messages, idle time, what the child says; life of a connection
 *   server_methods.c   the table of methods; answers and refusals (JSON-RPC 2.0)
 *   document.c         open documents: edits, lines, positions in UTF-8, UTF-16 or UTF-32; addresses (URIs)
 *   world.c            the class tree under the documents' texts, kept up to date edit by edit
 *   name_meaning.c     what a name means, by the text of classes; name_walk.c: all names of a text with their meanings
 *   findings.c         diagnostics: syntax at once, names and types of the edited class, then everything
 *   check_document.c   ... found by a child process, which a newer edit ends
 *   describe_symbol.c  a symbol in words (hover)
 *   listing.c          the files of libraries, their words and classes, learnt while the editor is silent
 *   references.c       every place that means a symbol, in all files that can know it
 *   navigate.c         definition, type, implementations; hierarchies of types and calls
 *   rename.c           another name for a symbol
 *   cursor.c           where in an unfinished text the cursor stands; complete.c: what may stand there
 *   tokens.c           colours by meaning
 *   links.c            addresses in texts, colours of drawings, names edited together
 *   hints.c            sizes, units and values beside declarations
 *   actions.c          quick fixes
 *   lens.c             check, simulate, plot beside models; flat text and C as documents; job.c: run by a child
 *   symbols.c          outline, folding, selection ranges, classes of the workspace
 *                      ----------------------------------------------------------------------------------
 *   websocket.c        the same messages in WebSocket frames, for pages in a browser
 *   http.c             the studio's server: its address, who may use it, the files of the page
 *   first_page.c       the page itself, with the first answers inside; a process for each page
 *   class_tree.c       the package browser: classes, icons, search
 *   diagram.c          diagrams and icons as display lists, documentation of a class
 *   dialog.c           parameters of a class or a component, as dialogs show them
 *   worker.c           a translated model in a process of its own, which runs it again and again
 *   worker_run.c       ... one run of it: values, progress, rows, pause and stop
 *   figures.c          what a class says that is plotted of it
 *   variations.c       sweeps, linear models, points of rest, results compared
 *   curves.c           results: names, curves thinned to what a plot can show
 *   scene.c            bodies of a multibody model and how they move; mesh.c: their triangles; mesh_file.c: from files
 *   glb.c              motion in space for other programs; snapshot.c: as a picture; animate.c: of a model that is run
 *   explanation.c      a translated model in words
 *   experiment.c       experiments beside a model, in a file that people can read
 */
#ifndef CAUSEWAY_SERVER_H
#define CAUSEWAY_SERVER_H

#include "session/session.h"

/* A model or a part of one in a text of another language, behind all that stand inside it. */
typedef struct {
    Name name;
    int depth;
    bool model;
    Span name_span, span;
} SrvItem;

typedef void SrvVisit(void *arg, const SrvItem *item);

typedef struct {
    VecStr libraries; /* folders that hold libraries, searched first */
    bool no_default_libraries;
    int in, out;      /* file descriptors */
    VecStr files;     /* of the user, loaded from the beginning */
    VecStr folders;   /* of the workspace, before the client names some */
    bool websocket;   /* messages come and go in frames of RFC 6455 */
    size_t most;      /* bytes of a message then */
    const char *runs; /* folder for results of runs; NULL: a new one among the temporary files */
    /* Classic Dymola: reads a text, reports to the Context, visits what it declares.  NULL: not understood. */
    void (*classic)(Context *ctx, SourceId source, SrvVisit *visit, void *arg);
} SrvOptions;

/* Serves one connection until its end.  0 after `shutdown` and `exit`, 1 when the editor went away without. */
int srv_serve(const SrvOptions *options);

/* ---- the studio -------------------------------------------------------------------------------------------------- */

/* A file of the page, compressed by gzip. */
typedef struct SrvAsset {
    const char *path, *type;
    const unsigned char *data, *end;
} SrvAsset;

typedef struct {
    SrvOptions server; /* of each page */
    const SrvAsset *assets;
    size_t nassets;
    const char *web;   /* folder of the page's files instead of the assets, for development; or NULL */
    const char *model; /* class that is shown first; or NULL */
    bool app;          /* ... and nothing else can be opened */
    int listening;     /* a socket, bound to this machine */
    unsigned port;
    char token[33];
} SrvStudio;

/* ---- animate.c --------------------------------------------------------------------------------------------------- */

typedef struct {
    SrvOptions server;               /* where classes are */
    const char *model;               /* class, or file */
    VecStr parameters;               /* NAME=VALUE */
    const causeway_run_options *run; /* or NULL */
    const char *path;                /* .glb, .html, .png */
    double time;                     /* of a picture; NAN: the last one */
    int width, height;               /* of it; 0: 960 by 640 */
    const SrvAsset *view;            /* the script of pages; NULL: they cannot be written */
} SrvAnimation;

/* Runs the model and writes its motion in space; what went wrong is appended to why. */
causeway_status srv_animate(const SrvAnimation *asked, Text *why);

/* Listens at a port of this machine (0: any that is free) and makes the token.  false: errno says why. */
bool srv_studio_open(SrvStudio *studio, unsigned port);
/* Serves pages until a signal that is blocked, SIGINT or SIGTERM, is pending.  Every page has a process of its own. */
void srv_studio_serve(SrvStudio *studio);

#endif
