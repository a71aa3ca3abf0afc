// Declarations of functions that nobody accepts, or only the trade does (--strict): refused.
// RUN: causeway check %s P.Language
// EXIT: 2
// CHECK: error[INST0690]
// RUN: causeway check %s P.ArrayResult
// EXIT: 2
// CHECK: error[INST0690]
// RUN: causeway check %s P.NoFunction
// EXIT: 2
// CHECK: error[INST0690]
// RUN: causeway check --strict %s P.Expression
// EXIT: 2
// CHECK: error[INST0691]
// RUN: causeway check %s P.NoDerivative
// EXIT: 2
// CHECK: error[INST0694]
// RUN: causeway check %s P.ZeroDerivative
// EXIT: 2
// CHECK: error[INST0694]
// RUN: causeway check %s P.Inverse
// EXIT: 2
// CHECK: error[INST0694]
// RUN: causeway check --strict %s P.PublicLocal
// EXIT: 2
// CHECK: error[INST0695]
// RUN: causeway check %s P.Cycle
// EXIT: 2
// CHECK: error[INST0602]
package P
  function dh
    input Real x;
    input Real dx;
    output Real dy = dx;
  algorithm
  end dh;
  function ih
    input Real y;
    output Real x = y;
  algorithm
  end ih;
  model Language "an unknown language"
    function h input Real x;
    output Real y;
    external "fish" y = ext(x);
    end h;
    Real x = h(1.0);
  end Language;
  model ArrayResult "an array as result"
    function h input Real x;
    output Real y[3];
    external "C" y = vec(x);
    end h;
    Real x[3] = h(1);
  end ArrayResult;
  model NoFunction "a model is external"
    Real x = 1;
    external "C" x = sin(x);
  end NoFunction;
  model Expression "an expression as argument"
    function h input Real x;
    output Real y;
    external "C" y = sin(x + 1);
    end h;
    Real x = h(1);
  end Expression;
  model NoDerivative "noDerivative of nothing"
    function h input Real x;
    output Real y;
    algorithm y := x;
    annotation(derivative(noDerivative = z) = dh);
    end h;
    Real x = h(time);
  end NoDerivative;
  model ZeroDerivative "zeroDerivative of nothing"
    function h input Real x;
    output Real y;
    algorithm y := x;
    annotation(derivative(zeroDerivative = q) = dh);
    end h;
    Real x = h(time);
  end ZeroDerivative;
  model Inverse "the inverse of nothing"
    function h input Real x;
    output Real y;
    algorithm y := x;
    annotation(inverse(z = ih(y)));
    end h;
    Real x = h(time);
  end Inverse;
  model PublicLocal "a public parameter in a function"
    function h parameter Real k = 2;
    input Real x;
    output Real y;
    algorithm y := k*x;
    end h;
    Real x = h(time);
  end PublicLocal;
  model Cycle "values of locals that depend on each other"
    function h input Real x;
    output Real y;
    protected Real a = b;
    Real b = a;
    algorithm y := a;
    end h;
    Real x = h(time);
  end Cycle;
end P;
