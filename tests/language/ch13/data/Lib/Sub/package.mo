within Lib;
package Sub
end Sub;
