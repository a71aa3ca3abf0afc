within Causeway;
package Chemistry "Reactions with Arrhenius kinetics, reactors, flash"
  extends Icons.Library;

  constant Real R(unit = "J/(mol.K)") = 8.314462618;

  function arrhenius "A*T^b*exp(-Ea/(R*T)) of several reactions"
    extends Icons.Function;
    input Real A[:], b[size(A, 1)], Ea[size(A, 1)] "Factors (mol, m3, s), exponents, energies [J/mol]";
    input Units.Temperature T;
    output Real k[size(A, 1)];
  algorithm
    for i in 1:size(A, 1) loop
      k[i] := A[i]*T^b[i]*exp(-Ea[i]/(8.314462618*T));
    end for;
    annotation(smoothOrder = 10);
  end arrhenius;

  function mustBalance "Atoms that a reaction makes or destroys: all zero"
    extends Icons.Function;
    input Real stoich[:, :] "Reactions by species";
    input Real atoms[size(stoich, 2), :] "Species by elements";
    output Real error "Largest";
  algorithm
    error := max(abs(stoich*atoms));
  end mustBalance;

  record Mechanism "Species and reactions"
    extends Icons.Record;
    parameter Integer nc = 7 "Species", nr = 8 "Reactions";
    parameter Real stoich[nr, nc] "What a reaction makes";
    parameter Real orders[nr, nc] "Exponents of the concentrations";
    parameter Real A[nr] "Factors (mol, m3, s)", b[nr] "Exponents of the temperature", Ea[nr](each unit = "J/mol") "Energies of activation";
    parameter Real Hf[nc](each unit = "J/mol") "Enthalpies of formation at 298.15 K", cp[nc](each unit = "J/(mol.K)") "Heat capacities", M[nc](each unit = "kg/mol") "Masses";
  end Mechanism;

  record HydrogenOxygen "H2, O2, H2O, O, H, OH, Ar in eight reactions"
    extends Mechanism(nc = 7, nr = 8,
      stoich = [0, -1, 0, 1, -1, 1, 0;
                0, 1, 0, -1, 1, -1, 0;
                -1, 0, 0, -1, 1, 1, 0;
                1, 0, -1, 0, -1, 1, 0;
                -1, 0, 1, 0, 1, -1, 0;
                0, 0, -1, -1, 0, 2, 0;
                1, 0, 0, 0, -2, 0, 0;
                0, 1, 0, -2, 0, 0, 0],
      orders = [0, 1, 0, 0, 1, 0, 0;
                0, 0, 0, 1, 0, 1, 0;
                1, 0, 0, 1, 0, 0, 0;
                0, 0, 1, 0, 1, 0, 0;
                1, 0, 0, 0, 0, 1, 0;
                0, 0, 1, 1, 0, 0, 0;
                0, 0, 0, 0, 2, 0, 1;
                0, 0, 0, 2, 0, 0, 1],
      A = {1.2e11, 1.8e7, 1.5e1, 4.6e2, 1.0e2, 1.5e4, 6.4e5, 1.0e5},
      b = {-0.91, 0, 2, 1.6, 1.6, 1.14, -1, -1},
      Ea = {69.1e3, 0, 31.6e3, 77.7e3, 13.8e3, 72.2e3, 0, 0},
      Hf = {0, 0, -241.826e3, 249.18e3, 217.998e3, 38.987e3, 0},
      cp = {31, 35, 43, 20.9, 20.8, 31, 20.8},
      M = {2.016e-3, 31.998e-3, 18.015e-3, 15.999e-3, 1.008e-3, 17.007e-3, 39.948e-3});
  end HydrogenOxygen;

  model Reactor "Closed, well mixed, of constant volume; adiabatic or with a heat port"
    extends Icons.Vessel;
    parameter Mechanism mechanism = HydrogenOxygen() annotation(Evaluate = true);
    parameter Units.Pressure p0 = 101325 "At the beginning";
    parameter Units.Temperature T0 = 1200 "At the beginning";
    parameter Real x0[mechanism.nc] = {0.2, 0.1, 0, 0, 1e-6, 0, 0.699999} "Mole fractions at the beginning";
    parameter Real V(unit = "m3") = 1e-3;
    Thermal.Port heat annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Real c[mechanism.nc](each unit = "mol/m3", start = x0*p0/(R*T0), each fixed = true, each nominal = 1) "Concentrations";
    Units.Temperature T(start = T0, fixed = true, nominal = 1000);
    Real rate[mechanism.nr](each unit = "mol/(m3.s)");
    Real made[mechanism.nc](each unit = "mol/(m3.s)");
    Units.Pressure p = sum(c)*R*T;
    Real density(unit = "kg/m3") = mechanism.M*c "Constant";
    Units.HeatFlowRate released "By the reactions";
  protected
    Real k[mechanism.nr];
    constant Real unitC(unit = "mol/m3") = 1, unitR(unit = "mol/(m3.s)") = 1;
    constant Units.Temperature Tref = 298.15;
    Real u[mechanism.nc](each unit = "J/mol") "Inner energies";
  equation
    k = arrhenius(mechanism.A, mechanism.b, mechanism.Ea, T);
    for i in 1:mechanism.nr loop
      rate[i] = unitR*k[i]*product(noEvent(if mechanism.orders[i, j] > 0.5 then (if mechanism.orders[i, j] > 1.5 then (c[j]/unitC)^2 else c[j]/unitC) else 1) for j in 1:mechanism.nc);
    end for;
    made = transpose(mechanism.stoich)*rate;
    der(c) = made;
    for j in 1:mechanism.nc loop
      u[j] = mechanism.Hf[j] + mechanism.cp[j]*(T - Tref) - R*T;
    end for;
    released = -V*(u*made);
    V*((mechanism.cp - fill(R, mechanism.nc))*c)*der(T) = released + heat.Q_flow;
    heat.T = T;
    annotation(Documentation(info="<html><p>Tummescheit and Eborn (2002): rates <code>A*T^b*exp(-Ea/(R*T))</code>, species by <code>transpose(stoich)*rate</code>, energy by enthalpies of formation.
Rate data as in textbooks on combustion; heat capacities are constant.</p></html>"));
  end Reactor;

  model StirredTank "A continuous stirred tank with one exothermic reaction A to B, and cooling"
    extends Icons.Vessel;
    parameter Real q(unit = "m3/s") = 100e-3/60 "Flow";
    parameter Real V(unit = "m3") = 0.1;
    parameter Real cin(unit = "mol/m3") = 1000;
    parameter Units.Temperature Tin = 350;
    parameter Real k0(unit = "1/s") = 7.2e10/60, Ea(unit = "J/mol") = 8750*8.314462618;
    parameter Real dH(unit = "J/mol") = -5e4 "Of the reaction";
    parameter Real rhocp(unit = "J/(m3.K)") = 239e3;
    parameter Units.ThermalConductance UA = 5e4/60;
    Blocks.RealInput Tcool(unit = "K") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Real c(unit = "mol/m3", start = 500, fixed = true);
    Units.Temperature T(start = 350, fixed = true);
    Real r(unit = "mol/(m3.s)");
  equation
    r = k0*exp(-Ea/(R*T))*c;
    V*der(c) = q*(cin - c) - V*r;
    V*rhocp*der(T) = q*rhocp*(Tin - T) - dH*V*r + UA*(Tcool - T);
  end StirredTank;

  package Flash "Boiling mixtures of two liquids"
    extends Icons.Library;

    function saturation "Of ethanol (1) and water (2), by Antoine"
      extends Icons.Function;
      input Integer i;
      input Units.Temperature T;
      output Units.Pressure p;
    algorithm
      p := 133.322*10^(if i == 1 then 8.20417 - 1642.89/(T - 273.15 + 230.3) else 8.07131 - 1730.63/(T - 273.15 + 233.426));
      annotation(smoothOrder = 10);
    end saturation;

    function activity "By van Laar"
      extends Icons.Function;
      input Integer i;
      input Real x1 "Mole fraction of ethanol in the liquid";
      output Real gamma;
    protected
      constant Real A12 = 1.6798, A21 = 0.9227;
    algorithm
      gamma := exp(if i == 1 then A12*(A21*(1 - x1)/(A12*x1 + A21*(1 - x1)))^2 else A21*(A12*x1/(A12*x1 + A21*(1 - x1)))^2);
      annotation(smoothOrder = 10);
    end activity;

    model Equilibrium "Liquid x and vapour y of one pressure and temperature; z of both together"
      extends Icons.Vessel;
      connector InPressure = input Units.Pressure;
      connector InReal = input Real;
      InPressure p;
      InReal z "Ethanol in both";
      InReal part(start = 0.3) "That is vapour, by moles";
      Units.Temperature T(start = 360);
      Real x(start = 0.2), y(start = 0.5);
      Real deviation "ln(K) + ln(gamma): zero where both have one composition, the azeotrope";
    equation
      y*p = x*activity(1, x)*saturation(1, T);
      (1 - y)*p = (1 - x)*activity(2, x)*saturation(2, T);
      z = part*y + (1 - part)*x;
      deviation = log(activity(1, x)*saturation(1, T)/p);
    end Equilibrium;
  end Flash;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model Ignition "Hydrogen and oxygen in argon ignite within milliseconds"
      extends Icons.Experiment;
      Reactor reactor;
      parameter Real H[7] = {2, 0, 2, 0, 1, 1, 0}, O[7] = {0, 2, 1, 1, 0, 1, 0} "Atoms";
      Real hydrogen(unit = "mol/m3") = H*reactor.c, oxygen(unit = "mol/m3") = O*reactor.c "Constant";
      parameter Real balanceH = mustBalance(reactor.mechanism.stoich, [H]), balanceO = mustBalance(reactor.mechanism.stoich, [O]) "Zero";
      discrete Units.Time ignition(start = 0, fixed = true) "When the temperature passes 1800 K";
    equation
      when reactor.T > 1800 then
        ignition = time;
      end when;
      annotation(experiment(StopTime = 0.005, Tolerance = 1e-8));
    end Ignition;

    model Runaway "The cooling of a stirred tank warms up by 5 K, the reaction runs away"
      extends Icons.Experiment;
      StirredTank tank;
    equation
      tank.Tcool = if time < 600 then 300 else 305;
      annotation(experiment(StopTime = 1800));
    end Runaway;

    model EthanolWater "A pressure that falls from 1 bar to 0.5 bar over a boiling mixture"
      extends Icons.Experiment;
      Flash.Equilibrium vessel;
    equation
      vessel.p = 1e5 - 5e4*min(1, time/12);
      vessel.z = 0.3;
      vessel.part = 0.4;
      annotation(experiment(StopTime = 12));
    end EthanolWater;

    model Azeotrope "Ethanol is added until liquid and vapour are alike, at 351.37 K"
      extends Icons.Experiment;
      Flash.Equilibrium vessel;
      discrete Real x(start = 0, fixed = true), T(unit = "K", start = 0, fixed = true);
    equation
      vessel.p = 101325;
      vessel.part = 0;
      vessel.z = 0.02 + 0.96*time;
      when vessel.deviation < 0 then
        x = vessel.x;
        T = vessel.T;
      end when;
      annotation(experiment(StopTime = 1));
    end Azeotrope;
  end Examples;
end Chemistry;
