# RUN: causeway fmu %d/Linked.mo Linked.Source --fmi 3 -o source.fmu -q && causeway fmu %d/Linked.mo Linked.Sink --fmi 3 -o sink.fmu -q && python3 %s
# RUN: causeway simulate links.ssp -o links.csv
# CHECK: warning[XCH0022]: a value in "K" is connected with one in "s"
# RUN: causeway simulate dictionary.ssp -o dictionary.csv
# RUN: causeway simulate dictionary.ssp -p rate=3 -o faster.csv
# T = 300 + 2*t K is 26.85 + 2*t degC; then 10*c + 5; k 1 -> 7, 2 -> 8; b inverted; p = 3*rate
# VALUE: links.csv a.sink.c(1) = 293.5 +- 1e-9
# VALUE: links.csv a.sink.m(1) = 8 +- 0
# VALUE: links.csv a.sink.n(1) = 0 +- 0
# VALUE: links.csv a.sink.y(1) = 1769 +- 1e-9
# VALUE: links.csv a.sink.y(0.25) = 1778 +- 1e-9
# VALUE: links.csv a.sink.s(1) = 12 +- 1e-9
# VALUE: links.csv wrong(1) = 302 +- 1e-9
# VALUE: links.csv kept(1) = 302 +- 1e-9
# VALUE: dictionary.csv sink.c(1) = 28.85 +- 1e-9
# VALUE: dictionary.csv sink.s(1) = 6 +- 1e-9
# VALUE: dictionary.csv sink.p(1) = 4 +- 0
# VALUE: faster.csv sink.c(1) = 29.85 +- 1e-9
# EXIT: 0
# RUN: causeway simulate unwritten.ssp -o none.csv
# EXIT: 2
# CHECK: nothing writes the signal "bus.lost" of a signal dictionary
"""Systems of FMUs of FMI 3.0: units, mappings, parameters, arrays and signal dictionaries on the way; a package as a component."""
import zipfile

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
    xmlns:ssb="http://ssp-standard.org/SSP1/SystemStructureSignalDictionary" version="1.0" name="x">
  <ssd:System name="x">
"""
TAIL = """
  </ssd:System>
  <ssd:Enumerations/>
  <ssd:Units><ssc:Unit name="K"><ssc:BaseUnit K="1"/></ssc:Unit><ssc:Unit name="s"><ssc:BaseUnit s="1"/></ssc:Unit></ssd:Units>
  <ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""
INNER = HEAD + """
    <ssd:Connectors>
      <ssd:Connector name="T" kind="input"><ssc:Real unit="K"/></ssd:Connector>
      <ssd:Connector name="k" kind="input"><ssc:Integer/></ssd:Connector>
      <ssd:Connector name="b" kind="input"><ssc:Boolean/></ssd:Connector>
      <ssd:Connector name="w" kind="input"><ssc:Real/><ssc:Dimension size="3"/></ssd:Connector>
      <ssd:Connector name="gain" kind="parameter"><ssc:Real/></ssd:Connector>
    </ssd:Connectors>
    <ssd:Elements><ssd:Component name="sink" source="resources/sink.fmu"/></ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startConnector="T" endElement="sink" endConnector="c"><ssc:LinearTransformation factor="10" offset="5"/></ssd:Connection>
      <ssd:Connection startConnector="k" endElement="sink" endConnector="m"><ssc:IntegerMappingTransformation><ssc:MapEntry source="1" target="7"/>
        <ssc:MapEntry source="2" target="8"/></ssc:IntegerMappingTransformation></ssd:Connection>
      <ssd:Connection startConnector="b" endElement="sink" endConnector="n"><ssc:BooleanMappingTransformation>
        <ssc:MapEntry source="true" target="false"/><ssc:MapEntry source="false" target="true"/></ssc:BooleanMappingTransformation></ssd:Connection>
      <ssd:Connection startConnector="w" endElement="sink" endConnector="u"><ssc:LinearTransformation factor="2"/></ssd:Connection>
      <ssd:Connection startConnector="gain" endElement="sink" endConnector="p"><ssc:LinearTransformation factor="3"/></ssd:Connection>
    </ssd:Connections>""" + TAIL
