// RUN: causeway check %s Wrong.NoStart
// EXIT: 2
// CHECK: error[SYN0032]: no structural mode is said to hold at the start
// RUN: causeway check %s Wrong.NoMode
// EXIT: 2
// CHECK: error[SYN0032]: this is no structural mode of the class
// CHECK: error[SYN0032]: structuralTransition takes 3 arguments
package Wrong "What cannot be made of structural modes"
  model Part
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
  end Part;
  model NoStart
    structuralmode Part a;
  end NoStart;
  model NoMode
    structuralmode Part a;
    Part b;
  equation
    initialStructuralState(a);
    structuralTransition(a, b, time > 1);
    structuralTransition(a, a);
  end NoMode;
end Wrong;
