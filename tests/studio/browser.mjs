// What a user does in the studio, in a real browser: node browser.mjs CAUSEWAY WEB TRIAL.mo OUT
import { spawn } from "node:child_process";
import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , causeway, web, trial, out] = process.argv;
const need = createRequire(web + "/package.json");
const { chromium } = need("playwright-core");
const axe = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
mkdirSync(out, { recursive: true });
const marks = {};
let page, base;
const problems = [];

function check(good, text) { if (!good) throw new Error(text); }
async function step(name, f) {
  const began = performance.now();
  try { await f(); } catch (e) {
    await page.screenshot({ path: `${out}/failed.png` }).catch(() => undefined);
    console.log(`failed: ${name}: ${e.message}`);
    process.exitCode = 1;
    throw e;
  }
  console.log(`ok ${name} (${Math.round(performance.now() - began)} ms)`);
}
const studio = f => page.evaluate(f);
const open = name => studio(`studio.openClass(${JSON.stringify(name)})`).then(() => page.waitForFunction(n => studio.place.value.class === n, name));
const view = name => page.getByRole("tab", { name, exact: true }).click();
const done = n => page.waitForFunction(k => studio.runs.value.filter(r => r.took > 0).length >= k && !studio.busy.value, n, { timeout: 30000 });
const drawn = before => page.waitForFunction(k => studio.drawn.value > k, before, { timeout: 20000 });
async function accessible(where) {
  await page.evaluate(axe + "; undefined");
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: true } } }));
  const bad = found.violations.filter(v => v.impact === "serious" || v.impact === "critical");
  check(!bad.length, `${where}: ${bad.map(v => `${v.id} ${v.nodes.slice(0, 3).map(n => n.target + " " + (n.any[0]?.message ?? "")).join("; ")}`).join(" | ")}`);
}

