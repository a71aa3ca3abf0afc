// Index reduction differentiates a function twice, whatever it is made of: x^3 + x written in many ways is to be sin(time) + 0.5, and F, the
// second derivative of x, follows.  External functions without a derivative annotation are differentiated by difference quotients.
// RUN: for m in $(sed -n 's/^  model \([A-Z][A-Za-z]*\).*/\1/p' %s); do causeway simulate Functions.$m -L %d --stop 0.7 --tolerance 1e-8 -o $m.csv > $m.txt 2>&1 || echo $m fails; python3 -c "import csv; r = list(csv.DictReader(open('$m.csv')))[-1]; e = max(abs(float(r['x']) - 0.73961910292478), abs(float(r['v']) - 0.28959127178764), abs(float(r['F']) + 0.38483005273586)); print('$m', 'right' if e < (1e-6 if 'External' in '$m' else 1e-7) else ('wrong', e))"; done
// CHECK-NOT: wrong
// CHECK-NOT: fails
// CHECK: Plain right
// CHECK: Iteration right
// CHECK: Default right
// RUN: cat External.txt ExternalSecond.txt
// CHECK: warning[SYM0305]: index reduction differentiates the function Functions.External.f, for which a difference quotient is taken
// CHECK: hint: give it a derivative annotation
// CHECK-NOT: the function Functions.ExternalSecond
// RUN: cat BoundArgument.txt
// CHECK: differentiates the function Functions.BoundArgument.ap, for which
// TIMEOUT: 120
package Functions
  partial model Motion
    Real x(start = 0.3), v, F;
  equation
    der(x) = v;
    der(v) = F;
  end Motion;
  model Plain
    function f
      input Real x;
      output Real y;
    algorithm
      y := x^3 + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Plain;
  model ForLoop
    function f
      input Real x;
      output Real y;
    protected
      Real p;
    algorithm
      p := 1;
      for i in 1:3 loop
        p := p*x;
      end for;
      y := p + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end ForLoop;
  model WhileLoop
    function f
      input Real x;
      output Real y;
    protected
      Integer i;
      Real p;
    algorithm
      p := 1;
      i := 0;
      while i < 3 loop
        p := p*x;
        i := i + 1;
      end while;
      y := p + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end WhileLoop;
  model WhileBreak
    function f
      input Real x;
      output Real y;
    protected
      Integer i;
      Real p;
    algorithm
      p := 1;
      i := 0;
      while true loop
        p := p*x;
        i := i + 1;
        if i >= 3 then
          break;
        end if;
      end while;
      y := p + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end WhileBreak;
  model Return
    function f
      input Real x;
      output Real y;
    algorithm
      if x > -100 then
        y := x^3 + x;
        return;
      else
        y := 0;
      end if;
      y := 77;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Return;
  model IfExpression
    function f
      input Real x;
      output Real y;
    algorithm
      y := if x > 100 then 3 else x^3 + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end IfExpression;
  model Product
    function f
      input Real x;
      output Real y;
    protected
      Real v[3];
    algorithm
      v := {x, x, x};
      y := product(v) + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Product;
  model Vector
    function f
      input Real x[:];
      output Real y;
    algorithm
      y := x*x*x[1] + x[1];
    end f;
    extends Motion;
  equation
    f({x}) = sin(time) + 0.5;
  end Vector;
  model Matrix
    function f
      input Real x;
      output Real y;
    protected
      Real A[2, 2];
      Real w[2];
    algorithm
      A := [x, 0; 0, 1];
      w := A*A*A*{1, 0};
      y := w[1] + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Matrix;
  model MatrixPower
    function f
      input Real x;
      output Real y;
    protected
      Real A[2, 2];
      Real w[2, 2];
    algorithm
      A := [x, 0; 0, 1];
      w := A^3;
      y := w[1, 1] + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end MatrixPower;
  model Records
    record R
      Real a;
      Real b[2];
    end R;
    function mk
      input Real x;
      output R r;
    algorithm
      r.a := x;
      r.b := {x, x};
    end mk;
    function g
      input R r;
      output Real y;
    algorithm
      y := r.a*r.b[1]*r.b[2] + r.a;
    end g;
    function f
      input Real x;
      output Real y;
    protected
      R r;
    algorithm
      r := mk(x);
      y := g(r);
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Records;
  model RecordArgument
    record R
      Real a;
      Real b[2];
    end R;
    function g
      input R r;
      output Real y;
    algorithm
      y := r.a*r.b[1]*r.b[2] + r.a;
    end g;
    extends Motion;
  equation
    g(R(x, {x, x})) = sin(time) + 0.5;
  end RecordArgument;
  model SeveralResults
    function g
      input Real x;
      output Real y;
      output Real z;
    algorithm
      y := x^3;
      z := x;
    end g;
    function f
      input Real x;
      output Real y;
    protected
      Real a, b;
    algorithm
      (a, b) := g(x);
      y := a + b;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end SeveralResults;
  model Reduction
    function f
      input Real x;
      output Real y;
    algorithm
      y := product(x for i in 1:3) + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Reduction;
  model Largest
    function f
      input Real x;
      output Real y;
    protected
      Real v[3];
    algorithm
      v := {x^3 + x, -1000, -2000};
      y := max(v);
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Largest;
  model LargestReduction
    function f
      input Real x;
      output Real y;
    algorithm
      y := max((x^3 + x) - i for i in 0:2);
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end LargestReduction;
  model ElementPower
    function f
      input Real x;
      output Real y;
    protected
      Real v[2];
    algorithm
      v := {x, x} .^ {3, 1};
      y := sum(v);
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end ElementPower;
  model Magnitude
    function f
      input Real x;
      output Real y;
    protected
      Real v[2];
    algorithm
      v := abs({x^3 + x + 100, 0});
      y := v[1] - 100;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Magnitude;
  model External
    function f
      input Real x;
      output Real y;
      external "C" y = cube(x) annotation(Include="static double cube(double x){return x*x*x+x;}");
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end External;
  model ExternalInside
    function g
      input Real x;
      output Real y;
      external "C" y = cube(x) annotation(Include="static double cube(double x){return x*x*x+x;}");
    end g;
    function f
      input Real x;
      output Real y;
    algorithm
      y := g(x);
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end ExternalInside;
  model ExternalWithDerivative
    function f
      input Real x;
      output Real y;
      external "C" y = cube(x) annotation(derivative=fd, Include="static double cube(double x){return x*x*x+x;}");
    end f;
    function fd
      input Real x;
      input Real dx;
      output Real dy;
    algorithm
      dy := (3*x^2 + 1)*dx;
    end fd;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end ExternalWithDerivative;
  model ExternalSecond
    function f
      input Real x;
      output Real y;
      external "C" y = cube(x) annotation(derivative=fd, derivative(order=2)=fdd, Include="static double cube(double x){return x*x*x+x;}");
    end f;
    function fd
      input Real x;
      input Real dx;
      output Real dy;
      external "C" dy = cubed(x, dx) annotation(Include="static double cubed(double x,double dx){return (3*x*x+1)*dx;}");
    end fd;
    function fdd
      input Real x;
      input Real dx;
      input Real ddx;
      output Real dy;
      external "C" dy = cubedd(x, dx, ddx) annotation(Include="static double cubedd(double x,double dx,double ddx){return (3*x*x+1)*ddx+6*x*dx*dx;}");
    end fdd;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end ExternalSecond;
  model ExternalSmooth
    function f
      input Real x;
      output Real y;
      external "C" y = cube(x) annotation(smoothOrder=2, Include="static double cube(double x){return x*x*x+x;}");
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end ExternalSmooth;
  model NoDerivative
    function f
      input Real x;
      input Real k;
      output Real y;
    algorithm
      y := x^3 + k*x;
      annotation(derivative(noDerivative=k)=fd);
    end f;
    function fd
      input Real x;
      input Real k;
      input Real dx;
      output Real dy;
    algorithm
      dy := (3*x^2 + k)*dx;
    end fd;
    extends Motion;
  equation
    f(x, 1) = sin(time) + 0.5;
  end NoDerivative;
  model ZeroDerivative
    function f
      input Real x;
      input Real k;
      output Real y;
    algorithm
      y := x^3 + k*x;
      annotation(derivative(zeroDerivative=k)=fd);
    end f;
    function fd
      input Real x;
      input Real k;
      input Real dx;
      output Real dy;
    algorithm
      dy := (3*x^2 + k)*dx;
    end fd;
    extends Motion;
  equation
    f(x, 1) = sin(time) + 0.5;
  end ZeroDerivative;
  model DerClass
    function h
      input Real x;
      output Real y;
    algorithm
      y := x^4/4 + x^2/2;
    end h;
    function f = der(h, x);
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end DerClass;
  model Inverse
    function f
      input Real x;
      output Real y;
    algorithm
      y := x^3 + x;
      annotation(inverse(x=finv(y)));
    end f;
    function finv
      input Real y;
      output Real x;
    protected
      Real d;
    algorithm
      d := sqrt(y^2/4 + 1/27);
      x := (if y/2 + d >= 0 then (y/2 + d)^(1/3) else -(-(y/2 + d))^(1/3)) - (if d - y/2 >= 0 then (d - y/2)^(1/3) else -(-(d - y/2))^(1/3));
    end finv;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Inverse;
  model Recursive
    function p
      input Real x;
      input Integer n;
      output Real y;
    algorithm
      if n == 0 then
        y := 1;
      else
        y := x*p(x, n - 1);
      end if;
    end p;
    function f
      input Real x;
      output Real y;
    algorithm
      y := p(x, 3) + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Recursive;
  model FunctionArgument
    partial function FF
      input Real u;
      output Real y;
    end FF;
    function cub
      extends FF;
      input Real k;
    algorithm
      y := k*u^3;
    end cub;
    function ap
      input FF g;
      input Real x;
      output Real y;
    algorithm
      y := g(x) + x;
    end ap;
    extends Motion;
  equation
    ap(function cub(k = 1), x) = sin(time) + 0.5;
  end FunctionArgument;
  model BoundArgument
    partial function FF
      input Real u;
      output Real y;
    end FF;
    function cub
      extends FF;
      input Real k;
    algorithm
      y := k*u^2;
    end cub;
    function ap
      input FF g;
      input Real x;
      output Real y;
    algorithm
      y := g(x) + x;
    end ap;
    extends Motion;
  equation
    ap(function cub(k = x), x) = sin(time) + 0.5;
  end BoundArgument;
  model Iteration
    function f
      input Real x;
      output Real y;
    protected
      Real z;
    algorithm
      z := 1;
      for i in 1:30 loop
        z := z - (z^3 - (x^3 + x)^3)/(3*z^2 + 1e-300);
      end for;
      y := z;
    end f;
    extends Motion;
  equation
    f(x + 0) = sin(time) + 0.5;
  end Iteration;
  model Smooth
    extends Motion;
  equation
    smooth(3, if x > 50 then x else x^3 + x) = sin(time) + 0.5;
  end Smooth;
  model Minimum
    extends Motion;
  equation
    min(x^3 + x, 1000) = sin(time) + 0.5;
  end Minimum;
  model Algorithm
    extends Motion;
    Real y;
  algorithm
    y := x;
    y := x*x*y;
    y := y + x;
  equation
    y = sin(time) + 0.5;
  end Algorithm;
  model LateInline
    function f
      input Real x;
      output Real y;
    algorithm
      y := x^3 + x;
      annotation(LateInline=true);
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end LateInline;
  model VectorResult
    function g
      input Real x[3];
      output Real y[3];
    algorithm
      for i in 1:3 loop
        y[i] := x[i]^3 + x[i];
      end for;
    end g;
    extends Motion;
  equation
    g({x, 2, 3})*{1, 0, 0} = sin(time) + 0.5;
  end VectorResult;
  model CrossProduct
    extends Motion;
  equation
    (cross({x, 0, 0}, {0, x, 0})*{0, 0, x} + x) = sin(time) + 0.5;
  end CrossProduct;
  model SemiLinear
    extends Motion;
  equation
    semiLinear(x, x^2 + 1, x^2 + 1) = sin(time) + 0.5;
  end SemiLinear;
  model StringInput
    function f
      input Real x;
      input String s;
      output Real y;
    algorithm
      y := if s == "a" then x^3 + x else x;
    end f;
    extends Motion;
  equation
    f(x, "a") = sin(time) + 0.5;
  end StringInput;
  model Assertion
    function f
      input Real x;
      output Real y;
    algorithm
      assert(x < 100, "big");
      y := x^3 + x;
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Assertion;
  model Default
    function f
      input Real x;
      output Real y = x^3 + x;
    algorithm
    end f;
    extends Motion;
  equation
    f(x) = sin(time) + 0.5;
  end Default;
end Functions;
