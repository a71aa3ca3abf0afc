// RUN: causeway check %s
// CHECK: warning[INST0120]: class 'ObsoleteBase.Old' is obsolete: inherit New
package ObsoleteBase
  model Old Real x = 1; annotation(obsolete = "inherit New"); end Old;
  model M
    extends Old;
  end M;
end ObsoleteBase;
