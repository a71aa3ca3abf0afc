within Causeway;
package Refrigeration "Carbon dioxide by Span and Wagner; compressor, valve, heat exchangers, receiver"
  extends Icons.Library;

  package CO2 "Carbon dioxide, gas, liquid and supercritical (Span and Wagner 1996)"
    extends Icons.Library;
    constant Units.Temperature Tc = 304.1282;
    constant Units.Pressure pc = 7.3773e6;
    constant Units.Density rhoc = 467.6;
    constant Real R(unit = "J/(kg.K)") = 188.9241 "Gas constant by mass";

    record Helmholtz "Free energy divided by R*T, and its derivatives by reduced density and inverse temperature"
      extends Icons.Record;
      Real delta, tau;
      Real f, fd, fdd, ft, ftt, fdt "Residual part";
      Real i_t, i_tt "Ideal part by tau";
      Real i_f "Ideal part";
    end Helmholtz;

    record Properties "At one point"
      extends Icons.Record;
      Units.Pressure p;
      Units.Temperature T;
      Units.Density rho;
      Real h(unit = "J/kg"), s(unit = "J/(kg.K)");
      Real x "Vapour by mass; 0 liquid, 1 gas";
      Real drdp(unit = "s2/m2") "Density by pressure at constant enthalpy";
      Real drdh(unit = "kg.s2/m5") "Density by enthalpy at constant pressure";
    end Properties;

    record Saturation "Both ends of boiling at one pressure"
      extends Icons.Record;
      Units.Temperature T;
      Units.Density rhol, rhov;
      Real hl(unit = "J/kg"), hv(unit = "J/kg");
      Real drldp(unit = "s2/m2"), drvdp(unit = "s2/m2"), dhldp(unit = "m3/kg"), dhvdp(unit = "m3/kg") "Along the line";
    end Saturation;

    function helmholtz "The equation of state"
      extends Icons.Function;
      input Units.Density rho;
      input Units.Temperature T;
      output Helmholtz e;
    protected
      constant Real n[34] = {0.388568232032, 2.93854759427, -5.5867188535, -0.767531995925, 0.317290055804, 0.548033158978, 0.122794112203,
        2.16589615432, 1.58417351097, -0.231327054055, 0.0581169164314, -0.553691372054, 0.489466159094, -0.0242757398435, 0.0624947905017,
        -0.121758602252, -0.370556852701, -0.0167758797004, -0.11960736638, -0.0456193625088, 0.0356127892703, -0.00744277271321,
        -0.00173957049024, -0.0218101212895, 0.0243321665592, -0.0374401334235, 0.143387157569, -0.134919690833, -0.0231512250535,
        0.0123631254929, 0.00210583219729, -0.000339585190264, 0.00559936517716, -0.000303351180556};
      constant Integer d[34] = {1, 1, 1, 1, 2, 2, 3, 1, 2, 4, 5, 5, 5, 6, 6, 6, 1, 1, 4, 4, 4, 7, 8, 2, 3, 3, 5, 5, 6, 7, 8, 10, 4, 8};
      constant Real t[34] = {0, 0.75, 1, 2, 0.75, 2, 0.75, 1.5, 1.5, 2.5, 0, 1.5, 2, 0, 1, 2, 3, 6, 3, 6, 8, 6, 0, 7, 12, 16, 22, 24, 16, 24, 8, 2, 28, 14};
      constant Integer c[34] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 6};
      constant Real gn[5] = {-213.654886883, 26641.5691493, -24027.2122046, -283.41603424, 212.472844002};
      constant Integer gd[5] = {2, 2, 2, 3, 3};
      constant Integer gt[5] = {1, 0, 1, 3, 3};
      constant Real ga[5] = {25, 25, 25, 15, 20}, gb[5] = {325, 300, 300, 275, 275}, gg[5] = {1.16, 1.19, 1.19, 1.25, 1.22};
      constant Real cn[3] = {-0.666422765408, 0.726086323499, 0.0550686686128}, ca[3] = {3.5, 3.5, 3}, cb[3] = {0.875, 0.925, 0.875}, cB[3] = {0.3, 0.3, 1},
        cC[3] = {10, 10, 12.5};
      constant Real A = 0.7, beta = 0.3, D = 275;
      constant Real ni[5] = {1.99427042, 0.62105248, 0.41195293, 1.04028922, 0.08327678}, it[5] = {3.15163, 6.1119, 6.77708, 11.32384, 27.08792};
      Real y, g, w, u, l, x2, th, De, Ded, Dedd, Db, Dbd, Dbdd, Dbt, Dbtt, Dbdt, ps, psd, psdd, pst, pstt, psdt, q;
      Real ld, lt;
    algorithm
      e.delta := rho/rhoc;
      e.tau := Tc/T;
      ld := log(e.delta);
      lt := log(e.tau);
      e.f := 0;
      e.fd := 0;
      e.fdd := 0;
      e.ft := 0;
      e.ftt := 0;
      e.fdt := 0;
      for i in 1:34 loop
        y := n[i]*exp(d[i]*ld + t[i]*lt);
        if c[i] > 0 then
          w := e.delta^c[i];
          y := y*exp(-w);
          u := d[i] - c[i]*w;
          g := u*(u - 1) - c[i]^2*w;
        else
          u := d[i];
          g := u*(u - 1);
        end if;
        e.f := e.f + y;
        e.fd := e.fd + y*u;
        e.fdd := e.fdd + y*g;
        e.ft := e.ft + y*t[i];
        e.ftt := e.ftt + y*t[i]*(t[i] - 1);
        e.fdt := e.fdt + y*u*t[i];
      end for;
      for i in 1:5 loop
        y := gn[i]*exp(gd[i]*ld + gt[i]*lt - ga[i]*(e.delta - 1)^2 - gb[i]*(e.tau - gg[i])^2);
        u := gd[i] - 2*ga[i]*e.delta*(e.delta - 1);
        w := gt[i] - 2*gb[i]*e.tau*(e.tau - gg[i]);
        e.f := e.f + y;
        e.fd := e.fd + y*u;
        e.fdd := e.fdd + y*(u^2 - gd[i] - 2*ga[i]*e.delta^2);
        e.ft := e.ft + y*w;
        e.ftt := e.ftt + y*(w^2 - gt[i] - 2*gb[i]*e.tau^2);
        e.fdt := e.fdt + y*u*w;
      end for;
      // So far: delta*f_delta, delta^2*f_deltadelta and so on.
      e.fd := e.fd/e.delta;
      e.fdd := e.fdd/e.delta^2;
      e.ft := e.ft/e.tau;
      e.ftt := e.ftt/e.tau^2;
      e.fdt := e.fdt/(e.delta*e.tau);
      // The critical region; its terms vanish far from there.
      q := if abs(e.delta - 1) < 1e-8 then 1e-8 else e.delta - 1;
      if 10*q^2 + D*(e.tau - 1)^2 < 40 then
        x2 := q^2;
        for i in 1:3 loop
          l := x2^(1/(2*beta) - 1);
          th := 1 - e.tau + A*x2*l;
          De := th^2 + cB[i]*x2^ca[i];
          Ded := q*(A*th*2/beta*l + 2*cB[i]*ca[i]*x2^(ca[i] - 1));
          Dedd := Ded/q + x2*(4*cB[i]*ca[i]*(ca[i] - 1)*x2^(ca[i] - 2) + 2*A^2/beta^2*l^2 + A*th*4/beta*(1/(2*beta) - 1)*l/x2);
          Db := De^cb[i];
          Dbd := cb[i]*Db/De*Ded;
          Dbdd := cb[i]*(Db/De*Dedd + (cb[i] - 1)*Db/De^2*Ded^2);
          Dbt := -2*th*cb[i]*Db/De;
          Dbtt := 2*cb[i]*Db/De + 4*th^2*cb[i]*(cb[i] - 1)*Db/De^2;
          Dbdt := -A*cb[i]*2/beta*Db/De*q*l - 2*th*cb[i]*(cb[i] - 1)*Db/De^2*Ded;
          ps := exp(-cC[i]*x2 - D*(e.tau - 1)^2);
          psd := -2*cC[i]*q*ps;
          psdd := (2*cC[i]*x2 - 1)*2*cC[i]*ps;
          pst := -2*D*(e.tau - 1)*ps;
          pstt := (2*D*(e.tau - 1)^2 - 1)*2*D*ps;
          psdt := 4*cC[i]*D*q*(e.tau - 1)*ps;
          e.f := e.f + cn[i]*Db*e.delta*ps;
          e.fd := e.fd + cn[i]*(Db*(ps + e.delta*psd) + Dbd*e.delta*ps);
          e.fdd := e.fdd + cn[i]*(Db*(2*psd + e.delta*psdd) + 2*Dbd*(ps + e.delta*psd) + Dbdd*e.delta*ps);
          e.ft := e.ft + cn[i]*e.delta*(Dbt*ps + Db*pst);
          e.ftt := e.ftt + cn[i]*e.delta*(Dbtt*ps + 2*Dbt*pst + Db*pstt);
          e.fdt := e.fdt + cn[i]*(Db*(pst + e.delta*psdt) + e.delta*Dbd*pst + Dbt*(ps + e.delta*psd) + Dbdt*e.delta*ps);
        end for;
      end if;
      // The ideal gas; enthalpy 200 kJ/kg and entropy 1 kJ/(kg.K) for liquid that boils at 0 degC.
      e.i_f := ld + 8.37304456 - 14.4979156224319 + (-3.70454304 + 8.82013935801453)*e.tau + 2.5*lt;
      e.i_t := -3.70454304 + 8.82013935801453 + 2.5/e.tau;
      e.i_tt := -2.5/e.tau^2;
      for i in 1:5 loop
        y := exp(-it[i]*e.tau);
        e.i_f := e.i_f + ni[i]*log(1 - y);
        e.i_t := e.i_t + ni[i]*it[i]*y/(1 - y);
        e.i_tt := e.i_tt - ni[i]*it[i]^2*y/(1 - y)^2;
      end for;
    end helmholtz;

    function pressure "Of density and temperature"
      extends Icons.Function;
      input Units.Density rho;
      input Units.Temperature T;
      output Units.Pressure p;
    protected
      Helmholtz e;
    algorithm
      e := helmholtz(rho, T);
      p := rho*R*T*(1 + e.delta*e.fd);
    end pressure;

    function derivatives "Pressure, enthalpy and their derivatives by density and temperature"
      extends Icons.Function;
      input Units.Density rho;
      input Units.Temperature T;
      output Units.Pressure p;
      output Real h(unit = "J/kg");
      output Real pr(unit = "m2/s2"), pT(unit = "Pa/K"), hr(unit = "m5/(kg.s2)"), hT(unit = "J/(kg.K)");
      output Real s(unit = "J/(kg.K)");
    protected
      Helmholtz e;
    algorithm
      e := helmholtz(rho, T);
      p := rho*R*T*(1 + e.delta*e.fd);
      h := R*T*(1 + e.tau*(e.i_t + e.ft) + e.delta*e.fd);
      s := R*(e.tau*(e.i_t + e.ft) - e.i_f - e.f);
      pr := R*T*(1 + 2*e.delta*e.fd + e.delta^2*e.fdd);
      pT := rho*R*(1 + e.delta*e.fd - e.delta*e.tau*e.fdt);
      hT := -R*e.tau^2*(e.i_tt + e.ftt) + pT/rho;
      hr := pr/rho - T*pT/rho^2;
    end derivatives;

    function boilingPressure "At a temperature, 216.592 K to the critical one"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.Pressure p;
    protected
      Real th;
    algorithm
      th := max(1e-9, 1 - T/Tc);
      p := pc*exp(Tc/T*(-5.867399337600407*th^0.983 - 7.10969550015274*th^1.322 + 11.022781986239263*th^1.488 + 4.8260764050219995*th^2.807
        - 6.240803382557819*th^3.571 - 6.7009642572439*th^1.941));
    end boilingPressure;

    function boilingTemperature "At a pressure"
      extends Icons.Function;
      input Units.Pressure p;
      output Units.Temperature T;
    protected
      Real x, q, dT;
      Integer k;
    algorithm
      // log p is nearly linear in 1/T: Newton with a difference for the slope.
      T := 1/(1/Tc - log(min(p, 0.99999*pc)/pc)/2100);
      k := 0;
      dT := 1;
      while abs(dT) > 1e-9 and k < 50 loop
        x := log(boilingPressure(T));
        q := (log(boilingPressure(T - 1e-3)) - x)/(-1e-3);
        dT := (log(min(p, 0.99999*pc)) - x)/q;
        T := min(Tc - 1e-4, max(200, T + dT));
        k := k + 1;
      end while;
    end boilingTemperature;

    function density "Of pressure and temperature; vapour or liquid where both are possible"
      extends Icons.Function;
      input Units.Pressure p;
      input Units.Temperature T;
      input Units.Density guess = -1 "Where to begin; negative: choose";
      output Units.Density rho;
    protected
      Units.Density step;
      Units.Pressure pp;
      Real h, pr, pT, hr, hT, s;
      Integer k;
    algorithm
      if guess > 0 then
        rho := guess;
      elseif T < Tc and p > boilingPressure(T) then
        rho := liquid(T);
      else
        rho := min(0.8*rhoc, p/(R*T));
        if T < 1.4*Tc and p > 0.8*pc then
          rho := min(1.8*rhoc, rhoc*(p/pc)*(Tc/T)^4);
        end if;
      end if;
      k := 0;
      step := 1;
      while abs(step) > 1e-10*rho and k < 100 loop
        (pp, h, pr, pT, hr, hT, s) := derivatives(rho, T);
        step := if pr > 0 then (p - pp)/pr else (if p > pp then 0.1 else -0.1)*rho;
        step := max(-0.3*rho, min(0.3*rho, step));
        rho := rho + step;
        k := k + 1;
      end while;
      assert(k < 100, "The density of carbon dioxide was not found at " + String(p) + " Pa, " + String(T) + " K");
    end density;

    function liquid "Density of boiling liquid, by an equation of its own"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.Density rho;
    protected
      Real th = max(0, 1 - T/Tc);
    algorithm
      rho := rhoc*(1 + 0.861951794789174*th^0.264 + 5.535795098719573*th^0.672 - 21.766373764605415*th^0.986 + 20.01416999278327*th^1.092
        - 2.2218647220786862*th^1.714 + 888.2387848519858*th^9.902);
    end liquid;

    function vapour "Density of saturated vapour, by an equation of its own"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.Density rho;
    protected
      Real th = max(0, 1 - T/Tc);
    algorithm
      rho := rhoc*exp(Tc/T*(-1.1635587811569494*th^0.306 - 3.64216164754343*th^0.569 + 2.7773118075713237*th^0.677 - 3.2573848494624533*th^0.891
        - 1.9739104682508852*th^3.206 - 16.057319994659142*th^6.093));
    end vapour;

    function saturation "Both ends of boiling at a pressure below the critical one"
      extends Icons.Function;
      input Units.Pressure p;
      output Saturation s;
    protected
      Units.Pressure pp;
      Real lpr, lpT, lhr, lhT, vpr, vpT, vhr, vhT, e1, e2, slope;
    algorithm
      s.T := boilingTemperature(p);
      s.rhol := liquid(s.T);
      s.rhov := vapour(s.T);
      if p < 0.98*pc then
        s.rhol := density(p, s.T, s.rhol);
        s.rhov := density(p, s.T, s.rhov);
      end if;
      (pp, s.hl, lpr, lpT, lhr, lhT, e1) := derivatives(s.rhol, s.T);
      (pp, s.hv, vpr, vpT, vhr, vhT, e2) := derivatives(s.rhov, s.T);
      slope := s.T*(1/s.rhov - 1/s.rhol)/(s.hv - s.hl);
      s.drldp := (1 - lpT*slope)/lpr;
      s.drvdp := (1 - vpT*slope)/vpr;
      s.dhldp := lhr*s.drldp + lhT*slope;
      s.dhvdp := vhr*s.drvdp + vhT*slope;
    end saturation;

    function properties "Of pressure and enthalpy"
      extends Icons.Function;
      input Units.Pressure p;
      input Real h(unit = "J/kg");
      output Properties y;
    protected
      Saturation sat;
      Units.Pressure pp;
      Real hh, pr, pT, hr, hT, s, det, dr, dT, dv, dx, step;
      Integer k;
      Boolean two;
    algorithm
      y.p := p;
      y.h := h;
      two := false;
      y.x := 1;
      if p < 0.999*pc then
        sat := saturation(p);
        two := h > sat.hl and h < sat.hv;
      end if;
      if two then
        y.x := (h - sat.hl)/(sat.hv - sat.hl);
        dv := 1/sat.rhov - 1/sat.rhol;
        y.T := sat.T;
        y.rho := 1/(1/sat.rhol + y.x*dv);
        y.drdh := -y.rho^2*dv/(sat.hv - sat.hl);
        dx := -(sat.dhldp + y.x*(sat.dhvdp - sat.dhldp))/(sat.hv - sat.hl);
        y.drdp := y.rho^2*((1 - y.x)*sat.drldp/sat.rhol^2 + y.x*sat.drvdp/sat.rhov^2 - dx*dv);
        (pp, hh, pr, pT, hr, hT, s) := derivatives(sat.rhol, sat.T);
        y.s := s + (h - sat.hl)/sat.T;
      else
        if p < 0.999*pc then
          if h <= sat.hl then
            y.x := 0;
            y.T := max(217, sat.T - (sat.hl - h)/2500);
            y.rho := sat.rhol*(1 + 0.003*(sat.T - y.T));
          else
            y.T := sat.T + (h - sat.hv)/1300;
            y.rho := sat.rhov*sat.T/y.T;
          end if;
        else
          // Along an isobar above the critical point: a rough guess of temperature, from which density follows.
          y.T := if h < 250e3 then max(220, 273.15 + (h - 200e3)/2300) elseif h < 450e3 then 293 + (h - 250e3)/8000 + (p - pc)/4e5 else 318 + (p - pc)/4e5 + (h - 450e3)/1300;
          y.rho := density(p, y.T);
        end if;
        k := 0;
        step := 1;
        while step > 1e-10 and k < 100 loop
          (pp, hh, pr, pT, hr, hT, s) := derivatives(y.rho, y.T);
          det := pr*hT - pT*hr;
          dr := ((p - pp)*hT - (h - hh)*pT)/det;
          dT := ((h - hh)*pr - (p - pp)*hr)/det;
          step := max(abs(dr)/y.rho/0.2, abs(dT)/10);
          if det <= 0 or pr <= 0 then
            // Inside the spinodal: only the density helps.
            dr := (if y.x < 0.5 then 0.05 else -0.05)*y.rho;
            dT := 0;
            step := 1;
          elseif step > 1 then
            dr := dr/step;
            dT := dT/step;
          end if;
          y.rho := y.rho + dr;
          y.T := y.T + dT;
          k := k + 1;
        end while;
        assert(k < 100, "The state of carbon dioxide was not found at " + String(p) + " Pa, " + String(h) + " J/kg");
        y.drdp := hT/det;
        y.drdh := -pT/det;
        y.s := s;
      end if;
    end properties;

    function enthalpy "Of pressure and temperature"
      extends Icons.Function;
      input Units.Pressure p;
      input Units.Temperature T;
      output Real h(unit = "J/kg");
    protected
      Units.Pressure pp;
      Real pr, pT, hr, hT, s;
    algorithm
      (pp, h, pr, pT, hr, hT, s) := derivatives(density(p, T), T);
    end enthalpy;

    function isentropic "Enthalpy at a pressure, from entropy and a guess"
      extends Icons.Function;
      input Units.Pressure p;
      input Real s(unit = "J/(kg.K)");
      input Real guess(unit = "J/kg");
      output Real h(unit = "J/kg");
    protected
      Properties y;
      Real step;
      Integer k;
    algorithm
      h := guess;
      k := 0;
      step := 1;
      // Along an isobar dh = T*ds.
      while abs(step) > 1e-4 and k < 50 loop
        y := properties(p, h);
        step := (s - y.s)*y.T;
        h := h + step;
        k := k + 1;
      end while;
    end isentropic;
    annotation(Documentation(info="<html><p>R. Span, W. Wagner: <em>A New Equation of State for Carbon Dioxide</em>, J. Phys. Chem. Ref. Data 25 (1996): 42 terms of the residual free energy. Enthalpy is 200 kJ/kg, entropy 1 kJ/(kg.K) for boiling liquid at 0 degC.</p></html>"));
  end CO2;

  connector Port "Where refrigerant passes"
    Units.Pressure p "Pressure";
    flow Real m_flow(unit = "kg/s") "Mass flow into the component";
    stream Real h_outflow(unit = "J/kg") "Enthalpy of what would flow out";
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,110,110}, fillColor={0,170,170}, fillPattern=FillPattern.Solid)}));
  end Port;

  function stepsmoother "0 to 1 between two abscissas, with vanishing slopes at both"
    extends Icons.Function;
    input Real func "Abscissa of 1";
    input Real nofunc "Abscissa of 0";
    input Real x;
    output Real y;
  protected
    Real m, b;
  algorithm
    // Periodic outside: it is only called where it is meant.
    if (x - func)*(nofunc - func) <= 0 then
      y := 1;
    elseif (x - nofunc)*(func - nofunc) <= 0 then
      y := 0;
    else
      m := 3.141592653589793/(func - nofunc);
      b := -3.141592653589793/2 - m*nofunc;
      y := (tanh(tan(m*x + b)) + 1)/2;
    end if;
    annotation(Documentation(info="<html><p>Pfafferott and Schmitz (2002): <code>(tanh(tan(m*x + b)) + 1)/2</code> between both abscissas. The formula is periodic; outside they give 0 and 1.</p></html>"));
  end stepsmoother;

  model Source "Refrigerant at a given mass flow and enthalpy"
    extends Icons.Component;
    parameter Real m(unit = "kg/s") = 0.01 "Mass flow";
    parameter Real h(unit = "J/kg") = 500e3 "Enthalpy";
    Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    b.m_flow = -m;
    b.h_outflow = h;
    annotation(Icon(graphics={Polygon(points={{-60,60},{60,0},{-60,-60},{-60,60}}, lineColor={0,110,110}, fillColor={180,230,230}, fillPattern=FillPattern.Solid)}));
  end Source;

  model Sink "Takes refrigerant at a given pressure"
    extends Icons.Component;
    parameter Units.Pressure p = 90e5;
    parameter Real h(unit = "J/kg") = 300e3 "Of what would come back";
    Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    a.p = p;
    a.h_outflow = h;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={0,110,110}, fillColor={180,230,230}, fillPattern=FillPattern.Solid)}));
  end Sink;

  model Compressor "By displacement, volumetric and isentropic efficiency"
    extends Icons.Pump;
    parameter Real displacement(unit = "m3") = 30e-6 "Volume of a turn";
    parameter Real lambda = 0.75 "Volumetric efficiency";
    parameter Real eta = 0.75 "Isentropic efficiency";
    Port a "Suction" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b "Discharge" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealInput n(unit = "1/s") "Turns a second" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
    Real m(unit = "kg/s") "Mass flow";
    Units.Power P "Into the refrigerant";
    CO2.Properties suction;
    Real ideal(unit = "J/kg") "Enthalpy behind isentropic compression";
    Real h2(unit = "J/kg") "Enthalpy behind";
  equation
    suction = CO2.properties(a.p, inStream(a.h_outflow));
    m = lambda*displacement*n*suction.rho;
    ideal = CO2.isentropic(b.p, suction.s, suction.h);
    h2 = suction.h + (ideal - suction.h)/eta;
    a.m_flow = m;
    b.m_flow = -m;
    b.h_outflow = h2;
    a.h_outflow = inStream(b.h_outflow);
    P = m*(h2 - suction.h);
  end Compressor;

  model ExpansionValve "Isenthalpic, flow by its Kv"
    extends Icons.Valve;
    Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealInput Kv(unit = "m3/h") "Cubic metres of water an hour at a loss of 1 bar" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
    Real m(unit = "kg/s");
    CO2.Properties before;
  protected
    constant Units.Density water = 1000;
    constant Units.PressureDifference bar = 1e5;
    constant Real perHour(unit = "m3/s") = 1/3600;
    constant Real unitKv(unit = "m3/h") = 1;
    Units.PressureDifference dp;
  equation
    before = CO2.properties(a.p, inStream(a.h_outflow));
    dp = a.p - b.p;
    m = Kv/unitKv*perHour*sqrt(water*before.rho)*(dp/bar)/((dp/bar)^2 + 1e-4)^0.25;
    a.m_flow = m;
    b.m_flow = -m;
    b.h_outflow = inStream(a.h_outflow);
    a.h_outflow = inStream(b.h_outflow);
    annotation(Documentation(info="<html><p><code>m = Kv*sqrt(1000*rho*dp/1 bar)/3600</code> (DIN EN 60534), linear below 0.01 bar.</p></html>"));
  end ExpansionValve;

  model Channel "Refrigerant in n cells of one pressure, a wall, and air across it"
    extends Icons.Box;
    parameter Integer n(min = 1) = 10 "Cells";
    parameter Real V(unit = "m3") = 1e-3 "Volume inside";
    parameter Units.ThermalConductance inside = 800 "Refrigerant to wall, altogether";
    parameter Units.ThermalConductance outside = 800 "Wall to air, altogether";
    parameter Units.HeatCapacity C = 4000 "Of the wall";
    parameter Real air(unit = "kg/s") = 0.6 "Mass flow of air";
    parameter Units.Temperature Tair = 308 "Of the air that comes";
    parameter Boolean counter = true "Air passes the cells one after the other, against the refrigerant; otherwise side by side" annotation(Evaluate = true);
    parameter Units.Pressure p0 = 66e5 "At the beginning";
    parameter Real h0(unit = "J/kg") = 420e3 "At the beginning";
    parameter Boolean p_given = true "p0 holds at the beginning" annotation(Evaluate = true);
    Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Pressure p(start = p0, fixed = p_given, stateSelect = StateSelect.prefer);
    Real h[n](each unit = "J/kg", each start = h0, each fixed = true, each nominal = 3e5);
    Units.Temperature Tw[n](each start = Tair, each fixed = true) "Wall";
    Units.HeatFlowRate Q[n] "Wall to refrigerant", Qair[n] "Air to wall";
    Units.HeatFlowRate Qtotal = sum(Q) "Into the refrigerant";
    CO2.Properties cell[n];
    Units.Temperature Tout = cell[n].T "Refrigerant that leaves";
    Units.Temperature Tair_out;
    Real m[n + 1](each unit = "kg/s") "Between cells";
    Real mass(unit = "kg") = V/n*sum(cell.rho) "Inside";
  protected
    constant Real cp(unit = "J/(kg.K)") = 1007 "Of air";
    parameter Real NTU = if counter then outside/n/(air*cp) else outside/(air*cp);
    Units.Temperature Ta[n + 1] "Air between cells, in its own direction";
    Real hf[n + 1](each unit = "J/kg") "Enthalpy that is carried between cells";
  equation
    a.p = p;
    b.p = p;
    a.m_flow = m[1];
    b.m_flow = -m[n + 1];
    a.h_outflow = h[1];
    b.h_outflow = h[n];
    hf[1] = actualStream(a.h_outflow);
    hf[n + 1] = actualStream(b.h_outflow);
    for i in 2:n loop
      hf[i] = if m[i] >= 0 then h[i - 1] else h[i];
    end for;
    for i in 1:n loop
      cell[i] = CO2.properties(p, h[i]);
      V/n*(cell[i].drdp*der(p) + cell[i].drdh*der(h[i])) = m[i] - m[i + 1];
      V/n*(cell[i].rho*der(h[i]) - der(p)) = m[i]*(hf[i] - h[i]) - m[i + 1]*(hf[i + 1] - h[i]) + Q[i];
      Q[i] = inside/n*(Tw[i] - cell[i].T);
      C/n*der(Tw[i]) = Qair[i] - Q[i];
    end for;
    Ta[1] = Tair;
    if counter then
      for i in 1:n loop
        Ta[i + 1] = Tw[n + 1 - i] + (Ta[i] - Tw[n + 1 - i])*exp(-NTU);
        Qair[n + 1 - i] = air*cp*(Ta[i] - Ta[i + 1]);
      end for;
      Tair_out = Ta[n + 1];
    else
      for i in 1:n loop
        Ta[i + 1] = Tw[i] + (Tair - Tw[i])*exp(-NTU);
        Qair[i] = air*cp/n*(Tair - Ta[i + 1]);
      end for;
      Tair_out = sum(Ta[2:n + 1])/n;
    end if;
    annotation(Documentation(info="<html><p>States are the pressure and the enthalpies of the cells. With one pressure for all cells there are no pressure waves; the flows between
cells follow from the balances. It serves as gas cooler and as evaporator.</p></html>"), Icon(graphics={Line(points={{-60,30},{-30,-30},{0,30},{30,-30},{60,30}}, color={0,110,110}, thickness=0.5)}));
  end Channel;

  model Receiver "Liquid and gas apart: what leaves depends on the level"
    extends Icons.Vessel;
    parameter Real V(unit = "m3") = 1e-3 "Volume";
    parameter Units.Pressure p0 = 40e5;
    parameter Real h0(unit = "J/kg") = 350e3;
    Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b "At the top: gas as long as the level is low" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Pressure p(start = p0, fixed = true, stateSelect = StateSelect.prefer);
    Real h(unit = "J/kg", start = h0, fixed = true, stateSelect = StateSelect.prefer, nominal = 3e5);
    CO2.Properties inside;
    CO2.Saturation boiling;
    Real level "Part of the volume that is liquid";
    Real leaving(unit = "J/kg") "Enthalpy of what leaves";
  protected
    Units.Pressure low "Below the critical pressure";
  equation
    a.p = p;
    b.p = p;
    inside = CO2.properties(p, h);
    low = noEvent(min(p, 0.98*CO2.pc));
    boiling = CO2.saturation(low);
    level = noEvent(if inside.x <= 0 then 1 elseif inside.x >= 1 or p > 0.98*CO2.pc then 0 else (1 - inside.x)*inside.rho/boiling.rhol);
    leaving = noEvent(if inside.x <= 0 or inside.x >= 1 or p > 0.98*CO2.pc then h else boiling.hv + (h - boiling.hv)*stepsmoother(0.95, 0.75, level));
    a.h_outflow = leaving;
    b.h_outflow = leaving;
    V*(inside.drdp*der(p) + inside.drdh*der(h)) = a.m_flow + b.m_flow;
    V*(inside.rho*der(h) - der(p)) = a.m_flow*(actualStream(a.h_outflow) - h) + b.m_flow*(actualStream(b.h_outflow) - h);
  end Receiver;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model States "Enthalpies of the measured points, and a walk through all regions"
      extends Icons.Experiment;
      Real h1(unit = "kJ/kg") = CO2.enthalpy(96e5, 395.4)/1000 "538.46";
      Real h2(unit = "kJ/kg") = CO2.enthalpy(87.5e5, 355.0)/1000 "487.14";
      Real h3(unit = "kJ/kg") = CO2.enthalpy(88.3e5, 373.4)/1000 "513.83";
      CO2.Saturation zero = CO2.saturation(3485138.5);
      Real p(unit = "Pa") = 30e5 + 70e5*time, h(unit = "J/kg") = 150e3 + 400e3*time;
      CO2.Properties y = CO2.properties(p, h);
      Real back(unit = "Pa") = CO2.pressure(if y.x > 0 and y.x < 1 then zero.rhol else y.rho, if y.x > 0 and y.x < 1 then zero.T else y.T);
      annotation(experiment(StopTime = 1, Interval = 0.01));
    end States;

    model Smoother "Between Reynolds numbers of 2000 and 3000"
      extends Icons.Experiment;
      Real x = 1900 + 1200*time;
      Real y = stepsmoother(3000, 2000, x);
      annotation(experiment(StopTime = 1, Interval = 0.01));
    end Smoother;

    model GasCooler "At one of the measured points"
      extends Icons.Experiment;
      parameter Real m(unit = "kg/s") = 0.032 "Refrigerant";
      parameter Units.Pressure p = 87.5e5;
      parameter Units.Temperature T = 355.0 "Refrigerant that comes";
      parameter Real air(unit = "kg/s") = 0.593;
      parameter Units.Temperature Tair = 312.9;
      final parameter Real h(unit = "J/kg") = CO2.enthalpy(p, T);
      Source source(m = m, h = h);
      Channel cooler(n = 12, V = 1e-3, inside = 600, outside = 700, air = air, Tair = Tair, p0 = p, h0 = h, p_given = false);
      Sink sink(p = p, h = h);
    equation
      connect(source.b, cooler.a);
      connect(cooler.b, sink.a);
      annotation(experiment(StopTime = 300, Tolerance = 1e-6));
    end GasCooler;

    model Evaporator "At one of the measured points"
      extends Icons.Experiment;
      parameter Real m(unit = "kg/s") = 0.032 "Refrigerant";
      parameter Units.Pressure p = 49.1e5;
      parameter Real h(unit = "J/kg") = 295.3e3;
      parameter Real air(unit = "kg/s") = 0.21;
      parameter Units.Temperature Tair = 301.6;
      Source source(m = m, h = h);
      Channel evaporator(n = 12, V = 1e-3, inside = 2000, outside = 430, air = air, Tair = Tair, p0 = p, h0 = h, p_given = false, counter = false);
      Sink sink(p = p, h = 400e3);
    equation
      connect(source.b, evaporator.a);
      connect(evaporator.b, sink.a);
      annotation(experiment(StopTime = 300, Tolerance = 1e-6));
    end Evaporator;

    model Cycle "The plant starts from equal pressures; the valve closes by a third at 60 s"
      extends Icons.Experiment;
      Compressor compressor(displacement = 33e-6, lambda = 0.75, eta = 0.75);
      Channel cooler(n = 6, V = 4e-3, inside = 700, outside = 1500, air = 3200/3600, Tair = 305, p0 = 66e5, h0 = 420e3);
      ExpansionValve valve;
      Channel evaporator(n = 6, V = 4e-3, inside = 1500, outside = 500, air = 580/3600, Tair = 305, p0 = 66e5, h0 = 420e3, counter = false);
      Receiver receiver(V = 3.3e-3, p0 = 66e5, h0 = 420e3);
      Real mass(unit = "kg") = cooler.mass + evaporator.mass + receiver.V*receiver.inside.rho "Constant";
      Units.Pressure high = cooler.p, low = evaporator.p;
      Real COP = evaporator.Qtotal/max(1, compressor.P);
      ExpansionValve line;
    equation
      connect(compressor.b, cooler.a);
      connect(cooler.b, valve.a);
      connect(valve.b, evaporator.a);
      connect(evaporator.b, line.a);
      connect(line.b, receiver.a);
      connect(receiver.b, compressor.a);
      compressor.n = (120 + (if time < 2 then 440*time else 880))/60;
      valve.Kv = if time < 60 then 0.03 elseif time < 60.1 then 0.03 - 0.1*(time - 60) else 0.02;
      line.Kv = 3;
      annotation(experiment(StopTime = 120, Interval = 0.5, Tolerance = 1e-5), Documentation(info="<html><p>Pfafferott and Schmitz (2002): 66 bar and 420 kJ/kg everywhere, 120 to 1000 turns a
minute within 2 s, Kv from 0.03 to 0.02 m3/h at 60 s; air 3200 kg/h and 580 kg/h at 305 K, efficiencies 0.75. Volumes (11.3 l altogether) are divided by us.</p></html>"));
    end Cycle;
  end Examples;
end Refrigeration;
