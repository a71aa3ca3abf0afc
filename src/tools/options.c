/* options.c - the command line.
 *
 * One table says everything about an option: how it is written, where its value goes, which commands know it
 * and what help prints.  An option that is unknown, or not known to the command, is refused with the nearest
 * one that would do.
 */
#include "tools/tools.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FIELD(name) offsetof(ToolOptions, name)

static const ToolOption options[] = {
    {"library", 'L', TOOL_LIST, FIELD(libraries),
     TOOL_CMD_MODEL | TOOL_CMD_TEST | TOOL_CMD_CONVERT | TOOL_CMD_DRAW | TOOL_CMD_DOC | TOOL_CMD_SWEEP | TOOL_CMD_LSP |
         TOOL_CMD_STUDIO | TOOL_CMD_ANIMATE | TOOL_CMD_SHELL | TOOL_CMD_RUN,
     "DIR", "folder that holds libraries; searched before MODELICAPATH"},
    {"parameter", 'p', TOOL_LIST, FIELD(parameters),
     TOOL_CMD_MODEL | TOOL_CMD_SWEEP | TOOL_CMD_IMPORT | TOOL_CMD_ANIMATE, "NAME=VALUE",
     "value of a parameter (sweep: values; import: of a structural parameter)"},
    {"parameters", 0, TOOL_LIST, FIELD(parameter_files), (TOOL_CMD_MODEL & ~TOOL_CMD_EMI) | TOOL_CMD_SWEEP, "FILE",
     "values of parameters and start values from a file: CSV with NAME,VALUE lines, or JSON"},
    {"input", 0, TOOL_LIST, FIELD(inputs), TOOL_CMD_SIMULATE | TOOL_CMD_LINEARIZE | TOOL_CMD_TRIM | TOOL_CMD_SWEEP,
     "FILE", "curves of inputs at the top, by name: CSV, MAT or HDF5; a second line of a CSV may give units"},
    {"start-from", 0, TOOL_WORD, FIELD(start_from), TOOL_CMD_SIMULATE | TOOL_CMD_LINEARIZE | TOOL_CMD_SWEEP,
     "RESULT[@T]", "begin with the states of a result, at its end or at T"},
    {"save-state", 0, TOOL_WORD, FIELD(save_state), TOOL_CMD_SIMULATE, "FILE[@T]",
     "keep the run as it is at its end, or where its first step reaches T; the time is told"},
    {"restore", 0, TOOL_WORD, FIELD(restore), TOOL_CMD_SIMULATE, "FILE", "go on from a run that was kept"},
    {"tree", 0, TOOL_FLAG, FIELD(tree), TOOL_CMD_SHOW, NULL, "components with what they hold"},
    {"window", 0, TOOL_CHOICE, FIELD(window), TOOL_CMD_SPECTRUM, "none|hann|hamming|blackman|flattop",
     "weights of the samples (hann)"},
    {"points", 0, TOOL_NUMBER, FIELD(points), TOOL_CMD_SPECTRUM, "N", "samples, rounded up to a power of two"},
    {"fundamental", 0, TOOL_NUMBER, FIELD(fundamental), TOOL_CMD_SPECTRUM, "HZ",
     "to which distortion is related (the highest peak)"},
    {"fix", 0, TOOL_LIST, FIELD(fix), TOOL_CMD_TRIM, "VAR=VALUE", "a variable that has this value at rest"},
    {"free", 0, TOOL_LIST, FIELD(free), TOOL_CMD_TRIM, "VAR", "an input or parameter that gives it"},
    {"moving", 0, TOOL_LIST, FIELD(moving), TOOL_CMD_TRIM, "STATE", "a state that need not rest"},
    {"verbose", 'v', TOOL_FLAG, FIELD(verbose), TOOL_CMD_MODEL | TOOL_CMD_TEST, NULL,
     "messages in full length, not cut to ten lines"},
    {"strict", 0, TOOL_FLAG, FIELD(strict),
     TOOL_CMD_MODEL | TOOL_CMD_TEST | TOOL_CMD_SWEEP | TOOL_CMD_SHELL | TOOL_CMD_RUN, NULL,
     "the letter of the language: refuse what other tools accept although it is forbidden"},
    {"start", 0, TOOL_NUMBER, FIELD(start),
     TOOL_CMD_SIMULATE | TOOL_CMD_SWEEP | TOOL_CMD_LINEARIZE | TOOL_CMD_TRIM | TOOL_CMD_COMBINE | TOOL_CMD_ANIMATE, "S",
     "start time"},
    {"stop", 0, TOOL_NUMBER, FIELD(stop), TOOL_CMD_SIMULATE | TOOL_CMD_SWEEP | TOOL_CMD_COMBINE | TOOL_CMD_ANIMATE, "E",
     "stop time"},
    {"interval", 0, TOOL_NUMBER, FIELD(interval), TOOL_CMD_SIMULATE | TOOL_CMD_SWEEP | TOOL_CMD_ANIMATE, "I",
     "time between output points"},
    {"intervals", 0, TOOL_NUMBER, FIELD(intervals), TOOL_CMD_SIMULATE, "N", "number of output intervals"},
    {"tolerance", 0, TOOL_NUMBER, FIELD(tolerance),
     TOOL_CMD_SIMULATE | TOOL_CMD_COMPARE | TOOL_CMD_SWEEP | TOOL_CMD_LINEARIZE | TOOL_CMD_ANIMATE, "T",
     "relative tolerance (compare: width of the tube)"},
    {"solver", 0, TOOL_WORD, FIELD(solver),
     TOOL_CMD_SIMULATE | TOOL_CMD_TEST | TOOL_CMD_SWEEP | TOOL_CMD_LINEARIZE | TOOL_CMD_ANIMATE, "NAME",
     "integration method: see below"},
    {"steady-state", 0, TOOL_FLAG, FIELD(steady_state), TOOL_CMD_SIMULATE | TOOL_CMD_EXPLAIN | TOOL_CMD_LINEARIZE, NULL,
     "start where all derivatives are zero"},
    {"compile", 0, TOOL_CHOICE, FIELD(compile), TOOL_CMD_SIMULATE | TOOL_CMD_TEST, "auto|tcc|cc",
     "which compiler makes the code"},
    {"max-steps", 0, TOOL_NUMBER, FIELD(max_steps), TOOL_CMD_SIMULATE, "N",
     "give up after so many steps of the integrator"},
    {"no-cache", 0, TOOL_FLAG, FIELD(no_cache), TOOL_CMD_SIMULATE | TOOL_CMD_TEST, NULL,
     "neither use nor keep a translated model"},
    {"check-jacobian", 0, TOOL_FLAG, FIELD(check_jacobian), TOOL_CMD_SIMULATE, NULL,
     "compare analytic Jacobians with differences on the way"},
    {"timeout", 0, TOOL_NUMBER, FIELD(timeout), TOOL_CMD_ALL, "SECONDS",
     "give up after so many seconds, translation included (test: of each model)"},
    {"memory", 0, TOOL_NUMBER, FIELD(memory), TOOL_CMD_ALL, "MIB", "use no more memory than that (each process)"},
    {"untrusted", 0, TOOL_FLAG, FIELD(untrusted),
     TOOL_CMD_SIMULATE | TOOL_CMD_CHECK | TOOL_CMD_FLATTEN | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE | TOOL_CMD_SWEEP |
         TOOL_CMD_TEST | TOOL_CMD_FMU,
     NULL,
     "for models of strangers: no external code, no files but libraries and named outputs, no network, no programs"},
    {"output", 'o', TOOL_WORD, FIELD(output), TOOL_CMD_REPAIR, "FILE", "a copy that is repaired, instead of the file"},
    {"quiet", 'q', TOOL_FLAG, FIELD(quiet), TOOL_CMD_REPAIR, NULL, "say nothing when all is well"},
    {"limits", 0, TOOL_CHOICE, FIELD(limits), TOOL_CMD_SIMULATE, "warn|error|off",
     "what to do when a variable leaves the range between its min and max (warn)"},
    {"allow-files", 0, TOOL_FLAG, FIELD(allow_files),
     TOOL_CMD_CHECK | TOOL_CMD_FLATTEN | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE, NULL,
     "let a model read files outside its libraries, and the environment, during translation"},
    {"signals", 0, TOOL_WORD, FIELD(signals), TOOL_CMD_SIMULATE, "FILE",
     "record exactly the names in FILE, one a line"},
    {"filter", 0, TOOL_WORD, FIELD(filter), TOOL_CMD_SIMULATE | TOOL_CMD_TEST, "REGEX",
     "record the variables whose whole name matches (test: run the models whose name contains a match)"},
    {"impulses", 0, TOOL_WORD, FIELD(impulses), TOOL_CMD_SIMULATE, "REGEX",
     "record impulse(x) and jump(x), their sums, for variables x whose whole name matches, where the structure "
     "changes"},
    {"protected", 0, TOOL_FLAG, FIELD(protected_too), TOOL_CMD_SIMULATE, NULL, "record protected variables too"},
    {"output", 'o', TOOL_WORD, FIELD(output),
     TOOL_CMD_SIMULATE | TOOL_CMD_FLATTEN | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE | TOOL_CMD_FORMAT | TOOL_CMD_PLOT |
         TOOL_CMD_ANIMATE | TOOL_CMD_CONVERT | TOOL_CMD_DRAW | TOOL_CMD_DOC | TOOL_CMD_INDEX | TOOL_CMD_FMU |
         TOOL_CMD_SWEEP | TOOL_CMD_IMPORT | TOOL_CMD_LINEARIZE | TOOL_CMD_TRIM | TOOL_CMD_SPECTRUM | TOOL_CMD_COMBINE |
         TOOL_CMD_EMI | TOOL_CMD_SSP | TOOL_CMD_STATECHART,
     "FILE", "where the result goes"},
    {"socket", 0, TOOL_WORD, FIELD(socket), TOOL_CMD_LSP, "PORT|PATH",
     "wait for connections there, instead of standard input and output"},
    {"port", 0, TOOL_NUMBER, FIELD(port), TOOL_CMD_STUDIO, "N", "wait at this port of the machine (default: any)"},
    {"no-browser", 0, TOOL_FLAG, FIELD(no_browser), TOOL_CMD_STUDIO, NULL, "print the address and open no browser"},
    {"app", 0, TOOL_WORD, FIELD(app), TOOL_CMD_STUDIO, "MODEL", "show this model, ready to run, and nothing else"},
    {"web", 0, TOOL_WORD, FIELD(web), TOOL_CMD_STUDIO, "DIR", "take the page from this folder (for development)"},
    {"random", 0, TOOL_LIST, FIELD(random), TOOL_CMD_SWEEP, "NAME=DISTRIBUTION", "a parameter drawn at random"},
    {"record", 0, TOOL_LIST, FIELD(record), TOOL_CMD_SWEEP, "VAR", "variables of the table; * and ? match"},
    {"reduce", 0, TOOL_WORD, FIELD(reduce), TOOL_CMD_SWEEP, "final,min,max,mean,rms,quantiles,q05",
     "numbers that stand for a trajectory (final)"},
    {"grid", 0, TOOL_FLAG, FIELD(grid), TOOL_CMD_SWEEP, NULL, "run all combinations of the given values (default)"},
    {"zip", 0, TOOL_FLAG, FIELD(zip), TOOL_CMD_SWEEP, NULL,
     "first values together, second ones, ...; else all combinations"},
    {"latin", 0, TOOL_NUMBER, FIELD(latin), TOOL_CMD_SWEEP, "N", "a Latin hypercube of N runs"},
    {"runs", 0, TOOL_NUMBER, FIELD(runs), TOOL_CMD_SWEEP, "N",
     "how many runs, where numbers are drawn at random (100)"},
    {"seed", 0, TOOL_NUMBER, FIELD(seed), TOOL_CMD_SWEEP, "S", "of random numbers (1): same seed, same numbers"},
    {"fmi", 0, TOOL_NUMBER, FIELD(fmi), TOOL_CMD_FMU | TOOL_CMD_SSP, "2|3", "version of the standard (2)"},
    {"kind", 0, TOOL_WORD, FIELD(kind), TOOL_CMD_FMU | TOOL_CMD_IMPORT | TOOL_CMD_SSP | TOOL_CMD_INCOMING, "me,cs",
     "of an FMU: model exchange, co-simulation or (fmu) both; fmu --fmi 3: se, scheduled execution"},
    {"in-process", 0, TOOL_FLAG, FIELD(in_process), TOOL_CMD_IMPORT | TOOL_CMD_INCOMING, NULL,
     "run an FMU in the process of the simulation, not in one of its own"},
    {"ssp", 0, TOOL_NUMBER, FIELD(ssp), TOOL_CMD_SSP, "1|2", "version of SSP that is written (1; 2 with --fmi 3)"},
    {"inputs", 0, TOOL_WORD, FIELD(emi_inputs), TOOL_CMD_EMI, "NAME,...", "inputs of the external model, in order"},
    {"outputs", 0, TOOL_WORD, FIELD(emi_outputs), TOOL_CMD_EMI, "NAME,...", "its outputs"},
    {"parameters", 0, TOOL_WORD, FIELD(emi_parameters), TOOL_CMD_EMI, "NAME,...", "its parameters"},
    {"sources", 0, TOOL_FLAG, FIELD(sources), TOOL_CMD_FMU, NULL, "put the C of the model into the FMU too"},
    {"step", 0, TOOL_NUMBER, FIELD(step), TOOL_CMD_FMU | TOOL_CMD_IMPORT | TOOL_CMD_INCOMING, "H",
     "co-simulation: a fixed step inside (fmu), or between communication points (elsewhere)"},
    {"coupling", 0, TOOL_NUMBER, FIELD(coupling), TOOL_CMD_INCOMING, "TOL",
     "of a system of FMUs: communication steps as long as connected values go no further than TOL of their size "
     "(--step: "
     "the longest)"},
    {"tunable", 0, TOOL_WORD, FIELD(tunable), TOOL_CMD_IMPORT | TOOL_CMD_INCOMING, "NAME,...",
     "tunable parameters of an FMU that are inputs (those with a column in a file of --input are)"},
    {"at", 0, TOOL_NUMBER, FIELD(at), TOOL_CMD_LINEARIZE, "T", "the instant of the linear model (the start time)"},
    {"outputs", 0, TOOL_LIST, FIELD(outputs), TOOL_CMD_LINEARIZE | TOOL_CMD_TRIM, "VAR",
     "variables that are outputs too; * and ? match"},
    {"bode", 0, TOOL_WORD, FIELD(bode), TOOL_CMD_LINEARIZE, "FILE", "draw magnitude and phase over frequency"},
    {"frequency", 0, TOOL_LIST, FIELD(frequencies), TOOL_CMD_LINEARIZE, "HZ", "print the response at that frequency"},
    {"nyquist", 0, TOOL_WORD, FIELD(nyquist), TOOL_CMD_LINEARIZE, "FILE", "draw the transfer function in its plane"},
    {"step", 0, TOOL_WORD, FIELD(step_plot), TOOL_CMD_LINEARIZE, "FILE", "draw responses to a unit step"},
    {"method", 0, TOOL_WORD, FIELD(method), TOOL_CMD_FMU, "NAME",
     "of co-simulation: bdf (or cvode), and with --step inline-euler, -rk4, -implicit-euler, -sdirk4"},
    {"sizes", 0, TOOL_WORD, FIELD(sizes), TOOL_CMD_FMU, "N=2;N=5",
     "structural parameters (FMI 3.0): configurations that the FMU can be put into, beside the model's own"},
    {"binary", 0, TOOL_WORD, FIELD(binary), TOOL_CMD_FMU, "NAME,...",
     "machines to make binaries for: linux64, win64, aarch64 (this one); others need their C compiler"},
    {"stats", 0, TOOL_WORD, FIELD(stats), TOOL_CMD_MODEL, "FILE.json", "seconds per phase and counts, as JSON"},
    {"dump", 0, TOOL_CHOICE, FIELD(dump), TOOL_CMD_SIMULATE, "flat|blocks|c", "print the form after a station"},
    {"json", 0, TOOL_FLAG, FIELD(json),
     TOOL_CMD_CHECK | TOOL_CMD_EXPLAIN | TOOL_CMD_COMPARE | TOOL_CMD_TEST | TOOL_CMD_LIST | TOOL_CMD_OUTDATED |
         TOOL_CMD_SHOW,
     NULL, "report as JSON"},
    {"target", 0, TOOL_WORD, FIELD(target), TOOL_CMD_TRANSLATE, "NAME",
     "a program for another tool: acsl, c, desire, dsblock, dsblock_dae, simnon, simulink, matlab"},
    {"no-tearing", 0, TOOL_FLAG, FIELD(no_tearing), TOOL_CMD_SIMULATE | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE, NULL,
     "keep systems of equations whole"},
    {"jobs", 'j', TOOL_NUMBER, FIELD(jobs), TOOL_CMD_CHECK | TOOL_CMD_TEST | TOOL_CMD_SWEEP, "N",
     "threads or processes to use"},
    {"reference", 0, TOOL_WORD, FIELD(reference), TOOL_CMD_TEST, "DIR", "folder of stored results to compare with"},
    {"report", 0, TOOL_WORD, FIELD(report), TOOL_CMD_TEST, "FILE.html", "write a page with drawings of what differs"},
    {"baseline", 0, TOOL_WORD, FIELD(baseline), TOOL_CMD_TEST, "FILE", "stored verdicts: only what got worse fails"},
    {"update-baseline", 0, TOOL_FLAG, FIELD(update_baseline), TOOL_CMD_TEST, NULL, "store the verdicts of this run"},
    {"why", 0, TOOL_LIST, FIELD(why), TOOL_CMD_EXPLAIN, "VAR", "why VAR is a state, or why it is none"},
    {"depends", 0, TOOL_LIST, FIELD(depends), TOOL_CMD_EXPLAIN, "VAR",
     "what VAR depends on, and through which equations"},
    {"computes", 0, TOOL_LIST, FIELD(computes), TOOL_CMD_EXPLAIN, "VAR", "which equation computes VAR"},
    {"incidence", 0, TOOL_FLAG, FIELD(incidence), TOOL_CMD_EXPLAIN, NULL,
     "which equation names which unknown, in the order of evaluation"},
    {"svg", 0, TOOL_WORD, FIELD(svg), TOOL_CMD_EXPLAIN, "FILE", "draw incidence and blocks"},
    {"diagnose", 0, TOOL_FLAG, FIELD(diagnose), TOOL_CMD_EXPLAIN, NULL,
     "which edits would make a model square that is not"},
    {"modes", 0, TOOL_FLAG, FIELD(modes), TOOL_CMD_EXPLAIN, NULL,
     "run it, and say which conditions govern its structure, which modes were entered and when"},
    {"modes", 0, TOOL_NUMBER, FIELD(most_modes), TOOL_CMD_CHECK, "N",
     "conditions that may govern structure; translate up to N modes"},
    {"strategy", 0, TOOL_CHOICE, FIELD(strategy), TOOL_CMD_EXPLAIN, "all|remove-variable|couple|add-equation",
     "with --diagnose: what to propose for variables without equation"},
    {"in-place", 'i', TOOL_FLAG, FIELD(in_place), TOOL_CMD_FORMAT, NULL, "write back to the file"},
    {"check", 0, TOOL_FLAG, FIELD(check_only), TOOL_CMD_FORMAT, NULL, "only say whether the file is formatted"},
    {"compare", 0, TOOL_WORD, FIELD(overlay), TOOL_CMD_PLOT, "RESULT2", "draw the same variables of a second result"},
    {"x", 0, TOOL_WORD, FIELD(x), TOOL_CMD_PLOT, "VAR", "variable on the horizontal axis instead of time"},
    {"from", 0, TOOL_NUMBER, FIELD(from), TOOL_CMD_PLOT | TOOL_CMD_LINEARIZE | TOOL_CMD_SPECTRUM, "X",
     "left end of the horizontal axis"},
    {"to", 0, TOOL_NUMBER, FIELD(to), TOOL_CMD_PLOT | TOOL_CMD_LINEARIZE | TOOL_CMD_SPECTRUM, "X",
     "right end of the horizontal axis"},
    {"equal", 0, TOOL_FLAG, FIELD(equal), TOOL_CMD_PLOT, NULL, "a unit is as long on both axes"},
    {"si", 0, TOOL_FLAG, FIELD(si), TOOL_CMD_PLOT, NULL, "values and times as they are stored, not in display units"},
    {"together", 0, TOOL_FLAG, FIELD(together), TOOL_CMD_PLOT, NULL, "one panel, though units differ"},
    {"width", 0, TOOL_NUMBER, FIELD(width),
     TOOL_CMD_ANIMATE | TOOL_CMD_PLOT | TOOL_CMD_DRAW | TOOL_CMD_LINEARIZE | TOOL_CMD_SPECTRUM, "W",
     "pixels, or columns on a terminal"},
    {"height", 0, TOOL_NUMBER, FIELD(height),
     TOOL_CMD_ANIMATE | TOOL_CMD_PLOT | TOOL_CMD_DRAW | TOOL_CMD_LINEARIZE | TOOL_CMD_SPECTRUM, "H",
     "pixels, or lines on a terminal"},
    {"title", 0, TOOL_WORD, FIELD(title), TOOL_CMD_PLOT | TOOL_CMD_LINEARIZE | TOOL_CMD_SPECTRUM, "TEXT",
     "title above the drawing"},
    {"icon", 0, TOOL_FLAG, FIELD(icon), TOOL_CMD_DRAW, NULL, "draw the icon layer (the default)"},
    {"diagram", 0, TOOL_FLAG, FIELD(diagram), TOOL_CMD_DRAW, NULL, "draw the diagram layer"},
    {"all", 0, TOOL_FLAG, FIELD(all), TOOL_CMD_DRAW, NULL,
     "draw every class of the package, each into a file of the folder --output"},
    {"result", 0, TOOL_WORD, FIELD(result), TOOL_CMD_DRAW, "RESULT",
     "show values of this result where a picture is dynamic"},
    {"time", 0, TOOL_NUMBER, FIELD(time), TOOL_CMD_DRAW | TOOL_CMD_ANIMATE, "T",
     "the instant that is shown, of --result or in a picture (default: the last)"},
    {"from", 0, TOOL_WORD, FIELD(source), TOOL_CMD_INSTALL | TOOL_CMD_UPDATE | TOOL_CMD_OUTDATED, "WHERE",
     "folder, zip archive, git repository or index that has the libraries"},
    {"lock", 0, TOOL_FLAG, FIELD(lock), TOOL_CMD_INSTALL, NULL, "write versions and hashes to causeway.lock"},
    {"locked", 0, TOOL_FLAG, FIELD(locked), TOOL_CMD_MODEL, NULL,
     "use exactly the libraries of causeway.lock, checked by their hashes"},
    {"locked", 0, TOOL_FLAG, FIELD(locked), TOOL_CMD_INSTALL, NULL, "install exactly what causeway.lock says"},
    {"log", 0, TOOL_WORD, FIELD(log), TOOL_CMD_SHELL | TOOL_CMD_RUN, "FILE.html",
     "write commands, answers and pictures to a page"},
    {"allow-system", 0, TOOL_FLAG, FIELD(allow_system), TOOL_CMD_SHELL | TOOL_CMD_RUN, NULL,
     "system(\"command\") may run commands"},
    {"typed", 0, TOOL_FLAG, FIELD(typed), TOOL_CMD_RUN, NULL, "answers with their types, as in the shell"},
    {"man", 0, TOOL_FLAG, FIELD(man), TOOL_CMD_HELP, NULL,
     "print the man page of the program, or of the command that is named"},
    {"reference", 0, TOOL_FLAG, FIELD(whole), TOOL_CMD_HELP, NULL, "print all commands and options as Markdown"},
    {"completion", 0, TOOL_CHOICE, FIELD(completion), TOOL_CMD_HELP, "bash|zsh|fish", "print completion for a shell"},
    {"quiet", 'q', TOOL_FLAG, FIELD(quiet),
     TOOL_CMD_MODEL | TOOL_CMD_SPECTRUM | TOOL_CMD_TEST | TOOL_CMD_CONVERT | TOOL_CMD_DRAW | TOOL_CMD_DOC |
         TOOL_CMD_LIBRARIES | TOOL_CMD_SWEEP | TOOL_CMD_ANIMATE | TOOL_CMD_JUPYTER | TOOL_CMD_IMPORT,
     NULL, "say nothing when all is well"},
    {"diagnostics", 0, TOOL_CHOICE, FIELD(diagnostics), TOOL_CMD_ALL, "text|json", "form of messages"},
    {"colour", 0, TOOL_CHOICE, FIELD(colour), TOOL_CMD_ALL, "auto|always|never", "colour in messages and drawings"},
    {"max-errors", 0, TOOL_NUMBER, FIELD(max_errors), TOOL_CMD_ALL, "N", "errors shown before the rest is counted"},
    {"help", 'h', TOOL_FLAG, FIELD(help), TOOL_CMD_ALL, NULL, "this page"},
    {"version", 0, TOOL_FLAG, FIELD(version), TOOL_CMD_ALL, NULL, "print the version"},
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

const ToolOption *tool_options(size_t *n) {
    *n = OPTION_COUNT;
    return options;
}

static void *field_of(ToolOptions *o, const ToolOption *option) { return (char *)o + option->field; }

static void clear_options(ToolOptions *o) {
    memset(o, 0, sizeof *o);
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (options[i].kind == TOOL_NUMBER) *(double *)field_of(o, &options[i]) = NAN;
}

void tool_free_options(ToolOptions *o) {
    vec_free(&o->words);
    vec_free(&o->libraries);
    vec_free(&o->parameters);
    vec_free(&o->why);
    vec_free(&o->depends);
    vec_free(&o->computes);
    vec_free(&o->random);
    vec_free(&o->record);
    vec_free(&o->outputs);
    vec_free(&o->frequencies);
    vec_free(&o->fix);
    vec_free(&o->free);
    vec_free(&o->moving);
    vec_free(&o->parameter_files);
    vec_free(&o->inputs);
}

static const ToolOption *find_option(const char *name, size_t n, uint64_t command) {
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if ((options[i].commands & command) && strlen(options[i].name) == n && memcmp(options[i].name, name, n) == 0)
            return &options[i];
    return NULL;
}

static const ToolOption *find_letter(char letter, uint64_t command) {
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if ((options[i].commands & command) && options[i].letter == letter) return &options[i];
    return NULL;
}

/* What other programs call an option, in their words and ours. */
static const char *other_words[][2] = {{"method", "solver"},
                                       {"integrator", "solver"},
                                       {"stepsize", "interval"},
                                       {"step-size", "interval"},
                                       {"override", "parameter"},
                                       {"set", "parameter"},
                                       {"numberofintervals", "intervals"},
                                       {"number-of-intervals", "intervals"},
                                       {"outputformat", "output"},
                                       {"lib", "library"},
                                       {"variables", "filter"}};

/* The option that is meant: by other words, or one that begins like it (--tol, --stopTime); NULL: none. */
static const char *meant(const char *bare, const char **names, size_t count) {
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        for (size_t k = 0; k < count; k++)
            if (!strcasecmp(bare, other_words[i][0]) && !strcmp(names[k], other_words[i][1])) return names[k];
    const char *only = NULL;
    for (size_t k = 0; k < count; k++) {
        size_t ours = strlen(names[k]), theirs = strlen(bare), least = ours < theirs ? ours : theirs;
        if (least < 3 || strncasecmp(bare, names[k], least) != 0) continue;
        if (only && strlen(only) >= ours) continue;
        if (only && theirs <= strlen(only)) return NULL; /* several go on from it */
        only = names[k];
    }
    return only;
}

static void refuse_unknown(Context *ctx, const char *word, size_t n, uint64_t command) {
    const char *names[OPTION_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (options[i].commands & command) names[count++] = options[i].name;
    char *name = base_strndup(&ctx->arena, word, n);
    Diag *d = base_error(ctx, "TOOL0001", (Span){0}, "unknown option '%s'", name);
    const char *bare = name + strspn(name, "-");
    const char *near = base_nearest(bare, names, count);
    if (!near) near = meant(bare, names, count);
    if (near) base_hint(ctx, d, "did you mean --%s?", near);
    else if (find_option(bare, strlen(bare), TOOL_CMD_ALL))
        base_hint(ctx, d, "another command has this option, this one has not");
    else base_hint(ctx, d, "causeway help lists commands, causeway help COMMAND its options");
}

static bool is_choice(const char *choices, const char *value) {
    size_t n = strlen(value);
    for (const char *p = choices; *p;) {
        size_t length = strcspn(p, "|");
        if (length == n && memcmp(p, value, n) == 0) return true;
        p += length + (p[length] == '|');
    }
    return false;
}

/* Options that are times take units: --stop 1h. */
static bool is_of_time(const char *name) {
    static const char *const names[] = {"start", "stop", "interval", "max-step", "first-step", "fixed-step", "timeout"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* Seconds of what stood before the unit; where the unit ends, or where it began when it is none. */
static char *take_time_unit(char *unit, double *time) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit + strspn(unit, " "), units[i].name) != 0) continue;
        *time *= units[i].seconds;
        return unit + strlen(unit);
    }
    return unit;
}

