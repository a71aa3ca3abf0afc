// RUN: causeway check %s
// EXIT: 2
// CHECK: there is no class named 'Y' in 'P'
package P model X end X; end P;
model M P.Y y; end M;
