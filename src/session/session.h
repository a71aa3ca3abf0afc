/* session.h - the road from text to a run, as one object that every client shares: the program, the library
 * (include/causeway/causeway.h), and what is built on it.
 *
 * Sections, in the order data flows:
 *   classes.c        where classes come from: libraries, files, texts in memory; the class that a word means
 *   parameter.c      -p NAME=VALUE and M(modifiers): applied in translation, or set for a run
 *   front.c          a word -> flat DAE; modelica.c: of a Modelica class
 *   blame.c          messages about a library lead with the line of the user
 *   source_map.c     what the text says about flat equations, for the structural debugger
 *   check_flat.c     is a flat model determined and balanced?  check_library.c: every class of a package, on threads
 *   model.c          flat DAE -> blocks -> C -> machine code
 *   target.c         a model as a program in another language
 *   model_cache.c    translated models kept on disk for the next run
 *   simulation.c     a whole simulation: set, initialise, run to the end (src/run)
 *   mode_source.c    models whose structure changes: what their runs are made of
 *   linearise.c      the linear model at a point of a run
 *   rest_by_name.c   points of rest: variables by name
 *   parameter_file.c, input_file.c   parameters, inputs and start values from files
 *   exchange.c       a model as an FMU; as_system.c: as a system of FMUs; incoming.c: FMUs of others
 *   packages.c       installed libraries: listed, installed, updated, removed, locked
 *   conversion.c     a library converted to newer versions of those it uses
 *   cases.c          models of a library that are tested, and how their results are judged
 *   looks.c          icon and documentation that travel in an FMU
 *   pictures.c       pictures of classes; pages of a library
 *   stats.c          seconds per phase, counts, peak memory
 *   errors.c         the table of diagnostics: what each code means, what to do
 *   api.c, api_text.c, api_library.c, api_class.c, api_model.c, api_run.c, api_source.c, api_data.c, api_linear.c,
 *   tangents.c, api_result.c, api_upkeep.c, api_study.c (study.c, study_ranks.c, study_table.c)
 *                    causeway.h on top of these (api_edit.c: causeway/edit.h)
 *
 * Nothing here writes to standard output or error, ends the process or keeps a global: what is to be said is a
 * diagnostic in the Context of the model.
 */
#ifndef CAUSEWAY_SESSION_H
#define CAUSEWAY_SESSION_H

#include <causeway/causeway.h>
#include <causeway/package.h>
#include <causeway/study.h>

#include "analysis/analysis.h"
#include "compile/compile.h"
#include "debug/debug.h"
#include "document/document.h"
#include "exchange/exchange.h"
#include "fmi/fmi.h"
#include "inspect/inspect.h"
#include "instance/instance.h"
#include "library/library.h"
#include "modes/modes.h"
#include "run/run.h"
#include "runtime/runtime.h"

/* ---- classes.c --------------------------------------------------------------------------------------------------- */

/* A text that stands for a file, whatever is on the disk. */
typedef struct {
    const char *path, *text;
    size_t n;
} SesText;

/* An FMU, or a system of them, as a model. */
typedef struct {
    const char *kind; /* "me", "cs", "se" or NULL: the first that it has */
    bool in_process;  /* not in a process of its own */
    double step;      /* between communication points; 0: as it says itself */
    double tolerance; /* of the solver inside; 0: its own */
    double length;    /* of the run, where it is known; 0: as it says itself */
    double coupling;  /* steps as long as connected values allow, relative to their size; 0: of one length */
    const char
        *tunable;  /* tunable parameters that are inputs, "k,c"; NULL: those that files of inputs have columns for */
    VecStr inputs; /* these files */
    bool points;   /* co-simulation: known at communication points only, which results show */
} SesFmu;

/* What is asked for: where classes are, which one is meant, how it is translated.  Owned by the client, read only. */
typedef struct {
    VecStr libraries;          /* folders that hold libraries, searched first */
    bool no_default_libraries; /* neither MODELICAPATH nor what is installed */
    VecStr versions;           /* "Modelica 3.2.3": of libraries that are loaded later */
    VecStr files;              /* files whose classes are there too, besides the subject's */
    VEC(SesText) texts;        /* instead of what is on the disk */
    const char *subject;       /* a class, with modifiers or without; a file: .mo (its last model) or .dae */
    VecStr parameters;         /* NAME=VALUE */
    VecStr places;             /* of the first parameters: the place in a file that gives them; or none */
    bool no_tearing, steady_state, fixed_states, open_first;
    const char *whole; /* the systems that this variable is an unknown of are not torn; NULL: none */
    RunRank rank;
    bool response;   /* derivatives of all variables will be asked for */
    bool no_cache;   /* neither use nor keep a translated model */
    CompTier tier;   /* which compiler makes the code */
    SesFmu fmu;      /* where the subject is one */
    const Dae *flat; /* the model, where it is flat already; the subject is then a name */
} SesRequest;

