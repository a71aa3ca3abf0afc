/* own_table_file.c - tables of the Modelica library in text files, for models that are not trusted.
 *
 * What may be read is not decided here: the process cannot open files outside the libraries (docs/security.md).  Two
 * forms are known: "#1" followed by matrices with a head of their own, double NAME(rows,columns), and CSV.
 */
#include "compile/compile_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const off_t LARGEST = (off_t)1 << 28;

/* The whole file with a zero behind it, or NULL; *why says why not. */
static char *contents(const char *path, const char **why) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat s;
    *why = errno == EACCES || errno == EPERM ? "it lies outside what a model that is not trusted may read"
                                             : "it cannot be opened";
    if (fd < 0) return NULL;
    bool plain = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size < LARGEST;
    *why = "it is no file that can be read, or too large";
    char *text = plain ? base_realloc(NULL, (size_t)s.st_size + 1) : NULL;
    size_t n = 0;
    for (ssize_t got = 1; text && got > 0 && n<(size_t)s.st_size; n += got> 0 ? (size_t)got : 0)
        got = read(fd, text + n, (size_t)s.st_size - n);
    if (text) text[n] = 0;
    close(fd);
    return text;
}

static char *line_end(char *at) { return at + strcspn(at, "\n"); }

static char *next_line(char *at) {
    at = line_end(at);
    return *at ? at + 1 : at;
}

/* double NAME(rows,columns), or float: is this the head of the table? */
static bool is_head(const char *line, const char *name, size_t *rows, size_t *cols) {
    size_t n = strlen(name);
    line += strspn(line, " \t");
    if (strncmp(line, "double", 6) == 0) line += 6;
    else if (strncmp(line, "float", 5) == 0) line += 5;
    else return false;
    line += strspn(line, " \t");
    if (strncmp(line, name, n) != 0) return false;
    line += n + strspn(line + n, " \t");
    unsigned long r = 0, c = 0;
    if (sscanf(line, "( %9lu , %9lu )", &r, &c) != 2) return false;
    *rows = r, *cols = c;
    return true;
}

/* Numbers of the lines from `at` on, until there are enough; false: something else stands there. */
static bool read_numbers(char *at, const char *between, size_t want, double *out) {
    size_t n = 0;
    for (char *next; n < want && *at; at = next) {
        next = next_line(at);
        char *end = line_end(at);
        *end = 0;
        at[strcspn(at, "#")] = 0;
        for (at += strspn(at, between); *at; at += strspn(at, between)) {
            char *behind;
            double x = strtod(at, &behind);
            if (behind == at || !isfinite(x) || n == want) return false;
            out[n++] = x;
            at = behind;
        }
    }
    return n == want;
}

static bool read_text(char *text, const char *name, double **at, size_t *rows, size_t *cols, const char **why) {
    *why = "it does not begin with #1";
    if (strncmp(text, "#1", 2) != 0) return false;
    *why = "there is no table of that name in it";
    for (char *line = text; *line; line = next_line(line)) {
        if (!is_head(line, name, rows, cols)) continue;
        *why = "the table is empty, or too large";
        if (!*rows || !*cols || *rows > (size_t)LARGEST / 8 / *cols) return false;
        *at = base_realloc(NULL, *rows * *cols * sizeof **at);
        *why = "the table has not as many numbers as its head says";
        return read_numbers(next_line(line), " \t,;\r", *rows * *cols, *at);
    }
    return false;
}

static bool read_csv(char *text, const char *delimiter, int header, double **at, size_t *rows, size_t *cols,
                     const char **why) {
    char between[] = {delimiter && *delimiter ? *delimiter : ',', ' ', '\r', 0};
    *why = "its lines have not equally many numbers";
    for (; header > 0 && *text; header--) text = next_line(text);
    *rows = *cols = 0;
    for (char *line = text; *line; line = next_line(line)) *rows += strcspn(line, "\n") > strspn(line, " \t\r");
    for (char *p = text + strspn(text, between); *p && *p != '\n'; p += strspn(p, between)) {
        p += strcspn(p, between) < strcspn(p, "\n") ? strcspn(p, between) : strcspn(p, "\n");
        ++*cols;
    }
    if (!*rows || !*cols || *rows > (size_t)LARGEST / 8 / *cols) return false;
    *at = base_realloc(NULL, *rows * *cols * sizeof **at);
    return read_numbers(text, between, *rows * *cols, *at);
}

bool comp_read_table(const char *path, const char *name, const char *delimiter, int header, double **at, size_t *rows,
                     size_t *cols, const char **why) {
    size_t n = strlen(path);
    bool csv = n > 4 && strcmp(path + n - 4, ".csv") == 0, mat = n > 4 && strcmp(path + n - 4, ".mat") == 0;
    *at = NULL;
    *why = "files of MATLAB are not read for a model that is not trusted: give the table as text";
    char *text = mat ? NULL : contents(path, why);
    if (!text) return false;
    bool ok = csv ? read_csv(text, delimiter, header, at, rows, cols, why) : read_text(text, name, at, rows, cols, why);
    base_realloc(text, 0);
    if (ok) return true;
    base_realloc(*at, 0);
    *at = NULL;
    return false;
}
