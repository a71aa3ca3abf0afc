/* session_impl.h - what the files of session/ share and nobody else sees. */
#ifndef CAUSEWAY_SESSION_IMPL_H
#define CAUSEWAY_SESSION_IMPL_H

#include "session/session.h"

#include "instance/instance.h"

/* ---- parameter.c ------------------------------------------------------------------------------------------------- */

/* Modifiers of the subject, and those of asked->parameters that name parameters (marked in m->set), as one modification
 * of cls.  false after reporting. */
bool ses_modifiers(SesModel *m, Inst *inst, LibClass *cls, InstMod **mods);
/* The parameters of a translation, for the cache. */
void ses_put_parameters(const SesModel *m, Blob *b);
/* Reads them; true when the translation holds for the values asked for now: those it has in it (m->set), or that can be
 * set for a run. */
void ses_take_parameters(SesModel *m, BlobReader *reader, bool *other);
bool ses_parameters_fit(const SesModel *m, const bool *other);
/* Sets for a run what is not in the translation; false after reporting. */
bool ses_set_parameters(const SesModel *m, Runtime *rt);
/* ... of a run that was restored: those that differ from what it has change as an event. */
bool ses_change_parameters(const SesModel *m, Runtime *rt);

/* ---- modelica.c -------------------------------------------------------------------------------------------------- */

causeway_status ses_read_modelica(SesModel *m);
void ses_free_front(SesFront *f); /* drops library and instances; what asks for them later reads them again */
/* The class instance that was flattened; NULL for other front ends. */
InstClass *ses_front_model(SesFront *f);
/* Messages that lie in libraries lead with the user's line. */
void ses_blame(SesModel *m);

/* ---- incoming.c -------------------------------------------------------------------------------------------------- */

bool ses_is_fmu(const char *subject);
/* Where the subject is an FMU, its place is taken by a model that runs it. */
causeway_status ses_take_fmu(SesModel *m);
void ses_name_as_fmu(SesModel *m); /* variables of such a model get the names they have in the FMU */

/* ---- blame.c ----------------------------------------------------------------------------------------------------- */

void ses_blame_user(Context *ctx, LibTree *lib, InstClass *model);

/* ---- source_map.c ------------------------------------------------------------------------------------------------ */

/* Answers from the text of the model; NULL when it did not come as Modelica. */
const DbgSource *ses_source_map(Context *ctx, SesFront *front, const Dae *d, SesSourceMap **made);
void ses_free_source_map(SesSourceMap *m);

/* ---- check_flat.c ------------------------------------------------------------------------------------------------ */

/* Do the counts hang on what the connectors of the model itself will be connected to? */
bool ses_is_open(const Dae *d);
causeway_status ses_check_balance(Context *ctx, const Dae *d);
/* Reports variables that occur in no equation (part: connectors count as connected).  false when there are any. */
bool ses_check_determined(Context *ctx, const Dae *d, bool part);
void ses_warn_parameters(Context *ctx, const Dae *d); /* parameters without a value */

/* ---- model.c ----------------------------------------------------------------------------------------------------- */

/* What decides how a model is translated, besides its sources. */
typedef struct {
    SymOptions sym;
    GenOptions gen;
} SesTranslation;
SesTranslation ses_translation(const SesRequest *asked);

void ses_count_run(SesStats *s, const RtStats *stats); /* simulation.c: counts of a run among those of its model */

/* ---- mode_source.c ----------------------------------------------------------------------------------------------- */

/* The flat model; translated models of the cache come without.  NULL: it is not to be had. */
const Dae *ses_flat_again(SesModel *m);
/* Does the number of its states differ between modes near the start?  rt: of the model as one, with its parameters. */
bool ses_has_modes(SesModel *m, const Runtime *rt);
/* How the modes of a model are translated; make_ready: ModeHow.prepare. */
ModeHow ses_mode_how(Context *ctx, const SesRequest *asked, bool (*make_ready)(void *arg, Runtime *rt), void *arg);

/* ---- simulation.c ------------------------------------------------------------------------------------------------ */

/* The request for a translation. */
void ses_ask(SesRequest *asked, const RunTranslation *how);
/* NAME=VALUE takes the place of another value of that name. */
void ses_change_setting(Arena *a, VecStr *parameters, const char *setting);
/* A model initialised, as one, in the translation in which that succeeds. */
typedef struct {
    struct SesHost *host;
    Run *run;
    SesModel *model; /* that translation: the one that was asked for, or one that a remedy has made of it */
    Runtime *rt;
} SesBegun;
/* CAUSEWAY_INITIALISATION: it has no start of its own, and begun is as it was asked for; others: nothing is there. */
causeway_status ses_begin(SesModel *m, SesBegun *begun);
void ses_end_begun(SesBegun *begun);
/* Is it a regular expression?  false after reporting. */
bool ses_check_impulses(Context *ctx, const char *pattern);

/* ---- model_cache.c ----------------------------------------------------------------------------------------------- */

/* Where a translated model is kept, and what became of the search for it. */
typedef struct {
    bool on;
    char path[3][1200];  /* by model and options; by names of parameters too; by their values too */
    int store;           /* which of them a new translation is written to */
    const char *outcome; /* for --stats: "off", "new", "changed", "structural", "hit" */
    void *map;           /* the file, while it is used */
    size_t map_size;
} SesCache;

/* Looks for the model that is asked for.  true: m is as after ses_code, and as its sources, options and parameters want
 * it. */
uint64_t ses_cache_seed(const Context *ctx, const SesRequest *asked); /* of ModeHow.cache */
bool ses_cache_find(SesModel *m, SesCache *c);
/* Keeps a model that was translated and compiled. */
void ses_cache_keep(const SesModel *m, SesCache *c);
void ses_cache_done(SesCache *c);

/* A remark that is neither a warning nor an error. */
Diag *ses_note(Context *ctx, const char *code, Span span, const char *format, ...) BASE_PRINTF(4, 5);

#endif