bool ses_ends_with(const char *s, const char *end);
/* A class tree with the request's libraries and files, its texts put over the disk's; NULL after reporting, with the
 * status. */
LibTree *ses_open_libraries(Context *ctx, const SesRequest *asked, causeway_status *code);
/* The class that a word means: a FILE's last one, or a qualified name.  NULL after reporting, with the status. */
LibClass *ses_find_class(Context *ctx, const SesRequest *asked, LibTree *lib, const char *word, causeway_status *code);
bool ses_is_file(const SesRequest *asked, const char *word);
/* The part of a word in front of its modifiers, in the Context's arena; *modifiers: "(k = 3)" or NULL. */
const char *ses_split_word(Context *ctx, const SesRequest *asked, const char *word, const char **modifiers);
/* Invalid, or untranslatable when every error reported is about a construct we do not translate. */
causeway_status ses_model_error(const Context *ctx);

/* ---- stats.c ----------------------------------------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    SES_LOAD, SES_INSTANTIATE, SES_FLATTEN, SES_SYMBOLIC, SES_CODEGEN, SES_COMPILE, SES_INITIALISE, SES_SIMULATE,
    SES_PHASES
} SesPhase;
/* clang-format on */

typedef struct {
    double began;               /* base_seconds at the start */
    double seconds[SES_PHASES]; /* by the clock on the wall */
    double cpu[SES_PHASES];     /* of the processor: what counts on a busy machine */
    Text counts;                /* members of the JSON object: "name":number, ... */
} SesStats;

typedef struct {
    double wall, cpu;
} SesClock;
SesClock ses_clock(void);
/* Adds the time since `began` to a phase. */
void ses_phase(SesStats *s, SesPhase phase, SesClock began);
void ses_count(SesStats *s, const char *name, double number);
/* A member whose value is JSON already. */
void ses_count_json(SesStats *s, const char *name, const char *json);
double ses_peak_rss_mb(void);
void ses_print_stats(const SesStats *s, Text *out); /* one JSON object */

/* ---- model.c, front.c -------------------------------------------------------------------------------------------- */

typedef struct SesFront SesFront;
typedef struct SesSourceMap SesSourceMap;

/* A model on its way down the road; each station is filled by the function that reaches it. */
typedef struct {
    Context *ctx;            /* of this model */
    const SesRequest *asked; /* lives as long as the model */
    SesStats *stats;
    Dae *dae;    /* flat, then that of sym */
    bool keep;   /* the flat DAE is kept beside its blocks, for another translation */
    Dae *flat;   /* that; NULL when it is not flat yet, too large, or loaded */
    size_t said; /* mark of the diagnostics at the flat station */
    SymModel *sym;
    GenModel *gen;
    CompModel *comp;
    SesFront *front;      /* library and instances behind dae, for a model that came as Modelica */
    SesSourceMap *source; /* what the structural debugger asks */
    const char *scratch;  /* folder of temporary files that goes with the model, or NULL */
    bool *set;            /* by number of asked->parameters: applied in translation; NULL when none */
} SesModel;

/* Each returns CAUSEWAY_OK, or what went wrong after reporting; a station already reached costs nothing.  Phases are
 * timed and counted in m->stats. */
causeway_status ses_flat(SesModel *m);                /* -> dae */
causeway_status ses_sorted(SesModel *m);              /* ... -> sym */
causeway_status ses_code(SesModel *m, bool comments); /* ... -> gen */
causeway_status ses_ready(SesModel *m);               /* ... -> comp; by way of the cache */
void ses_free(SesModel *m);                           /* what it has reached; the request is the client's */

/* ---- check_flat.c, check_library.c ------------------------------------------------------------------------------- */

typedef struct {
    size_t equations, unknowns;
    bool open; /* not counting what the model's own connectors will be connected to */
} SesCounts;

SesCounts ses_counts(const Dae *d);
bool ses_is_balanced(const Dae *d);
/* NULL after reporting that there is none of that name. */
const GenTarget *ses_find_target(Context *ctx, const char *name);
/* -> comp, translated for it; the program to out. */
causeway_status ses_target(SesModel *m, const GenTarget *target, Text *out);
/* Valid, determined, balanced?  After ses_flat. */
causeway_status ses_check_flat(SesModel *m);
/* Matches the flat equations and unknowns; reports what is too much or missing.  NULL after other errors. */
DbgDiagnosis *ses_check_structure(SesModel *m);

