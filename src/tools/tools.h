/* tools.h - the program: one file per command over the folders below.
 *
 * Sections, in the order data flows:
 *   main.c       the process: signals that mean our own fault, then tool_main
 *   options.c    the table of options; the command line -> ToolOptions
 *   commands.c   the table of commands; choosing one and running it
 *   limits.c     time and memory that a command may use
 *   stats.c      seconds per phase, counts, peak memory -> --stats FILE.json
 *   front.c      MODEL or FILE -> flat DAE; modelica.c: of a Modelica class
 *   source_map.c what the text says about flat equations, for the structural debugger
 *   cache.c      translated models kept for the next run; the command of that name
 *   model.c      ... -> blocks -> C -> machine code, shared by the commands on models
 *   simulate.c check.c (check_library.c) flatten.c explain.c translate.c format.c plot.c compare.c (tube.c) test.c
 *   install.c update.c outdated.c remove.c list.c vendor.c index.c   installed libraries, one command each
 *   draw.c doc.c classic.c convert.c help.c   one command each
 *   reference.c  reference page, man page and completion from the tables of commands and options
 *   watch.c      the terminal beside a run: progress, Ctrl-C, time limit; crash.c: crashes of external code
 *   errors.c     the table of diagnostics: what each code means, what to do
 *   test_cases.c test_run.c test_report.c   the parts of test: finding cases, running one, the page
 *   plot_draw.c  axes and curves: nice ticks; plot_term.c on a terminal, plot_cairo.c as SVG, PNG, PDF; plot_svg.c
 *   inside a page
 *
 * Exit codes are the contract of the program with scripts; see ToolExit.
 */
#ifndef CAUSEWAY_TOOLS_H
#define CAUSEWAY_TOOLS_H

#include "runtime/runtime.h"
#include "compile/compile.h"
#include "library/library.h"

#define TOOL_VERSION "0.1.0"

typedef enum {
    TOOL_DONE = 0,
    TOOL_USAGE = 1,          /* wrong options, a file that cannot be read or written */
    TOOL_INVALID = 2,        /* the model is invalid: syntax, lookup, types, balance */
    TOOL_UNTRANSLATABLE = 3, /* structurally singular, or a construct we do not translate (named) */
    TOOL_INITIALISATION = 4, /* no consistent start was found */
    TOOL_STOPPED = 5,        /* the simulation ended early: solver, assert */
    TOOL_FAULT = 70,         /* our own fault */
} ToolExit;

/* ---- options.c --------------------------------------------------------------------------------------------------- */

/* Every option of every command, as given.  Numbers that were not given are NAN, texts NULL. */
typedef struct {
    VecStr words;      /* what is not an option: models, files, variables */
    VecStr libraries;  /* -L */
    VecStr parameters; /* -p name=value */
    double start, stop, interval, intervals, tolerance, timeout, memory, max_steps;
    const char *solver, *compile;
    const char *signals, *filter;
    bool protected_too; /* record protected variables */
    const char *output;
    const char *stats;
    const char *diagnostics; /* text, json */
    const char *colour;      /* auto, always, never */
    double max_errors;
    const char *dump; /* station whose text form is printed */
    bool steady_state, no_tearing, json, quiet, help, version, strict;
    VecStr why, depends, computes; /* explain: variables asked about */
    bool incidence;                /* explain: the matrix as text or JSON */
    const char *svg;               /* explain: ... as a picture */
    bool check_jacobian;           /* simulate: compare Jacobians with differences */
    bool diagnose;                 /* explain: the structural debugger */
    const char *strategy;          /* ... and which edits it proposes */
    bool in_place, check_only;     /* format */
    const char *overlay;           /* plot: second result */
    const char *title, *x;
    double width, height, from, to, jobs;
    const char *reference, *report, *baseline; /* test */
    bool update_baseline;
    bool no_cache;
    bool icon, diagram, all; /* draw: which layers; of all classes inside */
    const char *result;      /* draw: values that are shown */
    double time;
    bool man, whole;        /* help: everything, as a man page or as Markdown */
    const char *completion; /* help: for this shell */
    const char *source;     /* install, update, outdated: where libraries come from */
    bool lock, locked;      /* install: write causeway.lock; install what it says */
} ToolOptions;

