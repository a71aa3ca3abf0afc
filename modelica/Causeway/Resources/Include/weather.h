/* weather.h: weather of a year from a file, EPW (EnergyPlus) or TMY3 (comma separated), for
 * Causeway.Buildings.
 *
 * Seven columns: 0 temperature [K], 1 relative humidity [1], 2 direct normal, 3 diffuse and
 * 4 global horizontal radiation [W/m2], 5 speed of wind [m/s], 6 pressure [Pa].  Radiation is a
 * mean over the hour before and belongs to its middle; the rest are values at the hour.
 */
#ifndef CAUSEWAY_WEATHER_H
#define CAUSEWAY_WEATHER_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ModelicaUtilities.h"

enum { WEATHER_COLUMNS = 7, WEATHER_HOURS = 8784, WEATHER_FIELDS = 80 };

typedef struct Weather {
    int hours;       /* rows that were read */
    double place[3]; /* latitude and longitude in degrees, time zone in hours */
    double at[WEATHER_HOURS][WEATHER_COLUMNS];
} Weather;

/* Cuts a line at its commas; returns how many fields there are. */
static int weather_cut(char *line, char *field[WEATHER_FIELDS]) {
    int n = 0;
    while (n < WEATHER_FIELDS) {
        char *end = strpbrk(line, ",\r\n");
        field[n++] = line;
        if (!end || *end != ',') {
            if (end) *end = 0;
            break;
        }
        *end = 0;
        line = end + 1;
    }
    return n;
}

/* Where the columns of a TMY3 file are, by their headings; 0 when one is missing. */
static int weather_headings(char *field[], int n, int where[WEATHER_COLUMNS]) {
    static const char *const names[WEATHER_COLUMNS] = {"Dry-bulb (C)", "RHum (%)",   "DNI (W/m^2)",    "DHI (W/m^2)",
                                                       "GHI (W/m^2)",  "Wspd (m/s)", "Pressure (mbar)"};
    int c, i;
    for (c = 0; c < WEATHER_COLUMNS; c++) {
        where[c] = -1;
        for (i = 0; i < n; i++)
            if (!strcmp(field[i], names[c])) where[c] = i;
        if (where[c] < 0) return 0;
    }
    return 1;
}

static void weather_rows(Weather *w, FILE *file, const int where[WEATHER_COLUMNS], double pascal) {
    char line[2048], *field[WEATHER_FIELDS];
    while (w->hours < WEATHER_HOURS && fgets(line, sizeof line, file)) {
        int n = weather_cut(line, field), c;
        double *row = w->at[w->hours];
        if (n < 10) continue;
        for (c = 0; c < WEATHER_COLUMNS; c++) row[c] = where[c] < n ? atof(field[where[c]]) : 0;
        row[0] += 273.15;
        row[1] /= 100;
        row[6] *= pascal;
        w->hours++;
    }
}

static void *weather_new(const char *path) {
    static const int epw[WEATHER_COLUMNS] = {6, 8, 14, 15, 13, 21, 9};
    char line[2048], *field[WEATHER_FIELDS];
    int where[WEATHER_COLUMNS], n, is_epw;
    Weather *w = (Weather *)calloc(1, sizeof *w);
    FILE *file = fopen(path, "r");
    if (!w || !file || !fgets(line, sizeof line, file)) {
        free(w);
        if (file) fclose(file);
        ModelicaFormatError("The weather file '%s' cannot be read. Give the path of an EPW or TMY3 file.", path);
        return NULL;
    }
    n = weather_cut(line, field);
    is_epw = !strcmp(field[0], "LOCATION");
    if (is_epw && n >= 9) {
        w->place[0] = atof(field[6]);
        w->place[1] = atof(field[7]);
        w->place[2] = atof(field[8]);
        for (n = 0; n < 7 && fgets(line, sizeof line, file); n++) {}
        weather_rows(w, file, epw, 1);
    } else if (!is_epw && n >= 7) {
        w->place[0] = atof(field[4]);
        w->place[1] = atof(field[5]);
        w->place[2] = atof(field[3]);
        if (!fgets(line, sizeof line, file)) line[0] = 0;
        n = weather_cut(line, field);
        if (weather_headings(field, n, where)) weather_rows(w, file, where, 100);
    }
    fclose(file);
    if (w->hours < 24) {
        n = w->hours;
        free(w);
        ModelicaFormatError(
            "The weather file '%s' has %d hours that can be read. It must be an EPW file (first word LOCATION) or "
            "a TMY3 file (headings in its second line).",
            path, n);
        return NULL;
    }
    return w;
}

static void weather_free(void *weather) { free(weather); }

/* A column (1 to 7) at a time in seconds since the year began; the year repeats. */
static double weather_at(void *weather, int column, double t) {
    const Weather *w = (const Weather *)weather;
    double hour = t / 3600 - (column >= 3 && column <= 5 ? 0.5 : 1), whole, part;
    long i;
    hour -= floor(hour / w->hours) * w->hours;
    whole = floor(hour);
    part = hour - whole;
    i = (long)whole % w->hours;
    return w->at[i][column - 1] * (1 - part) + w->at[(i + 1) % w->hours][column - 1] * part;
}

/* 1 latitude, 2 longitude (degrees), 3 time zone (hours). */
static double weather_place(void *weather, int which) { return ((const Weather *)weather)->place[which - 1]; }
#endif