/* Without running it: which conditions may govern the structure of the model, and what becomes of up to `most` modes
 * that are next to the start.  After ses_flat. */
causeway_status ses_check_modes(SesModel *m, size_t most, Text *out);

typedef struct {
    uint64_t key; /* of place, code and words; 0: it is no warning */
    size_t bytes; /* of its text */
} SesSaid;

/* What was found out about one class of a package. */
typedef struct {
    const char *name;
    bool model; /* has a meaning on its own: not partial, not replaceable */
    causeway_status code;
    Text text;         /* what was reported; warnings that a class before has at the same place are left out */
    VEC(SesSaid) said; /* its parts, one behind the other */
    Text tolerated;    /* lines of base_tolerated_take */
} SesChecked;

typedef struct {
    VEC(SesChecked) classes; /* in the order of the source */
    causeway_status worst;
} SesLibraryCheck;

/* Checks a package, or a class that cannot be simulated, class by class; false when the subject means a model (or
 * nothing: ses_flat reports).  failed: the plain check of a model did, perhaps because it leaves a class to its user.
 */
bool ses_check_package(Context *ctx, const SesRequest *asked, int threads, bool failed, SesLibraryCheck *out);
/* The classes that stand beside the one that is meant in a file, which a check of the file looks at too. */
void ses_check_beside(Context *ctx, const SesRequest *asked, int threads, SesLibraryCheck *out);
void ses_free_check(SesLibraryCheck *c);
/* One class of an open tree, as ses_check_package checks it; ses_check_names: its names and types only. */
causeway_status ses_check_class(Context *ctx, LibTree *lib, const char *name);
causeway_status ses_check_names(Context *ctx, LibTree *lib, const char *name);

/* ---- simulation.c ------------------------------------------------------------------------------------------------ */

/* What else is asked of a point of rest, in words: "y=3", "u", "x". */
typedef struct {
    VecStr fix, free, moving;
} SesRest;

/* A simulation from start to end. */
typedef struct {
    VecStr inputs;          /* files with columns for inputs at the top */
    const char *start_from; /* RESULT or RESULT@TIME, or NULL */
    const char *save;       /* FILE or FILE@TIME: the run as it is at its end, or then, goes there; or NULL */
    const char *restore;    /* goes on from such a file, or NULL */
    const SesRest *rest;    /* begins at a point of rest, found after initialisation; or NULL */
    RtOptions options;      /* times not given: NAN; of solver, limits, callbacks what the client wants */
    RtRecord record;        /* path NULL: MODEL.mat */
    bool check_jacobian;    /* compare Jacobians with differences on the way */
    const char *impulses;   /* variables whose impulses and jumps are results too: a regular expression, or NULL */
    Text *combined;         /* gets the model with its modes as one; or NULL */
    bool classic;           /* ... in classic Dymola, not in Modelica */
    Text *modes;            /* gets a report about modes, where the structure changes; or NULL */
    Text *remedies;         /* gets lines about the remedies that were tried; or NULL */
    /* a run begins, before initialisation, or has ended and is gone; they may be NULL */
    void (*begins)(void *arg, Runtime *rt, RtOptions *run);
    void (*initialised)(void *arg);                             /* what is known before the run has been said */
    bool (*reached)(void *arg, Runtime *rt, const SesModel *m); /* the stop time, before the run ends; false: failed */
    void (*ends)(void *arg, bool again);                        /* again: it will be run once more, translated anew */
    void *arg;
} SesSimulation;

typedef struct {
    Text model, output, solver;
    double start, stop;
    RtStats stats;
    uint64_t points; /* of check_jacobian */
    InsVerified verified;
    uint64_t modes, mode_changes; /* of a model whose structure changes: how many were entered, how often */
    Text starts_taken;            /* start values that stood in for conditions that the model does not give */
    double saved;                 /* the time at which the run was saved, where that was asked for */
    const char *rest;             /* the way that led to a point of rest, where one was asked for; static */
} SesOutcome;

/* Translates as far as needed and runs. */
causeway_status ses_simulate(SesModel *m, const SesSimulation *how, SesOutcome *out);
void ses_free_outcome(SesOutcome *out);

/* ---- api.c, api_class.c: the classes of a session, for the rooms above ------------------------------------------- */

