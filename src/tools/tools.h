/* tools.h - the program: one file per command over the session.
 *
 * Sections, in the order data flows:
 *   main.c           the process: signals that mean our own fault, then tool_main
 *   options.c        the table of options; the command line -> ToolOptions
 *   commands.c       the table of commands; choosing one and running it
 *   limits.c         time and memory that a command may use
 *   untrusted.c      what the process gives up for models that are not trusted
 *   cmd_NAME.c       one command each: cmd_simulate.c cmd_check.c cmd_flatten.c cmd_explain.c cmd_translate.c cmd_fmu.c
 *                    cmd_emi.c cmd_ssp.c cmd_show.c cmd_import.c cmd_sweep.c cmd_linearize.c cmd_trim.c cmd_combine.c
 *                    cmd_spectrum.c cmd_format.c cmd_plot.c cmd_test.c cmd_compare.c cmd_repair.c cmd_cache.c
 *                    cmd_shell.c cmd_run.c cmd_jupyter.c cmd_draw.c cmd_doc.c cmd_classic.c cmd_convert.c
 *                    cmd_statechart.c cmd_lsp.c cmd_studio.c cmd_animate.c cmd_help.c
 *   cmd_libraries.c  installed libraries: install, update, outdated, remove, list, vendor, index; --locked
 *   studio_assets.c  files of the studio's page
 *   manual.c         reference page, man page and completion from the tables of commands and options
 *   watch.c          the terminal beside a run: progress, Ctrl-C, time limit; crash.c: crashes of external code
 *   test_cases.c test_run.c test_report.c   the parts of test: finding cases, running one, the page
 *   plot_draw.c      axes and curves: nice ticks; plot_term.c on a terminal, plot_cairo.c as PNG, PDF; plot_svg.c,
 *                    plot_html.c as text
 *
 * Exit codes are the contract of the program with scripts; see ToolExit.
 */
#ifndef CAUSEWAY_TOOLS_H
#define CAUSEWAY_TOOLS_H

#include "session/session.h"

/* Exit codes are the library's. */
typedef causeway_status ToolExit;
#define TOOL_DONE CAUSEWAY_OK
#define TOOL_USAGE CAUSEWAY_USAGE
#define TOOL_INVALID CAUSEWAY_INVALID
#define TOOL_UNTRANSLATABLE CAUSEWAY_UNTRANSLATABLE
#define TOOL_INITIALISATION CAUSEWAY_INITIALISATION
#define TOOL_STOPPED CAUSEWAY_STOPPED
#define TOOL_FAULT CAUSEWAY_FAULT

/* ---- options.c --------------------------------------------------------------------------------------------------- */

/* Every option of every command, as given.  Numbers that were not given are NAN, texts NULL. */
typedef struct {
    VecStr words;      /* what is not an option: models, files, variables */
    VecStr libraries;  /* -L */
    VecStr parameters; /* -p name=value */
    double start, stop, interval, intervals, tolerance, timeout, memory, max_steps;
    const char *solver, *compile;
    const char *signals, *filter, *impulses;
    bool protected_too; /* record protected variables */
    const char *output;
    const char *stats;
    const char *diagnostics; /* text, json */
    const char *colour;      /* auto, always, never */
    double max_errors;
    const char *dump; /* station whose text form is printed */
    const char *target;
    const char *limits; /* warn, error, off: variables outside min and max */
    bool steady_state, no_tearing, json, quiet, help, version, strict, verbose;
    VecStr why, depends, computes; /* explain: variables asked about */
    bool incidence;                /* explain: the matrix as text or JSON */
    const char *svg;               /* explain: ... as a picture */
    bool check_jacobian;           /* simulate: compare Jacobians with differences */
    bool diagnose;                 /* explain: the structural debugger */
    bool modes;                    /* explain: a run through modes */
    double most_modes;             /* check: translate so many of them */
    const char *strategy;          /* ... and which edits it proposes */
    bool in_place, check_only;     /* format */
    const char *overlay;           /* plot: second result */
    const char *title, *x;
    bool equal, si, together; /* plot: units of both axes equally long; no display units; one panel */
    double at;                /* linearize: the instant */
    VecStr outputs;           /* ... and variables that are outputs beside those at the top */
    const char *bode, *nyquist, *step_plot;
    VecStr frequencies;
    VecStr fix, free, moving;       /* trim: values, what gives them, states that need not rest */
    VecStr parameter_files, inputs; /* values and curves from files */
    const char *start_from, *save_state, *restore;
    bool tree;          /* show: components with what they hold */
    const char *window; /* spectrum */
    double points, fundamental;
    double width, height, from, to, jobs;
    const char *reference, *report, *baseline; /* test */
    bool update_baseline;
    bool no_cache;
    bool untrusted;          /* the model may be hostile: untrusted.c */
    bool allow_files;        /* check, flatten, explain, translate: models may read files outside their libraries */
    bool icon, diagram, all; /* draw: which layers; of all classes inside */
    const char *result;      /* draw: values that are shown */
    double time;
    bool man, whole;        /* help: everything, as a man page or as Markdown */
    const char *completion; /* help: for this shell */
    const char *source;     /* install, update, outdated: where libraries come from */
    bool lock, locked;      /* install: write causeway.lock; install what it says */
    VecStr random, record;  /* sweep: distributions; variables */
    bool grid, zip;
    double latin, runs, seed;
    const char *reduce;
    double fmi, step;    /* fmu: version of the standard; fixed step of co-simulation */
    const char *tunable; /* parameters of an FMU that are inputs */
    double coupling;     /* how far connected values go in a step */
    double ssp;          /* version of the standard */
    const char *emi_inputs, *emi_outputs, *emi_parameters;
    const char *kind;   /* me, cs or both */
    bool in_process;    /* FMUs in our process, not in one of their own */
    bool sources;       /* C inside too */
    const char *binary; /* fmu: machines */
    const char *sizes;  /* fmu: configurations of structural parameters */
    const char *method; /* fmu: of co-simulation */
    const char *socket; /* lsp: port or path */
    double port;        /* studio */
    bool no_browser;
    const char *app, *web; /* ... a model and nothing else; folder of the page's files */
    const char *log;       /* shell, run: HTML page of the session */
    bool allow_system, typed;
} ToolOptions;

