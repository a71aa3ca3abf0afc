/* fmi.h - models that leave the program and models that come in, by the Functional Mock-up Interface.
 *
 * Sections, in the order data flows:
 *   variables.c     what of a model is told to an importer: variables with causality, variability, initial
 *   fmu_clocks.c    which of them are clocks, how they are ticked, who belongs to which
 *   dependencies.c  what outputs, derivatives and initial values rest on
 *   parts.c         what goes beside its code: shared objects of external functions, files that the model reads
 *   ordering.c      which matrices inside an FMU are stored sparse, and how their columns are ordered
 *   tables.c        tables of the model as C, for the run inside an FMU
 *   entries.c       what is told as one variable: arrays, aliases; value references
 *   elements.c      which element of an array rests on which
 *   fmu_sizes.c     structural parameters: several translations of one model
 *   xml_text.c, model_description.c   modelDescription.xml of FMI 2.0 and 3.0
 *   terminals.c     terminalsAndIcons.xml of FMI 3.0
 *   fmu_options.c   what may be asked of an export, in words
 *   export.c        sources, binaries, description: the FMU
 *   divide.c        a model as a system of its components; ssd.c: that system as SSP
 *   emi.c           a model as an external model (include/causeway/emi.h)
 *   carry/run.c, carry/fmu_solve.c, carry/fmu_events.c, carry/fmu_parts.c, carry/life.c,
 *   carry/stepper.c, carry/multistep.c, carry/fmu_inline.c, carry/integrate.c, carry/instance.c
 *                   C that travels inside FMUs, beside that of solve/: the run,
 *                   systems of equations, events, what lies beside it, initialisation, saved states;
 *                   co-simulation: Jacobians, backward differentiation, fixed steps, events on the way; an instance
 *   carry/fmi2.c, carry/fmi3.c, carry/both.c, carry/fmu_external.c   ... and the functions of the standards
 *   carry/fmi3_types.h, carry/fmi3_names.h, carry/fmu_configure.c   3.0: types; structural parameters
 *   carry/tables.h  what it knows of its model
 */
#ifndef CAUSEWAY_FMI_H
#define CAUSEWAY_FMI_H

#include "compile/compile.h"
#include "exchange/exchange.h"
#include "graphics/graphics.h"
#include "package/package.h"
#include "runtime/runtime.h"

/* ---- variables.c ------------------------------------------------------------------------------------------------- */

typedef enum {
    FMI_PARAMETER,
    FMI_CALCULATED_PARAMETER,
    FMI_INPUT,
    FMI_OUTPUT,
    FMI_LOCAL,
    FMI_INDEPENDENT
} FmiCausality;
typedef enum { FMI_CONSTANT, FMI_FIXED, FMI_TUNABLE, FMI_DISCRETE, FMI_CONTINUOUS } FmiVariability;
typedef enum { FMI_EXACT, FMI_APPROX, FMI_CALCULATED, FMI_NO_INITIAL } FmiInitial;

typedef struct {
    DaeVar var;
    const char *name;
    uint32_t reference; /* value reference: twice the variable it stands for, one more for its negative */
    FmiCausality causality;
    FmiVariability variability;
    FmiInitial initial;
    bool has_start;
    double start;           /* numbers */
    const char *text;       /* Strings */
    uint32_t derivative_of; /* index of the state whose derivative this is, from 1; 0: none */
    bool state;
    uint32_t clock; /* a clock: in clocks, from 1; 0: it is none */
} FmiVariable;

typedef enum { FMI_CLOCK_TRIGGERED, FMI_CLOCK_CONSTANT, FMI_CLOCK_FIXED, FMI_CLOCK_COUNTDOWN } FmiClockKind;

typedef struct {
    DaeVar var, pre;               /* what is set to tick it; what tells its ticks, where it is not told */
    DaeVar tick, due;              /* true when it ticks; ... when the model wants it to, or 0 */
    DaeVar interval, shift;        /* parameters, of periodic ones */
    double seconds, shift_seconds; /* their values */
    uint64_t counter, shift_counter, resolution; /* the same as fractions; resolution 0: they are none */
    uint32_t priority;
    FmiClockKind kind;
    bool told, named; /* by the importer; a variable of the model stands for it */
} FmiClock;

