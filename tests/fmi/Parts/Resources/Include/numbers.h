#ifndef NUMBERS_H
#define NUMBERS_H
#include "ModelicaUtilities.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    double at[64];
} Numbers;

static void *open_numbers(const char *file) {
    FILE *f = fopen(file, "r");
    Numbers *t;
    if (!f) ModelicaFormatError("cannot open %s", file);
    t = (Numbers *)calloc(1, sizeof *t);
    while (t->n < 64 && fscanf(f, "%lf", &t->at[t->n]) == 1) t->n++;
    fclose(f);
    return t;
}

static void close_numbers(void *t) { free(t); }

static double number(void *t, int i) {
    Numbers *n = (Numbers *)t;
    if (i < 1 || i > n->n) ModelicaFormatError("there is no number %d", i);
    return n->at[i - 1];
}
#endif
