model Network "N masses, each on a chain of massless springs: a linear block of N unknowns between the states"
  parameter Integer N = 10 "number of masses";
  parameter Real m = 1, k = 10;
  Real x[N](each start = 0, each fixed = true), v[N](each start = 0, each fixed = true), s[N];
equation
  for i in 1:N loop
    der(x[i]) = v[i];
    m*der(v[i]) = k*(s[i] - x[i]);
  end for;
  k*(s[1] - x[1]) + k*(s[1] - sin(time)) + k*(s[1] - s[2]) = 0;
  for i in 2:N - 1 loop
    k*(s[i] - x[i]) + k*(s[i] - s[i - 1]) + k*(s[i] - s[i + 1]) = 0;
  end for;
  k*(s[N] - x[N]) + k*(s[N] - s[N - 1]) + k*s[N] = 0;
end Network;
