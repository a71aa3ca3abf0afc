/* flags.c - simflags of simulate(): options of the other tool's programs, as far as ours has the same.
 *
 *   -override=a=1,b.start=2 -overrideFile=FILE -startTime= -stopTime= -stepSize= -tolerance= -s=SOLVER -r=FILE
 *   -csvInput=FILE -exInputFile=FILE -initialStepSize= -maxStepSize=
 *
 * Flags about its logs, its solvers of equations and its way of storing change nothing here.  Those that would change
 * the result, and that ours has not, are told of.
 */
#include "script/script_impl.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *trimmed(Script *s, const char *from, size_t n) {
    while (n && isspace((unsigned char)*from)) from++, n--;
    while (n && isspace((unsigned char)from[n - 1])) n--;
    return base_strndup(&s->kept, from, n);
}

/* One of "name=value": of the experiment, or of the model. */
static void override(const char *name, const char *value, ScrFlags *f) {
    double x = strtod(value, NULL);
    if (strcmp(name, "startTime") == 0) f->start = x;
    else if (strcmp(name, "stopTime") == 0) f->stop = x;
    else if (strcmp(name, "stepSize") == 0) f->step = x;
    else if (strcmp(name, "tolerance") == 0) f->tolerance = x;
    else if (strcmp(name, "solver") == 0) f->method = value;
    else if (strcmp(name, "outputFormat") != 0 && strcmp(name, "variableFilter") != 0)
        vec_push(&f->names, (char *)(uintptr_t)name), vec_push(&f->values, (char *)(uintptr_t)value);
}

/* Pairs separated by commas or line breaks; commas inside brackets belong to a value. */
static void overrides(Script *s, const char *list, ScrFlags *f) {
    while (*list) {
        int depth = 0;
        const char *end = list, *equals = NULL;
        for (; *end && (depth > 0 || (*end != ',' && *end != '\n')); end++) {
            depth += (*end == '(' || *end == '{') - (*end == ')' || *end == '}');
            if (*end == '=' && !equals) equals = end;
        }
        if (equals && list[0] != '/')
            override(trimmed(s, list, (size_t)(equals - list)), trimmed(s, equals + 1, (size_t)(end - equals - 1)), f);
        list = *end ? end + 1 : end;
    }
}

static void take(Script *s, const char *flag, const char *value, ScrFlags *f) {
    static const char *const of_experiment[] = {"startTime", "stopTime", "stepSize", "tolerance"};
    static const char *const others[] = {"iif", "iim", "iit", "steadyState", "reconcile", "reconcileState"};
    if (strcmp(flag, "override") == 0) overrides(s, value, f);
    if (strcmp(flag, "r") == 0) f->file = value;
    if (strcmp(flag, "s") == 0) f->method = value;
    if (strcmp(flag, "initialStepSize") == 0) f->first_step = strtod(value, NULL);
    if (strcmp(flag, "maxStepSize") == 0) f->max_step = strtod(value, NULL);
    if (strcmp(flag, "csvInput") == 0 || strcmp(flag, "exInputFile") == 0) f->inputs = value;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(flag, others[i]) == 0)
            base_warning(s->ctx, "SCR0009", (Span){0}, "simulate(): the flag -%s is not followed", flag);
    for (size_t i = 0; i < sizeof of_experiment / sizeof *of_experiment; i++)
        if (strcmp(flag, of_experiment[i]) == 0) override(flag, value, f);
    if (strcmp(flag, "overrideFile") == 0) {
        SourceId file = base_source_open(s->ctx->sources, value);
        if (file) overrides(s, base_source(s->ctx->sources, file)->text, f);
    }
}

/* -flag=value, or -flag value for those that want one. */
void scr_read_flags(Script *s, const char *text, ScrFlags *f) {
    *f = (ScrFlags){.start = NAN, .stop = NAN, .step = NAN, .tolerance = NAN};
    for (const char *p = text ? text : ""; *p;) {
        while (isspace((unsigned char)*p)) p++;
        if (*p != '-') {
            while (*p && !isspace((unsigned char)*p)) p++;
            continue;
        }
        while (*p == '-') p++;
        size_t n = strcspn(p, "= \t\n");
        const char *flag = base_strndup(&s->kept, p, n), *value = p + n;
        if (*value == '=') value++;
        else value += strspn(value, " \t\n");
        bool has = p[n] == '=' || (*value && *value != '-');
        size_t len = has ? strcspn(value, " \t\n") : 0;
        take(s, flag, base_strndup(&s->kept, value, len), f);
        p = has ? value + len : p + n;
    }
}

void scr_free_flags(ScrFlags *f) {
    vec_free(&f->names);
    vec_free(&f->values);
}
