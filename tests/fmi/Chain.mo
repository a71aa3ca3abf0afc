package Chain "sizes that change"
  model Tanks "n tanks in a row"
    parameter Integer n = 2 "number of tanks";
    parameter Real k[n] = fill(1, n);
    input Real inflow(start = 1);
    output Real level[n](each start = 0, each fixed = true);
    output Integer count(start = 0, fixed = true);
    Real inside[n + 1] "no parameter gives this size";
  equation
    inside[1] = inflow;
    for i in 1:n loop
      inside[i + 1] = k[i]*level[i];
      der(level[i]) = inside[i] - inside[i + 1];
    end for;
    when sample(0.5, 1) then
      count = pre(count) + 1;
    end when;
  end Tanks;
end Chain;
