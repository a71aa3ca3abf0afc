# RUN: bash %s
# CHECK: alone: Circuit: 0 to 2 s
# CHECK: named: SignalInput: 0 to 1 s
# CHECK: as files: Circuit: 0 to 2 s
# CHECK: error[TOOL0005]: the folder teach/ holds 2 models: say which one
# CHECK: hint: name it behind the folder: S2, SignalInput
# CHECK: error[TOOL0005]: empty/ holds no Modelica files
# CHECK: ran {{.*}}Lib.M
# Folders without package.mo, whose files are called anything; the clone of a library, whose folder has another name.
mkdir teach empty clone-of-Lib
echo 'block SignalInput output Real y = sin(time); end SignalInput;' > teach/signal_input.mo
echo 'model Circuit SignalInput s; Real x(start=0,fixed=true); equation der(x)=s.y-x; annotation(experiment(StopTime=2)); end Circuit;' > teach/a_circuit.mo
echo "alone: $(causeway simulate teach/ -o r.csv)"
echo "named: $(causeway simulate teach SignalInput -o r.csv)"
echo "as files: $(causeway simulate teach/*.mo Circuit -o r.csv)"
rm teach/a_circuit.mo; echo 'block S2 output Real y = sin(time); end S2;' > teach/s2.mo
causeway check teach/
causeway check empty/
echo 'package Lib model M Real x(start=1,fixed=true); equation der(x)=-x; annotation(experiment(StopTime=1)); end M; end Lib;' > clone-of-Lib/package.mo
causeway test clone-of-Lib/
