/* commands.c - the table of commands, and running one of them. */
#include "tools/tools_impl.h"

#include <errno.h>
#include <poll.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const ToolCommand commands[] = {
    {"simulate", TOOL_CMD_SIMULATE, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX,
     "compute the trajectory of a model",
     "MODEL is a qualified class name, FILE a path: .mo (its last model is meant) or .dae (flat text).  Files in "
     "front\n"
     "of it are read too: `causeway simulate Tanks.mo Tanks.Two` runs one model of several in a file.\n"
     "Times, tolerance and interval come from the experiment annotation; options win.  The result is written\n"
     "as MAT v4 trajectory, HDF5 or CSV by the end of the name of --output: .mat, .h5, .csv, or\n"
     ".units.csv for a second row with the units of the columns (default: MODEL.mat);\n"
     "/dev/null computes\n"
     "everything and writes nothing.  Ctrl-C ends a run and keeps what was computed.  --check-jacobian compares the\n"
     "analytic Jacobians of the derivatives and of every system of equations with differences, at the start and after\n"
     "steps 1, 2, 4, 8, ..., and names the equation whose derivative is wrong.\n",
     "causeway simulate examples/pendulum.mo --stop 5 -p L=2 -o pendulum.csv", tool_simulate},
    {"check", TOOL_CMD_CHECK, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX,
     "say whether a model is valid and balanced",
     "Instantiates and flattens the model, counts equations and unknowns, and finds an equation for each unknown; "
     "when\n"
     "that cannot be, it says which edits would help.  Of a package every class is checked, of a file all classes.\n",
     "causeway check -L ~/Modelica Modelica.Blocks.Examples.PID_Controller", tool_check},
    {"flatten", TOOL_CMD_FLATTEN, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX,
     "print the flat equations of a model",
     "Instantiates the model and prints its flat hybrid DAE: every variable with its attributes, every\n"
     "equation.  The text can be read back: causeway simulate FILE.dae.\n",
     "causeway flatten examples/pendulum.mo -o pendulum.dae", tool_flatten},
    {"explain", TOOL_CMD_EXPLAIN, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX,
     "tell what translation did with a model",
     "Counts before and after each step, the states and why they were chosen, the blocks with their sizes\n"
     "before and after tearing.  --why, --depends and --computes answer about single variables with source lines,\n"
     "--incidence and --svg show the sorted system.  --diagnose looks at the flat model alone: when it is not square, "
     "which equations are too\n"
     "many, which variables lack one, and which edits of the source would repair it, the likeliest first.\n",
     "causeway explain examples/pendulum.mo", tool_explain},
    {"translate", TOOL_CMD_TRANSLATE, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX, "write the generated C",
     "One self-contained, readable C file: names and source lines stand in comments.\n",
     "causeway translate examples/pendulum.mo -o pendulum.c", tool_translate},
    {"combine", TOOL_CMD_COMBINE, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX,
     "write a model with modes as one whose structure does not change",
     "The model is run, and the modes that it enters are written as one Modelica model, or classic Dymola with\n"
     "-o FILE.dym: every variable that is a state in some of them gets a companion that is a state in all.\n",
     "causeway combine examples/modes/liquid_vapour.mo -o combined.mo", tool_combine},
    {"fmu", TOOL_CMD_FMU, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX, "write a model as an FMU for other tools",
     "A ZIP file by the Functional Mock-up Interface 2.0 or 3.0: description, binary for this machine (made by the "
     "compiler\n"
     "inside; no toolchain is needed) and, with --sources, one C file.  For model exchange the importer integrates; "
     "for\n"
     "co-simulation the FMU does, by backward differentiation with steps as errors demand, or with a fixed step "
     "(--step "
     "H,\n"
     "--method inline-NAME).\n",
     "causeway fmu examples/bouncing_ball.mo --sources -o ball.fmu", tool_fmu},
    {"show", TOOL_CMD_SHOW, "FILE [WORD]... [OPTION]...", 1, SIZE_MAX, "say what a file holds",
     "Of a result: variables with unit, least, greatest and final value, when they first and last change, and a line\n"
     "that shows their course; --tree sets components in.  Words choose: patterns with * and ?, else parts of names "
     "and\n"
     "descriptions.  Of an FMU: version and kinds, what it can do, its experiment, and all variables with type,\n"
     "causality, start value, unit and description; --json prints the dependencies too.\n",
     "causeway show pendulum.csv", tool_show},
    {"spectrum", TOOL_CMD_SPECTRUM, "RESULT VAR... [OPTION]...", 2, SIZE_MAX,
     "frequencies, distortion and root mean square of variables",
     "Samples each variable between --from and --to at equal distances, weighs the samples with a window and "
     "transforms\n"
     "them.  Prints mean, root mean square, the fundamental (or --fundamental) with total harmonic distortion, and "
     "the\n"
     "highest peaks with their amplitudes.  -o writes all lines (.csv) or draws them (.svg, .html, .png, .pdf, -).\n",
     "causeway spectrum pendulum.csv x", tool_spectrum},
    {"import", TOOL_CMD_IMPORT, "X.fmu [-o X.mo] [OPTION]...", 1, 1, "write an FMU as a Modelica block",
     "The block has the parameters, inputs and outputs of the FMU, with units, texts and an icon, and is connected "
     "and\n"
     "simulated like any other; it needs the FMU where it is.  An FMU for model exchange becomes equations: its states "
     "are\n"
     "integrated with all others, its events are found, and loops through it are solved.\n",
     "causeway import Controller.fmu -o Controller.mo", tool_import},
    {"statechart", TOOL_CMD_STATECHART, "FILE [-o X.mo] [OPTION]...", 1, 1, "write a statechart as a Modelica block",
     "FILE is SCXML (.scxml, .xml), a table of transitions (.csv), or text (docs/statecharts.md).  Conditions on "
     "inputs are\n"
     "events of the block, so that their instants are found; all transitions of one instant are made in one reaction.\n"
     "Names that a table or SCXML does not declare become inputs.\n",
     "causeway statechart examples/papers/remelhe/lamp.scxml -o lamp.mo", tool_statechart},
    {"ssp", TOOL_CMD_SSP, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX, "write a model as a system of FMUs (SSP)",
     "Each component of the model becomes an FMU, and the equations of the model itself one; connections of\n"
     "inputs and outputs become connections, parameters a set of parameters, places in the diagram geometry.  "
     "Components\n"
     "that are connected by more than signals (flows, equations across) stay together in one FMU.\n",
     "causeway ssp Plant.mo -o plant.ssp; causeway simulate plant.ssp", tool_ssp},
    {"emi", TOOL_CMD_EMI, "[[FILE]... MODEL|FILE] [OPTION]...", 0, SIZE_MAX, "write a model as an external model",
     "A shared library that implements causeway/emi.h: other programs, and Causeway.ExternalModelInterface, use it "
     "with\n"
     "its states and events.  Without --inputs and --outputs all of the top level are taken, in order; parameters "
     "keep\n"
     "their values unless --parameters names them.  Without a model everything is asked for, and the command that "
     "does\n"
     "the same is printed.\n",
     "causeway emi Motor.mo --inputs tau --outputs w --parameters J1,J2 -o motor.so", tool_emi},
    {"sweep", TOOL_CMD_SWEEP, "[FILE]... MODEL|FILE [OPTION]...", 1, SIZE_MAX,
     "run a model for many values of parameters",
     "-p NAME=FROM:STEP:TO, NAME=list:1,2,5, NAME=linspace:0,1,11 or NAME=logspace:1e-3,1,4 give values; all "
     "combinations\n"
     "are run, or with --zip the first ones together, and so on.  --random NAME=normal(1, 0.1) draws numbers: "
     "uniform,\n"
     "normal, lognormal, triangular, exponential; --latin N spreads them evenly.  The model is translated once, for\n"
     "each value of a parameter that its structure depends on.  The table has a row for each run; one that fails has "
     "its\n"
     "diagnosis there (of FILE.h5: in FILE.h5.errors.csv).  What is done is kept in FILE.journal until the table is "
     "written: after an interruption "
     "the\n"
     "same command goes on where it was.  The numbers do not depend on how many threads (-j) there are.  Started\n"
     "by mpirun (Open MPI), all processes work on the study together.\n",
     "causeway sweep examples/tank.mo -p 'A=1:0.5:3' --record h --reduce final,min -o study.csv", tool_sweep},
    {"linearize", TOOL_CMD_LINEARIZE, "[FILE]... MODEL|FILE [-o FILE] [OPTION]...", 1, SIZE_MAX,
     "the linear model at a point: matrices, eigenvalues, zeros, responses",
     "Initialises the model, goes on to --at T, and differentiates its equations there: A, B, C, D with respect to "
     "states\n"
     "and continuous inputs at its top, of derivatives and of outputs at its top or named with --outputs.  Prints\n"
     "eigenvalues with frequency, damping and the states that take part, and zeros.  -o writes a model that simulates\n"
     "(.mo), or numbers for other programs (.json, .mat, .py).  --bode, --nyquist and --step draw (.svg, .html, .png,\n"
     ".pdf, - for the terminal).  Clocked and discrete parts are held, and named.\n",
     "causeway linearize examples/tank.mo --at 2 -o linear.json", tool_linearize},
    {"trim", TOOL_CMD_TRIM, "[FILE]... MODEL|FILE [--free VAR --fix VAR=VALUE]... [OPTION]...", 1, SIZE_MAX,
     "a point of rest, with chosen variables at given values",
     "Finds where all derivatives are zero.  What is known and unknown can be exchanged: --fix y=3 makes y known, "
     "--free u\n"
     "makes the input or parameter u unknown; as many of one as of the other.  --moving x lets a state go on that "
     "cannot\n"
     "rest.  Newton's method is tried first, then the model's homotopy, a ramp, and pseudo-transient continuation; the "
     "way\n"
     "that succeeded is named.  -o FILE.csv keeps values that `simulate --parameters FILE.csv` starts from.\n",
     "causeway trim examples/tank.mo", tool_trim},
    {"format", TOOL_CMD_FORMAT, "FILE... [OPTION]...", 1, SIZE_MAX, "lay Modelica text out anew",
     "Prints each file with uniform layout; no token, comment or annotation is lost.\n",
     "causeway format --in-place Tank.mo", tool_format},
    {"convert", TOOL_CMD_CONVERT, "LIBRARY|FILE [-o FOLDER]", 1, 1,
     "bring a library to the present versions of those it uses",
     "Reads the versions in LIBRARY's annotation `uses`, and the conversion scripts of the libraries found under "
     "these\n"
     "names.  Writes LIBRARY below FOLDER with names of classes, elements and modifiers changed as the scripts say, "
     "and\n"
     "everything else, layout and comments included, as it was.  Without -o it only says what would change.\n",
     "causeway convert MyLibrary -L ~/Modelica -o converted", tool_convert},
    {"plot", TOOL_CMD_PLOT, "RESULT... VAR... [OPTION]...", 1, SIZE_MAX, "draw variables of results",
     "Draws on the terminal, or with --output into a file: .svg, .png, .pdf, or .html, a page of one file with zoom "
     "and\n"
     "values under the pointer.  In names * and ? stand for any text and any character.  Several results, or "
     "--compare,\n"
     "are laid over each other with different lines.  Variables of different units stand in panels above each other;\n"
     "values are in their display units, long times in min, h or d (--si: as stored).\n",
     "causeway plot pendulum.csv x y --output pendulum.svg", tool_plot},
    {"draw", TOOL_CMD_DRAW, "[FILE]... CLASS|FILE -o PICTURE [OPTION]...", 1, SIZE_MAX,
     "draw the icon or the diagram of a class",
     "Draws what the graphical annotations say, into a file by the end of its name: .svg, .png or .json (the display\n"
     "list, for programs that draw it themselves).  Parameters decide what is visible and what texts show.  With\n"
     "--result, DynamicSelect shows its second argument with the values of a simulation at --time.  --all draws every\n"
     "class of a package: FOLDER/Name.icon.svg and FOLDER/Name.diagram.svg.\n",
     "causeway draw Modelica.Blocks.Examples.PID_Controller --diagram -o pid.svg", tool_draw},
    {"doc", TOOL_CMD_DOC, "[FILE]... LIBRARY|FILE -o FOLDER [OPTION]...", 1, SIZE_MAX,
     "write the documentation of a library as HTML",
     "One page a class: icon, diagram with links, information, parameters, connectors, contents, Modelica text; a "
     "search\n"
     "over all names and descriptions.  Open FOLDER/index.html in a browser; the pages load nothing from elsewhere, "
     "and\n"
     "scripts in texts of the library are left out.  Images that texts refer to are copied.\n",
     "causeway doc Modelica -o pages", tool_doc},
    {"lsp", TOOL_CMD_LSP, "[OPTION]...", 0, 0, "serve an editor: the Language Server Protocol",
     "Editors start it: messages go over standard input and output, or with --socket over connections to a port of "
     "this\n"
     "machine or to a socket in the file system.  Folders of the workspace are searched for classes first, then -L, "
     "then\n"
     "the installed libraries.  editors/ in the source tree has settings for VS Code, Neovim, Emacs and Helix.\n",
     "causeway lsp -L ~/Modelica", tool_lsp},
    {"studio", TOOL_CMD_STUDIO, "[FOLDER|FILE|MODEL]... [OPTION]...", 0, 16,
     "see, run, plot and animate models in a browser",
     "Starts a server that only this machine can reach and opens its address, with a secret token, in a browser.\n"
     "Words are folders and files that are opened, and the model that is shown first; without any, the present folder "
     "is\n"
     "opened.  Nothing runs until it is asked for.  Values that are tried out are kept as experiments in a file beside "
     "the\n"
     "model, never in its text.  Ctrl-C ends the server.\n",
     "causeway studio examples/pendulum.mo", tool_studio},
    {"animate", TOOL_CMD_ANIMATE, "[FILE]... MODEL|FILE -o FILE [OPTION]...", 1, SIZE_MAX,
     "run a model and write its motion in space",
     "Shapes and vectors of MultiBody, and of any class with the same variables (shapeType, R.T, r, length ...), as\n"
     "FILE.glb (glTF 2.0 with animation, for other programs), FILE.html (a page of its own that plays) or FILE.png "
     "(one\n"
     "instant, --time).  Shapes may be files of libraries: DXF, STL, OBJ.\n",
     "causeway animate -L ~/Modelica Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum -o pendulum.html",
     tool_animate},
    {"install", TOOL_CMD_INSTALL, "[NAME[@VERSION]]... [--from WHERE] [OPTION]...", 0, SIZE_MAX,
     "install libraries, to be found without -L",
     "WHERE is a folder that holds libraries, a zip archive, a git repository (a path, git+ADDRESS or an address that "
     "ends\n"
     "in .git) or an index (a file or address that ends in .json, as OpenModelica has); without --from it is "
     "$CAUSEWAY_INDEX.\n"
     "Without NAME all libraries there are installed.  Libraries that are used are installed too: of each the newest\n"
     "version that covers all uses.  They go to $XDG_DATA_HOME/causeway/libraries "
     "(~/.local/share/causeway/libraries).\n"
     "--lock writes causeway.lock, --locked installs exactly that.  The network is used only for an address.\n",
     "causeway install Modelica@4.1.0 --from ~/ModelicaStandardLibrary", tool_install},
    {"update", TOOL_CMD_UPDATE, "[NAME]... [--from WHERE]", 0, SIZE_MAX,
     "install newer versions of installed libraries",
     "Looks where each library came from, or at WHERE.  Older versions stay until they are removed.\n",
     "causeway update Modelica", tool_update},
    {"outdated", TOOL_CMD_OUTDATED, "[--from WHERE]", 0, 0, "say which installed libraries have newer versions",
     "Looks where each library came from, or at WHERE.\n", "causeway outdated", tool_outdated},
    {"remove", TOOL_CMD_REMOVE, "NAME[@VERSION]...", 1, SIZE_MAX, "remove installed libraries",
     "Says which installed libraries use what is removed.  Other versions stay.\n", "causeway remove Modelica@4.0.0",
     tool_remove},
    {"list", TOOL_CMD_LIST, "[NAME]...", 0, SIZE_MAX, "list the libraries that are found without -L",
     "Installed ones, those of MODELICAPATH, the one we ship, and those that OpenModelica has installed.\n",
     "causeway list", tool_list},
    {"vendor", TOOL_CMD_VENDOR, "FOLDER [NAME[@VERSION]]...", 1, SIZE_MAX, "copy installed libraries into a project",
     "Copies the libraries named, or those of causeway.lock, or all installed ones, with all they use, to FOLDER, for\n"
     "-L FOLDER.\n",
     "causeway vendor libraries Modelica", tool_vendor},
    {"index", TOOL_CMD_INDEX, "FOLDER [-o FILE]", 1, 1, "write the index of a folder of libraries",
     "The index has the form of OpenModelica's, with a hash of each library; `install --from FILE` reads it.  Paths in "
     "it\n"
     "are relative to FOLDER.\n",
     "causeway index libraries -o libraries/index.json", tool_index},
    {"compare", TOOL_CMD_COMPARE, "RESULT REFERENCE [OPTION]...", 2, 2, "say whether two results agree",
     "A variable agrees when each curve stays inside a tube around the other, of relative width --tolerance\n"
     "(default 0.002) in time and in value.  Exit code 0 when all variables of REFERENCE agree, else 1.\n",
     "causeway compare pendulum.csv reference.csv --tolerance 1e-3", tool_compare},
    {"test", TOOL_CMD_TEST, "LIBRARY [--reference DIR] [OPTION]...", 1, 1,
     "run a library's examples and compare their results",
     "Simulates the models of LIBRARY (a name, a package's folder or file) that have an experiment annotation or a\n"
     "stored result below --reference, each in a process of its own, and compares results as `compare` does.  A\n"
     "stored result is NAME/NAME.csv beside creation.txt (and comparisonSignals.txt), or a file Full.Model.Name.csv.\n"
     "Exit code 0 when every model does well; with --baseline, when none does worse than is stored there.\n",
     "causeway test Modelica -L ~/Modelica --reference ~/ReferenceResults --jobs 4 --report report.html", tool_test},
    {"repair", TOOL_CMD_REPAIR, "RESULT", 1, 1, "complete a result whose run was killed",
     "While a run goes on its result is flushed about every second, so that what was flushed survives whatever ends "
     "the\n"
     "process; `plot` and `compare` read such a file as it is.  `repair` makes it whole for other programs, in place "
     "or\n"
     "as a copy (-o FILE).  A file that is whole stays as it is.\n",
     "causeway repair pendulum.mat", tool_repair},
    {"cache", TOOL_CMD_CACHE, "show|trim|clear", 1, 1, "look at or empty the cache of translated models",
     "A model is translated once and kept in $CAUSEWAY_CACHE (else $XDG_CACHE_HOME/causeway, ~/.cache/causeway) until "
     "a file\n"
     "it was made from changes.  What was not used for longest is removed when more than $CAUSEWAY_CACHE_SIZE MiB "
     "(1024) are\n"
     "kept; `trim` does that now, `clear` removes everything.  --no-cache goes without.\n",
     "causeway cache show", tool_cache},
    {"shell", TOOL_CMD_SHELL, "[FILE]...", 0, SIZE_MAX, "type Modelica and have it answered",
     "Expressions, assignments, if, for, while, classes and functions typed in, and the verbs of OpenModelica's "
     "scripting\n"
     "language: loadModel, loadFile, checkModel, simulate, val, plot, list ...  Answers carry their types.  FILEs "
     "(.mo,\n"
     ".mos) are loaded or run first.  On a terminal lines are edited, kept (~/.local/state/causeway/history) and "
     "completed\n"
     "with Tab; otherwise standard input is read.  system() needs --allow-system.\n",
     "echo 'sum({i^2 for i in 1:10})' | causeway shell", tool_shell},
    {"run", TOOL_CMD_RUN, "FILE.mos... [OPTION]...", 1, SIZE_MAX, "run scripts of commands",
     "Runs scripts written for the scripting language of OpenModelica, and answers as it does.  What the script does "
     "not\n"
     "ask for with getErrorString() is written to standard error at the end; exit code 2 when a command failed.\n",
     "causeway run study.mos --log study.html", tool_run_script},
    {"jupyter", TOOL_CMD_JUPYTER, "install [FOLDER]", 1, 2, "make notebooks know Causeway",
     "Writes the description of the kernel where Jupyter looks for it (FOLDER, $JUPYTER_DATA_DIR, "
     "~/.local/share/jupyter).\n"
     "Cells of a notebook with this kernel are Modelica classes or Python; in others, %load_ext causeway gives\n"
     "%%modelica.\n",
     "causeway jupyter install", tool_jupyter},
    {"classic", TOOL_CMD_CLASSIC, "[SCRIPT]", 0, 1, "the shell of classic Dymola (1979, 1993)",
     "Runs the commands of SCRIPT, of standard input, or of a terminal with line editing.  Models of the classic\n"
     "language are entered, partitioned, listed, solved, simulated, or written for another simulation language.\n",
     "causeway classic examples/classic/circuit.dym", tool_classic},
    {"help", TOOL_CMD_HELP, "[COMMAND|errors|CODE]", 0, 1,
     "this page, the page of a command, or what an error code means",
     "Without a word it lists the commands; `causeway help errors` lists the codes of all messages, and\n"
     "`causeway help INST0503` says what one of them means and what to do.  `--man`, `--reference` and `--completion`\n"
     "print everything about commands and options: `source <(causeway help --completion bash)` completes them.\n",
     "causeway help simulate", tool_help},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

