/* classic.h - classic Dymola: the language of 1979 and 1993, its commands and its listings.
 *
 * Sections, in the order data flows:
 *   classic_lexer.c     text -> tokens; new line separates statements, -> continues a line
 *   classic_parse.c     tokens -> declarations of models: variables, cuts, paths, equations, connections
 *   parse_connect.c     ... cuts, nodes, paths and connection expressions
 *   classic_instance.c  a model and its submodels -> variables and equations
 *   classic_function.c  functions in C; functions in Modelica, read by the Modelica front end
 *   classic_connect.c   connection operators and their effects; sets of cuts -> coupling equations
 *   active.c            which equations are in force: roles of variables, elimination of a = b, removal of zeros
 *   partition.c         assignment (Duff 1981) and strong components (Tarjan 1972) in the order of the papers
 *   poly.c              polynomials in many variables; linear_block.c: linear systems solved with them
 *   classic_differ.c    `differentiate`: Pantelides (1988) with symbolic derivatives
 *   classic_listing.c   `output equations`, `output solved equations`, `list`
 *   classic_program.c   the sorted model as a program for another language (codegen/targets)
 *   flat.c              the model as flat DAE
 *   classic_simulate.c  ... down the road, and a trajectory; as Modelica text
 *   classic_shell.c     the commands
 *   classic_api.c       ... for other programs: causeway.h
 *   outline.c           what a text declares, for editors
 */
#ifndef CAUSEWAY_CLASSIC_H
#define CAUSEWAY_CLASSIC_H

#include "base/base.h"

typedef struct Classic Classic;
struct Runtime;
struct RtOptions;

/* What the shell asks of the program around it.  Names are those of variables of the result at path. */
typedef struct {
    void *arg;
    bool (*plot)(void *arg, const char *path, char **names, size_t n);   /* false when it could not be done */
    bool (*compare)(void *arg, const char *path, const char *reference); /* false when they differ */
    /* A simulation is about to begin: how the program looks after it (rt_set_host); or NULL. */
    void (*watch)(struct Runtime *rt, const struct RtOptions *o);
} ClassicHost;

/* A session.  Listings go to out, messages to err. */
Classic *cls_new(Context *ctx, const ClassicHost *host, FILE *out, FILE *err);
void cls_free(Classic *c);
/* Runs one line.  Lines of a model being entered are collected until its end.  false after `stop`. */
bool cls_line(Classic *c, const char *line);
/* Runs the lines of a file.  false when it cannot be read. */
bool cls_file(Classic *c, const char *path);
const char *cls_prompt(const Classic *c); /* "> ", or blanks while a model is being entered */
bool cls_failed(const Classic *c);        /* some command ended in an error */
/* Words that may stand where the cursor is, beginning with prefix; for completion.  NULL-terminated, in an arena. */
const char **cls_complete(Classic *c, const char *prefix);

/* A model or submodel of a text, behind all that stand inside it. */
typedef struct {
    Name name;
    int depth; /* models around it */
    bool model;
    Span name_span, span;
} ClsItem;

typedef void ClsVisit(void *arg, const ClsItem *item);
/* What a text declares; what is wrong with it is reported, nothing is run. */
void cls_outline(Context *ctx, SourceId source, ClsVisit *visit, void *arg);

#endif