typedef enum { TOOL_FLAG, TOOL_NUMBER, TOOL_WORD, TOOL_CHOICE, TOOL_LIST } ToolOptionKind;

typedef struct {
    const char *name; /* long name without dashes */
    char letter;      /* short form, or 0 */
    ToolOptionKind kind;
    size_t field;         /* offset in ToolOptions */
    uint64_t commands;    /* bits of ToolCommandId */
    const char *argument; /* in help; CHOICE: the choices, separated by | */
    const char *help;
} ToolOption;

const ToolOption *tool_options(size_t *n);
/* Reads argv[1..] for one command.  false after reporting (TOOL....). */
bool tool_parse_options(Context *ctx, int argc, char **argv, uint64_t command, ToolOptions *o);
void tool_free_options(ToolOptions *o);
static inline bool tool_given(double number) { return number == number; }

/* ---- commands.c -------------------------------------------------------------------------------------------------- */

/* clang-format off */
enum {
    TOOL_CMD_SIMULATE = 1, TOOL_CMD_CHECK = 2, TOOL_CMD_FLATTEN = 4, TOOL_CMD_EXPLAIN = 8, TOOL_CMD_TRANSLATE = 16,
    TOOL_CMD_FORMAT = 32, TOOL_CMD_PLOT = 64, TOOL_CMD_COMPARE = 128, TOOL_CMD_HELP = 256,
    TOOL_CMD_CLASSIC = 512,
    TOOL_CMD_TEST = 1024, TOOL_CMD_CACHE = 2048, TOOL_CMD_CONVERT = 4096, TOOL_CMD_DRAW = 8192,
    TOOL_CMD_DOC = 16384, TOOL_CMD_INSTALL = 1 << 15, TOOL_CMD_UPDATE = 1 << 16, TOOL_CMD_REMOVE = 1 << 17,
    TOOL_CMD_LIST = 1 << 18, TOOL_CMD_OUTDATED = 1 << 19, TOOL_CMD_VENDOR = 1 << 20, TOOL_CMD_INDEX = 1 << 21,
    TOOL_CMD_FMU = 1 << 22, TOOL_CMD_SWEEP = 1 << 23, TOOL_CMD_LSP = 1 << 24, TOOL_CMD_SHOW = 1 << 25,
    TOOL_CMD_IMPORT = 1 << 26, TOOL_CMD_LINEARIZE = 1 << 27, TOOL_CMD_SHELL = 1 << 28, TOOL_CMD_RUN = 1 << 29,
    TOOL_CMD_JUPYTER = 1 << 30, TOOL_CMD_TRIM = 1LL << 31, TOOL_CMD_SPECTRUM = 1LL << 32,
    TOOL_CMD_COMBINE = 1LL << 33, TOOL_CMD_EMI = 1LL << 34, TOOL_CMD_SSP = 1LL << 35, TOOL_CMD_REPAIR = 1LL << 40,
    TOOL_CMD_STUDIO = 1LL << 44, TOOL_CMD_ANIMATE = 1LL << 45, TOOL_CMD_STATECHART = 1LL << 46,
    TOOL_CMD_LIBRARIES = TOOL_CMD_INSTALL | TOOL_CMD_UPDATE | TOOL_CMD_REMOVE | TOOL_CMD_LIST | TOOL_CMD_OUTDATED |
                         TOOL_CMD_VENDOR | TOOL_CMD_INDEX,
    /* commands that take an FMU or a system of them for a model */
    TOOL_CMD_INCOMING = TOOL_CMD_SIMULATE | TOOL_CMD_SWEEP | TOOL_CMD_EXPLAIN | TOOL_CMD_FLATTEN | TOOL_CMD_TRANSLATE,
    TOOL_CMD_ALL = 0x7fffffffffffffff,
    TOOL_CMD_MODEL = TOOL_CMD_SIMULATE | TOOL_CMD_CHECK | TOOL_CMD_FLATTEN | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE |
                     TOOL_CMD_FMU | TOOL_CMD_LINEARIZE | TOOL_CMD_TRIM | TOOL_CMD_COMBINE |
                     TOOL_CMD_EMI | TOOL_CMD_SSP,
};
/* clang-format on */