const ToolCommand *tool_commands(size_t *n) {
    *n = COMMAND_COUNT;
    return commands;
}

const ToolCommand *tool_find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

FILE *tool_open_output(Context *ctx, const char *path) {
    if (strcmp(path, "-") == 0) return stdout;
    FILE *f = fopen(path, "wb");
    if (!f) {
        Diag *d = base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
        base_hint(ctx, d, "choose another place for the output");
    }
    return f;
}

/* An error of an earlier write has lost its cause; a pipe without a reader shows. */
static bool reader_is_gone(FILE *f) {
    struct pollfd p = {.fd = fileno(f), .events = POLLOUT};
    return poll(&p, 1, 0) > 0 && p.revents & POLLERR;
}

bool tool_close_output(Context *ctx, const char *path, FILE *f) {
    errno = 0;
    bool ok = !ferror(f) && fflush(f) == 0;
    int why = errno;
    if (f != stdout && fclose(f) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (ok || (f == stdout && (why == EPIPE || reader_is_gone(f)))) return ok; /* the reader has seen enough */
    Diag *d = base_error(ctx, "TOOL0007", (Span){0}, "%s could not be written completely: %s", path,
                         why ? strerror(why) : "write error");
    base_hint(ctx, d, "make room on the disk or choose another place");
    return false;
}

static ToolExit write_text(ToolRun *r, const char *path, const char *text, size_t n) {
    FILE *f = tool_open_output(r->ctx, path);
    if (!f) return TOOL_USAGE;
    if (f == stdout && isatty(STDOUT_FILENO)) base_say(f, "%.*s", n < INT_MAX ? (int)n : INT_MAX, text);
    else fwrite(text, 1, n, f);
    return tool_close_output(r->ctx, path, f) ? TOOL_DONE : TOOL_USAGE;
}

ToolExit tool_write_text(ToolRun *r, const char *text, size_t n) {
    return write_text(r, r->options->output ? r->options->output : "-", text, n);
}

ToolExit tool_print_text(ToolRun *r, const char *text, size_t n) { return write_text(r, "-", text, n); }

static void refuse_command(Context *ctx, const char *word) {
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i].name;
    const char *near = base_nearest(word, names, COMMAND_COUNT);
    Diag *d = base_error(ctx, "TOOL0003", (Span){0}, "there is no command '%s'", word);
    if (near) base_hint(ctx, d, "did you mean 'causeway %s'?", near);
    else if (strchr(word, '.')) base_hint(ctx, d, "did you mean 'causeway simulate %s'?", word);
    else base_hint(ctx, d, "causeway help lists the commands");
}

