/* tolerances.h - how near is near enough: the numbers of the runtime that decide it, by subject.
 *
 * Constants of one method, as the safety factor of a step, stand where the method does; so do those of event location
 * (band.c, event.c, pairs.c, delay.c).
 */
#ifndef CAUSEWAY_RUNTIME_TOLERANCES_H
#define CAUSEWAY_RUNTIME_TOLERANCES_H

/* ---- a run ------------------------------------------------------------------------------------------------------- */

#define RT_DEFAULT_TOLERANCE 1e-6 /* relative, where neither model nor user gives one */
#define RT_COARSEST 1e-3          /* a larger one is not taken at its word where limits of variables are looked at */
#define RT_LEAST_SHARE 1e-15      /* relative tolerance that weights of errors never go below */
#define RT_MINOR 1e-3             /* part of the tolerance that an event may change unnoticed */

/* ---- time -------------------------------------------------------------------------------------------------------- */

#define RT_ONE_INSTANT 1e-13      /* times that near, in parts of the largest time of the run, are one */
#define RT_ONE_INSTANT_YET 1e-300 /* the same before the run has a span */
#define RT_LEAST_STEP 1e-14       /* of the time at hand, or of ... */
#define RT_LEAST_OF_RUN 1e-3      /* ... this part of the run, of a second at most: a smaller step stands still */
#define RT_OF_INTERVAL 1e-6       /* of an output interval: the last point may be that far from the stop time */
#define RT_COUNTED 1e-12          /* relative: a count of intervals is whole up to that */
#define RT_COVERED 1e-9           /* of the run: a table may lack that much of it */
#define RT_STEP_END 1e-9          /* of a step: what is left of it up to that is gone with it */
#define RT_STRAIGHT_STEP 0.01     /* of the run: the longest step while all states go straight on */
#define RT_LOCATED 1e-9           /* of a step: an event is located within it */

/* ---- values ------------------------------------------------------------------------------------------------------ */

#define RT_ROUNDED 1e-12   /* relative: rounding of what was computed */
#define RT_CANCELLED 1e-13 /* rounding of values of size one that cancel */
#define RT_NOISE 1e-9      /* relative: what solving systems of equations leaves */
#define RT_OUTSIDE 1e-6    /* relative, and of the nominal value: so far beyond its limits a variable is still inside */
#define RT_CARRIED_FAR 1e-6 /* relative, and of the nominal value: a start value that moved farther is told of */
#define RT_PROPOSED 1e-12   /* a smaller nominal value is not proposed */

/* ---- differences ------------------------------------------------------------------------------------------------- */

#define RT_DIFFERENCE 1e-7 /* step of a one-sided one, in parts of the value or its nominal value */
#define RT_COMPARED 1e-6   /* the same where a tangent is compared with it */
#define RT_BESIDE 1e-5     /* states beside the present ones, in parts of their values and nominal values */

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

#define RT_SAFE_PIVOT 1e-13   /* ratio of the least pivot to the largest: a sparse matrix below is factored anew */
#define RT_LEAST_GROWTH 1e-7  /* largest entry of a column for that of its factor: half of the digits are left */
#define RT_WEAKEST 1e-2       /* of the machine precision: a weaker pivot is none */
#define RT_NULL 1e-10         /* a singular value, in parts of the largest, that is zero */
#define RT_RANK 1e-9          /* reciprocal condition of a least squares problem ... */
#define RT_RANK_AT_REST 1e-12 /* ... of the one for a point of rest */

/* ---- solutions of equations -------------------------------------------------------------------------------------- */

#define RT_LAST_DIGITS 1e-15  /* relative corrections at points that are seen: asserts may ask for them */
#define RT_LOST_DIGITS 1e-6   /* error by rounding, in parts of a variable's size, that no tearing may bring */
#define RT_LEAST_JUMPING 1e-6 /* of the nominal value: a jump of a smaller solution is measured by it */
#define RT_NEAR_ENOUGH 1e-6   /* scaled residual from which Newton's method is tried again */
#define RT_AGREES 1e-11       /* residual in parts of its rows */
#define RT_NO_CORRECTION 1e-9 /* in units of nominal values */
#define RT_TRUSTED 0.02       /* step of a continuation in which a damped Newton is believed */
#define RT_LEAST_LAMBDA 1e-5  /* step of a continuation, or part of Newton's step, at which it is given up */
#define RT_LEAST_RAMP 1e-6    /* the same on the ramp to a point of rest */
#define RT_AT_REST 1e-6       /* of the unit of a rate: what rests ... */
#define RT_LEAST_PSEUDO 1e-30 /* step in pseudo-time that is given up */

#endif