typedef enum { TOOL_FLAG, TOOL_NUMBER, TOOL_WORD, TOOL_CHOICE, TOOL_LIST } ToolOptionKind;

typedef struct {
    const char *name; /* long name without dashes */
    char letter;      /* short form, or 0 */
    ToolOptionKind kind;
    size_t field;         /* offset in ToolOptions */
    uint32_t commands;    /* bits of ToolCommandId */
    const char *argument; /* in help; CHOICE: the choices, separated by | */
    const char *help;
} ToolOption;

const ToolOption *tool_options(size_t *n);
/* Reads argv[1..] for one command.  false after reporting (TOOL....). */
bool tool_parse_options(Context *ctx, int argc, char **argv, uint32_t command, ToolOptions *o);
void tool_free_options(ToolOptions *o);
static inline bool tool_given(double number) { return number == number; }

/* ---- stats.c ----------------------------------------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    TOOL_LOAD, TOOL_INSTANTIATE, TOOL_FLATTEN, TOOL_SYMBOLIC, TOOL_CODEGEN, TOOL_COMPILE, TOOL_INITIALISE,
    TOOL_SIMULATE, TOOL_PHASES
} ToolPhase;
/* clang-format on */

typedef struct {
    double began;                /* base_seconds at the start of the process */
    double seconds[TOOL_PHASES]; /* by the clock on the wall */
    double cpu[TOOL_PHASES];     /* of the processor: what counts on a busy machine */
    Text counts;                 /* members of the JSON object: "name":number, ... */
} ToolStats;

typedef struct {
    double wall, cpu;
} ToolClock;
ToolClock tool_clock(void);
/* Adds the time since `began` to a phase. */
void tool_phase(ToolStats *s, ToolPhase phase, ToolClock began);
void tool_count(ToolStats *s, const char *name, double number);
/* A member whose value is JSON already. */
void tool_count_json(ToolStats *s, const char *name, const char *json);
double tool_peak_rss_mb(void);
/* Writes --stats FILE when it was given.  false after reporting. */
bool tool_write_stats(Context *ctx, const ToolOptions *o, const ToolStats *s);

/* ---- commands.c -------------------------------------------------------------------------------------------------- */

/* clang-format off */
enum {
    TOOL_CMD_SIMULATE = 1, TOOL_CMD_CHECK = 2, TOOL_CMD_FLATTEN = 4, TOOL_CMD_EXPLAIN = 8, TOOL_CMD_TRANSLATE = 16,
    TOOL_CMD_FORMAT = 32, TOOL_CMD_PLOT = 64, TOOL_CMD_COMPARE = 128, TOOL_CMD_HELP = 256,
    TOOL_CMD_CLASSIC = 512,
    TOOL_CMD_TEST = 1024, TOOL_CMD_CACHE = 2048, TOOL_CMD_CONVERT = 4096, TOOL_CMD_DRAW = 8192,
    TOOL_CMD_DOC = 16384, TOOL_CMD_INSTALL = 1 << 15, TOOL_CMD_UPDATE = 1 << 16, TOOL_CMD_REMOVE = 1 << 17,
    TOOL_CMD_LIST = 1 << 18, TOOL_CMD_OUTDATED = 1 << 19, TOOL_CMD_VENDOR = 1 << 20, TOOL_CMD_INDEX = 1 << 21,
    TOOL_CMD_LIBRARIES = TOOL_CMD_INSTALL | TOOL_CMD_UPDATE | TOOL_CMD_REMOVE | TOOL_CMD_LIST | TOOL_CMD_OUTDATED |
                         TOOL_CMD_VENDOR | TOOL_CMD_INDEX,
    TOOL_CMD_ALL = 0x7fffffff,
    TOOL_CMD_MODEL = TOOL_CMD_SIMULATE | TOOL_CMD_CHECK | TOOL_CMD_FLATTEN | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE,
};
/* clang-format on */

typedef struct {
    Context *ctx;
    const ToolOptions *options;
    struct ToolLimits *limits; /* NULL: no limit of time */
    ToolStats stats;
} ToolRun;

typedef struct {
    const char *name;
    uint32_t id;         /* one of TOOL_CMD_... */
    const char *words;   /* usage: what stands behind the name */
    size_t least, most;  /* number of words */
    const char *summary; /* one line */
    const char *details; /* paragraphs for `help NAME` */
    const char *example;
    ToolExit (*run)(ToolRun *r);
} ToolCommand;

