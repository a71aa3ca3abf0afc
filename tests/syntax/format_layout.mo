// RUN: causeway format %s
// CHECK: // RUN: causeway format
// FLAT: package Layout "spread out" // behind the name
// FLAT:   // above
// FLAT:   model A
// FLAT:     extends B(x = 1, final y(start = -2));
// FLAT:     parameter Real p[3](each min = 0) = {1, 2, 3}
// FLAT:       "description"; /* behind */
// FLAT:   protected
// FLAT:     Real x if p[1] > 0;
// FLAT:   equation
// FLAT:     if x > 0 and not x > 1 or
// FLAT:         false then
// FLAT:       der(x) = -x^2 + 2*p[end];
// FLAT:     else
// FLAT:       x = [1, 2; 3, 4]*(x .+ 1);
// FLAT:     end if;
// FLAT:     annotation(Icon(extent={{-100,-100},{100,100}}), experiment(StopTime=1));
// FLAT:   end A;
// FLAT: end Layout;
package Layout"spread out"// behind the name
// above
model A extends B(x=1,final y(start=-2));parameter Real p[3](each min=0)={1,2,3}
"description";/* behind */
protected Real x if p[1]>0;
equation if x>0 and not x>1 or
false then der(x)=-x^2+2*p[end];else x=[1,2;3,4]*(x.+1);end if;
annotation(Icon(extent={{-100,-100},{100,100}}),experiment(StopTime=1));
end A;end Layout;
