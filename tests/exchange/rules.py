# RUN: python3 %s %b %d
"""Every rule for descriptions that FMPy's validation and fmusim's list have, and ours beside them: a sound description,
one change, what check says of it."""
import os
import subprocess
import sys
import tempfile

build, here = sys.argv[1], sys.argv[2]
with open(os.path.join(here, "modelDescription.xml"), encoding="utf-8") as f:
    TWO = f.read()
THREE = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="{m}" variableNamingConvention="structured">
  <ModelExchange modelIdentifier="m" canGetAndSetFMUState="true" canSerializeFMUState="true"/>
  <UnitDefinitions><Unit name="K"><BaseUnit K="1"/><DisplayUnit name="degC" offset="-273.15"/></Unit></UnitDefinitions>
  <TypeDefinitions>
    <Float64Type name="Temperature" unit="K"/>
    <EnumerationType name="E"><Item name="a" value="1"/><Item name="b" value="2"/></EnumerationType>
  </TypeDefinitions>
  <DefaultExperiment startTime="0" stopTime="1" tolerance="1e-4" stepSize="0.1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="x" valueReference="1" causality="output" variability="continuous" initial="exact" start="1" declaredType="Temperature"><Alias name="same" displayUnit="degC"/></Float64>
    <Float64 name="der(x)" valueReference="2" causality="local" variability="continuous" initial="calculated" derivative="1"/>
    <Float64 name="k" valueReference="3" causality="parameter" variability="fixed" start="1"/>
    <Clock name="tick" valueReference="4" causality="input" intervalVariability="constant" intervalDecimal="0.5"/>
    <Int32 name="n" valueReference="5" causality="local" variability="discrete" initial="exact" start="3" clocks="4"/>
    <Float64 name="s" valueReference="6" causality="local" variability="discrete" initial="exact" start="0" clocks="4"/>
    <Float64 name="s0" valueReference="7" causality="local" variability="discrete" initial="exact" start="0" clocks="4" previous="6"/>
    <Enumeration name="e" valueReference="8" causality="input" variability="discrete" declaredType="E" start="1"/>
    <UInt64 name="m" valueReference="9" causality="structuralParameter" variability="fixed" start="2"/>
    <Float64 name="v" valueReference="10" causality="parameter" variability="fixed" start="1 2"><Dimension valueReference="9"/></Float64>
    <Float64 name="z" valueReference="11" causality="local" variability="continuous" initial="calculated"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="1" dependencies="1"/>
    <ContinuousStateDerivative valueReference="2" dependencies="1" dependenciesKind="constant"/>
    <ClockedState valueReference="7"/>
    <InitialUnknown valueReference="2"/>
    <EventIndicator valueReference="11"/>
  </ModelStructure>