LINKS = HEAD + """
    <ssd:Connectors>
      <ssd:Connector name="rate" kind="parameter"><ssc:Real/></ssd:Connector>
      <ssd:Connector name="wrong" kind="output"><ssc:Real unit="s"/></ssd:Connector>
      <ssd:Connector name="kept" kind="output"><ssc:Real unit="s"/></ssd:Connector>
    </ssd:Connectors>
    <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet name="p" version="1.0"><ssv:Parameters>
      <ssv:Parameter name="rate"><ssv:Real value="2"/></ssv:Parameter>
    </ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    <ssd:Elements>
      <ssd:Component name="source" type="application/x-fmu-sharedlibrary" source="resources/source.fmu"/>
      <ssd:Component name="a" type="application/x-ssp-package" source="resources/inner.ssp"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startConnector="rate" endElement="source" endConnector="rate"/>
      <ssd:Connection startConnector="rate" endElement="a" endConnector="gain"/>
      <ssd:Connection startElement="source" startConnector="T" endElement="a" endConnector="T"/>
      <ssd:Connection startElement="source" startConnector="k" endElement="a" endConnector="k"/>
      <ssd:Connection startElement="source" startConnector="b" endElement="a" endConnector="b"/>
      <ssd:Connection startElement="source" startConnector="w" endElement="a" endConnector="w"/>
      <ssd:Connection startElement="source" startConnector="T" endConnector="wrong"/>
      <ssd:Connection startElement="source" startConnector="T" endConnector="kept" suppressUnitConversion="true"/>
    </ssd:Connections>""" + TAIL
DICTIONARY = HEAD + """
    <ssd:Connectors><ssd:Connector name="rate" kind="parameter"><ssc:Real/></ssd:Connector></ssd:Connectors>
    <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet name="p" version="1.0"><ssv:Parameters>
      <ssv:Parameter name="rate"><ssv:Real value="2"/></ssv:Parameter><ssv:Parameter name="sink.p"><ssv:Real value="4"/></ssv:Parameter>
    </ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    <ssd:Elements>
      <ssd:Component name="source" source="resources/source.fmu"/>
      <ssd:Component name="sink" source="resources/sink.fmu"><ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
        <ssv:ParameterSet name="q" version="1.0"><ssv:Parameters><ssv:Parameter name="p"><ssv:Real value="9"/></ssv:Parameter></ssv:Parameters>
        </ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings></ssd:Component>
      <ssd:SignalDictionaryReference name="left" dictionary="bus"/>
      <ssd:SignalDictionaryReference name="right" dictionary="bus"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startConnector="rate" endElement="source" endConnector="rate"/>
      <ssd:Connection startElement="source" startConnector="T" endElement="left" endConnector="warmth"/>
      <ssd:Connection startElement="source" startConnector="w" endElement="left" endConnector="row"/>
      <ssd:Connection startElement="right" startConnector="warmth" endElement="sink" endConnector="c"/>
      <ssd:Connection startElement="right" startConnector="row" endElement="sink" endConnector="u"/>MORE
    </ssd:Connections>
    <ssd:SignalDictionaries><ssd:SignalDictionary name="bus"><ssb:SignalDictionary name="bus" version="1.0">
      <ssb:DictionaryEntry name="warmth"><ssc:Real unit="mK"/></ssb:DictionaryEntry>
      <ssb:DictionaryEntry name="row"><ssc:Real/><ssc:Dimension size="3"/></ssb:DictionaryEntry>
      <ssb:DictionaryEntry name="lost"><ssc:Integer/></ssb:DictionaryEntry>
      <ssb:Units><ssc:Unit name="mK"><ssc:BaseUnit K="1" factor="0.001"/></ssc:Unit></ssb:Units>
    </ssb:SignalDictionary></ssd:SignalDictionary></ssd:SignalDictionaries>""" + TAIL
LOST = '<ssd:Connection startElement="right" startConnector="lost" endElement="sink" endConnector="m"/>'


def package(name, ssd, *parts):
    with zipfile.ZipFile(name, "w") as z:
        z.writestr("SystemStructure.ssd", ssd)
        for part in parts:
            z.write(part, "resources/" + part)


package("inner.ssp", INNER, "sink.fmu")
package("links.ssp", LINKS, "source.fmu", "inner.ssp")
package("dictionary.ssp", DICTIONARY.replace("MORE", ""), "source.fmu", "sink.fmu")
package("unwritten.ssp", DICTIONARY.replace("MORE", LOST), "source.fmu", "sink.fmu")
