/* fmi3_types.h - types of FMI 3.0, and how value references of our FMUs are told apart. */

typedef void *fmi3Instance, *fmi3FMUState, *fmi3Environment;
typedef unsigned int fmi3ValueReference;
typedef _Bool fmi3Boolean, fmi3Clock;
typedef double fmi3Float64;
typedef const char *fmi3String;
typedef unsigned char fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef unsigned long long fmi3UInt64;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void (*fmi3Log)(fmi3Environment, int, fmi3String, fmi3String);
typedef void (*fmi3Intermediate)(fmi3Environment, fmi3Float64, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                 fmi3Boolean *, fmi3Float64 *);

#define FM_FIRST_SIZE (1u << 28)
#define FM_FIRST_ARRAY (1u << 29)
#define FM_INDICATORS (1u << 30)

/* The arrays of one translation of a model: elements of each, and its sizes. */
typedef struct {
    int n;
    const int *arrays; /* n + 1: where elements begin */
    const FmSource *elements;
    const int *dim_of, *dims; /* n + 1: where sizes begin */
} FmShapes;