/* What a description tells as one variable: a scalar, or in 3.0 an array whose elements are alike. */
typedef struct {
    const char *name;
    uint32_t reference; /* value reference in the description */
    uint32_t first, n;  /* elements: so many from this one on in vars, by rows */
    uint32_t rank;      /* 0: a scalar */
    const uint32_t *dims;
    const uint32_t *follows; /* by dimension: the structural parameter that gives it, from 1; 0 or NULL: none */
    bool untold;             /* it cannot be described: fmu_sizes.c */
    uint32_t alias;          /* in vars: the first of others that stand for it (next_alias), UINT32_MAX: none */
} FmiEntry;

/* A structural parameter: sizes of arrays follow it. */
typedef struct {
    const char *name, *comment;
    uint64_t start, low, high;
} FmiSize;

/* A file that goes into an FMU. */
typedef struct {
    const char *path, *name;
    bool packed;   /* false: a library that the system must have */
    bool override; /* its functions take the place of those of other libraries */
} FmiFile;

typedef struct {
    const GenModel *gen;
    SolSizes groups; /* of states without nominal value */
    const SymModel *sym;
    const Dae *dae;
    Context *ctx;
    Arena arena;
    const char *name, *identifier, *guid, *version; /* version: of the program that writes it */
    const char *description;                        /* NULL: none */
    VEC(FmiVariable) vars;
    VecU32 states, derivatives; /* indices in vars, from 1, by state */
    VecU32 outputs, unknowns;   /* indices: outputs; unknowns of initialisation */
    VEC(FmiClock) clocks;
    uint32_t *clock_of;   /* by clocked partition: its clock, in vars from 1, or 0 */
    uint32_t *references; /* by variable of the Dae: as FmiVariable.reference */
    VEC(FmiEntry) entries;
    uint32_t *entry_of, *next_alias; /* by variable of vars */
    uint32_t *place_of;              /* ... of states and derivatives: in the vector of them */
    uint32_t narrays, ncopies;       /* of value references: entries.c */
    bool arrays;                     /* 3.0: there are value references of arrays */
    const char *elements;            /* 3.0: dependences by element, as C; NULL: not told */
    VEC(FmiSize) sizes;
    uint32_t nindicators;
    uint32_t told_indicators; /* the most that any configuration has: so many are told, those it lacks never change */
    double start, stop, tolerance, interval;
    uint8_t *tunable; /* by variable: a parameter that may change while it runs */
    VEC(FmiFile) libraries, resources;
    uint32_t *library_of; /* by external function: in libraries; UINT32_MAX: the C library */
    CompSources sources;  /* of external functions, where sources are wanted */
} FmiModel;

/* start: values at the start time by variable, or NULL where initialisation was not possible. */
FmiModel *fmi_model(const GenModel *g, const Runtime *rt);
void fmi_model_free(FmiModel *m);

/* ---- fmu_clocks.c ------------------------------------------------------------------------------------------------ */

void fmi_clocks(FmiModel *m, const Runtime *rt);
/* The clock at whose ticks alone a variable changes: in vars, from 1; 0: none that is told of. */
uint32_t fmi_clock_of(const FmiModel *m, const FmiVariable *f);

/* ---- parts.c ----------------------------------------------------------------------------------------------------- */

/* Where external functions are found; false after a diagnostic (FMI0001). */
bool fmi_find_libraries(FmiModel *m, const CompModel *comp);
/* Are external functions found in C sources, or in the C library?  false: *which is not. */
bool fmi_found_in_c(const FmiModel *m, const CompModel *comp, size_t *which, Text *why);
/* Files that exist here and are named in the model. */
void fmi_find_resources(FmiModel *m);

/* ---- dependencies.c ---------------------------------------------------------------------------------------------- */

