// Connections.uniqueRootIndices (of Modelica_StateGraph2): which root leads to which node.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: i[1] = 3 +- 1e-9
// FINAL: i[2] = 1 +- 1e-9
// FINAL: i[3] = 2 +- 1e-9
// FINAL: x[3] = 10 +- 1e-9
// FINAL: x[1] = 20 +- 1e-9
// RUN: causeway check %s P.Wrong
// EXIT: 2
// CHECK: error[FLAT0114]: node 1 is connected with none of the roots
package P
  record Node
    Real a;
    function equalityConstraint
      input Node x, y;
      output Real r[0];
    algorithm
    end equalityConstraint;
  end Node;
  connector C
    Node node;
  end C;
  model M
    C root[3](node(a = {1, 2, 3}));
    C node[2];
    Integer i[3];
    Real x[3];
  equation
    for k in 1:3 loop
      x[i[k]] = 10*k*time;
    end for;
    Connections.uniqueRoot(root.node, "more than one root");
    i = Connections.uniqueRootIndices(root.node, node.node, "no path");
    Connections.branch(root[1].node, node[2].node);
    Connections.branch(root[3].node, node[1].node);
    node[2].node = root[1].node;
    node[1].node = root[3].node;
  end M;
  model Wrong
    C root[1](node(a = {1})), node[1](node(a = {2}));
    Integer i[1] = Connections.uniqueRootIndices(root.node, node.node);
  end Wrong;
end P;
