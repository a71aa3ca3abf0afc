/* flatten.h - from the instance tree to the flat DAE.
 *
 * Sections, in the order data flows:
 *   flatten.c          the whole pass: declare, connect, bind, equate
 *   declare.c          variables of all components, in dense ranges, with attributes
 *   flat_reference.c   component references -> variable numbers
 *   scalar.c           typed expressions -> scalar expressions (arrays and records taken apart)
 *   array.c            array operators and built-in array functions on taken-apart values
 *   subscript.c        subscripts that vary during the run are checked
 *   flat_call.c        function calls: calls kept whole, auxiliary variables for their results
 *   lift.c             what has a size that is known only while running becomes a call
 *   inline.c           function calls replaced by what they compute
 *   function.c         functions -> DaeFunction; function_body.c: statements, expressions (arrays stay whole)
 *   equation.c         equations: for, if, when
 *   algorithm.c        algorithm sections of models
 *   untouched.c        elements of arrays that an algorithm assigns in part
 *   unreached.c        variables that they assign only where no way leads
 *   connect.c          connection sets: potentials, flows (MLS 3.6 ch. 9)
 *   open.c             electrical pins and protected inputs that nothing is connected to
 *   object.c           external objects that are passed on through connectors
 *   stream.c           stream connectors, inStream, actualStream (ch. 15)
 *   clock.c            clocked partitions (ch. 16): clock_infer.c which there are, clock_ticks.c when they tick
 *   machine.c          state machines (ch. 17); machine_modes.c: those whose states have continuous equations
 *   variability.c      discrete-valued equations have discrete-time sides (3.8.4)
 *   units.c            what units equations need (ch. 19); units_solve.c: units that were not given, contradictions
 *   balance.c          every component gives as many equations as it has unknowns (4.8)
 *   overconstrained.c  Connections.*, spanning trees (9.4)
 */
#ifndef CAUSEWAY_FLATTEN_H
#define CAUSEWAY_FLATTEN_H

#include "dae/dae.h"
#include "elaborate/elaborate.h"

/* Flattens an instantiated model.  NULL after errors have been reported (codes FLAT....). */
Dae *flat_model(Inst *in, InstClass *model);

/* Reports the components of models and blocks whose classes are not balanced on their own (4.8); true: there are
 * none.  Where the model is balanced as a whole this is tolerated (base_tolerated). */
bool flat_check_balance(InstClass *model, const Dae *d, bool balanced);

#endif