/* no-color.org: a variable NO_COLOR that is not empty */
static bool wants_colour(void) {
    const char *no = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && !(no && *no);
}

static void apply_common(Context *ctx, const ToolOptions *o) {
    bool terminal = wants_colour();
    ctx->colour = o->colour && strcmp(o->colour, "auto") != 0 ? strcmp(o->colour, "always") == 0 : terminal;
    ctx->strict = o->strict;
    ctx->verbose = o->verbose;
    ctx->format = o->diagnostics && strcmp(o->diagnostics, "json") == 0 ? DIAG_JSON : DIAG_TEXT;
    if (tool_given(o->max_errors)) ctx->max_errors = o->max_errors < 1 ? 1 : (size_t)o->max_errors;
}

static bool write_stats(Context *ctx, const ToolOptions *o, const SesStats *s) {
    if (!o->stats) return true;
    FILE *f = tool_open_output(ctx, o->stats);
    if (!f) return false;
    Text t = {0};
    ses_print_stats(s, &t);
    fwrite(t.at, 1, t.n, f);
    base_text_free(&t);
    return tool_close_output(ctx, o->stats, f);
}

/* Values from files stand in front of those of the command line, which win. */
static bool join_parameters(Context *ctx, const ToolOptions *o, SesRequest *asked, SesGiven *given) {
    bool ok = true;
    for (size_t i = 0; ok && i < o->parameter_files.n; i++)
        ok = ses_read_parameters(ctx, o->parameter_files.at[i], given);
    for (size_t i = 0; i < o->parameters.n; i++) vec_push(&given->words, o->parameters.at[i]);
    asked->parameters = given->words;
    asked->places = given->places;
    return ok;
}

