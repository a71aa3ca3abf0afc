// C. Clauß, P. Beater: Multidomain Systems: Electronic, Hydraulic, and Mechanical Subsystems of an Universal Testing Machine (2002).
// The amplifier uA741 with all its transistors, as a follower and in the PID circuit of one amplifier.
// REQUIRES: env CAUSEWAY_MSL
// TIMEOUT: 180
// RUN: causeway simulate -L $CAUSEWAY_MSL %s Amplifier.Follower -o %t.csv --stop 2e-3 --tolerance 1e-7 --filter 'vin.v|Rl.v'
// ALWAYS: %t.csv {time} < 5e-4 or abs({Rl.v} - {vin.v}) < 0.02
package Amplifier
  model OpAmp741 "13 npn and 9 pnp transistors, one capacitor"
    import Modelica.Electrical.Analog.Basic.*;
    import Modelica.Electrical.Analog.Semiconductors.*;
    import Modelica.Electrical.Analog.Interfaces.*;
    PositivePin inp, inn, out, vcc;
    NegativePin vee;
    NPN Q1, Q2, Q5, Q6, Q7, Q10, Q11, Q14, Q15, Q16, Q17, Q18, Q19;
    PNP Q3, Q4, Q8, Q9, Q12, Q13a, Q13b, Q20, Q23;
    Resistor R1(R = 1e3), R2(R = 1e3), R3(R = 50e3), R4(R = 5e3), R5(R = 39e3), R6(R = 27), R7(R = 22), R8(R = 100), R9(R = 50e3), R10(R = 40e3);
    Capacitor Cc(C = 30e-12);
  equation
    connect(Q1.B, inp);
    connect(Q2.B, inn);
    connect(Q1.C, Q8.C);
    connect(Q2.C, Q8.C);
    connect(Q8.B, Q8.C);
    connect(Q8.E, vcc);
    connect(Q9.B, Q8.B);
    connect(Q9.E, vcc);
    connect(Q1.E, Q3.E);
    connect(Q2.E, Q4.E);
    connect(Q3.B, Q4.B);
    connect(Q9.C, Q3.B);
    connect(Q10.C, Q3.B);
    connect(Q3.C, Q5.C);
    connect(Q4.C, Q6.C);
    connect(Q5.B, Q6.B);
    connect(Q7.B, Q5.C);
    connect(Q7.C, vcc);
    connect(Q7.E, Q5.B);
    connect(R3.p, Q7.E);
    connect(R3.n, vee);
    connect(Q5.E, R1.p);
    connect(R1.n, vee);
    connect(Q6.E, R2.p);
    connect(R2.n, vee);
    connect(Q10.E, R4.p);
    connect(R4.n, vee);
    connect(Q10.B, Q11.B);
    connect(Q11.B, Q11.C);
    connect(Q11.E, vee);
    connect(R5.n, Q11.C);
    connect(R5.p, Q12.C);
    connect(Q12.B, Q12.C);
    connect(Q12.E, vcc);
    connect(Q13a.B, Q12.B);
    connect(Q13a.E, vcc);
    connect(Q13b.B, Q12.B);
    connect(Q13b.E, vcc);
    connect(Q13a.C, Q14.B);
    connect(Q13b.C, Q17.C);
    connect(Q16.B, Q6.C);
    connect(Q16.C, vcc);
    connect(Q16.E, Q17.B);
    connect(R9.p, Q16.E);
    connect(R9.n, vee);
    connect(Q17.E, R8.p);
    connect(R8.n, vee);
    connect(Cc.p, Q6.C);
    connect(Cc.n, Q17.C);
    connect(Q19.C, Q14.B);
    connect(Q19.B, Q14.B);
    connect(Q18.C, Q14.B);
    connect(Q19.E, Q18.B);
    connect(R10.p, Q18.B);
    connect(R10.n, Q23.E);
    connect(Q18.E, Q23.E);
    connect(Q23.B, Q17.C);
    connect(Q23.C, vee);
    connect(Q20.B, Q23.E);
    connect(Q20.C, vee);
    connect(Q14.C, vcc);
    connect(Q14.E, R6.p);
    connect(R6.n, out);
    connect(Q20.E, R7.p);
    connect(R7.n, out);
    connect(Q15.B, Q14.E);
    connect(Q15.E, out);
    connect(Q15.C, Q14.B);
  end OpAmp741;

  model Follower "Output to the inverting input"
    import Modelica.Electrical.Analog.Basic.*;
    import Modelica.Electrical.Analog.Sources.*;
    OpAmp741 op;
    Ground g;
    ConstantVoltage vp(V = 15), vm(V = 15);
    SineVoltage vin(V = 1, f = 1e3);
    Resistor Rl(R = 2e3);
  equation
    connect(vp.p, op.vcc);
    connect(vp.n, g.p);
    connect(vm.p, g.p);
    connect(vm.n, op.vee);
    connect(vin.n, g.p);
    connect(vin.p, op.inp);
    connect(op.out, op.inn);
    connect(Rl.p, op.out);
    connect(Rl.n, g.p);
  end Follower;
end Amplifier;
