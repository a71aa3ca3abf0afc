/* library.h - the class tree: which classes exist, where their text is, and reading that text when asked.
 *
 * Sections, in the order data flows:
 *   path.c              where libraries lie: -L folders, MODELICAPATH, the library we ship; versions
 *   library.c           the tree: top-level classes, children of folders and of classes, lazy parsing
 *   order.c             package.order and the checks of MLS 3.6, 13.4 (within, file name = class name)
 *   forget.c            a text changed: what came from it leaves the tree
 *   resource.c          modelica:// addresses -> paths of files
 *   conversion_rules.c  conversion rules of a library (18.8.2.1)
 *   renamed.c           what a name of an older version is called now
 *   convert.c           a user's library converted to newer versions of what it uses; convert_simplify.c: its values
 *
 * A node exists for every class the program has been asked for, and nothing is read before it is asked for: a folder is
 * listed when one of its children is looked up, a file is parsed when lib_syn needs its text.  The tree knows
 * containment only; inheritance and imports are the business of instance/.
 *
 * A LibTree belongs to one Context and is used by one thread at a time; parallel checks use one Context (and so one
 * tree) a worker.
 */
#ifndef CAUSEWAY_LIBRARY_H
#define CAUSEWAY_LIBRARY_H

#include "syntax/syntax.h"

typedef struct LibTree LibTree;
typedef struct LibClass LibClass;

/* A class definition, found but perhaps not yet parsed.  Read-only outside library/. */
struct LibClass {
    LibTree *tree;
    Name name;            /* its own name, not qualified */
    LibClass *parent;     /* the class it stands in; NULL for a top-level class */
    const char *path;     /* its own .mo file (package.mo of a folder); NULL when it stands inside its parent's text */
    const char *folder;   /* the package's folder; NULL when it is not stored as one */
    const char *version;  /* top-level classes only: from the folder's or file's name, "" when unversioned */
    SynFile *file;        /* the parsed file; NULL before lib_syn, or when it could not be read */
    SynElement *element;  /* the class definition with its prefixes; NULL before lib_syn */
    SynClass *syn;        /* element->cls; use lib_syn to have it parsed */
    void *extra;          /* for instance/: its cache for this definition; starts NULL */
    struct LibNode *node; /* library/'s own bookkeeping */
};

/* ---- path.c ------------------------------------------------------------------------------------------------------ */

/* An empty tree that searches nowhere. */
LibTree *lib_new(Context *ctx);
void lib_free(LibTree *tree);
Context *lib_context(const LibTree *tree);

/* Adds a folder that holds libraries, behind those added before.  A folder that is itself a package (it holds a
 * package.mo) is taken as that library.  false, with a diagnostic (LIB0001), when it does not exist. */
bool lib_add_path(LibTree *tree, const char *dir);
/* Adds the folders of MODELICAPATH, the installed libraries, the library we ship and those that OpenModelica has
 * installed.  Call it after the -L folders. */
void lib_add_default_paths(LibTree *tree);
/* Folders that are searched without being named, there or not; NULL where there can be none.  Libraries that `causeway
 * install` installs: $XDG_DATA_HOME/causeway/libraries, else ~/.local/share/causeway/libraries. */
const char *lib_store(Arena *a);
const char *lib_openmodelica(Arena *a); /* ~/.openmodelica/libraries */
const char *
lib_shipped(Arena *a); /* ../share/causeway/modelica beside the executable, or the source tree's modelica/ */

/* <0, 0, >0 as version a is older than, the same as, newer than b (MLS 3.6, 18.8.1): "3.2.1" < "3.10" < "4.0.0 beta" <
 * "4.0.0" */
int lib_compare_versions(const char *a, const char *b);

/* ---- library.c --------------------------------------------------------------------------------------------------- */

/* Parses a file given by the user and makes its classes top-level ones, in front of all libraries (a file whose
 * `within` is not empty, or a package.mo, is placed where it belongs).  Returns its last class; NULL after an error. */
LibClass *lib_load_file(LibTree *tree, const char *path);
/* The same for text that is not in a file; `path` names it in messages. */
LibClass *lib_load_string(LibTree *tree, const char *path, const char *text, size_t n);

/* The class `name` that stands directly in `parent` (NULL: at top level), or NULL, silently, when there is none. */
LibClass *lib_find(LibTree *tree, LibClass *parent, Name name);
/* The same for a dotted path "A.B.C" from the top, by containment only. */
LibClass *lib_find_path(LibTree *tree, const char *dotted);

/* The definition of a class, parsed now if it was not.  NULL, with a diagnostic reported once, when its file cannot be
 * read or does not hold it. */
SynClass *lib_syn(LibClass *cls);
/* The class a definition belongs to; nodes for enclosed definitions are made on the way. */
LibClass *lib_of(LibTree *tree, SynClass *syn);

/* The parsed file of a source, the newest where there are several; NULL when it was not read. */
SynFile *lib_file_of(const LibTree *tree, SourceId source);
/* What came from this source leaves the tree: its classes and its syntax tree; pointers to them dangle, instances must
 * be gone before (inst_free).  Classes of a library's file are read again when they are next asked for, those of a file
 * of the user are back with lib_load_file. */
void lib_forget(LibTree *tree, SourceId source);

/* The classes directly in `parent`, in the order of package.order (classes of package.mo and of the folder merged),
 * then what package.order does not name.  parent NULL: the user's file and every library on the search path.  The array
 * lives as long as the tree. */
size_t lib_children(LibTree *tree, LibClass *parent, LibClass ***children);

/* The version that `annotation(uses(Library(version="...")))` of any loaded class asks for is honoured when Library is
 * loaded later; this states a wish by hand (command line: Library@1.2.3). */