const ToolCommand *tool_commands(size_t *n);
const ToolCommand *tool_find_command(const char *name);
/* The whole program but for the process around it. */
int tool_main(int argc, char **argv);
/* 2, or 3 when every error reported is about a construct we do not translate. */
ToolExit tool_model_error(const Context *ctx);
/* Opens a file to write, "-" is standard output; NULL after reporting (TOOL0006). */
FILE *tool_open_output(Context *ctx, const char *path);
/* Closes it; false after reporting when not everything could be written (a full disk). */
bool tool_close_output(Context *ctx, const char *path, FILE *f);

/* ---- limits.c ---------------------------------------------------------------------------------------------------- */

typedef struct ToolLimits ToolLimits;

/* Sets the limits of the options; *limits stays NULL without one of time (clock: the whole command is meant by it).
 * false after reporting. */
bool tool_limits_begin(Context *ctx, const ToolOptions *o, double began, bool clock, ToolLimits **limits);
void tool_limits_end(ToolLimits *l);
/* A simulation begins, which itself ends in time, or ends; returns the seconds that are left, 0 without limit. */
double tool_limits_simulating(ToolLimits *l, bool simulating);
void tool_end_children(void); /* what the process, or what it started, has started and runs on */
void tool_clean_up(void);     /* before the process ends in the midst of things: its temporary folders go too */

/* ---- model.c ----------------------------------------------------------------------------------------------------- */

typedef struct ToolSourceMap ToolSourceMap;

/* A model on its way down the road; each station is filled by the function that reaches it. */
typedef struct {
    Dae *dae;
    SymModel *sym;
    GenModel *gen;
    CompModel *comp;
    struct ToolFront *front; /* library and instances behind dae, for a model that came as Modelica */
    ToolSourceMap *source;   /* what the structural debugger asks */
    bool *set;               /* by number of -p: the front end has applied it; NULL when none */
} ToolModel;

/* What decides how a model is translated, besides its sources. */
typedef struct {
    SymOptions sym;
    GenOptions gen;
} ToolTranslation;
ToolTranslation tool_translation(const ToolOptions *o);

bool tool_ends_with(const char *s, const char *end);
ToolExit tool_read_modelica(ToolRun *r, const char *word, ToolModel *m);
void tool_free_front(struct ToolFront *f); /* drops library and instances; what asks for them later reads them again */
/* The word that says what a command is about: the last one.  Those in front of it are files to be read too. */
const char *tool_subject(const ToolOptions *o);
/* -L folders, then the default ones, then the files in front of the subject; false after reporting, with the exit
 * code. */
bool tool_open_libraries(ToolRun *r, LibTree *lib, ToolExit *code);
/* The class that a word means: a FILE's last one, or a qualified name.  NULL after reporting, with the exit code. */
LibClass *tool_find_class(ToolRun *r, LibTree *lib, const char *word, ToolExit *code);
/* Reports a model that has not as many equations as unknowns. */
/* Do the counts hang on what the connectors of the model itself will be connected to? */
bool tool_is_open(const Dae *d);
ToolExit tool_check_balance(Context *ctx, const Dae *d);
/* Matches the flat equations and unknowns; reports what is too much or missing.  NULL after other errors. */
SymDiagnosis *tool_check_structure(ToolRun *r, ToolModel *m);
bool tool_is_balanced(const Dae *d);
/* Reports variables that occur in no equation (part: connectors count as connected).  false when there are any. */
bool tool_check_determined(Context *ctx, const Dae *d, bool part);
void tool_warn_parameters(Context *ctx, const Dae *d); /* parameters without a value */
/* Checks every class of a package; word is what the user called it. */
/* Does the model leave the choice of a class, such as its medium, to its user? */
bool tool_leaves_classes_open(Context *ctx, LibTree *lib, LibClass *cls);
ToolExit tool_check_library(ToolRun *r, LibTree *lib, LibClass *top, const char *word);
/* Each returns TOOL_DONE or the exit code after reporting.  Phases are timed and counted in r->stats. */
ToolExit tool_flat_model(ToolRun *r, ToolModel *m);                /* the first word of the command line -> dae */
ToolExit tool_sorted_model(ToolRun *r, ToolModel *m);              /* ... -> sym */
ToolExit tool_code_model(ToolRun *r, ToolModel *m, bool comments); /* ... -> gen */
ToolExit tool_ready_model(ToolRun *r, ToolModel *m);               /* ... -> comp */
void tool_free_flat(ToolModel *m); /* of a model that went no further than tool_flat_model */
void tool_free_model(ToolModel *m);
/* The class instance that was flattened; NULL for other front ends. */
struct InstClass *tool_front_model(struct ToolFront *f);
/* Answers from the text of the model; NULL when it did not come as Modelica. */
const SymSource *tool_source_map(Context *ctx, struct ToolFront *front, const Dae *d, ToolSourceMap **made);
void tool_free_source_map(ToolSourceMap *m);
/* Sends text to --output, or to standard output. */
ToolExit tool_write_text(ToolRun *r, const char *text, size_t n);

