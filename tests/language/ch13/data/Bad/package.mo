within;
package Bad
end Bad;
