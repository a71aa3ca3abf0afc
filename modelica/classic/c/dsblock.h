/* dsblock.h - a model as a block of C for other simulators, after the DSblock of 1993.
 *
 * Either derivatives or residuals is set: the ODE form gives dx and y, the DAE form r = 0 and y.  Both return 0 when all
 * systems of equations inside were solved.
 */
#ifndef DSBLOCK_H
#define DSBLOCK_H

typedef struct {
    const char *name;
    int np, nu, nx, ny;          /* parameters, inputs, states, outputs */
    const double *parameters, *inputs, *start;
    int (*derivatives)(double t, const double *p, const double *u, const double *x, double *dx, double *y);
    int (*residuals)(double t, const double *p, const double *u, const double *x, const double *dx, double *r, double *y);
} DSblock;

extern const DSblock dsblock;

#endif