/* The class tree to look at, and instances of its classes; gone when the session changes.  NULL after reporting. */
LibTree *ses_browse(causeway_session *s);
Inst *ses_instances(causeway_session *s);
/* A file or text that was loaded is no part of the session any more. */
void ses_unload(causeway_session *s, const char *path);
/* A library is to be of this version when it is read next. */
void ses_use_version(causeway_session *s, const char *library, const char *version);
void ses_tell(causeway_session *s); /* what was reported while looking becomes diagnostics of the session */

SesCounts ses_model_counts(const causeway_model *m); /* of a model that is flat */

/* ---- parameter_file.c, input_file.c, rest_by_name.c -------------------------------------------------------------- */

/* Values from outside with their places: "file:line". */
typedef struct {
    VecStr words, places;
} SesGiven;

/* Adds what a file (.json, else CSV) gives, in the arena of ctx; false after a diagnostic (ANA0040). */
bool ses_read_parameters(Context *ctx, const char *path, SesGiven *out);
void ses_free_given(SesGiven *g);
/* Before initialisation: the columns of a file become inputs.  false after a diagnostic (ANA0041). */
bool ses_give_inputs(Runtime *rt, const char *path);

/* FILE@TIME, where FILE itself may have an @ in its name: FILE; *time is NAN where there is none. */
const char *ses_split_time(Context *ctx, const char *word, double *time);
bool ses_open_start(Context *ctx, const char *word, RunStart *out); /* false after a diagnostic (ANA0043) */
/* After initialisation, to a point of rest; the status after a diagnostic. */
RtStatus ses_rest(Runtime *rt, const SesRest *asked, const char **method);

/* ---- linearise.c ------------------------------------------------------------------------------------------------- */

/* Between rt_begin and rt_end, with top-level Real outputs and the variables that `more` (names and patterns, may be
 * NULL) means as outputs.  NULL after a diagnostic (ANA0050, TOOL0012). */
AnaLinear *ses_linear(Runtime *rt, const Dae *d, const VecStr *more, Arena *arena);

/* ---- exchange.c -------------------------------------------------------------------------------------------------- */

/* Translates as far as needed and writes an FMU. */
causeway_status ses_fmu(SesModel *m, const FmiExport *what);
/* false: its conditions at the start are too many for it alone, and disagree. */
bool ses_starts_alone(SesModel *m);
/* For a process that is to give up its rights before ses_fmu: loads what cannot be loaded then, and names the folders
 * of libraries that are read.  Their number; 0: libzip is not there. */
enum { SES_FMU_FOLDERS = COMP_C_LIBRARIES };
size_t ses_fmu_needs(Arena *a, const char *folders[SES_FMU_FOLDERS]);
/* As a system of FMUs, one for each component (SSP; version "1.0" or "2.0").  kinds: "me", "cs", or NULL, which is
 * both; *out: what they are, a line each. */
causeway_status ses_system(SesModel *m, const char *path, const char *version, int fmi, const char *kinds, Text *out);
causeway_status ses_external_model(SesModel *m, const FmiInterface *what);
/* ... and what there is to choose from for it. */
causeway_status ses_external_offer(SesModel *m, FmiOffer *offer);

/* ---- incoming.c -------------------------------------------------------------------------------------------------- */

causeway_status ses_show_fmu(Context *ctx, const char *path, bool json, Text *out);
/* Every rule of the standards, in diagnostics; *out: one line that sums them up. */
causeway_status ses_check_fmu(Context *ctx, const char *path, Text *out);
/* As a Modelica block.  parameters: NAME=VALUE of structural ones. */
causeway_status ses_statechart(Context *ctx, const char *path, Text *out); /* as a Modelica block */
causeway_status ses_import_fmu(Context *ctx, const char *path, const SesFmu *asked, const VecStr *parameters,
                               Text *out);

/* ---- packages.c -------------------------------------------------------------------------------------------------- */

typedef VEC(causeway_library_info) SesLibraries;
SesLibraries ses_installed(Context *ctx); /* those that are found without -L; texts live as long as ctx */
bool ses_is_named(const VecStr *words, const char *name); /* or there are no words */

/* How libraries are dealt with.  A word: NAME or NAME@VERSION. */
typedef struct {
    Context *ctx;
    const char *from;                         /* folder, archive, repository, index; NULL: where each came from */
    void (*say)(void *arg, const char *line); /* what was done; may be NULL */
    void *arg;
} SesPackages;

