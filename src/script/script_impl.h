/* script_impl.h - what the files of script/ share. */
#ifndef CAUSEWAY_SCRIPT_IMPL_H
#define CAUSEWAY_SCRIPT_IMPL_H

#include "elaborate/elaborate.h"
#include "script/script.h"

/* ---- script_value.c ---------------------------------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    SCR_NOTHING, /* a verb or statement without answer */
    SCR_REAL, SCR_INTEGER, SCR_BOOLEAN, SCR_STRING,
    SCR_ENUM,    /* text: "Package.Type.literal"; integer: its number */
    SCR_NAME,    /* a class or component named, not evaluated: text */
    SCR_CODE,    /* $Code(...): text */
    SCR_ARRAY, SCR_TUPLE, SCR_RECORD
} ScrKind;
/* clang-format on */

typedef struct ScrValue ScrValue;
struct ScrValue {
    ScrKind kind;
    ScrKind element; /* ARRAY: of its leaves */
    size_t n;
    union {
        double real;
        int64_t integer; /* INTEGER, ENUM; BOOLEAN: 0 or 1 */
    };
    const char *text;    /* STRING, ENUM, NAME, CODE; RECORD: name of its class; ENUM arrays: none */
    const char **fields; /* RECORD: names */
    ScrValue **items;    /* ARRAY, TUPLE, RECORD */
};

ScrValue *scr_real(Script *s, double x);
ScrValue *scr_integer(Script *s, int64_t i);
ScrValue *scr_boolean(Script *s, bool b);
ScrValue *scr_string(Script *s, const char *text); /* a copy */
ScrValue *scr_name(Script *s, const char *text);
ScrValue *scr_nothing(Script *s);
/* n items, to be filled. */
ScrValue *scr_array(Script *s, ScrKind element, size_t n);
ScrValue *scr_tuple(Script *s, size_t n);
ScrValue *scr_strings(Script *s, const char *const *texts, size_t n);
ScrValue *scr_deep(Arena *to, const ScrValue *v);
/* Element k (from 1); NULL: not an array, or not there. */
ScrValue *scr_element(const ScrValue *v, int64_t k);
ScrValue *scr_field(const ScrValue *v, const char *name);
/* Sizes of a rectangular array; false: it is ragged, or of mixed kinds. */
bool scr_dims(const ScrValue *v, int64_t *dims, uint32_t *n);
void scr_promote(ScrValue *v); /* Integers become Reals where a Real stands beside them */
double scr_number(const ScrValue *v);

/* ---- script_print.c ---------------------------------------------------------------------------------------------- */

void scr_print(const ScrValue *v, Text *out);       /* as Modelica: {1, 2}, "text" */
void scr_print_type(const ScrValue *v, Text *out);  /* "Real[12]" */
void scr_print_typed(const ScrValue *v, Text *out); /* "Real[12]: {...}" */
void scr_quote(const char *text, Text *out);

/* ---- script.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Arena arena; /* of the value */
    ScrValue *value;
} ScrVariable;

struct causeway_script {
    causeway_session *session;
    causeway_script_options options;
    Context *ctx;  /* of the text of commands */
    Arena scratch; /* values of the command that is being carried out */
    VEC(ScrVariable *) variables;
    VecStr loaded; /* top-level classes that were asked for, in order */
    VecStr typed;  /* paths of texts that were typed or loaded from strings */
    uint32_t ntyped;
    Text *captured; /* where the answers of a script go that a script runs; NULL: to the host */
    Text said;      /* by the command: verbs that print */
    bool typed_in;  /* by a person: a semicolon asks for silence */
    bool mid_line;  /* what was said last did not end its line */
    bool echo, ended, failed;
    int depth;          /* of scripts that run scripts */
    const char *result; /* file of the last simulation */
    causeway_result *open;
    const char *open_path;
    Text errors;  /* not asked for yet */
    VecStr words; /* last completion */
    struct ScrLog *log;
    Arena kept; /* names of variables and classes */
};

/* An error about the command: into the session's diagnostics are those of classes, here those of scripts. */
ScrValue *scr_error(Script *s, const char *code, Span at, const char *fmt, ...) BASE_PRINTF(4, 5);
/* What the session has to say moves to s->errors. */
void scr_gather(Script *s);
void scr_say(Script *s, const char *text);
bool scr_interrupted(const Script *s);              /* the user has had enough of this command */
ScrVariable *scr_find(Script *s, const char *name); /* NULL: no such variable */
void scr_set(Script *s, const char *name, const ScrValue *v);
void scr_remove_variables(Script *s);
causeway_status scr_run_file(Script *s, const char *path);
/* Puts a class text into the session in place of classes of the same names; false after reporting. */
void scr_give_way(Script *s, const char *path, const char *text, size_t n); /* they go, the new ones do not come */
bool scr_load_text(Script *s, const char *path, const char *text, size_t n);
void scr_loaded(Script *s, const char *top); /* a top-level class was asked for */
void scr_forget(Script *s, const char *top);