static void refuse_number(Context *ctx, const char *name, const char *value, const char *end) {
    size_t digits = *end == ',' ? strspn(end + 1, "0123456789") : 0;
    bool comma = digits && end > value && !end[1 + digits];
    Diag *d = base_error(ctx, "TOOL0002", (Span){0}, "--%s wants a number, not '%s'", name, value);
    if (comma) base_hint(ctx, d, "this is a decimal comma: write %.*s.%s", (int)(end - value), value, end + 1);
    else if (is_of_time(name))
        base_hint(ctx, d, "a number of seconds, or with one of the units ns, us, ms, s, min, h, d: --%s 1.5h", name);
}

static bool set_option(Context *ctx, ToolOptions *o, const ToolOption *option, char *value) {
    void *field = field_of(o, option);
    char *end;
    switch (option->kind) {
    case TOOL_FLAG: *(bool *)field = true; return true;
    case TOOL_WORD: *(const char **)field = value; return true;
    case TOOL_LIST: vec_push((VecStr *)field, value); return true;
    case TOOL_NUMBER:
        *(double *)field = strtod(value, &end);
        if (end != value && is_of_time(option->name)) end = take_time_unit(end, (double *)field);
        if (end != value && *end == 0 && isfinite(*(double *)field)) return true;
        refuse_number(ctx, option->name, value, end);
        return false;
    case TOOL_CHOICE:
        *(const char **)field = value;
        if (is_choice(option->argument, value)) return true;
        base_error(ctx, "TOOL0002", (Span){0}, "--%s wants one of %s, not '%s'", option->name, option->argument, value);
        return false;
    }
    return false;
}

