within Stored;
package Medium
  extends Base;
  redeclare record extends State
    Real T;
  end State;
end Medium;