/* ---- statement.c, evaluate.c ------------------------------------------------------------------------------------- */

typedef enum { SCR_GO_ON, SCR_LEAVE_LOOP, SCR_LEAVE, SCR_FAILED } ScrFlow;

ScrFlow scr_statement(Script *s, const SynStatement *st, ScrValue **answer);
/* NULL after reporting. */
ScrValue *scr_evaluate(Script *s, const SynExpr *e);
ScrValue *scr_evaluate_text(Script *s, const char *text);
/* The text of a piece of the command, in the scratch arena. */
const char *scr_source(Script *s, Span span);
ScrValue *scr_from_instance(Script *s, Inst *in, const InstValue *v);

/* ---- outside.c --------------------------------------------------------------------------------------------------- */

/* The value of a typed expression by way of a model; text: the expression, variables: those of the script in it.  NULL:
 * it cannot be had so. */
ScrValue *scr_translated(Script *s, const InstExpr *e, const char *text, const Name *variables, size_t nvariables);

/* ---- verb.c ------------------------------------------------------------------------------------------------------ */

/* How an argument is taken: a letter of ScrVerb.arguments in front of its name.
 *   v value   n name, not evaluated (a String or a variable with one will do)   l list of names   c code */
typedef struct {
    Script *s;
    const SynExpr *call;
    const struct ScrVerb *verb;
    ScrValue *at[16]; /* by argument; NULL: not given */
} ScrCall;

typedef struct ScrVerb {
    const char *name;
    const char *arguments; /* "n:className v:startTime ..."; a '*' at the end: any others are ignored */
    uint32_t needed;       /* so many of them must be given */
    ScrValue *(*run)(ScrCall *c);
} ScrVerb;

const ScrVerb *scr_verbs(size_t *n);
const ScrVerb *scr_find_verb(const char *name);
void scr_usage(const ScrVerb *v, Text *out); /* "val(var, timePoint[, fileName])" */
ScrValue *scr_call(Script *s, const ScrVerb *v, const SynExpr *call);
const char *scr_text_of(const ScrCall *c, uint32_t i); /* of argument i: text of a String or name, or NULL */
bool scr_flag(const ScrCall *c, uint32_t i, bool otherwise);

/* The class an argument names; NULL: there is none. */
LibClass *scr_class(Script *s, const char *name);
/* The text of a class, and where it stands in it. */
typedef struct {
    LibClass *cls;
    SynClass *syn;
    Context *ctx;
    const char *path, *text;
    size_t n;
} ScrClassText;
bool scr_class_text(Script *s, const char *name, ScrClassText *out);
bool scr_remove_class(Script *s, const char *name); /* from its text */

/* ---- verbs ------------------------------------------------------------------------------------------------------- */

/* verb_linear.c: writes linearized_model.mo from a run that has come where it is asked for; false after reporting. */
bool scr_linearise(ScrCall *c, causeway_run *r, Text *messages);

#define SCR_VERB(function) ScrValue *function(ScrCall *c)

