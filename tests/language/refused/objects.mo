// External objects are made by naming their class where they are declared, and by nothing else (12.9.7).
// RUN: causeway check %s P.Extra
// EXIT: 2
// CHECK: error[INST0692]
// RUN: causeway check %s P.NoDestructor
// EXIT: 2
// CHECK: error[INST0692]
// RUN: causeway check %s P.NoConstructor
// EXIT: 2
// CHECK: error[INST0692]
// RUN: causeway check %s P.Called
// EXIT: 2
// CHECK: error[INST0693]
// RUN: causeway check %s P.Ended
// EXIT: 2
// CHECK: error[INST0693]
// RUN: causeway check %s P.Returned
// EXIT: 2
// CHECK: error[INST0693]
package P
  class Object
    extends ExternalObject;
    function constructor
      output Object o;
      external "C" o = make_x();
    end constructor;
    function destructor
      input Object o;
      external "C" free_x(o);
    end destructor;
  end Object;
  model Extra "one element more"
    class X extends ExternalObject;
    Real r;
    function constructor output X o;
    external "C" o = make_x();
    end constructor;
    function destructor input X o;
    external "C" free_x(o);
    end destructor;
    end X;
    X x = X();
  end Extra;
  model NoDestructor "no destructor"
    class X extends ExternalObject;
    function constructor output X o;
    external "C" o = make_x();
    end constructor;
    end X;
    X x = X();
  end NoDestructor;
  model NoConstructor "no constructor"
    class X extends ExternalObject;
    function destructor input X o;
    external "C" free_x(o);
    end destructor;
    end X;
    X x;
  end NoConstructor;
  model Called "the constructor is called"
    Object x = Object.constructor();
  end Called;
  model Ended "the destructor is called"
    Object x = Object();
    equation when time > 1 then Object.destructor(x);
    end when;
  end Ended;
  model Returned "a function returns an object"
    function h output Object o;
    algorithm o := Object();
    end h;
    Object x = h();
  end Returned;
end P;