/* The last word says what a command is about; those in front of it are files to be read too. */
static SesRequest request_of(const ToolOptions *o) {
    SesRequest asked = {.libraries = o->libraries, .parameters = o->parameters, .files = o->words};
    asked.no_tearing = o->no_tearing;
    asked.steady_state = o->steady_state;
    asked.fmu.kind = o->kind;
    asked.fmu.in_process = o->in_process;
    asked.fmu.step = tool_given(o->step) ? o->step : 0;
    asked.fmu.tunable = o->tunable;
    asked.fmu.inputs = o->inputs;
    asked.fmu.coupling = tool_given(o->coupling) ? o->coupling : 0;
    asked.fmu.length = tool_given(o->stop) ? o->stop - (tool_given(o->start) ? o->start : 0) : 0;
    asked.fmu.tolerance = tool_given(o->tolerance) ? o->tolerance : 0;
    asked.no_cache = o->no_cache || o->check_jacobian;
    asked.tier = o->compile && strcmp(o->compile, "tcc") == 0  ? COMP_TCC
                 : o->compile && strcmp(o->compile, "cc") == 0 ? COMP_CC
                                                               : COMP_AUTO;
    if (o->words.n) asked.subject = o->words.at[--asked.files.n];
    return asked;
}

SesModel tool_model(ToolRun *r) { return (SesModel){.ctx = r->ctx, .asked = &r->asked, .stats = &r->stats}; }

