/* syntax.h - Modelica text to syntax tree and back.
 *
 * Sections, in the order data flows:
 *   lexer.c           characters -> tokens (comments are kept aside for the formatter); words.c: both, for editors
 *   parse_cursor.c    where the parser stands: expectations, messages, recovery
 *   parser.c          tokens -> tree: recursive descent, one function per rule of MLS 3.6 appendix A
 *   rules_equation.c  the rules for equations and statements
 *   rules_modify.c    the rules for modifications and annotations
 *   rules_expr.c      the rules for expressions
 *   structural.c      words of OM.jl, written out in those of Modelica
 *   syntax_print.c    tree -> text (for messages and flat Modelica)
 *   format.c          text -> text: layout only; every token and comment survives
 *
 * The tree mirrors the grammar and knows nothing about meaning: no name is looked up here.  All nodes live in
 * the arena of their SynFile.  Multiple declarations (`Real x, y[3];`) are split into one SynElement each;
 * sections are merged into one list per kind, keeping order.  Absent pointers are NULL, absent names 0.
 */
#ifndef CAUSEWAY_SYNTAX_H
#define CAUSEWAY_SYNTAX_H

#include "base/base.h"

typedef struct SynExpr SynExpr;
typedef struct SynClass SynClass;
typedef struct SynElement SynElement;
typedef struct SynMod SynMod;
typedef struct SynEquation SynEquation;
typedef struct SynStatement SynStatement;
typedef struct SynFile SynFile;

/* ---- expressions ------------------------------------------------------------------------------------------------- */

typedef enum {
    SYN_REAL,    /* 1.5, 1e3 */
    SYN_INTEGER, /* 42; too large for 64 bits: SYN_REAL */
    SYN_STRING,  /* escapes already replaced */
    SYN_BOOLEAN,
    SYN_CREF,  /* a.b[i].c, .a.b; also `der`, `initial`, `pure` when called */
    SYN_UNARY, /* + - .+ .- not */
    SYN_BINARY,
    SYN_IF,      /* branches in cond/then pairs, else last: args 0..n-1, n odd */
    SYN_RANGE,   /* args: start, stop or start, step, stop */
    SYN_CALL,    /* callee (SYN_CREF), args, named */
    SYN_PARTIAL, /* function f(named): partial application as argument */
    SYN_ARRAY,   /* {a, b} */
    SYN_FOR,     /* body for iterators: inside {} or a call; args[0] is the body */
    SYN_MATRIX,  /* [a, b; c, d]: args are SYN_ROWs */
    SYN_ROW,
    SYN_TUPLE,   /* (a, , b): output expression list; NULL entries where empty; (a) alone is just a */
    SYN_INDEXED, /* (expr)[subscripts] or (expr).name, 3.7: args[0], subs or name in cref */
    SYN_END,     /* `end` inside subscripts */
    SYN_COLON    /* ':' as a subscript */
} SynExprKind;

/* clang-format off */
typedef enum {
    SYN_ADD, SYN_SUB, SYN_MUL, SYN_DIV, SYN_POW,
    SYN_EADD, SYN_ESUB, SYN_EMUL, SYN_EDIV, SYN_EPOW, /* elementwise: .+ .- .* ./ .^ */
    SYN_LT, SYN_LE, SYN_GT, SYN_GE, SYN_EQ, SYN_NE,
    SYN_AND, SYN_OR, SYN_NOT, SYN_NEG, SYN_PLUS
} SynOp;
/* clang-format on */

/* one part of a component reference */
typedef struct {
    Name name;
    uint32_t nsubs;
    SynExpr **subs;
    Span span; /* of the identifier */
} SynPart;

typedef struct {
    bool global; /* leading dot */
    uint32_t n;
    SynPart *parts;
} SynCref;

/* i in range; range NULL when deduced */
typedef struct {
    Name name;
    SynExpr *range;
    Span span;
} SynIterator;

/* named argument */
typedef struct {
    Name name;
    SynExpr *value;
    Span span;
} SynNamed;