const process_ = spawn(causeway, ["studio", "--no-browser", trial], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise(r => process_.stdout.once("data", d => r(String(d).trim())));
const began = performance.now();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  page = await context.newPage();
  page.on("pageerror", e => problems.push(e.message));
  page.on("console", m => { if (m.type() === "error" && !/Failed to load resource|WebSocket|net::ERR/.test(m.text())) problems.push(m.text()); });

  await step("the page can be used at once", async () => {
    await page.goto(url);
    await page.waitForSelector(".tree .line");
    marks["usable page, ms"] = Math.round(await studio(() => performance.now()));
  });
  await step("a library is opened and a model found", async () => {
    const t = performance.now();
    if (!(await page.locator('.line[data-class="Trial.Parts"]').count())) await page.locator('.line[data-class="Trial"] .arrow').click();
    await page.waitForSelector('.line[data-class="Trial.Parts"]');
    marks["tree node, ms"] = Math.round(performance.now() - t);
    await page.getByRole("searchbox", { name: "Search classes" }).fill("Driv");
    await page.locator('.line[data-class="Trial.Drive"]').click();
    await page.waitForSelector('[data-component="spring"]', { state: "attached" });
    await page.getByRole("searchbox", { name: "Search classes" }).fill("");
  });
  await step("its documentation is read, and nothing in it runs", async () => {
    await open("Trial.Parts.Inertia");
    await view("Documentation");
    const frame = page.frameLocator(".documentation iframe");
    await frame.getByText("accelerates the wheel").waitFor();
    check(!(await page.title()).includes("broken"), "a script of the documentation has run");
    await page.keyboard.press("Alt+ArrowLeft");
    await open("Trial.Drive");
    await view("Diagram");
  });
  await step("it runs and is plotted", async () => {
    const before = await studio(() => studio.drawn.value);
    await page.keyboard.press("F5");
    await done(1);
    await drawn(before);
    check(await studio(() => studio.experiment.value.pages[0].panels[0].names.length > 0), "nothing is plotted by itself");
    await page.getByRole("searchbox", { name: "Search variables" }).fill("twist");
    await page.getByRole("treeitem", { name: /twist/ }).first().click();
    await page.waitForFunction(() => [...causewayPlots][0].list.some(s => s.curve.name === "spring.twist" && s.curve.y.length > 50));
    await page.screenshot({ path: `${out}/drive.png` });
  });
  await step("a parameter is changed and the curve follows; zoom stays", async () => {
    const box = await page.locator(".panel canvas").boundingBox();
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + 90, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => [...causewayPlots][0].view.x !== null);
    const zoom = await studio(() => JSON.stringify([...causewayPlots][0].view.x));
    await studio(() => { document.querySelector('.canvas').focus(); });
    await page.keyboard.press("n");
    while (!(await page.locator(".inspector h3").textContent()).includes("spring")) await page.keyboard.press("n"), await page.waitForTimeout(60);
    await page.locator('.row[data-name="spring.c"]').waitFor();
    const times = [];
    for (const c of ["200", "300", "400"]) {
      const before = await studio(() => studio.drawn.value), n = await studio(() => studio.runs.value.length);
      const t = performance.now();
      await page.locator('.row[data-name="spring.c"] input.value').fill(c);
      await page.keyboard.press("Enter");
      await page.waitForFunction(([k, n]) => studio.drawn.value > k && studio.runs.value.length > n && !studio.busy.value && [...causewayPlots][0].list.some(s => s.run.id === studio.runs.value[studio.runs.value.length - 1].id), [before, n]);
      times.push(performance.now() - t);
    }
    marks["parameter to new curve, ms"] = Math.round(times.sort((a, b) => a - b)[1]);
    check(zoom === (await studio(() => JSON.stringify([...causewayPlots][0].view.x))), "the zoom was lost");
    check((await studio(() => studio.experiment.value.values["spring.c"])) === "400", "the experiment does not hold the value");
  });
  await step("two runs are compared", async () => {
    await page.getByRole("tab", { name: /Runs/ }).click();
    await page.getByRole("button", { name: "Keep Run 1 to compare" }).click();
    await page.waitForFunction(() => new Set([...causewayPlots][0].list.map(s => s.run.id)).size === 2);
    await page.screenshot({ path: `${out}/compared.png` });
    await page.getByRole("tab", { name: "Libraries", exact: true }).click();
  });
  await step("the experiment is kept in a file beside the model, not in its text", async () => {
    await page.waitForTimeout(900);
    const kept = JSON.parse(readFileSync(trial.replace(/\.mo$/, ".experiments.json"), "utf8"));
    check(kept["Trial.Drive"].values["spring.c"] === "400", "the file does not hold the value");
    check(!readFileSync(trial, "utf8").includes("400"), "the text has changed");
  });
  await step("a component is entered and left; icon and text", async () => {
    await view("Diagram");
    await page.waitForSelector('[data-component="spring"]', { state: "attached" });
    await studio(() => studio.enter("first"));
    await page.waitForFunction(() => studio.place.value.path === "first");
    await page.keyboard.press("Alt+ArrowUp");
    await page.waitForFunction(() => studio.place.value.path === "");
    await view("Icon");
    await view("Text");
    await page.waitForSelector(".cm-content");
    await page.screenshot({ path: `${out}/text.png` });
  });
  await step("why a variable is what it is", async () => {
    await view("Equations");
    await page.getByText(/equations\s+\d+/).first().waitFor();
    await page.getByRole("searchbox", { name: "Variable", exact: true }).fill("spring.twist");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".equations pre")?.textContent.includes("twist"));
  });
  await step("a pendulum moves in space", async () => {
    await open("Trial.Swing");
    await page.waitForFunction(() => document.querySelector(".runbar .primary")?.disabled === false);
    const n = await studio(() => studio.runs.value.length);
    await studio(() => studio.start());
    await page.waitForFunction(k => studio.runs.value.length > k && !studio.busy.value && studio.runs.value[studio.runs.value.length - 1].took > 0, n);
    await view("3-D");
    await page.waitForFunction(() => studio.view3d?.bodies.length === 3, null, { timeout: 20000 });
    const at = () => studio(() => { const q = studio.view3d.bodies[1].object.quaternion; return [q.x, q.y, q.z, q.w].map(x => x.toFixed(4)).join(); });
    const before = await at();
    await studio(() => { studio.timeCursor.value = 0.7; });
    await page.waitForFunction(b => { const q = studio.view3d.bodies[1].object.quaternion; return [q.x, q.y, q.z, q.w].map(x => x.toFixed(4)).join() !== b; }, before);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${out}/swing.png` });
    await page.getByRole("button", { name: "Play" }).click();
    const t = await studio(() => studio.timeCursor.value);
    await page.waitForFunction(x => studio.timeCursor.value !== x, t);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
  });
  await step("an icon shows what happens", async () => {
    await open("Trial.Level");
    await view("Icon");
    const n = await studio(() => studio.runs.value.length);
    await studio(() => studio.start());
    await page.waitForFunction(k => studio.runs.value.length > k && !studio.busy.value && studio.runs.value[studio.runs.value.length - 1].took > 0, n);
    await page.waitForSelector(".layer path", { state: "attached" });
    const shape = () => studio(() => document.querySelector(".layer path").getAttribute("d"));
    const before = await shape();
    await studio(() => { studio.timeCursor.value = 5; });
    await page.waitForFunction(b => document.querySelector(".layer path").getAttribute("d") !== b, before);
    await studio(() => { studio.timeCursor.value = null; });
  });
  await step("a run that fails says why and keeps its curves", async () => {
    await open("Trial.Wrong");
    await view("Diagram");
    const n = await studio(() => studio.runs.value.length);
    await studio(() => studio.start());
    await page.waitForFunction(k => studio.runs.value.length > k && studio.runs.value[studio.runs.value.length - 1].state === "failed", n);
    await page.getByRole("tab", { name: /Messages/ }).click();
    await page.getByText("x has become too small").first().waitFor();
    await page.getByRole("tab", { name: "Plots" }).click();
  });
  await step("a long run is paused, goes on and is stopped", async () => {
    await open("Trial.Long");
    await page.waitForFunction(() => document.querySelector(".runbar .primary")?.disabled === false);
    await studio(() => studio.start());
    await page.waitForFunction(() => studio.busy.value && studio.runs.value[studio.runs.value.length - 1].t > 0);
    await page.getByRole("button", { name: "Pause the run" }).click();
    await page.waitForFunction(() => studio.runs.value[studio.runs.value.length - 1].state === "paused");
    await page.getByRole("button", { name: /Go on/ }).click();
    await page.waitForFunction(() => studio.runs.value[studio.runs.value.length - 1].state === "running");
    const t = performance.now();
    await page.keyboard.press("Control+.");
    await page.waitForFunction(() => studio.runs.value[studio.runs.value.length - 1].state === "stopped");
    marks["stop, ms"] = Math.round(performance.now() - t);
  });
  await step("the connection is lost and comes back, and no keystroke is lost", async () => {
    await open("Trial.Drive");
    await view("Text");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// before\n");
    await studio(() => studio.disconnectForTest());
    await page.keyboard.type("// while it was away\n");
    await page.waitForFunction(() => studio.connected.value === "open");
    await page.keyboard.type("// and after\n");
    await page.getByRole("button", { name: /Save/ }).click();
    await page.waitForFunction(() => !document.querySelector(".textbar button"));
    const text = readFileSync(trial, "utf8");
    for (const line of ["// before", "// while it was away", "// and after"]) check(text.includes(line), `${line} is lost`);
  });
  await step("nothing is out of reach (axe)", async () => {
    await accessible("text, light");
    await open("Trial.Drive");
    await view("Diagram");
    await page.waitForTimeout(300);
    await accessible("diagram, light");
    await page.getByRole("button", { name: /^Colours/ }).click();
    await page.waitForTimeout(300);
    await accessible("diagram, dark");
    await page.screenshot({ path: `${out}/dark.png` });
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find a class or a command" }).fill("Swing");
    await page.waitForSelector('.palette [role="option"]');
    await accessible("palette");
    await page.keyboard.press("Escape");
  });
  await step("a narrow window", async () => {
    await page.setViewportSize({ width: 820, height: 1100 });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${out}/tablet.png` });
    check(await studio(() => document.documentElement.scrollWidth <= innerWidth + 1), "the page is wider than the window");
  });
  check(!problems.length, "errors in the page: " + problems.join("; "));
  writeFileSync(`${out}/marks.json`, JSON.stringify(marks));
  // Marks are judged by bench/studio, on a machine that has nothing else to do.
  for (const [name, value] of Object.entries(marks)) console.log(`mark ${name}: ${value}`);
  console.log(`the studio works (${Math.round((performance.now() - began) / 1000)} s)`);
} finally {
  await browser.close();
  process_.kill("SIGTERM");
}
