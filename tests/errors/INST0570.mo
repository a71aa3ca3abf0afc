// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0570.mo:12:14: error[INST0570]: external object class Handle has no constructor
model M
  class Handle
    extends ExternalObject;
    function destructor
      input Handle h;
      external "C" free_handle(h);
    end destructor;
  end Handle;
  Handle h = Handle();
end M;