struct SynExpr {
    uint8_t kind;     /* SynExprKind */
    uint8_t op;       /* SynOp for UNARY and BINARY */
    bool parens : 1;  /* written in parentheses */
    bool boolean : 1; /* SYN_BOOLEAN's value */
    uint8_t niterators;
    uint32_t nargs;
    Span span;
    uint32_t nnamed;
    union {
        double real;
        int64_t integer;
        Name string;
        SynCref cref; /* SYN_CREF; callee of SYN_CALL and SYN_PARTIAL; subs or name of SYN_INDEXED in parts[0] */
    };
    /* Most of a tree is leaves: they are allocated without what follows, which is there where nargs, nnamed or
     * niterators say so. */
    SynExpr **args; /* operands, branches, elements, positional arguments */
    union {
        SynNamed *named;        /* SYN_CALL, SYN_PARTIAL */
        SynIterator *iterators; /* SYN_FOR */
    };
}; /* 56 bytes, leaves 40 */

/* ---- modifications ----------------------------------------------------------------------------------------------- */

/* A modification: class-modification and/or value.  `(a = 1, b(start = 2), redeclare C d) = 3` */
typedef struct {
    SynMod *args;   /* NULL-terminated list through next */
    SynExpr *value; /* = value or := value */
    Span span;
    bool has_args; /* `()` was written */
    bool is_break; /* = break (MLS 3.6 7.4, selective extension uses SynMod.is_break_*) */
    bool as_text;  /* args were checked but not kept: see syn_expand */
} SynModification;

struct SynMod {
    Span span;
    bool each, final, redeclare, replaceable;
    bool is_break; /* inherited element removed: break name; or break connect(a, b) */
    Name comment;
    SynCref name; /* element modified (usually one part) */
    union {
        struct {
            SynModification *mod; /* may be NULL: `(a "comment")` */
            SynElement *element;  /* redeclare/replaceable: the new component or class, else NULL */
        };
        struct {                        /* is_break */
            SynExpr *break_a, *break_b; /* of break connect */
        };
    };
    SynMod *next;
};

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* clang-format off */
typedef enum {
    SYN_CLASS, SYN_MODEL, SYN_RECORD, SYN_OPERATOR_RECORD, SYN_BLOCK, SYN_CONNECTOR, SYN_EXPANDABLE_CONNECTOR,
    SYN_TYPE, SYN_PACKAGE, SYN_FUNCTION, SYN_OPERATOR_FUNCTION, SYN_OPERATOR
} SynRestriction;
/* clang-format on */

typedef enum {
    SYN_LONG,          /* class A ... end A; */
    SYN_SHORT,         /* class A = [prefix] B[dims](mods); */
    SYN_ENUMERATION,   /* type E = enumeration(a, b) or enumeration(:) */
    SYN_DER,           /* function d = der(f, x, y); */
    SYN_CLASS_EXTENDS, /* class extends A(mods) ... end A; */
    SYN_OVERLOAD       /* pure/operator function overload sets do not exist in 3.6; reserved */
} SynClassForm;

/* prefixes of classes, components, extends */
/* clang-format off */
enum {
    SYN_FINAL = 1, SYN_ENCAPSULATED = 2, SYN_PARTIAL_CLASS = 4, SYN_REPLACEABLE = 8, SYN_REDECLARE = 16,
    SYN_INNER = 32, SYN_OUTER = 64, SYN_PURE = 128, SYN_IMPURE = 256,
    SYN_FLOW = 512, SYN_STREAM = 1024, SYN_DISCRETE = 2048, SYN_PARAMETER = 4096, SYN_CONSTANT = 8192,
    SYN_INPUT = 16384, SYN_OUTPUT = 32768, SYN_PROTECTED = 65536,
    SYN_STRUCTURAL = 131072 /* structuralmode, while the class is parsed */
};
/* clang-format on */

/* enumeration literal */
typedef struct {
    Name name, comment;
    SynMod *annotation;
    Span span;
} SynLiteral;

