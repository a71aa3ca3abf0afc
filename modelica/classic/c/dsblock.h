/* dsblock.h - a model as a block of C for other simulators, after the DSblock of 1993.
 *
 * Either derivatives or residuals is set.  The ODE form gives dx and y from x; systems of equations are solved inside.
 * In the DAE form the solver finds x, dx and the unknowns z of systems of equations such that r = 0; r has nx + nz
 * elements.  Everything else is explicit in both.  0 is returned when all went well.
 */
#ifndef DSBLOCK_H
#define DSBLOCK_H

typedef struct {
    const char *name;
    int np, nu, nx, nz, ny; /* parameters, inputs, states, unknowns of systems (DAE form), outputs */
    const double *parameters, *inputs;
    const double *start, *guess; /* of x; of z */
    const char *const *unknowns; /* names of z */
    int (*derivatives)(double t, const double *p, const double *u, const double *x, double *dx, double *y);
    int (*residuals)(double t, const double *p, const double *u, const double *x, const double *dx, const double *z,
                     double *r, double *y);
} DSblock;

extern const DSblock dsblock;

#endif