static ToolExit run_command(Context *ctx, const ToolCommand *command, const ToolOptions *o, double began) {
    if (o->words.n < command->least || o->words.n > command->most) {
        Diag *d = base_error(ctx, "TOOL0004", (Span){0}, "%s: %s",
                             o->words.n < command->least ? "something is missing" : "too many words",
                             o->words.n < command->least ? command->words : o->words.at[command->most]);
        base_hint(ctx, d, "usage: causeway %s %s", command->name, command->words);
        return TOOL_USAGE;
    }
    bool confine = o->untrusted && command->id != TOOL_CMD_TEST;     /* its models run in processes that are confined */
    uint64_t held = tool_given(o->memory) ? tool_held_by_blas() : 0; /* while /proc can be read */
    if (confine && !tool_confine_files(ctx, o, command->id)) return TOOL_USAGE;
    ToolRun run = {.ctx = ctx, .options = o, .asked = request_of(o), .stats.began = began};
    SesGiven given = {0};
    if (o->parameter_files.n && !join_parameters(ctx, o, &run.asked, &given)) return ses_free_given(&given), TOOL_USAGE;
    if (!tool_limits_begin(ctx, o, began, command->id != TOOL_CMD_TEST, held, &run.limits)) return TOOL_USAGE;
    if (confine && !tool_confine_calls(ctx, command->id)) return TOOL_USAGE;
    ctx->confined |=
        command->id & (TOOL_CMD_CHECK | TOOL_CMD_FLATTEN | TOOL_CMD_EXPLAIN | TOOL_CMD_TRANSLATE) && !o->allow_files;
    bool ready = !(o->locked && command->id & TOOL_CMD_MODEL) || tool_use_lock(&run);
    ToolExit code = ready ? command->run(&run) : TOOL_USAGE;
    vec_free(&run.locked);
    tool_limits_end(run.limits);
    if (!write_stats(ctx, o, &run.stats) && code == TOOL_DONE) code = TOOL_USAGE;
    if (!tool_close_output(ctx, "standard output", stdout) && code == TOOL_DONE) code = TOOL_USAGE;
    base_text_free(&run.stats.counts);
    ses_free_given(&given);
    return code;
}

