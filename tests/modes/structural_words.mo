// RUN: causeway simulate %s Words.Two -o two.csv --tolerance 1e-11
// CHECK: warning[SYN0031]: structuralmode is a word of OM.jl
// CHECK: its structure changes: 2 modes, 1 changes
// CHECK-NOT: start values taken
// VALUE: two.csv fast.x(0.5) = 3.57742274269 +- 1e-8
// VALUE: two.csv slow.x(0.75) = 5.81776532 +- 1e-7
// FINAL: two.csv slow.x = 7.18613296 +- 1e-7
// RUN: causeway simulate %s Words.Alone -o alone.csv --tolerance 1e-11
// FINAL: alone.csv only.x = -1.71828182846 +- 1e-8
// RUN: causeway simulate %s Words.Breaks -o breaks.csv --tolerance 1e-10
// FINAL: breaks.csv ball.x = 0.918216819549 +- 1e-8
// RUN: causeway simulate %s Words.Blinks -o blinks.csv --tolerance 1e-10
// CHECK: its structure changes: 5 modes, 4 changes
// FINAL: blinks.csv up.x = 0.5 +- 1e-6
// RUN: causeway format %s > f.mo && causeway simulate f.mo Words.Two -o f.csv
// CHECK: 2 modes
// RUN: causeway simulate %s Words.Two --strict
// EXIT: 2
// CHECK: error[SYN0031]
package Words "Structural modes in the words of OM.jl: a component holds at a time, and others take over what they share"
  model Two
    model Fast
      Real x(start = 1, fixed = true);
    equation
      der(x) = 2*x + 1;
    end Fast;
    model Slow
      Real x(start = 0);
    equation
      der(x) = x - 1;
    end Slow;
    structuralmode Fast fast;
    structuralmode Slow slow;
  equation
    initialStructuralState(fast);
    structuralTransition(fast, slow, time >= 0.7);
  end Two;
  model Alone
    model Single
      parameter Real a = 1;
      Real x(start = 0, fixed = true);
    equation
      x = der(x) + a;
    end Single;
    structuralmode Single only;
  equation
    initialStructuralState(only);
  end Alone;
  model Breaks "the condition is true before the change: what counts is that it changes"
    model Turns
      Real x, y, vx, vy, phi(start = 0, fixed = true);
    equation
      x = sin(phi);
      y = -cos(phi);
      vx = der(x);
      vy = der(y);
      der(phi) = 1;
    end Turns;
    model Falls
      Real x, y, vx, vy;
    equation
      der(x) = vx;
      der(y) = vy;
      der(vx) = 0;
      der(vy) = -9.81;
    end Falls;
    structuralmode Turns rod;
    structuralmode Falls ball;
  equation
    initialStructuralState(rod);
    structuralTransition(rod, ball, rod.phi - 0.5 <= 0);
  end Breaks;
  model Blinks "to and fro, on conditions of a component that is there in its own mode only"
    model Up
      Real x(start = 0, fixed = true);
    equation
      der(x) = 5;
    end Up;
    model Down
      Real x;
    equation
      der(x) = -5;
    end Down;
    structuralmode Up up;
    structuralmode Down down;
  equation
    initialStructuralState(up);
    structuralTransition(up, down, up.x >= 1);
    structuralTransition(down, up, down.x <= 0);
    annotation (experiment(StopTime = 0.9));
  end Blinks;
end Words;
