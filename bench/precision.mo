package Precision "initial value problems that are known to be hard (the collection of Bari; Hairer and Wanner, Solving ODE II)"
  model Robertson "kinetics over eleven decades of time"
    Real y1(start = 1, fixed = true), y2(start = 0, fixed = true), y3(start = 0, fixed = true);
  equation
    der(y1) = -0.04*y1 + 1e4*y2*y3;
    der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
    der(y3) = 3e7*y2^2;
    annotation(experiment(StopTime=1e11));
  end Robertson;

  model VanDerPol "relaxation oscillations"
    parameter Real eps = 1e-6;
    Real y1(start = 2, fixed = true), y2(start = 0, fixed = true);
  equation
    der(y1) = y2;
    der(y2) = ((1 - y1^2)*y2 - y1)/eps;
    annotation(experiment(StopTime=2));
  end VanDerPol;

  model Hires "a plant's answer to light"
    Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true);
  equation
    der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;
    der(y[2]) = 1.71*y[1] - 8.75*y[2];
    der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];
    der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];
    der(y[5]) = -1.745*y[5] + 0.43*(y[6] + y[7]);
    der(y[6]) = -280*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];
    der(y[7]) = 280*y[6]*y[8] - 1.81*y[7];
    der(y[8]) = -280*y[6]*y[8] + 1.81*y[7];
    annotation(experiment(StopTime=321.8122));
  end Hires;

  model Pollution "the chemistry of polluted air"
    Real y[20](start = {0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0}, each fixed = true);
    Real r[25];
    constant Real k[25] = {0.35, 26.6, 12300, 0.00086, 0.00082, 15000, 0.00013, 24000, 16500, 9000, 0.022, 12000, 1.88, 16300, 4.8e6, 0.00035, 0.0175, 1e8, 4.44e11, 1240, 2.1, 5.78, 0.0474, 1780, 3.12};
  equation
    r[1] = k[1]*y[1];
    r[2] = k[2]*y[2]*y[4];
    r[3] = k[3]*y[5]*y[2];
    r[4] = k[4]*y[7];
    r[5] = k[5]*y[7];
    r[6] = k[6]*y[7]*y[6];
    r[7] = k[7]*y[9];
    r[8] = k[8]*y[9]*y[6];
    r[9] = k[9]*y[11]*y[2];
    r[10] = k[10]*y[11]*y[1];
    r[11] = k[11]*y[13];
    r[12] = k[12]*y[10]*y[2];
    r[13] = k[13]*y[14];
    r[14] = k[14]*y[1]*y[6];
    r[15] = k[15]*y[3];
    r[16] = k[16]*y[4];
    r[17] = k[17]*y[4];
    r[18] = k[18]*y[16];
    r[19] = k[19]*y[16];
    r[20] = k[20]*y[17]*y[6];
    r[21] = k[21]*y[19];
    r[22] = k[22]*y[19];
    r[23] = k[23]*y[1]*y[4];
    r[24] = k[24]*y[19]*y[1];
    r[25] = k[25]*y[20];
    der(y[1]) = -r[1] - r[10] - r[14] - r[23] - r[24] + r[2] + r[3] + r[9] + r[11] + r[12] + r[22] + r[25];
    der(y[2]) = -r[2] - r[3] - r[9] - r[12] + r[1] + r[21];
    der(y[3]) = -r[15] + r[1] + r[17] + r[19] + r[22];
    der(y[4]) = -r[2] - r[16] - r[17] - r[23] + r[15];
    der(y[5]) = -r[3] + r[4] + r[4] + r[6] + r[7] + r[13] + r[20];
    der(y[6]) = -r[6] - r[8] - r[14] - r[20] + r[3] + r[18] + r[18];
    der(y[7]) = -r[4] - r[5] - r[6] + r[13];
    der(y[8]) = r[4] + r[5] + r[6] + r[7];
    der(y[9]) = -r[7] - r[8];
    der(y[10]) = -r[12] + r[7] + r[9];
    der(y[11]) = -r[9] - r[10] + r[8] + r[11];
    der(y[12]) = r[9];
    der(y[13]) = -r[11] + r[10];
    der(y[14]) = -r[13] + r[12];
    der(y[15]) = r[14];
    der(y[16]) = -r[18] - r[19] + r[16];
    der(y[17]) = -r[20];
    der(y[18]) = r[20];
    der(y[19]) = -r[21] - r[22] - r[24] + r[23] + r[25];
    der(y[20]) = -r[25] + r[24];
    annotation(experiment(StopTime=60));
  end Pollution;

  model RingModulator "two frequencies mixed by diodes; fast oscillations decay"
    constant Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, R = 25e3, Rp = 50, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4, Ls3 = 5e-4, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600, gam = 40.67286402e-9, del = 17.7493332;
    constant Real pi = 3.141592653589793238462643383;
    Real y[15](each start = 0, each fixed = true);
    Real uin1, uin2, ud1, ud2, ud3, ud4, q1, q2, q3, q4;
  equation
    uin1 = 0.5*sin(2e3*pi*time);
    uin2 = 2*sin(2e4*pi*time);
    ud1 = y[3] - y[5] - y[7] - uin2;
    ud2 = -y[4] + y[6] - y[7] - uin2;
    ud3 = y[4] + y[5] + y[7] + uin2;
    ud4 = -y[3] - y[6] + y[7] + uin2;
    q1 = gam*(exp(del*ud1) - 1);
    q2 = gam*(exp(del*ud2) - 1);
    q3 = gam*(exp(del*ud3) - 1);
    q4 = gam*(exp(del*ud4) - 1);
    der(y[1]) = (y[8] - 0.5*y[10] + 0.5*y[11] + y[14] - y[1]/R)/C;
    der(y[2]) = (y[9] - 0.5*y[12] + 0.5*y[13] + y[15] - y[2]/R)/C;
    der(y[3]) = (y[10] - q1 + q4)/Cs;
    der(y[4]) = (-y[11] + q2 - q3)/Cs;
    der(y[5]) = (y[12] + q1 - q3)/Cs;
    der(y[6]) = (-y[13] - q2 + q4)/Cs;
    der(y[7]) = (-y[7]/Rp + q1 + q2 - q3 - q4)/Cp;
    der(y[8]) = -y[1]/Lh;
    der(y[9]) = -y[2]/Lh;
    der(y[10]) = (0.5*y[1] - y[3] - Rg2*y[10])/Ls2;
    der(y[11]) = (-0.5*y[1] + y[4] - Rg3*y[11])/Ls3;
    der(y[12]) = (0.5*y[2] - y[5] - Rg2*y[12])/Ls2;
    der(y[13]) = (-0.5*y[2] + y[6] - Rg3*y[13])/Ls3;
    der(y[14]) = (-y[1] + uin1 - (Ri + Rg1)*y[14])/Ls1;
    der(y[15]) = (-y[2] - (Rc + Rg1)*y[15])/Ls1;
    annotation(experiment(StopTime=1e-3));
  end RingModulator;

  model Amplifier "a transistor amplifier"
    constant Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, Rk = 9000, C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;
    constant Real pi = 3.1415926535897931086244;
    Real y[8](start = {0, Ub/2, Ub/2, Ub, Ub/2, Ub/2, Ub, 0});
    Real u1(start = -Ub/2, fixed = true), u3(start = Ub/2, fixed = true), u5(start = Ub, fixed = true);
    Real i1, i3, i5;
    Real ue, g1, g2;
  initial equation
    y[3] = Ub/2;
    y[6] = Ub/2;
  equation
    ue = 0.1*sin(200*pi*time);
    u1 = y[1] - y[2];
    u3 = y[4] - y[5];
    u5 = y[7] - y[8];
    i1 = C1*der(u1);
    i3 = C3*der(u3);
    i5 = C5*der(u5);
    g1 = beta*(exp((y[2] - y[3])/UF) - 1);
    g2 = beta*(exp((y[5] - y[6])/UF) - 1);
    -i1 = (y[1] - ue)/R0;
    i1 = -Ub/Rk + y[2]*(2/Rk) + (1 - alpha)*g1;
    -C2*der(y[3]) = y[3]/Rk - g1;
    -i3 = (y[4] - Ub)/Rk + alpha*g1;
    i3 = -Ub/Rk + y[5]*(2/Rk) + (1 - alpha)*g2;
    -C4*der(y[6]) = y[6]/Rk - g2;
    -i5 = (y[7] - Ub)/Rk + alpha*g2;
    i5 = y[8]/Rk;
    annotation(experiment(StopTime=0.2));
  end Amplifier;

  model Andrews "seven bodies in a plane, with loops"
    constant Real m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498, xa = -.06934, ya = -.00227, xb = -0.03635, yb = .03273, xc = .014, yc = .072, c0 = 4530, i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5, d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5, l0 = 7785e-5, ss = 35e-3, sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5, tb = 916e-5, u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5, mom = 33e-3;
    Real q[7](start = {-0.0617138900142764496358948458001, 0, 0.455279819163070380255912382449, 0.222668390165885884674473185609, 0.487364979543842550225598953530, -0.222668390165885884674473185609, 1.23054744454982119249735015568});
    Real v[7](each start = 0), lam[6];
    Real M[7, 7], f[7], xd, yd, lang, force, fx, fy, G[6, 7];
  initial equation
    q[2] = 0;
    v[1] = 0;
  equation
    der(q) = v;
    M[1, 1] = m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(q[2]) + da^2) + i1 + i2;
    M[2, 1] = m2*(da^2 - da*rr*cos(q[2])) + i2;
    M[1, 2] = M[2, 1];
    M[2, 2] = m2*da^2 + i2;
    M[3, 3] = m3*(sa^2 + sb^2) + i3;
    M[4, 4] = m4*(e - ea)^2 + i4;
    M[5, 4] = m4*((e - ea)^2 + zt*(e - ea)*sin(q[4])) + i4;
    M[4, 5] = M[5, 4];
    M[5, 5] = m4*(zt^2 + 2*zt*(e - ea)*sin(q[4]) + (e - ea)^2) + m5*(ta^2 + tb^2) + i4 + i5;
    M[6, 6] = m6*(zf - fa)^2 + i6;
    M[7, 6] = m6*((zf - fa)^2 - u*(zf - fa)*sin(q[6])) + i6;
    M[6, 7] = M[7, 6];
    M[7, 7] = m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(q[6]) + u^2) + m7*(ua^2 + ub^2) + i6 + i7;
    for i in 1:2, j in 3:7 loop
      M[i, j] = 0;
      M[j, i] = 0;
    end for;
    for j in 4:7 loop
      M[3, j] = 0;
      M[j, 3] = 0;
    end for;
    for i in 4:5, j in 6:7 loop
      M[i, j] = 0;
      M[j, i] = 0;
    end for;
    xd = sd*cos(q[3]) + sc*sin(q[3]) + xb;
    yd = sd*sin(q[3]) - sc*cos(q[3]) + yb;
    lang = sqrt((xd - xc)^2 + (yd - yc)^2);
    force = -c0*(lang - l0)/lang;
    fx = force*(xd - xc);
    fy = force*(yd - yc);
    f[1] = mom - m2*da*rr*v[2]*(v[2] + 2*v[1])*sin(q[2]);
    f[2] = m2*da*rr*v[1]^2*sin(q[2]);
    f[3] = fx*(sc*cos(q[3]) - sd*sin(q[3])) + fy*(sd*cos(q[3]) + sc*sin(q[3]));
    f[4] = m4*zt*(e - ea)*v[5]^2*cos(q[4]);
    f[5] = -m4*zt*(e - ea)*v[4]*(v[4] + 2*v[5])*cos(q[4]);
    f[6] = -m6*u*(zf - fa)*v[7]^2*cos(q[6]);
    f[7] = m6*u*(zf - fa)*v[6]*(v[6] + 2*v[7])*cos(q[6]);
    rr*cos(q[1]) - d*cos(q[1] + q[2]) - ss*sin(q[3]) - xb = 0;
    rr*sin(q[1]) - d*sin(q[1] + q[2]) + ss*cos(q[3]) - yb = 0;
    rr*cos(q[1]) - d*cos(q[1] + q[2]) - e*sin(q[4] + q[5]) - zt*cos(q[5]) - xa = 0;
    rr*sin(q[1]) - d*sin(q[1] + q[2]) + e*cos(q[4] + q[5]) - zt*sin(q[5]) - ya = 0;
    rr*cos(q[1]) - d*cos(q[1] + q[2]) - zf*cos(q[6] + q[7]) - u*sin(q[7]) - xa = 0;
    rr*sin(q[1]) - d*sin(q[1] + q[2]) - zf*sin(q[6] + q[7]) + u*cos(q[7]) - ya = 0;
    for i in 1:6 loop
      G[i, 1] = if mod(i, 2) == 1 then -rr*sin(q[1]) + d*sin(q[1] + q[2]) else rr*cos(q[1]) - d*cos(q[1] + q[2]);
      G[i, 2] = if mod(i, 2) == 1 then d*sin(q[1] + q[2]) else -d*cos(q[1] + q[2]);
    end for;
    G[1, 3] = -ss*cos(q[3]);
    G[2, 3] = -ss*sin(q[3]);
    for i in 3:6 loop
      G[i, 3] = 0;
    end for;
    G[3, 4] = -e*cos(q[4] + q[5]);
    G[4, 4] = -e*sin(q[4] + q[5]);
    G[1, 4] = 0;
    G[2, 4] = 0;
    G[5, 4] = 0;
    G[6, 4] = 0;
    G[3, 5] = -e*cos(q[4] + q[5]) + zt*sin(q[5]);
    G[4, 5] = -e*sin(q[4] + q[5]) - zt*cos(q[5]);
    G[1, 5] = 0;
    G[2, 5] = 0;
    G[5, 5] = 0;
    G[6, 5] = 0;
    for i in 1:4 loop
      G[i, 6] = 0;
      G[i, 7] = 0;
    end for;
    G[5, 6] = zf*sin(q[6] + q[7]);
    G[6, 6] = -zf*cos(q[6] + q[7]);
    G[5, 7] = zf*sin(q[6] + q[7]) - u*cos(q[7]);
    G[6, 7] = -zf*cos(q[6] + q[7]) - u*sin(q[7]);
    M*der(v) = f - transpose(G)*lam;
    annotation(experiment(StopTime=0.03));
  end Andrews;

end Precision;
