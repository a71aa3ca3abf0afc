within Causeway;
package ExternalModelInterface "Models that are libraries of C functions, with states and events (include/causeway/emi.h)"
  extends Icons.Library;

  function sizes "Numbers of states, discrete states, inputs, outputs, parameters, roots, sample times; 1: is told of steps"
    input String library "Path of the external model";
    output Integer n[8];
    external "C" causeway_emi_sizes(library, n); // evaluated during translation
  end sizes;

  function feedThrough "Which output follows which input without delay"
    input String library;
    input Integer ny, nu;
    output Boolean d[ny, nu];
    external "C" causeway_emi_feedthrough(library, d, size(d, 1), size(d, 2)); // evaluated during translation
  end feedThrough;

  function sampleTimes "First instant and period of each sample time"
    input String library;
    input Integer ns;
    output Real t[ns, 2];
    external "C" causeway_emi_samples(library, t, size(t, 1)); // evaluated during translation
  end sampleTimes;

  class Instance "A loaded external model"
    extends ExternalObject;
    function constructor
      input String library;
      output Instance emi;
      external "C" emi = emi_open(library) annotation(Include="#include \"emi_host.h\"");
    end constructor;
    function destructor
      input Instance emi;
      external "C" emi_close(emi) annotation(Include="#include \"emi_host.h\"");
    end destructor;
  end Instance;

  function begin "Discrete states, then states, at the start"
    input Instance emi;
    input Real t, p[:];
    input Integer n;
    output Real zx[n];
    external "C" emi_begin(emi, t, p, zx) annotation(Include="#include \"emi_host.h\"");
  end begin;

  function derivatives
    input Instance emi;
    input Real t, x[:], z[:], u[:], p[:];
    output Real dx[size(x, 1)];
    external "C" emi_derivatives(emi, t, x, z, u, p, dx) annotation(Include="#include \"emi_host.h\"");
  end derivatives;

  function output_ "One output"
    input Instance emi;
    input Integer i;
    input Real t, x[:], z[:], u[:], p[:];
    output Real y;
    external "C" y = emi_output(emi, i, t, x, z, u, p) annotation(Include="#include \"emi_host.h\"");
  end output_;

  function roots
    input Instance emi;
    input Real t, x[:], z[:], u[:], p[:];
    input Integer n;
    output Real r[n];
    external "C" emi_roots(emi, t, x, z, u, p, r) annotation(Include="#include \"emi_host.h\"");
  end roots;

  impure function event "Discrete states, then states, behind an event"
    input Instance emi;
    input Real t, x[:], z[:], u[:], p[:];
    input Integer hit[:];
    output Real zx[size(z, 1) + size(x, 1)];
    external "C" emi_event(emi, t, x, z, u, p, hit, zx) annotation(Include="#include \"emi_host.h\"");
  end event;

  function update "A step was successful"
    input Instance emi;
    input Real t, x[:], z[:], u[:], p[:];
    output Integer done;
    external "C" done = emi_update(emi, t, x, z, u, p) annotation(Include="#include \"emi_host.h\"");
  end update;

  block Model "An external model: its states and events are those of the simulation"
    parameter String library "Path of the external model" annotation(Evaluate=true);
    final parameter Integer n[8] = sizes(library) annotation(Evaluate=true);
    final parameter Integer nx = n[1], nz = n[2], nu = n[3], ny = n[4], np = n[5], nr = n[6], ns = n[7];
    final parameter Boolean follows[ny, nu] = feedThrough(library, ny, nu) annotation(Evaluate=true);
    final parameter Real samples[ns, 2] = sampleTimes(library, ns) annotation(Evaluate=true);
    parameter Real p[np] = zeros(np) "Parameters of the external model";
    Blocks.RealInput u[nu];
    Blocks.RealOutput y[ny];
    Real x[nx] "States";
    Real z[nz] "Discrete states";
  protected
    Instance emi = Instance(library);
    discrete Real zx[nz + nx] "Discrete states and states behind the last event";
    Real r[nr] = roots(emi, time, x, z, u, p, nr);
    Boolean above[nr] = {r[k] > 0 for k in 1:nr};
    Integer pattern(start = 0) = sum(if above[k] then integer(2^(k - 1)) else 0 for k in 1:nr) "Which roots are positive";
    Boolean hit[ns] = {sample(samples[k, 1], samples[k, 2]) for k in 1:ns};
    Boolean tick = sum(if hit[k] then 1 else 0 for k in 1:ns) > 0 "Some sample time is hit";
  initial equation
    for i in 1:nx loop
      x[i] = zx[nz + i];
    end for;
  equation
    for i in 1:nz loop
      z[i] = zx[i];
    end for;
    if nx > 0 then
      der(x) = derivatives(emi, time, x, z, u, p);
    end if;
    for i in 1:ny loop
      y[i] = output_(emi, i, time, x, z, {if follows[i, j] then u[j] else 0 for j in 1:nu}, p);
    end for;
    if nz + nx > 0 then
      when initial() then
        zx = begin(emi, time, p, nz + nx);
      elsewhen {change(pattern), tick} then
        zx = event(emi, time, x, pre(z), u, p, {if hit[k] then 1 else 0 for k in 1:ns});
      end when;
    end if;
    if nx > 0 and nr + ns > 0 then
      when {change(pattern), tick} then
        for i in 1:nx loop
          reinit(x[i], zx[nz + i]);
        end for;
      end when;
    end if;
    if n[8] > 0 then
      assert(update(emi, time, x, z, u, p) > 0, "the external model refuses the step");
    end if;
  end Model;
  annotation(Documentation(info="<html>
<p>A library that implements the functions of <code>causeway/emi.h</code> is a block: sizes and which output follows which input
are read from it during translation, its states are integrated with all others, its roots and sample times are events.</p>
</html>"));
end ExternalModelInterface;
