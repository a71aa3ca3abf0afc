operator record C
  Real re;
  Real im;
  encapsulated operator 'constructor'
    function fromReal import C; input Real x; output C r(re = x, im = 0); algorithm end fromReal;
    function polar import C; input Real radius; input Real phi; output C r(re = radius*cos(phi), im = radius*sin(phi)); algorithm end polar;
  end 'constructor';
end C;
model ConstructorOverloaded
  C a = C(3);
  C b = C(1, 1.5707963267949);
end ConstructorOverloaded;
