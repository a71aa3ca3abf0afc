// A study: one or two parameters through their ranges, each run reduced to numbers; table and curves.
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask } from "./rpc";
import { CanvasPainter, label, number, ticks } from "./painter";
import { colourOf, pages } from "./plot";
import { changeExperiment, experiment } from "./runs";
import { dark, place } from "./state";

interface Table { factors: string[]; columns: string[]; rows: { given: string[]; values: (number | null)[]; why?: string }[] }
interface Factor { name: string; from: string; to: string; count: string }
const factors = signal<Factor[]>([{ name: "", from: "", to: "", count: "21" }]);
const reduce = signal("final"), table = signal<Table | null>(null), busy = signal(false), bad = signal("");

async function run() {
  const record = [...new Set(pages().flatMap(p => p.panels.flatMap(q => [...q.names, ...q.second])))].slice(0, 8);
  const values = factors.value.filter(f => f.name.trim()).map(f => `${f.name.trim()}=linspace:${f.from},${f.to},${f.count}`);
  if (!values.length) { bad.value = "Name a parameter, and where it goes from and to."; return; }
  if (!record.length) { bad.value = "Plot a variable first: its numbers are collected."; return; }
  busy.value = true;
  bad.value = "";
  try { table.value = await ask<Table>("causeway/sweep", { class: place.value.class, values, record, reduce: reduce.value }); } catch (e) { bad.value = (e as Error).message; }
  busy.value = false;
}
function draw(canvas: HTMLCanvasElement, t: Table) {
  const w = canvas.clientWidth, h = canvas.clientHeight, ratio = devicePixelRatio || 1, css = getComputedStyle(document.documentElement), colour = (n: string) => css.getPropertyValue(n).trim();
  canvas.width = w * ratio; canvas.height = h * ratio;
  const g = canvas.getContext("2d")!;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  const p = new CanvasPainter(g), f = { x: 64, y: 12, w: w - 80, h: h - 48 };
  const xs = t.rows.map(r => Number(r.given[0])), all = t.rows.flatMap(r => r.values).filter((v): v is number => v !== null);
  if (!xs.length || !all.length) return;
  const range = (v: number[]) => { const low = Math.min(...v), high = Math.max(...v), pad = (high - low || Math.abs(high) || 1) * 0.05; return { low: low - pad, high: high + pad }; };
  const x = { low: Math.min(...xs), high: Math.max(...xs) }, y = range(all);
  if (x.low === x.high) x.high += 1;
  const px = (v: number) => f.x + ((v - x.low) / (x.high - x.low)) * f.w, py = (v: number) => f.y + f.h - ((v - y.low) / (y.high - y.low)) * f.h;
  const xt = ticks(x, w, 90), yt = ticks(y, h, 38), step = (l: number[]) => (l.length > 1 ? l[1] - l[0] : 1);
  for (const v of xt) { p.line([px(v), f.y, px(v), f.y + f.h], colour("--grid"), 1); p.text(label(v, step(xt)), px(v), f.y + f.h + 11, colour("--quiet"), "center", 11); }
  for (const v of yt) { p.line([f.x, py(v), f.x + f.w, py(v)], colour("--grid"), 1); p.text(label(v, step(yt)), f.x - 7, py(v), colour("--quiet"), "right", 11); }
  p.line([f.x, f.y, f.x, f.y + f.h, f.x + f.w, f.y + f.h], colour("--quiet"), 1);
  p.text(t.factors[0], f.x + f.w / 2, h - 10, colour("--text"), "center", 12);
  const groups = new Map<string, typeof t.rows>(); // a curve for each value of the second parameter
  for (const r of t.rows) { const key = r.given.slice(1).join(); groups.set(key, [...(groups.get(key) ?? []), r]); }
  t.columns.forEach((c, k) => {
    for (const rows of groups.values()) {
      const points = rows.flatMap(r => [px(Number(r.given[0])), r.values[k] === null ? NaN : py(r.values[k]!)]);
      p.line(points, colourOf(c.split(" ")[0]), 1.6);
      for (let i = 0; i < points.length; i += 2) if (!Number.isNaN(points[i + 1])) p.dot(points[i], points[i + 1], 2.2, colourOf(c.split(" ")[0]));
    }
  });
}
export function Study() {
  const canvas = useRef<HTMLCanvasElement>(null), t = table.value, isDark = dark.value;
  useEffect(() => {
    const c = canvas.current;
    if (!c || !t) return;
    draw(c, t);
    const watch = new ResizeObserver(() => draw(c, t));
    watch.observe(c);
    return () => watch.disconnect();
  }, [t, isDark]);
  useEffect(() => { table.value = null; bad.value = ""; }, [place.value.class]);
  const set = (i: number, change: Partial<Factor>) => (factors.value = factors.value.map((f, k) => (k === i ? { ...f, ...change } : f)));
  const known = Object.entries(experiment.value.ranges);
  return (
    <div class="study">
      <form onSubmit={e => { e.preventDefault(); run(); }}>
        {factors.value.map((f, i) => (
          <div class="factor" key={i}>
            <input aria-label={`Parameter ${i + 1}`} placeholder="parameter" list="study-names" value={f.name} onInput={e => { const name = e.currentTarget.value, r = experiment.value.ranges[name]; set(i, r ? { name, from: String(r[0]), to: String(r[1]) } : { name }); }} />
            <input aria-label="From" placeholder="from" value={f.from} onInput={e => set(i, { from: e.currentTarget.value })} />
            <input aria-label="To" placeholder="to" value={f.to} onInput={e => set(i, { to: e.currentTarget.value })} />
            <input aria-label="How many values" value={f.count} onInput={e => set(i, { count: e.currentTarget.value })} />
          </div>
        ))}
        <datalist id="study-names">{known.map(([n]) => <option key={n} value={n} />)}</datalist>
        <div class="factor">
          <select aria-label="What is kept of a run" value={reduce.value} onChange={e => (reduce.value = e.currentTarget.value)}>{["final", "min", "max", "mean", "rms"].map(r => <option key={r}>{r}</option>)}</select>
          {factors.value.length < 2 && <button type="button" class="small" onClick={() => (factors.value = [...factors.value, { name: "", from: "", to: "", count: "5" }])}>Second parameter</button>}
          <button class="primary" disabled={busy.value}>{busy.value ? "Running…" : "Run the study"}</button>
        </div>
        {bad.value && <pre class="bad">{bad.value}</pre>}
        {t && (
          <div class="rows" tabIndex={0} aria-label="Table of the study"><table><thead><tr>{[...t.factors, ...t.columns].map(c => <th key={c} scope="col">{c}</th>)}</tr></thead><tbody>
            {t.rows.map((r, i) => <tr key={i} title={r.why} class={r.why ? "bad" : ""} onClick={() => { const values = { ...experiment.value.values }; t.factors.forEach((n, k) => (values[n] = r.given[k])); changeExperiment({ values }); }}>{r.given.map((g, k) => <td key={k}>{number(Number(g))}</td>)}{r.values.map((v, k) => <td key={"v" + k}>{v === null ? "–" : number(v)}</td>)}</tr>)}
          </tbody></table></div>
        )}
      </form>
      <canvas ref={canvas} role="img" aria-label="Curves of the study" />
    </div>
  );
}
