/* library_impl.h - shared by the files of library/. */
#ifndef CAUSEWAY_LIBRARY_IMPL_H
#define CAUSEWAY_LIBRARY_IMPL_H

#include "library/library.h"

#include <string.h>

/* something in a folder that stores a class */
typedef struct {
    Name name;           /* of the class: without " 1.2.3" and ".mo" */
    const char *file;    /* name in the folder */
    const char *version; /* "" when the name has none */
    bool folder;
} LibEntry;

typedef struct {
    const char *path;
    bool listed;
    VEC(LibEntry) entries; /* sorted by file name */
} LibFolder;

/* bookkeeping of a class */
struct LibNode {
    LibFolder folder;      /* of a class stored as a folder */
    Map children;          /* Name -> LibClass*, 0: known to be absent */
    bool text_read;        /* the classes of its text are in `children` */
    bool failed;           /* its file could not be read, or did not hold it; reported */
    VEC(LibClass *) order; /* lib_children's answer */
    bool ordered;
    bool adopted; /* from a file of the user that is stored nowhere: it is there as long as that text is */
};

/* renamed.c: the conversion rules of a library */
typedef struct {
    LibClass *library;
    VEC(LibRules) rules; /* of each script */
} LibPast;

struct LibTree {
    Context *ctx;
    VEC(LibFolder *) roots;  /* search path */
    Map top;                 /* Name -> LibClass*, 0: known to be absent */
    VEC(LibClass *) user;    /* top-level classes of the user's files */
    VEC(SynFile *) files;    /* everything parsed; freed with the tree */
    VEC(LibClass *) classes; /* all nodes, for freeing their bookkeeping */
    VEC(LibClass *) all_top; /* lib_children(NULL)'s answer */
    Map wishes;              /* Name of a library -> version wished for, const char* */
    bool any_version;        /* other versions than those asked for are not reported */
    size_t bytes;            /* of the files parsed */
    VEC(LibPast) past;       /* of libraries in which a name was missing */
    VEC(LibClass *) spare;   /* nodes of classes that are gone (forget.c) */
};

static inline Arena *lib_arena(LibTree *tree) { return &tree->ctx->arena; }

/* path.c */
void lib_list_folder(LibTree *tree, LibFolder *f, bool versions);
const LibEntry *lib_entry(const LibFolder *f, Name name);        /* NULL when absent */
const LibEntry *lib_newest_entry(const LibFolder *f, Name name); /* of all versions */
bool lib_is_package_folder(const char *path);
char *lib_join(Arena *a, const char *folder, const char *file);

/* library.c */
LibClass *lib_new_class(LibTree *tree, LibClass *parent, Name name);
LibClass *lib_class_of_entry(LibTree *tree, LibClass *parent, const LibFolder *f, const LibEntry *e);
void lib_read_text(LibClass *cls); /* makes nodes for the classes of its text */
void lib_read_uses(LibTree *tree, const SynMod *annotation);

/* convert_simplify.c: an expression as text, with what its literals decide decided (18.8.2.1) */
const char *lib_simplified(LibTree *tree, const char *text);

/* renamed.c */
void lib_free_past(LibTree *tree);

/* order.c */
void lib_read_order(LibTree *tree, LibClass *cls, VecU32 *names, SourceId *source);

#endif
