// a connector that only joins others inside its model has no flow from outside: it takes no part in the mixture
// RUN: causeway simulate %s -o %t.csv
// FINAL: room.source.upstream = 50 +- 1e-12
// FINAL: rooms[2].source.upstream = 50 +- 1e-12
package P
  connector Port Real p; flow Real m; stream Real h; end Port;
  model Source
    Port port;
    Real upstream = inStream(port.h) "what would come if the flow turned";
  equation
    port.m = -1;
    port.h = 10;
  end Source;
  model Volume
    Port port;
  equation
    port.p = 1;
    port.h = 50;
  end Volume;
  model Room
    Source source;
    Volume volume;
  protected
    Port node;
  equation
    connect(source.port, node);
    connect(node, volume.port);
  end Room;
  model T
    Room room;
    Room rooms[2];
  end T;
end P;
