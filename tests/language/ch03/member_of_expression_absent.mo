// RUN: causeway check %s
// EXIT: 2
// CHECK: 7:37: error[INST0503]: MemberAbsent.Point has no element z
model MemberAbsent
  record Point
    Real x, y;
  end Point; Real a = (Point(1, 2)).z;
end MemberAbsent;