typedef struct {
    Name language;   /* "C", "FORTRAN 77", "builtin"; 0: default C */
    SynExpr *output; /* cref or NULL */
    Name name;       /* C name; 0: same as the function */
    SynExpr **args;
    uint32_t nargs;
    bool has_call; /* a call was written */
    SynMod *annotation;
    Span span;
} SynExternal;

struct SynClass {
    SynFile *file;
    SynClass *parent; /* lexically enclosing class in the same file, else NULL (see library/) */
    Name name, comment;
    uint8_t restriction, form;
    uint32_t prefixes;
    Span span, name_span;
    SynElement *elements; /* list through next, in order of the text (imports, extends, classes, components) */
    SynEquation *equations, *initial_equations;
    struct SynAlgorithm *algorithms, *initial_algorithms; /* one node per algorithm section */
    SynExternal *external;
    SynMod *annotation; /* arguments of the class annotation */
    /* SYN_SHORT, SYN_CLASS_EXTENDS: */
    SynCref base;   /* class it is made from */
    SynExpr **dims; /* array dimensions of a short class */
    uint32_t ndims;
    uint32_t base_prefixes; /* input, output, flow, stream ... in front of the base */
    SynModification *mod;
    /* SYN_ENUMERATION: */
    SynLiteral *literals;
    uint32_t nliterals;
    bool open_enumeration; /* enumeration(:) */
    /* SYN_DER: base is the function, der_names the arguments */
    Name *der_names;
    uint32_t nder_names;
    void *lib;   /* the LibClass that stands for it (use lib_of); NULL after parsing */
    void *extra; /* for the front end: per-definition caches; NULL after parsing */
};

typedef enum { SYN_IMPORT, SYN_EXTENDS, SYN_CLASS_DEF, SYN_COMPONENT } SynElementKind;

struct SynElement {
    uint8_t kind;
    bool import_all;   /* SYN_IMPORT: import path.* */
    uint32_t prefixes; /* SYN_FINAL ... SYN_PROTECTED */
    Span span;
    Span name_span;
    /* SYN_COMPONENT: one declared component */
    Name name;
    Name comment;
    SynElement *next;
    SynCref type;         /* also the base class of SYN_EXTENDS, the path of SYN_IMPORT */
    SynModification *mod; /* also modifications of SYN_EXTENDS */
    SynMod *annotation;
    union {
        struct {
            SynExpr **type_dims; /* Real[3] x: dimensions written at the type come before the component's own */
            SynExpr **dims;
            uint32_t ntype_dims, ndims;
            SynExpr *condition; /* if ... */
        };
        SynClass *cls; /* SYN_CLASS_DEF */
        struct {       /* SYN_IMPORT: import alias = path; import path; import path.*; import path.{a, b} */
            Name *import_names;
            uint32_t nimport_names;
            Name import_alias;
        };
    };
    /* constrainedby clause of a replaceable component or class */
    SynCref constraint; /* n = 0: none */
    SynModification *constraint_mod;
    Name constraint_comment;
};

/* ---- equations and statements ------------------------------------------------------------------------------------ */

typedef enum {
    SYN_EQ_EQUALS,
    SYN_EQ_IF,
    SYN_EQ_FOR,
    SYN_EQ_WHEN,
    SYN_EQ_CONNECT,
    SYN_EQ_CALL /* assert, reinit, ... */
} SynEquationKind;

/* one branch of if/when; condition NULL for else */
typedef struct {
    SynExpr *condition;
    SynEquation *equations;   /* in equations */
    SynStatement *statements; /* in algorithms */
} SynBranch;

struct SynEquation {
    uint8_t kind;
    uint8_t niterators;
    Name comment;
    Span span;
    uint32_t nbranches;
    SynEquation *next;
    SynExpr *lhs, *rhs; /* EQUALS; CONNECT: the two crefs; CALL: lhs is the call */
    SynMod *annotation;
    SynEquation *body; /* FOR */
    /* Allocated for IF, WHEN and FOR only: */
    SynBranch *branches;    /* IF, WHEN */
    SynIterator *iterators; /* FOR */
};