SCR_VERB(scr_v_accept);
SCR_VERB(scr_v_addComponent);
SCR_VERB(scr_v_addConnection);
SCR_VERB(scr_v_basename);
SCR_VERB(scr_v_buildModel);
SCR_VERB(scr_v_buildModelFMU);
SCR_VERB(scr_v_cd);
SCR_VERB(scr_v_checkModel);
SCR_VERB(scr_v_clear);
SCR_VERB(scr_v_clearMessages);
SCR_VERB(scr_v_clearVariables);
SCR_VERB(scr_v_closeSimulationResultFile);
SCR_VERB(scr_v_code);
SCR_VERB(scr_v_compareSimulationResults);
SCR_VERB(scr_v_copyClass);
SCR_VERB(scr_v_createModel);
SCR_VERB(scr_v_deleteClass);
SCR_VERB(scr_v_deleteComponent);
SCR_VERB(scr_v_deleteConnection);
SCR_VERB(scr_v_deleteFile);
SCR_VERB(scr_v_diffSimulationResults);
SCR_VERB(scr_v_directoryExists);
SCR_VERB(scr_v_dirname);
SCR_VERB(scr_v_echo);
SCR_VERB(scr_v_existClass);
SCR_VERB(scr_v_exit);
SCR_VERB(scr_v_getClassComment);
SCR_VERB(scr_v_getClassNames);
SCR_VERB(scr_v_getClassRestriction);
SCR_VERB(scr_v_getComponentCount);
SCR_VERB(scr_v_getComponentModifierNames);
SCR_VERB(scr_v_getComponentModifierValue);
SCR_VERB(scr_v_getComponents);
SCR_VERB(scr_v_getConnectionCount);
SCR_VERB(scr_v_getEnvironmentVar);
SCR_VERB(scr_v_getErrorString);
SCR_VERB(scr_v_getInheritanceCount);
SCR_VERB(scr_v_getInheritedClasses);
SCR_VERB(scr_v_getModelicaPath);
SCR_VERB(scr_v_getNthComponent);
SCR_VERB(scr_v_getNthConnection);
SCR_VERB(scr_v_getNthInheritedClass);
SCR_VERB(scr_v_getParameterNames);
SCR_VERB(scr_v_getParameterValue);
SCR_VERB(scr_v_getSimulationOptions);
SCR_VERB(scr_v_getSourceFile);
SCR_VERB(scr_v_getVersion);
SCR_VERB(scr_v_help);
SCR_VERB(scr_v_instantiateModel);
SCR_VERB(scr_v_isExperiment);
SCR_VERB(scr_v_isKind);
SCR_VERB(scr_v_isPartial);
SCR_VERB(scr_v_isVariability);
SCR_VERB(scr_v_list);
SCR_VERB(scr_v_listFile);
SCR_VERB(scr_v_listVariables);
SCR_VERB(scr_v_loadFile);
SCR_VERB(scr_v_loadModel);
SCR_VERB(scr_v_loadString);
SCR_VERB(scr_v_mkdir);
SCR_VERB(scr_v_plot);
SCR_VERB(scr_v_plotAll);
SCR_VERB(scr_v_plotParametric);
SCR_VERB(scr_v_print);
SCR_VERB(scr_v_read);
SCR_VERB(scr_v_readFile);
SCR_VERB(scr_v_readSimulationResult);
SCR_VERB(scr_v_readSimulationResultSize);
SCR_VERB(scr_v_readSimulationResultVars);
SCR_VERB(scr_v_realpath);
SCR_VERB(scr_v_regex);
SCR_VERB(scr_v_regexBool);
SCR_VERB(scr_v_regularFileExists);
SCR_VERB(scr_v_runScript);
SCR_VERB(scr_v_save);
SCR_VERB(scr_v_saveModel);
SCR_VERB(scr_v_setComponentModifierValue);
SCR_VERB(scr_v_setEnvironmentVar);
SCR_VERB(scr_v_setModelicaPath);
SCR_VERB(scr_v_setParameterValue);
SCR_VERB(scr_v_simulate);
SCR_VERB(scr_v_stringLength);
SCR_VERB(scr_v_stringReplace);
SCR_VERB(scr_v_stringSplit);
SCR_VERB(scr_v_stringTypeName);
SCR_VERB(scr_v_strtok);
SCR_VERB(scr_v_system);
SCR_VERB(scr_v_translateModel);
SCR_VERB(scr_v_typeNameString);
SCR_VERB(scr_v_typeNameStrings);
SCR_VERB(scr_v_typeOf);
SCR_VERB(scr_v_uriToFilename);
SCR_VERB(scr_v_val);
SCR_VERB(scr_v_write);
SCR_VERB(scr_v_writeFile);

/* ---- log.c ------------------------------------------------------------------------------------------------------- */

struct ScrLog *scr_log_open(const char *path);
void scr_log_command(struct ScrLog *l, const char *text, size_t n, const char *answer, const char *errors);
void scr_log_picture(struct ScrLog *l, const char *svg_path);
void scr_log_close(struct ScrLog *l);

/* ---- flags.c ----------------------------------------------------------------------------------------------------- */

typedef struct {
    double start, stop, step, tolerance; /* NaN: not given */
    double first_step, max_step;         /* 0: not given */
    const char *method, *file, *inputs;  /* or NULL; inputs: a file with columns of them */
    VecStr names, values;                /* of parameters and start values */
} ScrFlags;

void scr_read_flags(Script *s, const char *text, ScrFlags *f); /* scr_free_flags afterwards */
void scr_free_flags(ScrFlags *f);

#endif
