// A connector that was left open is what the message is about, not the equations behind it.
// RUN: causeway check %s ForgottenConnection.Source
// EXIT: 3
// CHECK: error[SYM0404]: source.port is not connected: nothing flows there, though the flow is prescribed, and the potentials source.port.T are not determined
// CHECK: hint: connect source.port with what takes the flow
// RUN: causeway check %s ForgottenConnection.Piston
// EXIT: 3
// CHECK: hint: not connected, so that nothing flows there: piston.b
package ForgottenConnection
  connector Port
    Real T;
    flow Real Q;
  end Port;
  model HeatSource
    Port port;
  equation
    port.Q = -10;
  end HeatSource;
  model Room
    Port port;
    Real T(start = 20, fixed = true);
  equation
    port.T = T;
    der(T) = port.Q;
  end Room;
  model Source
    HeatSource source;
    Room room;
  end Source;
  model Joint "moves freely: s is what the forces make it"
    Port a, b;
    Real s;
  equation
    b.T = a.T + s;
    a.Q + b.Q = 0;
    a.Q = 2*a.T;
  end Joint;
  model Fixed
    Port port;
  equation
    port.T = 5;
  end Fixed;
  model Piston
    Joint piston;
    Fixed fixed;
  equation
    connect(fixed.port, piston.a);
  end Piston;
end ForgottenConnection;
