/* ordering.c - in which order the columns of a sparse matrix are eliminated inside an FMU (solve/sparse.c). */
#include "fmi/fmi_impl.h"

#include <suitesparse/amd.h>
#include <suitesparse/colamd.h>
#include <string.h>

enum { SMALL = 40 }; /* below that many columns dense factors are faster */

static bool has_diagonal(int n, const int *colptr, const int *rowind) {
    for (int j = 0; j < n; j++) {
        int k = colptr[j];
        while (k < colptr[j + 1] && rowind[k] != j) k++;
        if (k == colptr[j + 1]) return false;
    }
    return true;
}

/* For matrices whose pivots are expected anywhere in their columns. */
static bool by_columns(int n, const int *colptr, const int *rowind, int *out) {
    int entries = colptr[n], stats[COLAMD_STATS];
    size_t room = colamd_recommended(entries, n, n);
    if (!room || (int64_t)entries * 20 > (int64_t)n * n) return false;
    int *work = base_realloc(NULL, room * sizeof *work);
    memcpy(work, rowind, (size_t)entries * sizeof *work);
    memcpy(out, colptr, ((size_t)n + 1) * sizeof *out);
    bool ok = colamd(n, n, (int)room, work, out, NULL, stats) != 0;
    base_realloc(work, 0);
    return ok;
}

int *fmi_order(int n, const int *colptr, const int *rowind, bool identity) {
    if (n < SMALL) return NULL;
    int *out = base_realloc(NULL, ((size_t)n + 1) * sizeof *out);
    bool ok;
    if (identity || has_diagonal(n, colptr, rowind)) {
        double info[AMD_INFO];
        ok = amd_order(n, colptr, rowind, out, NULL, info) >= AMD_OK && (2 * info[AMD_LNZ] + n) * 4 < (double)n * n;
    } else {
        ok = by_columns(n, colptr, rowind, out);
    }
    if (ok) return out;
    base_realloc(out, 0);
    return NULL;
}