</fmiModelDescription>
"""

RULES = [  # description, what is replaced, by what, message ("" where there is none)
    (TWO, "", "", ""),
    (THREE, "", "", ""),
    # names
    (TWO, 'name="jumps"', 'name="x"', 'the name "x" is not unique'),
    (THREE, 'Alias name="same"', 'Alias name="k"', 'the name "k" is not unique'),
    (TWO, 'name="jumps"', 'name="no name"', '"no name" is no structured name'),
    (TWO, 'name="jumps"', 'name="der(a.b[1,2],3)"', ""),
    (TWO, 'name="jumps"', "name=\"'a \\t b'.c\"", ""),
    (TWO.replace('"structured"', '"flat"'), 'name="jumps"', 'name="a&#9;b"', "holds a tab or an end of line"),
    # causality, variability, initial; start values
    (TWO, 'name="jumps" valueReference="0" causality="output" variability="discrete"', 'name="jumps" valueReference="0" causality="output"', "is a Integer and cannot be continuous"),
    (TWO, 'name="k" valueReference="5" causality="parameter" variability="tunable"', 'name="k" valueReference="5" causality="parameter" variability="continuous"', "do not go together"),
    (TWO, 'name="limit" valueReference="6" causality="parameter" variability="fixed"', 'name="limit" valueReference="6" causality="calculatedParameter" variability="discrete"', "do not go together"),
    (TWO, 'causality="input"><Real start="0"/>', 'causality="input"><Real/>', '"u" needs a start value'),
    (TWO, '<Real start="0.25"/>', "<Real/>", '"limit" needs a start value'),
    (TWO, 'name="y" valueReference="4" causality="output"><Real/>', 'name="y" valueReference="4" causality="output"><Real start="1"/>', '"y" has a start value although it is calculated'),
    (THREE, 'variability="continuous"/>', 'variability="continuous" start="1"/>', "is the independent variable and has a start value"),
    (THREE, 'start="3"', 'start="3.5"', '"n" is no Int32'),
    (THREE, 'declaredType="E" start="1"', 'declaredType="E" start="7"', 'is no item of "E"'),
    (THREE, 'declaredType="E" start', "start", "needs a declaredType that says its items"),
    # units and types
    (TWO, 'unit="s-1" min', 'unit="furlong" min', 'the unit "furlong" of variable "k" is not defined'),
    (TWO, 'displayUnit="degC"', 'displayUnit="degF"', 'the display unit "degF" of variable "x" is not defined'),
    (THREE, 'Alias name="same" displayUnit="degC"', 'Alias name="same" displayUnit="degF"', 'the display unit "degF" of the alias "same" is not defined'),
    (THREE, 'start="1" declaredType="Temperature"', 'start="1"', 'the display unit "degC" of the alias "same" is not defined'),
    (THREE, 'Float64Type name="Temperature" unit="K"', 'Float64Type name="Temperature" unit="R"', 'the unit "R" of type "Temperature" is not defined'),
    (THREE, 'start="3" clocks', 'start="3" declaredType="E" clocks', 'its declared type "E" a Enumeration'),
    (TWO, '</UnitDefinitions>', '<Unit name="K"/></UnitDefinitions>', 'the unit "K" is defined twice'),
    # value references
    (THREE, 'name="k" valueReference="3"', 'name="k" valueReference="2"', 'has the value reference 2 of "der(x)"'),
    (TWO, 'name="k" valueReference="5"', 'name="k" valueReference="6"', "share a value reference and can both be set"),
    (TWO, 'name="y" valueReference="4" causality="output"><Real/>', 'name="y" valueReference="1" causality="output"><Real unit="s-1"/>', "share a value reference and have different units"),
    (TWO, 'name="y" valueReference="4" causality="output"><Real/>', 'name="y" valueReference="1" causality="output"><Real/>', "share a value reference, and only one has a unit"),
    # structure
    (TWO, '<Unknown index="5" dependencies="2 4" dependenciesKind="constant constant"/>', "", '"y" is an output and is missing in ModelStructure'),
    (TWO, '<Unknown index="7"/>', '<Unknown index="6"/>', '"k" stands among the outputs and is none'),
    (TWO, 'dependencies="2 4" dependenciesKind="constant constant"', 'dependencies="2 4" dependenciesKind="constant"', "has 2 dependencies and 1 kinds of them"),
    (TWO, 'dependencies="2 4" dependenciesKind="constant constant"', 'dependenciesKind="constant"', "has dependenciesKind without dependencies"),
    (TWO, 'Derivatives><Unknown index="3" dependencies="2 4"/>', 'Derivatives><Unknown index="3" dependencies="2 2"/>', "names its dependency"),
    (TWO, '<Real derivative="2"/>', "<Real/>", '"der(x)" stands among the derivatives and is the derivative of nothing'),
    (TWO, '<InitialUnknowns>\n      <Unknown index="3"/>', "<InitialUnknowns>", '"der(x)" is missing among the unknowns of initialisation'),
    (TWO, '<InitialUnknowns>', '<InitialUnknowns><Unknown index="6"/>', '"k" stands among the unknowns of initialisation and is none'),
    (TWO, '<Derivatives><Unknown index="3" dependencies="2 4"/>', '<Derivatives><Unknown index="3"/><Unknown index="3"/>', "stands twice among the derivatives"),
    (THREE, '<ClockedState valueReference="7"/>', '<ClockedState valueReference="6"/>', '"s" is a clocked state and has no previous value'),
    (THREE, '<EventIndicator valueReference="11"/>', '<EventIndicator valueReference="5"/>', 'the event indicator "n" must be a continuous real number'),
    # the rest
    (THREE, 'causality="independent" variability="continuous"', 'causality="local" variability="continuous" initial="calculated"', "there are 0 independent variables"),
    (THREE, 'clocks="4" previous', 'clocks="1" previous', 'names "x" as its clock, which is none'),
    (THREE, ' intervalDecimal="0.5"', "", 'the clock "tick" needs an interval'),
    (THREE, 'start="1 2"><Dimension valueReference="9"/>', 'start="1 2 3"><Dimension valueReference="5"/>', "which is no structural parameter of type UInt64"),
    (TWO, 'modelIdentifier="decay" canGet', 'modelIdentifier="1 decay" canGet', "is no identifier of C"),
    (TWO, 'canGetAndSetFMUstate="true" canSerializeFMUstate="true"\n      provides', 'canSerializeFMUstate="true"\n      provides', "states can be serialised although they cannot be got and set"),
    (THREE, 'stopTime="1"', 'stopTime="-1"', "before its start"),
    (THREE, 'tolerance="1e-4"', 'tolerance="0"', "the tolerance of the default experiment must be positive"),
    (THREE, 'stepSize="0.1"', 'stepSize="0"', "the step size of the default experiment must be positive"),
    # what fmusim refuses while it reads
    (TWO, '<Unknown index="7"/>', '<Unknown index="700"/>', 'refers to no variable'),
    (TWO, 'Derivatives><Unknown index="3" dependencies="2 4"/>', 'Derivatives><Unknown index="3" dependencies="2 99"/>', 'dependencies refers to 99, which is no variable'),
    (THREE, '<Output valueReference="1" dependencies="1"/>', '<Output valueReference="77"/>', '<Output> refers to no variable'),
    (THREE, '<Output valueReference="1" dependencies="1"/>', '<Output valueReference="1" dependencies="78"/>', 'dependencies refers to 78, which is no variable'),
    (THREE, 'declaredType="Temperature"', 'declaredType="Pressure"', 'Pressure'),
    (TWO, '<Real derivative="2"/>', '<Real derivative="200"/>', 'derivative="200" of "der(x)" refers to no variable'),
    (THREE, 'derivative="1"', 'derivative="79"', 'derivative="79" of "der(x)" refers to no variable'),
    (THREE, '<Dimension valueReference="9"/>', "<Dimension/>", "Dimension"),
    (THREE, 'fmiVersion="3.0" ', "", "does not say of which FMI it is"),
    (THREE, 'fmiVersion="3.0"', 'fmiVersion="4.0"', "4.0"),
]

failed = 0
with tempfile.TemporaryDirectory(suffix=".fmu") as folder:
    for text, old, new, message in RULES:
        assert old in text, old
        with open(os.path.join(folder, "modelDescription.xml"), "w", encoding="utf-8") as f:
            f.write(text.replace(old, new, 1) if old else text)
        run = subprocess.run([os.path.join(build, "causeway"), "check", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        if message in run.stdout and (message or ("0 rules broken" in run.stdout and "warning" not in run.stdout)):
            continue
        failed += 1
        print("%r -> %r: wanted %r, and got\n%s" % (old, new, message, run.stdout))
print("%d rules, %d failed" % (len(RULES), failed))
sys.exit(failed > 0)
