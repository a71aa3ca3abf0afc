// A heater brings the warm end from the temperature of the rod to its own within seconds.  (Were it hot at once, the
// start would contradict the boundary: every refinement of the grid would then resolve earlier and earlier times, and
// the number of steps would grow with log N whatever the program does.)
model HeatRod "A rod of N cells, heated at one end, cold at the other"
  parameter Integer N = 10 "number of cells";
  parameter Real length(unit = "m") = 1;
  parameter Real diffusivity(unit = "m2/s") = 1e-4;
  parameter Real warm(unit = "K") = 400, cold(unit = "K") = 300;
  parameter Real rise(unit = "s") = 1 "time constant of the heater";
  final parameter Real k = diffusivity*(N/length)^2;
  Real heater(unit = "K") = warm + (cold - warm)*exp(-time/rise);
  Real T[N](each start = 300, each fixed = true, each unit = "K", each nominal = 300);
equation
  der(T[1]) = k*(2*(heater - T[1]) + T[2] - T[1]);
  for i in 2:N - 1 loop
    der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1]);
  end for;
  der(T[N]) = k*(T[N - 1] - T[N] + 2*(cold - T[N]));
end HeatRod;
