#!/usr/bin/env node
// Marks of the studio, measured in Chromium: bench/studio [--build DIR] [--library DIR] [--update] [--only WORD]
//
// --library names a folder that holds the Modelica Standard Library 4.1.0.  Each figure is the median of several tries.
// bench/studio.json holds the marks and what was measured last (--update); a figure above its mark is an error.  Needs
// chromium, node and `npm ci` in web/.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const option = (name, otherwise) => { const i = process.argv.indexOf(name); return i < 0 ? otherwise : process.argv[i + 1]; };
const build = resolve(option("--build", join(root, "build"))), library = option("--library", process.env.CAUSEWAY_MSL), only = option("--only", "");
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const stored = JSON.parse(readFileSync(join(root, "bench/studio.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "causeway-bench-")), measured = {};
process.env.XDG_DATA_HOME = join(folder, "data");
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const wanted = name => name.includes(only);

function grid(n) { // a diagram of n components in rows, each connected to the next
  const wide = Math.ceil(Math.sqrt(n)), at = i => [(i % wide) * 40, Math.floor(i / wide) * 40];
  let text = "model Grid\n  connector Pin Real v; flow Real i; annotation(Diagram(graphics = {Rectangle(extent = {{-100,-100},{100,100}}, fillColor = {0,0,255}, fillPattern = FillPattern.Solid)}), Icon(graphics = {Rectangle(extent = {{-100,-100},{100,100}}, fillColor = {0,0,255}, fillPattern = FillPattern.Solid)})); end Pin;\n" +
    "  model Part parameter Real R = 1; Pin p annotation(Placement(transformation(extent = {{-110,-10},{-90,10}}))); Pin n annotation(Placement(transformation(extent = {{90,-10},{110,10}}))); equation p.v - n.v = R*p.i; p.i + n.i = 0; annotation(Icon(graphics = {Rectangle(extent = {{-70,30},{70,-30}}, lineColor = {0,0,255}, fillColor = {255,255,255}, fillPattern = FillPattern.Solid), Line(points = {{-90,0},{-70,0}}, color = {0,0,255}), Line(points = {{70,0},{90,0}}, color = {0,0,255}), Text(extent = {{-150,90},{150,50}}, textString = \"%name\", textColor = {0,0,255}), Text(extent = {{-150,-40},{150,-80}}, textString = \"R=%R\")})); end Part;\n";
  for (let i = 0; i < n; i++) { const [x, y] = at(i); text += `  Part r${i} annotation(Placement(transformation(extent = {{${x - 10},${y - 10}},{${x + 10},${y + 10}}})));\n`; }
  text += "equation\n";
  for (let i = 0; i + 1 < n; i++) {
    const [a, b] = at(i), [c, d] = at(i + 1);
    text += `  connect(r${i}.n, r${i + 1}.p) annotation(Line(points = {{${a + 10},${b}},{${a + 20},${b}},{${a + 20},${(b + d) / 2}},{${c - 20},${(b + d) / 2}},{${c - 20},${d}},{${c - 10},${d}}}, color = {0,0,255}));\n`;
  }
  const most = wide * 40;
  return text + `  annotation(Diagram(coordinateSystem(extent = {{-40,-40},{${most},${most}}})));\nend Grid;\n`;
}

async function studio(words, f) {
  const server = spawn(join(build, "causeway"), ["studio", "--no-browser", ...(library ? ["-L", library] : []), ...words], { stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise(r => server.stdout.once("data", d => r(String(d).trim())));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await f(page, url, server.pid);
  } finally { await browser.close(); server.kill("SIGTERM"); }
}
const painted = page => page.evaluate(() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(performance.now())))));
const ready = page => page.waitForFunction(() => window.studio?.connected.value === "open");

const drive = join(folder, "Drive.mo"), tall = join(folder, "Tall.mo"), wide = join(folder, "Grid.mo");
writeFileSync(drive, "model Drive parameter Real c = 100; Real x(start = 1, fixed = true), v(start = 0, fixed = true); equation der(x) = v; der(v) = -c*x - v; annotation(experiment(StopTime = 2)); end Drive;\n");
writeFileSync(tall, "model Tall Real x; equation x = sin(200*time) + 0.1*sin(70000*time); annotation(experiment(StopTime = 1, Interval = 1e-7)); end Tall;\n");
writeFileSync(wide, grid(500));

if (wanted("page")) await studio([drive], async (page, url) => {
  const times = [];
  for (let k = 0; k < 5; k++) {
    await page.goto(url);
    await page.waitForSelector(".tree .line");
    times.push(await painted(page));
  }
  measured["usable page, ms"] = median(times);
});
if (wanted("curve")) await studio([drive], async (page, url) => {
  await page.goto(url);
  await ready(page);
  await page.evaluate(() => studio.start());
  await page.waitForFunction(() => studio.drawn.value > 0 && !studio.busy.value);
  const times = [];
  for (let k = 0; k < 7; k++) {
    await page.waitForTimeout(400);
    times.push(await page.evaluate(async c => {
      const box = document.querySelector('.row[data-name="c"] input.value'), began = performance.now(), n = studio.runs.value.length;
      box.value = c;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      for (;;) {
        await new Promise(r => requestAnimationFrame(r));
        const last = studio.runs.value[studio.runs.value.length - 1];
        if (studio.runs.value.length > n && last.state === "done" && [...causewayPlots][0].list.some(s => s.run.id === last.id)) break;
      }
      await new Promise(r => requestAnimationFrame(r));
      return performance.now() - began;
    }, String(110 + k)));
  }
  measured["parameter to new curve, ms"] = median(times);
});
if (wanted("points")) await studio([tall], async (page, url) => {
  await page.goto(url);
  await ready(page);
  await page.evaluate(() => { studio.experiment.value = { ...studio.experiment.value, pages: [{ title: "x", panels: [{ names: ["x"], second: [] }] }] }; });
  await page.evaluate(() => studio.start());
  await page.waitForFunction(() => studio.runs.value.some(r => r.state === "done"), null, { timeout: 300000 });
  await page.waitForFunction(() => [...causewayPlots][0].list.length, null, { timeout: 60000 });
  const zoom = (low, high) => page.evaluate(async ([low, high]) => {
    const before = studio.drawn.value, began = performance.now();
    [...causewayPlots][0].setX({ low, high });
    while (studio.drawn.value === before) await new Promise(r => setTimeout(r, 0));
    await new Promise(r => requestAnimationFrame(r));
    return performance.now() - began;
  }, [low, high]);
  measured["points"] = await page.evaluate(() => [...causewayPlots][0].list[0].curve.rows);
  const times = [];
  for (const [a, b] of [[0, 1], [0.1, 0.9], [0.3, 0.6], [0.4, 0.45], [0.42, 0.421], [0.42, 0.42001], [0, 1]]) times.push(await zoom(a, b));
  measured["10 M points zoomed, ms"] = median(times);
});
if (wanted("frames")) await studio([wide], async (page, url) => {
  await page.goto(url);
  await ready(page);
  await page.waitForSelector('[data-component="r499"]', { state: "attached" });
  await page.waitForTimeout(800);
  const box = await page.locator(".canvas").boundingBox();
  const frames = async move => {
    await page.evaluate(() => { window.gaps = []; let last = performance.now(); window.going = true; const tick = t => { gaps.push(t - last); last = t; if (going) requestAnimationFrame(tick); }; requestAnimationFrame(tick); });
    await page.evaluate(move);
    const gaps = await page.evaluate(() => { window.going = false; return gaps.slice(2); });
    return median(gaps);
  };
  measured["pan 500 components, ms a frame"] = await frames(`(async () => { const c = document.querySelector(".canvas"); for (let i = 0; i < 60; i++) { c.dispatchEvent(new WheelEvent("wheel", { deltaX: 6 * Math.sign(Math.sin(i / 9)), deltaY: 3, bubbles: true, cancelable: true, clientX: ${box.x + 300}, clientY: ${box.y + 200} })); await new Promise(r => requestAnimationFrame(r)); } })()`);
  measured["zoom 500 components, ms a frame"] = await frames(`(async () => { const c = document.querySelector(".canvas"); for (let i = 0; i < 60; i++) { c.dispatchEvent(new WheelEvent("wheel", { deltaY: i < 30 ? -60 : 60, bubbles: true, cancelable: true, clientX: ${box.x + 300}, clientY: ${box.y + 200} })); await new Promise(r => requestAnimationFrame(r)); } })()`);
});
if (library && wanted("library")) await studio(["Modelica.Blocks.Examples.PID_Controller"], async (page, url, pid) => {
  await page.goto(url);
  await ready(page);
  await page.waitForTimeout(500);
  const robot = "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot";
  const open = name => page.evaluate(async name => {
    const began = performance.now();
    studio.go({ class: name, path: "", view: "diagram" });
    while (!document.querySelector(name.includes("Robot") ? '[data-component="mechanics"]' : '[data-component="PI"]')) await new Promise(r => setTimeout(r, 0));
    await new Promise(r => requestAnimationFrame(r));
    return performance.now() - began;
  }, name);
  const times = [];
  measured["FullRobot's diagram, first, ms"] = await open(robot);
  for (let k = 0; k < 3; k++) {
    await open("Modelica.Blocks.Examples.PID_Controller");
    times.push(await open(robot));
  }
  measured["FullRobot's diagram, ms"] = median(times);
  const nodes = [];
  for (const name of ["Modelica", "Modelica.Electrical", "Modelica.Electrical.Analog", "Modelica.Electrical.Analog.Basic"]) {
    nodes.push(await page.evaluate(async name => {
      const line = document.querySelector(`.line[data-class="${name}"]`), began = performance.now();
      if (line.getAttribute("aria-expanded") === "true") return 0;
      line.querySelector(".arrow").click();
      const rows = () => [...document.querySelectorAll(".line")].filter(l => l.dataset.class.startsWith(name + ".") && l.getBoundingClientRect().top < innerHeight - 40);
      while (!rows().length || rows().some(r => !r.querySelector(".icon img") && !r.querySelector(".icon i.none"))) { await new Promise(r => setTimeout(r, 0)); if (performance.now() - began > 5000) break; }
      await new Promise(r => requestAnimationFrame(r));
      return performance.now() - began;
    }, name));
  }
  measured["tree node with icons, ms"] = median(nodes.filter(n => n > 0));
  const children = p => readdirSync("/proc").filter(q => /^\d+$/.test(q)).filter(q => { try { return readFileSync(`/proc/${q}/stat`, "utf8").split(") ")[1].split(" ")[1] === String(p); } catch { return false; } });
  const rss = p => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${p}/status`, "utf8"))?.[1] ?? 0) / 1024;
  measured["memory of the servers, MB"] = [pid, ...children(pid)].reduce((sum, p) => sum + rss(p), 0);
});

let bad = 0;
for (const [name, value] of Object.entries(measured)) {
  const mark = stored.marks[name], shown = Math.round(value * 10) / 10;
  const fails = mark !== undefined && value > mark;
  console.log(`${name.padEnd(38)} ${String(shown).padStart(9)}${mark !== undefined ? `   mark ${mark}${fails ? "   ABOVE ITS MARK" : ""}` : ""}`);
  if (fails) bad++;
  stored.measured[name] = shown;
}
if (process.argv.includes("--update")) writeFileSync(join(root, "bench/studio.json"), JSON.stringify(stored, null, 2) + "\n");
rmSync(folder, { recursive: true, force: true });
process.exitCode = bad ? 1 : 0;