void lib_use_version(LibTree *tree, Name library, const char *version);
/* Whether a version of it was wished for, by hand or by a loaded class. */
bool lib_is_wished(LibTree *tree, Name library);
/* Whether a library of another version than `uses` asks for is reported (the default). */
void lib_expect_versions(LibTree *tree, bool report);
/* The top-level class that encloses cls. */
LibClass *lib_top(LibClass *cls);
/* The folder in which Resources of a top-level class lie: its own; of a copy of a library in one file (a total model)
 * without Resources beside it that of the library of this name on the search path.  NULL: neither is there. */
const char *lib_folder(LibClass *top);
/* Is a file part of a library other than that of `own` (NULL: none)?  Files given by the user never are. */
bool lib_is_foreign(const LibTree *tree, LibClass *own, SourceId file);
/* "A.B.C" of a class. */
void lib_full_name(const LibClass *cls, Text *out);
/* Names near `wrong` for messages: nearest class directly in parent, or NULL. */
const char *lib_nearest(LibTree *tree, LibClass *parent, const char *wrong);
/* Number of files parsed so far and their bytes, for --stats. */
void lib_drop_equations(LibTree *tree); /* of all files read so far: syn_drop_equations */
void lib_statistics(const LibTree *tree, size_t *files, size_t *bytes);

/* ---- order.c ----------------------------------------------------------------------------------------------------- */

/* Checks how a whole library is stored: every package.order names exactly what is there, no class is stored twice,
 * every file parses, `within` and names fit.  Reports what it finds; returns the number of classes seen. */
size_t lib_check_storage(LibTree *tree, LibClass *top);

/* ---- resource.c -------------------------------------------------------------------------------------------------- */

/* The file a "modelica://Library.Sub/Resources/x.txt" or "file://..." address means (MLS 3.6, 13.5), or a plain path
 * taken as it is.  In the arena of the tree's Context; NULL, silently, when the library is not found, and with a
 * diagnostic (LIB0012) when the address leads out of it. */
const char *lib_resource(LibTree *tree, const char *uri);
/* A file that is named without its place, and is not where the program runs: the one beside the file `source`, or in a
 * folder of the library around it.  NULL: there is none. */
const char *lib_beside(LibTree *tree, const char *source, const char *name);
/* Does the file, links followed, lie in a library, in a folder that holds libraries, or beside a file of the user? */
bool lib_holds_file(LibTree *tree, const char *path);

/* ---- conversion_rules.c ------------------------------------------------------------------------------------------ */

typedef enum { LIB_CLASS, LIB_CLASS_IF, LIB_ELEMENT, LIB_MODIFIERS, LIB_MESSAGE } LibRuleKind;

typedef struct {
    LibRuleKind kind;
    Name class_name;                /* old full name of the class it is about */
    const char *from;               /* ELEMENT, CLASS_IF: old element; MESSAGE: element or NULL */
    const char *value;              /* CLASS_IF: value of the modifier */
    const char *to;                 /* CLASS, CLASS_IF: new class; ELEMENT: new element; MESSAGE: the text */
    char *const *old, *const *made; /* MODIFIERS: "name=default", "name=...%old%..." */
    uint32_t nold, nnew;
    bool simplify; /* MODIFIERS: clean up the new ones */
    uint32_t next; /* next rule of the same class, number from 1 */
    Span span;
} LibRule;

typedef struct {
    Context *ctx;
    VEC(LibRule) rules;
    Map of_class; /* class_name -> number of its first rule */
} LibRules;

/* Does the library's annotation `conversion` say how to come from this version?  (18.8.2) */
bool lib_can_convert(LibTree *tree, LibClass *library, const char *version);
/* Reads the rules that lead from a version; returns the version they lead to, NULL when there are none. */
const char *lib_read_rules(LibTree *tree, LibClass *library, const char *version, LibRules *r);
void lib_free_rules(LibRules *r);
/* Rules about a class, one after the other (after NULL: the first). */
const LibRule *lib_rule(const LibRules *r, const char *class_name, const LibRule *after, LibRuleKind kind);
const char *lib_rename_element(const LibRules *r, const char *class_name, const char *element_path); /* or NULL */
bool lib_rename_class(const LibRules *r, const char *full, Text *out); /* new full name; false: the same */
const char *lib_version(const LibClass *library);                      /* annotation(version = "..."), or NULL */
bool lib_accepts_version(LibTree *tree, LibClass *library, const char *version); /* equal, or noneFromVersion */

/* ---- renamed.c --------------------------------------------------------------------------------------------------- */

/* The present full name of a class that an older version of the library had; NULL when no rule knows it. */
const char *lib_renamed_class(LibTree *tree, LibClass *library, const char *full);
const char *lib_renamed_element(LibTree *tree, LibClass *cls, const char *element); /* declared in cls itself */

/* ---- convert.c --------------------------------------------------------------------------------------------------- */

typedef struct {
    SourceId source;
    uint32_t start, end; /* bytes replaced */
    const char *text;
    uint32_t order; /* of making: edits at one place are applied in this order */
} LibEdit;

typedef struct {
    VEC(LibEdit) edits;                            /* by file and place, none overlapping */
    size_t classes, elements, modifiers, messages; /* what was done */
    bool again;                                    /* the rules lead to a version between: another pass is needed */
    bool newer;                                    /* some library is used in a newer version now */
} LibConversion;

/* What must change in the text of `top` (all its files) so that it uses the loaded versions of the libraries it names
 * in `uses`.  false after an error. */
bool lib_convert(LibTree *tree, LibClass *top, LibConversion *out);
void lib_conversion_free(LibConversion *c);
/* The text of a file with its edits made. */
void lib_converted_text(const LibTree *tree, const LibConversion *c, SourceId source, Text *out);

#endif
