// RUN: causeway flatten %s
// CHECK: parameter Real m.x = 1.0;
package P constant Real c = 1; model A parameter Real x = c; end A; end P;
package Q constant Real c = 2; model B extends P.A; end B; end Q;
model M Q.B m; end M;