/* Each reports what is wrong.  No words: all. */
causeway_status ses_install(const SesPackages *p, const VecStr *words, bool lock);
causeway_status ses_install_locked(const SesPackages *p); /* as causeway.lock says */
causeway_status ses_update(const SesPackages *p, const VecStr *words);
causeway_status ses_remove(const SesPackages *p, const VecStr *words);
causeway_status ses_vendor(const SesPackages *p, const char *folder, const VecStr *words);
typedef void SesNewer(void *arg, const char *name, const char *installed, const char *newest);
causeway_status ses_outdated(const SesPackages *p, SesNewer *visit, void *arg);
causeway_status ses_index(Context *ctx, const char *folder, Text *out);
/* Folders of the libraries of causeway.lock; false after reporting when one is not as it was. */
bool ses_locked_folders(Context *ctx, VecStr *out);

/* ---- conversion.c ------------------------------------------------------------------------------------------------ */

/* Where lines about what was done go; NULL: nowhere. */
typedef struct {
    void (*line)(void *arg, const char *line);
    void *arg;
} SesSay;

/* Converts the library that a word means; to: the folder where it is written, or NULL: it is only looked at. */
causeway_status ses_convert(Context *ctx, const SesRequest *asked, const char *word, const char *to, const SesSay *say);

/* ---- cases.c ----------------------------------------------------------------------------------------------------- */

/* A model that is tested. */
typedef struct {
    const char *model;
    const char *reference; /* a result to compare with, or NULL: it must run, no more */
    const char *signals;   /* file that names what is compared, or NULL: all of the reference */
    const char *start, *stop, *interval, *tolerance; /* settings the reference was made with; NULL: the model's own */
} SesCase;

typedef struct {
    const char *library; /* qualified name of what is tested */
    VecStr folders;      /* absolute: where runs find it and others */
    VEC(SesCase) cases;  /* by name of the model */
} SesCases;

/* Models of the library with a stored result below `references`, and models in it with an experiment annotation; those
 * whose names match the filter (either may be NULL).  Texts in the arena of ctx; the status after reporting. */
causeway_status ses_find_cases(Context *ctx, const SesRequest *asked, const char *word, const char *references,
                               const char *filter, SesCases *out);
void ses_free_cases(SesCases *c);

typedef struct {
    const char *name;
    double outside; /* share of instants outside the tube */
} SesDiffering;

typedef struct {
    size_t compared, different;  /* signals */
    VEC(SesDiffering) differing; /* the worst first */
    Text why;                    /* one line */
} SesJudgement;

/* Does a result agree with the reference of its case? */
bool ses_judge(Context *ctx, const SesCase *c, ResResult *result, ResResult *reference, SesJudgement *out);

/* ---- api_upkeep.c ------------------------------------------------------------------------------------------------ */

causeway_status ses_look_at_cache(Context *ctx, causeway_cache_info *out); /* of ctx->cache */
uint64_t ses_trim_cache(Context *ctx, uint64_t bytes); /* what was not used for longest; how many files went */

/* ---- looks.c ----------------------------------------------------------------------------------------------------- */

/* Gives the class of a model and its picture (NULL: it has none), which use frees, to use; says nothing. */
void ses_with_picture(SesModel *m, GfxLayer layer, void (*use)(void *arg, LibClass *cls, GfxPicture *p), void *arg);
/* Fills what->icon and pictures, which the caller frees, and page, where the class has such things; says nothing. */
void ses_looks(SesModel *m, FmiExport *what);

/* ---- pictures.c -------------------------------------------------------------------------------------------------- */

typedef struct {
    bool diagram;
    double width, height; /* 0: by the picture */
    ResResult *result;    /* gives values to DynamicSelect; or NULL */
    double time;          /* ... of this instant; NAN: the last */
} SesDrawing;

/* The subject as .svg, .png or .json, by the ending of path. */
causeway_status ses_draw(Context *ctx, const SesRequest *asked, const SesDrawing *how, const char *path);

typedef struct {
    size_t classes, pictures, failed;
} SesDrawn;
/* Both layers of every class in the subject, as SVG in a folder. */
causeway_status ses_draw_all(Context *ctx, const SesRequest *asked, const SesDrawing *how, const char *folder,
                             SesDrawn *out);
/* The subject as HTML pages. */
causeway_status ses_document(Context *ctx, const SesRequest *asked, const char *folder, DocCounts *out);

/* ---- errors.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *code;    /* "INST0503" */
    const char *meaning; /* one line, in the user's terms */
    const char *remedy;  /* what to do */
    const char *example; /* the case that shows it, from the root of the project */
} SesError;

const SesError *ses_errors(size_t *n); /* all codes, in the order of the road */
const SesError *ses_find_error(const char *code);
bool ses_is_error_code(const char *word);          /* looks like one */
bool ses_print_error(const char *code, Text *out); /* one entry with its example; false when there is none */
void ses_print_errors(Text *out);                  /* the list */

#endif
