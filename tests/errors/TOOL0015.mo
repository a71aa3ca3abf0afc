// RUN: mkdir P; cp %s P/package.mo; causeway simulate P -L .
// EXIT: 2
// CHECK: error[TOOL0015]: P is a package, not a model
package P "without a model"
end P;