enum {
    FMI_DEPENDS_CONSTANT = 1,
    FMI_DEPENDS_FIXED,
    FMI_DEPENDS_TUNABLE,
    FMI_DEPENDS_DISCRETE,
    FMI_DEPENDS
}; /* from the strongest promise to the weakest */

typedef struct {
    uint32_t nknown;
    uint32_t *known; /* indices in vars, from 1; 0, the last one while it runs: time */
    uint32_t *of;    /* by variable: its row in cells; NULL: too many to say anything */
    uint8_t *cells;
} FmiDependences;

/* initial: of what is computed at the start, on parameters, inputs and start values; else while it runs. */
void fmi_depend(FmiModel *m, bool initial, FmiDependences *out);
uint8_t fmi_depends(const FmiDependences *d, DaeVar var, uint32_t known); /* 0: it does not */
const char *fmi_depends_word(uint8_t kind);
void fmi_dependences_free(FmiDependences *d);

/* ---- tables.c ---------------------------------------------------------------------------------------------------- */

unsigned fmi_tables(const FmiModel *m, double fixed_step, FILE *out); /* which parts of solve/ they need */

/* ---- entries.c --------------------------------------------------------------------------------------------------- */

/* Value references of arrays begin here, those of event indicators there (3.0). */
enum { FMI_SIZES = 1 << 28, FMI_ARRAYS = 1 << 29, FMI_INDICATORS = 1 << 30 };
/* plain: no aliases, and all value references are those of arrays: they mean the same in all translations. */
void fmi_entries(FmiModel *m, int version, bool plain);

/* ---- elements.c -------------------------------------------------------------------------------------------------- */

/* Finds m->elements, of entries. */
void fmi_elements(FmiModel *m);

/* ---- fmu_sizes.c ------------------------------------------------------------------------------------------------- */

/* A translation of the model with these values of its structural parameters. */
typedef struct {
    const GenModel *gen;
    const Runtime *rt;
    const uint64_t *sizes;
} FmiVariant;

/* Puts entries of all translations in the order of the first one's, and finds which sizes follow which parameter;
 * larger: by parameter the flat model where it is one more, or NULL.
 * false after a diagnostic (FMI0001). */
bool fmi_align(FmiModel **models, size_t n, const FmiVariant *variants, const char *const *names, Dae *const *larger,
               size_t nsizes);

/* ---- model_description.c ----------------------------------------------------------------------------------------- */

enum { FMI_ME = 1, FMI_CS = 2, FMI_SE = 4 };
void fmi_describe(FmiModel *m, int version, int kinds, bool sources, Text *out);
/* buildDescription.xml of an FMU of 3.0 with sources. */
void fmi_build_description(const FmiModel *m, Text *out);

/* ---- terminals.c ------------------------------------------------------------------------------------------------- */

void fmi_terminals(const FmiModel *m, const GfxPicture *p, Text *out);
/* What the items of a group, which begins at `at`, cover; *end: its last one. */
GfxBox fmi_cover(const GfxPicture *p, size_t at, size_t *end);

/* ---- export.c ---------------------------------------------------------------------------------------------------- */

/* Of co-simulation with a fixed step: the tables of carry/fmu_inline.c. */
typedef enum { FMI_EULER, FMI_RK4, FMI_IMPLICIT_EULER, FMI_SDIRK4 } FmiMethod;

/* Machines that binaries are made for; none: this one. */
enum { FMI_LINUX64 = 1, FMI_WIN64 = 2, FMI_AARCH64 = 4 };

typedef struct {
    int version;       /* 2 or 3 */
    int kinds;         /* FMI_ME | FMI_CS, or FMI_SE (3.0, of a model translated where the Context is scheduled) */
    bool sources;      /* C inside too */
    bool no_binary;    /* ... and nothing else */
    int binaries;      /* FMI_LINUX64 | ...; 0: for this machine */
    const char *sizes; /* configurations of structural parameters in words; NULL: none */
    const FmiVariant *variants; /* with structural parameters: all translations, the first one is the model itself */
    size_t nvariants;
    const char *const *size_names;
    Dae *const *larger; /* of fmi_align */
    size_t nsizes;
    double fixed_step; /* of co-simulation; 0: backward differentiation, steps as errors demand */
    FmiMethod method;  /* with a fixed step */
    const char *path;
    const GfxPicture *icon; /* of the class; NULL: it has none */
    VEC(PkgEntry) pictures; /* as PNG files: of the class ("icon"), and of the classes of its connectors */
    const char *page;       /* documentation in HTML; NULL: none */
    const char *comment;    /* of the class; NULL: none */
    const CompModel *comp;  /* the model compiled for this machine: says where external functions are */
} FmiExport;

