package Small "Models for the tests of `causeway test`"
  model Decay "agrees with its reference"
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
    annotation (experiment(StopTime = 2));
  end Decay;

  model Wrong "twice as fast as its reference; only x is compared"
    Real x(start = 1, fixed = true), y = 5;
  equation
    der(x) = -2*x;
  end Wrong;

  model NoReference "must run, no more"
    Real x = time;
    annotation (experiment(StopTime = 1));
  end NoReference;

  model Invalid
    Real x = unknown;
    annotation (experiment(StopTime = 1));
  end Invalid;

  model Never "does not end"
    function forever
      input Real u;
      output Real y = u;
    algorithm
      while y < 1e9 loop
        y := y*1;
      end while;
    end forever;
    Real x = forever(time);
    annotation (experiment(StopTime = 1));
  end Never;

  model Inert "no experiment, no reference: not tested"
    Real x = 1;
  end Inert;
end Small;
