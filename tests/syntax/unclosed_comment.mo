// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0004]: this comment is not closed
// CHECK-NOT: SYN0012
model UnclosedComment
  Real x; /* open
end UnclosedComment;
