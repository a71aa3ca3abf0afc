// Documentation of a library: pages, links, tables, pictures; texts are cleaned of scripts.
// RUN: causeway doc %s -o pages
// CHECK: 5 pages, 5 pictures, 0 files in pages/index.html
// CHECK: warning[DOC0002]: the documentation of Doc.Tank refers to modelica://Doc.Missing
// RUN: sed '/<details>/,$d' pages/Doc.Tank.html
// CHECK: <nav><a href="Doc.html" title="Doc">Doc</a>.<a href="Doc.Tank.html"
// CHECK: <img id="icon" src="icons/
// CHECK: Tank <small>model</small></h1><p>A tank &lt;open&gt;</p>
// CHECK: Extends <a href="Doc.Base.html" title="Doc.Base">Doc.Base</a>
// CHECK: <div class="diagram"><svg
// CHECK: <a href="Doc.Port.html"><g data-component="port"
// CHECK: <p>See <a href="Doc.Port.html#info">port</a>, <a>nothing</a>, <a href="https://modelica.org">outside</a> and <b>bold<i>er</i></b></p>
// CHECK: <td><a href="Doc.Kind.html" title="Doc.Kind">Kind</a></td><td><b>kind</b></td><td><code>Kind.Open</code></td><td>How it is built</td>
// CHECK: <tr class="group"><td colspan="4">Size</td></tr>
// CHECK: <td>Real</td><td><b>area</b></td><td><code>2.0</code></td><td>Cross section [m2]</td>
// CHECK: <h2>Connectors</h2>
// RUN: grep -F "<details>" pages/Doc.Tank.html
// CHECK: <summary id="text">Modelica text</summary><pre>model Tank &quot;A tank &lt;open&gt;&quot;
// CHECK-NOT: alert
// CHECK-NOT: onclick
// CHECK-NOT: javascript
// RUN: python3 -c "import json; print([e[0] for e in json.load(open('pages/search-index.json'))])"
// CHECK: ['Doc', 'Doc.Port', 'Doc.Kind', 'Doc.Base', 'Doc.Tank']
// RUN: cat pages/Doc.Kind.html
// CHECK: <b>Open</b></td><td>without a lid</td>
// RUN: cat pages/Doc.html
// CHECK: <a href="Doc.Tank.html" title="Doc.Tank">Tank</a></td><td>A tank &lt;open&gt;</td>
// RUN: causeway doc %s -o /dev/null/pages
// EXIT: 1
// CHECK: error[DOC0001]: /dev/null/pages cannot be written
package Doc "A library to be documented"
  connector Port "A port"
    Real p;
    flow Real m;
    annotation(Icon(graphics = {Ellipse(extent = {{-100, -100}, {100, 100}})}), Documentation(info = "plain < text"));
  end Port;

  type Kind = enumeration(Open "without a lid", Closed "with a lid");

  partial model Base
    Port port annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  end Base;

  model Tank "A tank <open>"
    extends Base;
    parameter Kind kind = Kind.Open "How it is built";
    parameter Real area(unit = "m2") = 2.0 "Cross section" annotation(Dialog(group = "Size"));
    annotation(Icon(graphics = {Rectangle(extent = {{-80, -80}, {80, 80}}), Text(extent = {{-50, 0}, {50, 20}}, textString = "%name")}),
      Documentation(info = "<html><script>alert(1)</script><body onload=\"alert(2)\">
<p>See <a href=\"modelica://Doc.Port#info\">port</a>, <a href=\"modelica://Doc.Missing\">nothing</a>, <a href=\"https://modelica.org\">outside</a> and <b>bold<i>er</b></p>
<p onclick=\"alert(3)\"><a href=\"javascript:alert(4)\">no</a><img src=\"http://example.org/x.png\"></div>
</html>"));
  end Tank;
end Doc;