/* One option at argv[*i]; its value may be the next word. */
static bool read_option(Context *ctx, int argc, char **argv, int *i, uint64_t command, ToolOptions *o) {
    char *word = argv[*i], *value = NULL;
    const ToolOption *option;
    size_t length;
    if (word[1] == '-') {
        length = strcspn(word, "=");
        option = find_option(word + 2, length - 2, command);
        if (word[length] == '=') value = word + length + 1;
    } else {
        length = 2;
        option = find_letter(word[1], command);
        if (word[2]) value = word + 2;
    }
    if (!option || (word[1] != '-' && option->kind == TOOL_FLAG && value)) {
        refuse_unknown(ctx, word, word[1] == '-' ? length : strlen(word), command);
        return false;
    }
    if (option->kind == TOOL_FLAG && value) {
        base_error(ctx, "TOOL0002", (Span){0}, "--%s takes no value", option->name);
        return false;
    }
    if (option->kind != TOOL_FLAG && !value) {
        if (*i + 1 >= argc) {
            base_error(ctx, "TOOL0002", (Span){0}, "--%s wants %s behind it", option->name, option->argument);
            return false;
        }
        value = argv[++*i];
    }
    return set_option(ctx, o, option, value);
}

bool tool_parse_options(Context *ctx, int argc, char **argv, uint64_t command, ToolOptions *o) {
    clear_options(o);
    bool ok = true, options_end = false;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (options_end || word[0] != '-' || word[1] == 0) vec_push(&o->words, word);
        else if (strcmp(word, "--") == 0) options_end = true;
        else ok &= read_option(ctx, argc, argv, &i, command, o);
    }
    return ok;
}