typedef enum {
    SYN_ST_ASSIGN,
    SYN_ST_CALL,
    SYN_ST_IF,
    SYN_ST_FOR,
    SYN_ST_WHILE,
    SYN_ST_WHEN,
    SYN_ST_BREAK,
    SYN_ST_RETURN
} SynStatementKind;

struct SynStatement {
    uint8_t kind;
    Span span;
    SynStatement *next;
    SynExpr *lhs, *rhs; /* ASSIGN: lhs cref or tuple; CALL: lhs is the call; WHILE: lhs is the condition */
    SynBranch *branches;
    uint32_t nbranches;
    SynIterator *iterators;
    uint32_t niterators;
    SynStatement *body; /* FOR, WHILE */
    Name comment;
    SynMod *annotation;
};

typedef struct SynAlgorithm {
    Span span;
    SynStatement *statements;
    struct SynAlgorithm *next;
} SynAlgorithm;

/* ---- files ------------------------------------------------------------------------------------------------------- */

struct SynFile {
    Context *ctx;
    SourceId source;
    Arena arena;
    Arena equations;         /* of all classes of the file: see syn_drop_equations */
    VEC(SynClass *) equated; /* classes that have some */
    bool has_within;
    SynCref within;      /* n = 0 for `within;` or none */
    SynElement *classes; /* SYN_CLASS_DEF elements */
    SynClass *last;      /* last class of the file */
    bool failed;         /* errors were reported: the tree is not the whole text */
};

/* Parses a file; never NULL.  Errors are reported to ctx; what could be understood is in the tree. */
SynFile *syn_parse(Context *ctx, SourceId source);
void syn_free(SynFile *f);
/* Forgets the equations of all classes of a file: they are half of a large model's text, and needed once. */
void syn_drop_equations(SynFile *f);
/* Parses one expression (for -p name=value and the shell); NULL after an error. */
SynExpr *syn_parse_expr(Context *ctx, SourceId source, Arena *arena);
/* Parses what is typed into the shell: one statement, or an expression alone, which becomes a SYN_ST_CALL whatever its
 * kind; NULL after an error. */
SynStatement *syn_parse_statement(Context *ctx, SourceId source, Arena *arena);
/* Parses one class modification, "(k = 3, redeclare package Medium = Air)"; NULL after an error. */
SynModification *syn_parse_modification(Context *ctx, SourceId source, Arena *arena);

/* The words of a text for those who colour or complete it: comments included, in order; nothing is reported. */
typedef enum {
    SYN_WORD_NAME,
    SYN_WORD_KEYWORD,
    SYN_WORD_NUMBER,
    SYN_WORD_STRING,
    SYN_WORD_SIGN,
    SYN_WORD_COMMENT
} SynWordKind;

typedef struct {
    uint32_t start, end;
    uint8_t kind; /* SynWordKind */
    bool first;   /* first word of its line */
    Name name;    /* SYN_WORD_NAME: the identifier */
} SynWord;

typedef VEC(SynWord) SynWords;

void syn_words(Context *ctx, SourceId source, SynWords *out);
const char *syn_keyword(uint32_t k); /* the keywords, k from 0; NULL behind the last one */

const char *syn_restriction_name(SynRestriction r);
void syn_print_expr(const Names *names, const SynExpr *e, Text *out);
void syn_print_cref(const Names *names, const SynCref *c, Text *out);
/* Lays a file out anew without losing a token or a comment.  false when it does not parse. */
bool syn_format(Context *ctx, SourceId source, Text *out);

/* Graphics and documentation in annotations (Icon, Diagram, Placement, Line, Text, Documentation, IconMap, DiagramMap)
 * are two thirds of a library and mean nothing to a simulation: their syntax is checked, but only their text
 * (mod->span) is kept.  This reads mod->args from the text, into the arena of the file, when somebody asks. */
void syn_expand(SynFile *f, SynModification *mod);

/* Argument `path` (dotted, e.g. "experiment.StopTime") of an annotation list, or NULL. */
const SynMod *syn_annotation(const SynMod *list, Names *names, const char *path);

#endif
