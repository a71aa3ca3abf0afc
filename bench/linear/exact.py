#!/usr/bin/env python3
"""Linear models of library models against central differences.

    PYTHONPATH=python bench/linear/exact.py [-L FOLDER]... [--part P] [MODEL]...

Each model is linearised after a piece of its experiment, and every column of A is compared with differences of runs that
are cloned there and start a little beside (Richardson's extrapolation of two widths).  A column counts as right when no entry
is farther off than 1e-6 of its largest one, for one of three widths.
"""
import argparse
import sys
import warnings

import numpy as np

import causeway as cw

# Robot, drives, fluid, machines, circuits, heat, media, control.
MODELS = """
Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.OneAxis
Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot
Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum
Modelica.Mechanics.MultiBody.Examples.Elementary.Pendulum
Modelica.Mechanics.MultiBody.Examples.Elementary.SpringDamperSystem
Modelica.Mechanics.MultiBody.Examples.Elementary.ThreeSprings
Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar2
Modelica.Mechanics.MultiBody.Examples.Loops.Engine1a
Modelica.Mechanics.Rotational.Examples.First
Modelica.Mechanics.Rotational.Examples.CoupledClutches
Modelica.Mechanics.Rotational.Examples.ElasticBearing
Modelica.Mechanics.Rotational.Examples.LossyGearDemo1
Modelica.Mechanics.Rotational.Examples.OneWayClutch
Modelica.Mechanics.Translational.Examples.Accelerate
Modelica.Mechanics.Translational.Examples.Oscillator
Modelica.Mechanics.Translational.Examples.WhyArrows
Modelica.Blocks.Examples.PID_Controller
Modelica.Blocks.Examples.Filter
Modelica.Blocks.Examples.FilterWithDifferentiation
Modelica.Electrical.Analog.Examples.ChuaCircuit
Modelica.Electrical.Analog.Examples.CauerLowPassAnalog
Modelica.Electrical.Analog.Examples.NandGate
Modelica.Electrical.Analog.Examples.DifferenceAmplifier
Modelica.Electrical.Analog.Examples.HeatingMOSInverter
Modelica.Electrical.Machines.Examples.InductionMachines.IMC_DOL
Modelica.Electrical.Machines.Examples.InductionMachines.IMC_YD
Modelica.Electrical.Machines.Examples.DCMachines.DCPM_Start
Modelica.Electrical.Machines.Examples.DCMachines.DCSE_Start
Modelica.Electrical.Machines.Examples.SynchronousMachines.SMR_DOL
Modelica.Fluid.Examples.Tanks.ThreeTanks
Modelica.Fluid.Examples.HeatingSystem
Modelica.Fluid.Examples.PumpingSystem
Modelica.Fluid.Examples.Tanks.EmptyTanks
Modelica.Thermal.HeatTransfer.Examples.TwoMasses
Modelica.Thermal.HeatTransfer.Examples.Motor
Modelica.Thermal.FluidHeatFlow.Examples.SimpleCooling
Modelica.Magnetic.FluxTubes.Examples.SolenoidActuator.ComparisonPullInStroke
Modelica.Electrical.PowerConverters.Examples.DCDC.ChopperStepDown.ChopperStepDown_R
""".split()


def moved(run, x, time):
    c = run.clone()
    c.state = x
    c.advance(time)
    return c.derivatives


def column(run, x, k, h, time):
    d = []
    for width in (h, h / 2):
        up, down = x.copy(), x.copy()
        up[k] += width
        down[k] -= width
        d.append((moved(run, up, time) - moved(run, down, time)) / (up[k] - down[k]))
    return (4 * d[1] - d[0]) / 3


def judge(name, libraries, part):
    model = cw.load(name, libraries=libraries)
    experiment = model.experiment
    time = experiment["start"] + part * (experiment["stop"] - experiment["start"])
    run = model.run(tolerance=1e-9, exact_save=True).initialize()
    run.advance(time)
    linear = run.linearize()
    x, n = run.state, len(linear.states)
    nominal = [abs(model.variables[s].nominal) if s in model.variables else 1 for s in linear.states]
    worst, where = 0.0, ""
    for k in range(n):
        best = np.inf
        for scale in (1e-3, 1e-4, 1e-5):
            h = scale * max(abs(x[k]), nominal[k] if np.isfinite(nominal[k]) and nominal[k] > 0 else 1)
            try:
                d = column(run, x, k, h, time)
            except cw.CausewayError:
                continue
            size = max(np.abs(linear.A[:, k]).max(), np.abs(d).max(), 1e-30)
            best = min(best, (np.abs(linear.A[:, k] - d) / size).max())
        if best > worst:
            worst, where = best, linear.states[k]
    return n, worst, where


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-L", action="append", default=[])
    parser.add_argument("--part", type=float, default=0.37)
    parser.add_argument("models", nargs="*")
    o = parser.parse_args()
    warnings.simplefilter("ignore")
    good = bad = 0
    for name in o.models or MODELS:
        try:
            n, worst, where = judge(name, o.L, o.part)
        except cw.CausewayError as error:
            print("%-80s %s" % (name, str(error).splitlines()[0]))
            bad += 1
            continue
        fine = worst <= 1e-6
        good, bad = good + fine, bad + (not fine)
        print("%-80s %4d states, worst %.1e %s%s" % (name, n, worst, where, "" if fine else "   <- off"), flush=True)
    print("%d agree to 1e-6, %d do not" % (good, bad))
    return 0 if good >= 30 or o.models and not bad else 1


if __name__ == "__main__":
    sys.exit(main())
