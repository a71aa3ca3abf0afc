within P.Q;
final encapsulated partial package P "a" + "b"
  import A = B.C; import B.*; import B.{x, y}; extends .B(break c, break connect(a, b), x = break) annotation(e = 1);
  redeclare final inner outer replaceable flow discrete input Real[3] x[2, :](each final start = 1, redeclare replaceable model M = N(y = 2) constrainedby Q) = {1, 2} if b "c", y constrainedby R(z = 1) "d" annotation(Icon(extent={{-1,2}}));
  type E = enumeration(a "x", b annotation(q)); type F = enumeration(:); function d = der(f, x, y);
  connector C = input Real[2](min = 0); operator record R operator '+' end '+'; operator 'x\'' = f; end R;
  redeclare model extends M(x = 1) "c" Real z; end M;
  pure function f input Real u; output Real y; external "C" y = g(u, size(u, 1)) annotation(Include="#include <a>"); annotation(x); end f;
  impure operator function g algorithm return; end g; expandable connector B end B;
protected stream Real h;
public
  annotation(Documentation(info="<html>
text \"q\" </html>"));
end P;