/* ---- cache.c ----------------------------------------------------------------------------------------------------- */

/* Where a translated model is kept, and what became of the search for it. */
typedef struct {
    bool on;
    char path[3][1200];  /* by model and options; by names of -p too; by their values too */
    int store;           /* which of them a new translation is written to */
    const char *outcome; /* for --stats: "off", "new", "changed", "structural", "hit" */
    void *map;           /* the file, while it is used */
    size_t map_size;
} ToolCache;

/* Looks for the model that the command line means.  true: m is as after tool_code_model, and as its sources, options
 * and parameters want it. */
bool tool_cache_find(ToolRun *r, ToolModel *m, ToolCache *c);
/* Keeps a model that was translated and compiled. */
void tool_cache_keep(ToolRun *r, const ToolModel *m, ToolCache *c);
void tool_cache_done(ToolCache *c);

/* ---- the commands ------------------------------------------------------------------------------------------------ */

ToolExit tool_simulate(ToolRun *r);
ToolExit tool_check(ToolRun *r);
ToolExit tool_flatten(ToolRun *r);
ToolExit tool_explain(ToolRun *r);
ToolExit tool_translate(ToolRun *r);
ToolExit tool_format(ToolRun *r);
ToolExit tool_convert(ToolRun *r);
ToolExit tool_plot(ToolRun *r);
ToolExit tool_draw(ToolRun *r);
ToolExit tool_doc(ToolRun *r);
ToolExit tool_install(ToolRun *r);
ToolExit tool_update(ToolRun *r);
ToolExit tool_remove(ToolRun *r);
ToolExit tool_list(ToolRun *r);
ToolExit tool_outdated(ToolRun *r);
ToolExit tool_vendor(ToolRun *r);
ToolExit tool_index(ToolRun *r);
ToolExit tool_compare(ToolRun *r);
ToolExit tool_test(ToolRun *r);
ToolExit tool_cache(ToolRun *r);
ToolExit tool_classic(ToolRun *r);
ToolExit tool_help(ToolRun *r);

/* ---- errors.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *code;    /* "INST0503" */
    const char *meaning; /* one line, in the user's terms */
    const char *remedy;  /* what to do */
    const char *example; /* the case that shows it, from the root of the project */
} ToolError;

const ToolError *tool_errors(size_t *n);            /* all codes, in the order of the road */
bool tool_is_error_code(const char *word);          /* looks like one */
bool tool_print_error(const char *code, Text *out); /* one entry with its example; false when there is none */
void tool_print_errors(Text *out);                  /* the list */

/* What `help --man`, `--reference` and `--completion` ask for; false when none of them was given. */
bool tool_print_reference(const ToolOptions *o, Text *out);
/* The page of one command, or of the program when command is NULL. */
void tool_print_help(const ToolCommand *command, Text *out);

/* ---- watch.c, crash.c -------------------------------------------------------------------------------------------- */

/* From now on, until rt_free: words of the model and urgent diagnostics go to standard error, Ctrl-C and SIGTERM stop
 * the run, one that hangs ends the process after the time limit, crashes of external code end the run. */
void tool_watch(Runtime *rt, const RtOptions *o, bool bar);

typedef struct ToolGuard ToolGuard;
/* While it lives, a crash in external code unwinds to the evaluation of rt. */
ToolGuard *tool_guard_new(Runtime *rt);
void tool_guard_free(ToolGuard *g);

#endif