typedef struct {
    Context *ctx;
    const ToolOptions *options;
    struct ToolLimits *limits; /* NULL: no limit of time */
    SesRequest asked;          /* what the options say about a model */
    VecStr locked;             /* its libraries with --locked */
    SesStats stats;
} ToolRun;

typedef struct {
    const char *name;
    uint64_t id;         /* one of TOOL_CMD_... */
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
/* Opens a file to write, "-" is standard output; NULL after reporting (TOOL0006). */
FILE *tool_open_output(Context *ctx, const char *path);
/* Closes it; false after reporting when not everything could be written (a full disk). */
bool tool_close_output(Context *ctx, const char *path, FILE *f);

/* ---- untrusted.c ------------------------------------------------------------------------------------------------- */

void tool_untrusted_limits(ToolOptions *o); /* those that are not given, and no cache, no cc */
/* From here on the process reads libraries and words of the command line and writes the named outputs; a command that
 * makes a file needs its name.  false after a diagnostic (TOOL0042). */
bool tool_confine_files(Context *ctx, const ToolOptions *o, uint64_t command);
/* And can do nothing else to the system.  Limits must be set before. */
bool tool_confine_calls(Context *ctx, uint64_t command);

/* ---- limits.c ---------------------------------------------------------------------------------------------------- */

typedef struct ToolLimits ToolLimits;

/* Sets the limits of the options; *limits stays NULL without one of time (clock: the whole command is meant by it).
 * false after reporting. */
void tool_quiet_blas(void);       /* at the very start: no threads of OpenBLAS, where it is linked */
uint64_t tool_held_by_blas(void); /* bytes that do not count against --memory */
bool tool_limits_begin(Context *ctx, const ToolOptions *o, double began, bool clock, uint64_t held,
                       ToolLimits **limits);
void tool_limits_end(ToolLimits *l);
/* A simulation begins, which itself ends in time, or ends; returns the seconds that are left, 0 without limit. */
double tool_limits_simulating(ToolLimits *l, bool simulating);
void tool_end_children(void); /* what the process, or what it started, has started and runs on */
void tool_clean_up(void);     /* before the process ends in the midst of things: its temporary folders go too */

/* ---- models ------------------------------------------------------------------------------------------------------ */

/* A model as the command line means it, at no station yet. */
SesModel tool_model(ToolRun *r);
/* Sends text to --output, or to standard output. */
ToolExit tool_write_text(ToolRun *r, const char *text, size_t n);
ToolExit tool_print_text(ToolRun *r, const char *text, size_t n); /* to standard output; harmless on a terminal */

/* ---- the commands ------------------------------------------------------------------------------------------------ */

ToolExit tool_simulate(ToolRun *r);
ToolExit tool_check(ToolRun *r);
ToolExit tool_flatten(ToolRun *r);
ToolExit tool_explain(ToolRun *r);
ToolExit tool_translate(ToolRun *r);
ToolExit tool_fmu(ToolRun *r);
ToolExit tool_combine(ToolRun *r);
ToolExit tool_statechart(ToolRun *r);
ToolExit tool_show(ToolRun *r);
ToolExit tool_import(ToolRun *r);
ToolExit tool_emi(ToolRun *r);
ToolExit tool_ssp(ToolRun *r);
ToolExit tool_sweep(ToolRun *r);
ToolExit tool_linearize(ToolRun *r);
ToolExit tool_trim(ToolRun *r);
ToolExit tool_spectrum(ToolRun *r);
ToolExit tool_format(ToolRun *r);
ToolExit tool_convert(ToolRun *r);
ToolExit tool_plot(ToolRun *r);
ToolExit tool_draw(ToolRun *r);
ToolExit tool_doc(ToolRun *r);
ToolExit tool_install(ToolRun *r);
ToolExit tool_update(ToolRun *r);
ToolExit tool_repair(ToolRun *r);
ToolExit tool_remove(ToolRun *r);
ToolExit tool_list(ToolRun *r);
ToolExit tool_outdated(ToolRun *r);
ToolExit tool_vendor(ToolRun *r);
ToolExit tool_index(ToolRun *r);
ToolExit tool_compare(ToolRun *r);
ToolExit tool_test(ToolRun *r);
ToolExit tool_cache(ToolRun *r);
ToolExit tool_shell(ToolRun *r);
ToolExit tool_run_script(ToolRun *r);
ToolExit tool_jupyter(ToolRun *r);
ToolExit tool_classic(ToolRun *r);
ToolExit tool_lsp(ToolRun *r);
ToolExit tool_studio(ToolRun *r);
ToolExit tool_animate(ToolRun *r);
ToolExit tool_help(ToolRun *r);

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