static ToolExit dispatch(Context *ctx, int argc, char **argv, double began) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        Text page = {0};
        tool_print_help(NULL, &page);
        fputs(base_text_str(&page), argc < 2 ? stderr : stdout);
        base_text_free(&page);
        return argc < 2 ? TOOL_USAGE : TOOL_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("causeway %s\n", causeway_version());
        return TOOL_DONE;
    }
    const ToolCommand *command = tool_find_command(argv[1]);
    if (!command) {
        refuse_command(ctx, argv[1]);
        return TOOL_USAGE;
    }
    ToolOptions o;
    bool ok = tool_parse_options(ctx, argc - 1, argv + 1, command->id, &o);
    apply_common(ctx, &o);
    if (ok && o.untrusted) tool_untrusted_limits(&o);
    ToolExit code = TOOL_USAGE;
    if (ok && o.help) {
        Text page = {0};
        tool_print_help(command, &page);
        fputs(base_text_str(&page), stdout);
        base_text_free(&page);
        code = TOOL_DONE;
    } else if (ok) {
        code = run_command(ctx, command, &o, began);
    }
    tool_free_options(&o);
    return code;
}

/* Messages of other modules name no options: the library has none. */
static const char *advice(const char *code) {
    static const char *const options[][2] = {
        {"RT0044", "trim --moving STATE lets a state move"},
        {"RT0046", "--limits error stops there; --limits warn lets the run go on"},
        {"RT0055", "--tolerance takes a smaller one"},
        {"RT0099", "--check-jacobian looks at all derivatives"},
        {"COMP0009", "leave out --untrusted when you trust the code behind it"},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(options[i][0], code) == 0) return options[i][1];
    return NULL;
}

int tool_main(int argc, char **argv) {
    double began = base_seconds();
    Context *ctx = base_context_new();
    ctx->colour = wants_colour();
    ctx->advice = advice;
    ToolExit code = dispatch(ctx, argc, argv, began);
    base_diag_flush(ctx, stderr);
    base_context_free(ctx);
    tool_end_children();
    return (int)code;
}
