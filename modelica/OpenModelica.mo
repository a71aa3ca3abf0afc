within;
package OpenModelica "What texts that OpenModelica saved as a whole ask of the program (ModelicaServices.Machine)"
  package Internal
    package Architecture
      function integerMax "Largest Integer"
        output Integer max = 2147483647;
      algorithm
      end integerMax;
    end Architecture;
  end Internal;
end OpenModelica;
