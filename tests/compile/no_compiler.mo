// External code where the machine has no C compiler: the compiler inside makes the same of it, with headers of our own.
// RUN: causeway simulate %s -o %t_cc.csv
// RUN: CC=/no/compiler CAUSEWAY_CACHE=%t_cache causeway simulate %s -o %t_own.csv
// RUN: CC=/no/compiler CAUSEWAY_CACHE=%t_cache causeway simulate %s -o %t_again.csv
// RUN: cmp %t_cc.csv %t_own.csv && cmp %t_own.csv %t_again.csv && echo the same
// CHECK: the same
// RUN: CC=/no/compiler causeway simulate %s -p fail=true -o %t_fail.csv
// EXIT: 4
// CHECK: seven is 7, not 7.5
// FINAL: %t_own.csv c = 1043.25 +- 0
// FINAL: %t_own.csv d = 2 +- 1e-12
// FINAL: %t_own.csv e = 18e18 +~ 1e-15
model M
  function layout "sizes and places that a C library fixes"
    output Real y;
  external "C" y = layout() annotation (Include = "
#include <stddef.h>
#include <sys/stat.h>
#include <dirent.h>
#include <time.h>
#include <pthread.h>
#include <locale.h>
#include <setjmp.h>
#include <limits.h>
#include <fcntl.h>
#include <errno.h>
double layout(void) {
    size_t all[] = {sizeof(struct stat), offsetof(struct stat, st_mode), offsetof(struct stat, st_size),
                    offsetof(struct stat, st_mtime), sizeof(struct dirent), offsetof(struct dirent, d_name),
                    sizeof(struct tm), sizeof(pthread_mutex_t), sizeof(pthread_cond_t), sizeof(pthread_rwlock_t),
                    sizeof(pthread_attr_t), sizeof(struct lconv), offsetof(struct lconv, n_sign_posn), sizeof(jmp_buf),
                    INT_MAX, (size_t)LONG_MAX, O_CREAT, O_TRUNC, O_APPEND, O_CLOEXEC, ERANGE, ENAMETOOLONG, LC_NUMERIC,
                    S_IFDIR, S_IRWXU, CLOCK_MONOTONIC, PATH_MAX};
    double sum = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sum = 0.75 * sum + all[i];
    return sum;
}");
  end layout;
  function word "numbers through text and back"
    output Real y;
  external "C" y = word() annotation (Include = "
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
double word(void) {
    char text[64], *end;
    int n = snprintf(text, sizeof text, \"%d %s %.2f\", 42, \"a\", 1000.25);
    return strtod(strrchr(text, ' '), &end) + atoi(text) + (isfinite(HUGE_VAL) || !isnan(NAN) ? 1000 : 0) +
           (*end == 0 && n == (int)strlen(text) && toupper(text[3]) == 'A');
}");
  end word;
  function sum "arguments of a call that has any number"
    output Real y;
  external "C" y = sum_of(3, 0.5, 0.25, 1.25) annotation (Include = "
#include <stdarg.h>
static double sum_of(int n, ...) {
    va_list args;
    double sum = 0;
    va_start(args, n);
    while (n-- > 0) sum += va_arg(args, double);
    va_end(args);
    return sum;
}");
  end sum;
  function big
    input Real u;
    output Real y;
  external "C" y = whole(u) annotation (Include = "
static double whole(double u) { return (unsigned long)u; }");
  end big;
  function complain
    input Boolean fail;
    output Real y;
  external "C" y = complain(fail) annotation (Include = "
#include \"ModelicaUtilities.h\"
double complain(int fail) {
    if (fail) ModelicaFormatError(\"%s is %d, not %g\", \"seven\", 7, 7.5);
    return 1;
}");
  end complain;
  parameter Boolean fail = false;
  Real a = layout();
  Real b = complain(fail);
  Real c = word();
  Real d = sum();
  Real e = big(18e18 + 0 * time);
end M;
