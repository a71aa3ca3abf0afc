// W. Freiseisen, R. Keber, W. Medetz, P. Pau, D. Stelzmueller: Using Modelica for Testing Embedded Systems (2002).
// The vectorised block: nout is the largest size of five arrays, arrays of one element serve all outputs.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8
// VALUE: %t.csv both.y[1](0.25) = 1.5 +- 1e-9
// VALUE: %t.csv both.y[2](0.25) = 2.5 +- 1e-9
// VALUE: %t.csv late.y[2](0.49) = 0.5 +- 1e-12
// VALUE: %t.csv late.y[2](0.75) = 2.5 +- 1e-9
package Panel
  partial block MO
    parameter Integer nout(min = 1) = 1;
    output Real y[nout];
  end MO;
  block Sine
    parameter Real amplitude[:] = {1.};
    parameter Real freqHz[:] = {1.};
    parameter Real phase[:] = {0};
    parameter Real offset[:] = {0};
    parameter Real startTime[:] = {0};
    extends MO(final nout = max([size(amplitude, 1); size(freqHz, 1); size(phase, 1); size(offset, 1); size(startTime, 1)]));
  protected
    constant Real pi = 3.141592653589793;
    parameter Real p_amplitude[nout] = (if size(amplitude, 1) == 1 then ones(nout)*amplitude[1] else amplitude);
    parameter Real p_freqHz[nout] = (if size(freqHz, 1) == 1 then ones(nout)*freqHz[1] else freqHz);
    parameter Real p_phase[nout] = (if size(phase, 1) == 1 then ones(nout)*phase[1] else phase);
    parameter Real p_offset[nout] = (if size(offset, 1) == 1 then ones(nout)*offset[1] else offset);
    parameter Real p_startTime[nout] = (if size(startTime, 1) == 1 then ones(nout)*startTime[1] else startTime);
  equation
    for i in 1:nout loop
      y[i] = p_offset[i] + (if time < p_startTime[i] then 0 else p_amplitude[i]*sin(2*pi*p_freqHz[i]*(time - p_startTime[i]) + p_phase[i]));
    end for;
  end Sine;
end Panel;
model Test
  Panel.Sine both(amplitude = {1, 2}, freqHz = {1}, offset = {0.5}), late(amplitude = {1, 2}, startTime = {0, 0.5}, offset = {0.5}), one;
end Test;