/* Words of --kind, --binary and --method into *what, each NULL where it is not given; false after FMI0005. */
bool fmi_options(Context *ctx, const char *kinds, const char *binaries, const char *method, FmiExport *what);
/* Writes the FMU.  false after a diagnostic: FMI0001 not possible for this model (named), FMI0002 not written. */
bool fmi_export(const GenModel *g, const Runtime *rt, const FmiExport *what);
/* The one C file of it; version 0: without the functions of the standard. */
void fmi_source(const FmiModel *m, const FmiExport *what, bool bare, Text *out);

/* ---- divide.c, ssd.c --------------------------------------------------------------------------------------------- */

#define FMI_SYSTEM UINT32_MAX /* the outside of the system, as the end of a connection */

/* Where a connector stands. */
typedef struct {
    const char *name;
    double x, y;
} FmiSpot;

/* Components that stay together, as a model of their own. */
typedef struct {
    const char *name;
    uint32_t group;
    VEC(DaeName) members;   /* names of the components */
    DaeName prefix;         /* the component whose name is left out in front of names; 0: none is */
    Dae *dae;               /* NULL: taken */
    uint32_t *number;       /* by variable of the whole: in dae, or 0 */
    VecU32 inputs, outputs; /* variables of the whole */
    GfxBox place;           /* in the diagram; empty where it has none */
    VEC(FmiSpot) spots;     /* connectors in the diagram */
    const char *icon;       /* as SVG, or NULL */
} FmiPart;

typedef struct {
    uint32_t from_part, from, to_part, to; /* parts, or FMI_SYSTEM; variables of the whole */
} FmiConnection;

typedef struct {
    const Dae *whole;
    VEC(FmiPart) parts;
    VEC(FmiConnection) connections;
} FmiSystem;

/* together: pairs of components (their names) that shall not be parted. */
void fmi_divide(const Dae *d, Arena *arena, const VecU32 *together, FmiSystem *s);
void fmi_system_free(FmiSystem *s);
/* The name of a variable of the whole in a part (or FMI_SYSTEM). */
void fmi_part_name(const FmiSystem *s, uint32_t part, DaeVar v, Text *out);
/* SystemStructure.ssd and its set of parameters (SSP 1.0, 2.0).  fmus: what each part became, resources/NAME.fmu. */
typedef struct {
    const char *version; /* "1.0", "2.0" */
    bool exchange;       /* components are meant for model exchange, else for co-simulation */
    GfxBox extent;       /* of the diagram; empty: none */
    const XchFmu *const *fmus;
} FmiSsd;
void fmi_ssd(const FmiSystem *s, const FmiSsd *how, Text *ssd, Text *ssv);
/* The name of a component as that of a file. */
const char *fmi_part_file(Arena *arena, const FmiPart *p);

/* ---- emi.c ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *inputs, *outputs,
        *parameters; /* names parted by commas; NULL: all inputs, all outputs, no parameters */
    const char *path;
} FmiInterface;

/* What a model has to choose from, by name: inputs and outputs of its top level, parameters that can be set. */
typedef struct {
    VecStr inputs, outputs, parameters; /* texts in an arena */
} FmiOffer;
void fmi_offer(const GenModel *g, const Runtime *rt, Arena *arena, FmiOffer *offer);

/* A shared library that implements include/causeway/emi.h.  false after a diagnostic (FMI0001, FMI0002, FMI0004). */
bool fmi_external_model(const GenModel *g, const Runtime *rt, const FmiInterface *what);

#endif
