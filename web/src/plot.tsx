// Plots: pages of panels.  Curves come thinned by the server for the range and the pixels that are seen; what is
// zoomed stays zoomed when a run is repeated or a variable added.
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask } from "./rpc";
import { CanvasPainter, Painter, Range, SvgPainter, label, number, ticks } from "./painter";
import { Panel, PlotPage, Run, changeExperiment, current, experiment, floats, overlaid, timeCursor } from "./runs";
import { dark, place, problem, recall, remember } from "./state";

interface Curve { name: string; t: Float64Array; y: Float64Array; x?: Float64Array; unit: string; displayUnit: string; rows: number; min: number; max: number; missing?: boolean }
interface Shown { curve: Curve; colour: string; dash: number[]; second: boolean; run: Run; faint: boolean }
interface View { x: Range | null; y: Range | null; y2: Range | null }

const light = ["#0b62c4", "#c4420b", "#1c7c3c", "#8a3fb0", "#9a6a00", "#00798a", "#b8246e", "#5a5f6b"];
const darks = ["#6aaeff", "#ff9a66", "#63cf86", "#cf9bef", "#e0b84c", "#4fc6d6", "#ff8fbd", "#b4bac6"];
const dashes = [[], [7, 4], [2, 3], [8, 3, 2, 3], [12, 4]];
export const pageAt = signal(0);
export const cursors = signal<{ a: number | null; b: number | null }>({ a: null, b: null });
const zoomX = new Map<string, Range | null>(); // by class and page: all panels of a page share it
const views = new Map<string, View>();
export const drawn = signal(0); // counts finished drawings, for tests
export const lastZoomTook = signal(0);

export function pages(): PlotPage[] { return experiment.value.pages.length ? experiment.value.pages : [{ title: "Plot 1", panels: [{ names: [], second: [] }] }]; }
function changePages(f: (p: PlotPage[]) => PlotPage[]) {
  const copy = pages().map(p => ({ ...p, panels: p.panels.map(q => ({ ...q, names: [...q.names], second: [...q.second] })) }));
  changeExperiment({ pages: f(copy) }, false);
}
export function colourOf(name: string): string {
  const all = pages()[Math.min(pageAt.value, pages().length - 1)].panels.flatMap(p => [...p.names, ...p.second]);
  const at = Math.max(0, [...new Set(all)].indexOf(name));
  return (dark.value ? darks : light)[at % 8];
}
export const activePanel = signal(0);
export function toggleVariable(name: string, second = false) {
  changePages(list => {
    const page = list[Math.min(pageAt.value, list.length - 1)], panel = page.panels[Math.min(activePanel.value, page.panels.length - 1)];
    const has = panel.names.includes(name) || panel.second.includes(name);
    panel.names = panel.names.filter(n => n !== name);
    panel.second = panel.second.filter(n => n !== name);
    if (!has) (second ? panel.second : panel.names).push(name);
    return list;
  });
}
export function isPlotted(name: string) { return pages().some(p => p.panels.some(q => q.names.includes(name) || q.second.includes(name))); }

export const displayUnits = signal(recall("displayUnits", true));
// In the unit that people want to see, where the model names one.
function convert(c: Curve & { factor?: number; offset?: number }): Curve {
  if (c.factor === undefined || !displayUnits.peek()) return c;
  const y = c.y.map(v => v * c.factor! + c.offset!);
  return { ...c, y, unit: c.displayUnit, min: c.min * c.factor + c.offset!, max: c.max * c.factor + c.offset! };
}
function decode(raw: any): Curve {
  if (raw.missing) return { name: raw.name, t: new Float64Array(), y: new Float64Array(), unit: "", displayUnit: "", rows: 0, min: 0, max: 0, missing: true };
  return convert({ ...raw, t: floats(raw.t), y: floats(raw.y), x: raw.x ? floats(raw.x) : undefined });
}
function live(r: Run, name: string): Curve | null {
  const at = r.live.names.indexOf(name);
  if (at < 0 || !r.live.rows.length) return null;
  const t = Float64Array.from(r.live.rows, v => v[0]), y = Float64Array.from(r.live.rows, v => v[at + 1]);
  let min = Infinity, max = -Infinity;
  for (const v of y) { if (v < min) min = v; if (v > max) max = v; }
  return { name, t, y, unit: "", displayUnit: "", rows: t.length, min, max };
}

// ---- drawing -----------------------------------------------------------------------------------------------------

interface Frame { x: number; y: number; w: number; h: number }
interface Layout { frame: Frame; x: Range; y: Range; y2: Range | null; xLabel: string }

function rangeOf(list: Shown[], pick: (c: Curve) => Float64Array | undefined, within: Range | null): Range | null {
  let low = Infinity, high = -Infinity;
  for (const s of list) {
    const v = pick(s.curve);
    if (!v) continue;
    const t = s.curve.t;
    for (let i = 0; i < v.length; i++) {
      if (within && (t[i] < within.low || t[i] > within.high)) continue;
      if (v[i] < low) low = v[i];
      if (v[i] > high) high = v[i];
    }
  }
  if (!(low <= high)) return null;
  const pad = high > low ? (high - low) * 0.05 : Math.abs(high) * 0.05 || 1;
  return { low: low - pad, high: high + pad };
}
function axisUnit(list: Shown[]) {
  const units = new Set(list.map(s => s.curve.unit).filter(Boolean));
  return units.size === 1 ? [...units][0] : "";
}

export function draw(p: Painter, w: number, h: number, list: Shown[], view: View, panel: Panel, running: Run | null): Layout {
  const css = getComputedStyle(document.documentElement), colour = (n: string) => css.getPropertyValue(n).trim();
  const text = colour("--text"), quiet = colour("--quiet"), gridLine = colour("--grid");
  const firstAxis = list.filter(s => !s.second), secondAxis = list.filter(s => s.second);
  const xOf = (c: Curve) => (panel.x ? c.x : c.t);
  let x = view.x;
  if (!x || panel.x) {
    if (panel.x) x = rangeOf(list, xOf, view.x);
    else {
      const start = Math.min(...list.map(s => s.curve.t[0]).filter(isFinite), ...(running && isFinite(running.start) ? [running.start] : []));
      const end = Math.max(...list.map(s => s.curve.t[s.curve.t.length - 1]).filter(isFinite), ...(running && isFinite(running.end) ? [running.end] : []));
      x = isFinite(start) && end > start ? { low: start, high: end } : null;
    }
  }
  x ??= { low: 0, high: 1 };
  const y = view.y ?? rangeOf(firstAxis, c => c.y, panel.x ? null : view.x) ?? { low: 0, high: 1 };
  const y2 = secondAxis.length ? view.y2 ?? rangeOf(secondAxis, c => c.y, panel.x ? null : view.x) ?? { low: 0, high: 1 } : null;
  const xt = ticks(x, w, 90), yt = ticks(y, h, 38), y2t = y2 ? ticks(y2, h, 38) : [];
  const stepOf = (t: number[]) => (t.length > 1 ? t[1] - t[0] : 1);
  const widest = (t: number[]) => Math.max(20, ...t.map(v => label(v, stepOf(t)).length * 6.6));
  const f: Frame = { x: widest(yt) + 26, y: 10, w: 0, h: 0 };
  f.w = Math.max(40, w - f.x - (y2 ? widest(y2t) + 26 : 14));
  f.h = Math.max(30, h - f.y - 34);
  const px = (v: number) => f.x + ((v - x!.low) / (x!.high - x!.low)) * f.w;
  const py = (v: number, r: Range) => f.y + f.h - ((v - r.low) / (r.high - r.low)) * f.h;
  for (const v of xt) {
    p.line([px(v), f.y, px(v), f.y + f.h], gridLine, 1);
    p.text(label(v, stepOf(xt)), px(v), f.y + f.h + 11, quiet, "center", 11);
  }
  for (const v of yt) {
    p.line([f.x, py(v, y), f.x + f.w, py(v, y)], gridLine, 1);
    p.text(label(v, stepOf(yt)), f.x - 7, py(v, y), quiet, "right", 11);
  }
  if (y2) for (const v of y2t) p.text(label(v, stepOf(y2t)), f.x + f.w + 7, py(v, y2), quiet, "left", 11);
  p.line([f.x, f.y, f.x, f.y + f.h, f.x + f.w, f.y + f.h], quiet, 1);
  const xLabel = panel.x ?? "time [s]";
  p.text(xLabel, f.x + f.w / 2, h - 8, text, "center", 12);
  const unit = axisUnit(firstAxis), unit2 = axisUnit(secondAxis);
  if (unit) p.text(unit, 9, f.y + f.h / 2, text, "center", 12, true);
  if (unit2) p.text(unit2, w - 9, f.y + f.h / 2, text, "center", 12, true);
  p.clip(f.x, f.y, f.w, f.h);
  for (const s of list) {
    const xs = xOf(s.curve), r = s.second ? y2! : y;
    if (!xs) continue;
    const points = new Array<number>(2 * xs.length);
    for (let i = 0; i < xs.length; i++) { points[2 * i] = px(xs[i]); points[2 * i + 1] = py(s.curve.y[i], r); }
    if (xs.length === 1) p.dot(points[0], points[1], 2.5, s.colour);
    p.line(points, s.colour, s.faint ? 1.1 : 1.7, s.dash);
  }
  p.unclip();
  return { frame: f, x, y, y2, xLabel };
}
function valueAt(c: Curve, t: number): number {
  const n = c.t.length;
  if (!n || t < c.t[0] || t > c.t[n - 1]) return NaN;
  let low = 0, high = n - 1;
  while (high - low > 1) { const m = (low + high) >> 1; if (c.t[m] <= t) low = m; else high = m; }
  const d = c.t[high] - c.t[low];
  return d > 0 ? c.y[low] + ((t - c.t[low]) / d) * (c.y[high] - c.y[low]) : c.y[low];
}

// ---- a panel -----------------------------------------------------------------------------------------------------

// Curves of the other runs minus those of the first.
function subtract(list: Shown[], first: number) {
  for (const s of [...list]) {
    const base = list.find(b => b.run.id === first && b.curve.name === s.curve.name);
    if (s.run.id === first || !base) continue;
    s.curve = { ...s.curve, y: s.curve.y.map((v, i) => v - valueAt(base.curve, s.curve.t[i])) };
  }
  list.splice(0, list.length, ...list.filter(s => s.run.id !== first));
}

class Plot {
  list: Shown[] = [];
  events: number[] = [];
  scales = new Map<string, { factor: number; offset: number; displayUnit: string }>();
  layout: Layout | null = null;
  pointer: { x: number; y: number } | null = null;
  box: { x0: number; y0: number; x1: number; y1: number } | null = null;
  frame = 0; turn = 0;
  view: View;
  constructor(public canvas: HTMLCanvasElement, public key: string, public pageKey: string, public panel: Panel, public readout: HTMLElement) {
    this.view = views.get(key) ?? { x: null, y: null, y2: null };
    views.set(key, this.view);
    this.view.x = panel.x ? this.view.x : zoomX.get(pageKey) ?? null;
  }
  async load() {
    const own = ++this.turn, w = this.canvas.clientWidth || 800, names = [...this.panel.names, ...this.panel.second], v = this.view.x;
    if (!this.panel.x) this.view.x = zoomX.get(this.pageKey) ?? null;
    const began = performance.now(), list: Shown[] = [], shown = overlaid.peek();
    if (!names.length) { this.list = []; this.draw(); return; }
    const running = this.running();
    try {
      const answers = await Promise.all(shown.map(r => ask("causeway/data", {
        run: r.id, names, pixels: Math.max(50, Math.round(w)), ...(this.panel.x ? { x: this.panel.x } : {}),
        ...(this.view.x && !this.panel.x ? { t0: this.view.x.low, t1: this.view.x.high } : {}),
      })));
      if (own !== this.turn) return;
      answers.forEach((a, k) => {
        const last = k === shown.length - 1;
        if (last) this.events = a.events ?? [];
        for (const raw of a.curves) {
          if (raw.factor !== undefined) this.scales.set(raw.name, raw);
          const curve = decode(raw);
          if (curve.missing) continue;
          list.push({ curve, colour: colourOf(curve.name), dash: last ? [] : dashes[1 + (k % 4)], second: this.panel.second.includes(curve.name), run: shown[k], faint: !!running || !last });
        }
      });
      if (this.panel.difference && shown.length > 1) subtract(list, shown[0].id);
    } catch (e) { problem.value = (e as Error).message; }
    this.list = list;
    if (v !== undefined) lastZoomTook.value = performance.now() - began;
    this.draw();
    drawn.value++;
  }
  running(): Run | null {
    const r = current.peek();
    return r && r.class === place.peek().class && !["done", "failed", "stopped"].includes(r.state) ? r : null;
  }
  shown(): Shown[] {
    const r = this.running(), out = this.list.map(s => ({ ...s, colour: colourOf(s.curve.name) }));
    if (r && !this.panel.x)
      for (const name of [...this.panel.names, ...this.panel.second]) {
        const raw = live(r, name), curve = raw && convert({ ...raw, ...(this.scales.get(name) ?? {}) });
        if (curve) out.push({ curve, colour: colourOf(name), dash: [], second: this.panel.second.includes(name), run: r, faint: false });
      }
    return out;
  }
  draw() { if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.paint(); }); }
  paint() {
    const c = this.canvas, ratio = devicePixelRatio || 1, w = c.clientWidth, h = c.clientHeight;
    if (!w || !h) return;
    if (c.width !== Math.round(w * ratio) || c.height !== Math.round(h * ratio)) { c.width = Math.round(w * ratio); c.height = Math.round(h * ratio); }
    const g = c.getContext("2d")!;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, w, h);
    const p = new CanvasPainter(g);
    this.layout = draw(p, w, h, this.shown(), this.view, this.panel, this.running());
    this.overlay(p);
  }
  overlay(p: Painter) {
    const l = this.layout!, f = l.frame, css = getComputedStyle(document.documentElement), accent = css.getPropertyValue("--accent").trim();
    const px = (t: number) => f.x + ((t - l.x.low) / (l.x.high - l.x.low)) * f.w;
    if (!this.panel.x) for (const t of this.events) if (t >= l.x.low && t <= l.x.high) p.line([px(t), f.y + f.h, px(t), f.y + f.h - 5], css.getPropertyValue("--warn").trim(), 1);
    const bar = (t: number | null, name: string, dash: number[]) => {
      if (t === null || this.panel.x || t < l.x.low || t > l.x.high) return;
      p.line([px(t), f.y, px(t), f.y + f.h], accent, 1, dash);
      if (name) p.text(name, px(t) + 4, f.y + 8, accent, "left", 11);
    };
    bar(timeCursor.peek(), "", []);
    bar(cursors.peek().a, "A", [4, 3]);
    bar(cursors.peek().b, "B", [4, 3]);
    if (this.box) {
      const b = this.box;
      p.rect(Math.min(b.x0, b.x1), Math.min(b.y0, b.y1), Math.abs(b.x1 - b.x0), Math.abs(b.y1 - b.y0), css.getPropertyValue("--wash").trim());
    } else if (this.pointer && !this.panel.x && this.pointer.x >= f.x && this.pointer.x <= f.x + f.w) {
      const t = this.time(this.pointer.x);
      p.line([this.pointer.x, f.y, this.pointer.x, f.y + f.h], css.getPropertyValue("--edge").trim(), 1, [2, 3]);
      for (const s of this.shown()) {
        const v = valueAt(s.curve, t), r = s.second ? l.y2! : l.y;
        if (isFinite(v)) p.dot(this.pointer.x, f.y + f.h - ((v - r.low) / (r.high - r.low)) * f.h, 3, s.colour);
      }
    }
    this.words();
  }
  words() {
    const at = this.pointer && !this.panel.x ? this.time(this.pointer.x) : timeCursor.peek(), { a, b } = cursors.peek();
    const list = this.shown();
    this.readout.querySelectorAll<HTMLElement>("[data-curve]").forEach(e => {
      const [run, name] = [Number(e.dataset.run), e.dataset.curve!], s = list.filter(q => q.curve.name === name && q.run.id === run).pop();
      let value = "";
      if (s && a !== null && b !== null) value = `Δ ${number(valueAt(s.curve, b) - valueAt(s.curve, a))}`;
      else if (s && at !== null) value = number(valueAt(s.curve, at));
      if (e.textContent !== value) e.textContent = value;
    });
    const clock = this.readout.querySelector<HTMLElement>(".clock");
    if (clock) clock.textContent = a !== null && b !== null ? `Δt ${number(b - a)} s` : at !== null ? `t ${number(at)} s` : "";
  }
  time(x: number) { const l = this.layout!; return l.x.low + ((x - l.frame.x) / l.frame.w) * (l.x.high - l.x.low); }
  setX(r: Range | null) {
    this.view.x = r;
    if (this.panel.x) this.draw();
    else { zoomX.set(this.pageKey, r); views.forEach((v, k) => { if (k.startsWith(this.pageKey + "|")) v.x = r; }); plots.forEach(q => { if (q.pageKey === this.pageKey) q.load(); }); }
  }
  fit() { this.view.y = this.view.y2 = null; this.setX(null); }
  zoomAt(factor: number, x: number, y: number, vertical: boolean) {
    const l = this.layout;
    if (!l) return;
    const scale = (r: Range, at: number): Range => ({ low: at - (at - r.low) * factor, high: at + (r.high - at) * factor });
    if (vertical) {
      const part = (l.frame.y + l.frame.h - y) / l.frame.h;
      this.view.y = scale(l.y, l.y.low + part * (l.y.high - l.y.low));
      if (l.y2) this.view.y2 = scale(l.y2, l.y2.low + part * (l.y2.high - l.y2.low));
      this.draw();
    } else this.setX(scale(l.x, this.time(x)));
  }
  take(b: NonNullable<Plot["box"]>, vertical: boolean) {
    const l = this.layout!, f = l.frame;
    if (vertical || this.panel.x) {
      const at = (y: number, r: Range) => r.low + ((f.y + f.h - y) / f.h) * (r.high - r.low), top = Math.min(b.y0, b.y1), low = Math.max(b.y0, b.y1);
      if (low - top < 5) return;
      if (l.y2) this.view.y2 = { low: at(low, l.y2), high: at(top, l.y2) };
      this.view.y = { low: at(low, l.y), high: at(top, l.y) };
      if (!this.panel.x) { this.draw(); return; }
    }
    const t0 = this.time(Math.max(f.x, Math.min(b.x0, b.x1))), t1 = this.time(Math.min(f.x + f.w, Math.max(b.x0, b.x1)));
    if (Math.abs(b.x1 - b.x0) >= 5) this.setX({ low: t0, high: t1 });
  }
}
const plots = new Set<Plot>();
if (typeof window !== "undefined") (window as any).causewayPlots = plots;
export function redrawPlots() { plots.forEach(p => p.draw()); }

function listen(p: Plot) {
  const c = p.canvas, at = (e: MouseEvent) => { const r = c.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
  let down: { x: number; y: number; shift: boolean } | null = null;
  c.onpointerdown = e => { if (e.button === 0) { down = { ...at(e), shift: e.shiftKey }; c.setPointerCapture(e.pointerId); } };
  c.onpointermove = e => {
    const q = at(e);
    p.pointer = q;
    if (down && p.layout) {
      const f = p.layout.frame;
      p.box = down.shift ? { x0: f.x, x1: f.x + f.w, y0: down.y, y1: q.y } : p.panel.x ? { x0: down.x, y0: down.y, x1: q.x, y1: q.y } : { x0: down.x, x1: q.x, y0: f.y, y1: f.y + f.h };
    }
    p.draw();
  };
  c.onpointerup = () => {
    const b = p.box, was = down;
    down = null;
    p.box = null;
    if (b && (Math.abs(b.x1 - b.x0) > 4 || Math.abs(b.y1 - b.y0) > 4) && was) p.take(b, was.shift);
    else if (was && p.layout && !p.panel.x) { timeCursor.value = Math.max(p.layout.x.low, Math.min(p.layout.x.high, p.time(was.x))); redrawPlots(); }
    p.draw();
  };
  c.onpointerleave = () => { p.pointer = null; p.draw(); };
  c.ondblclick = () => { timeCursor.value = null; p.fit(); };
  c.addEventListener("wheel", e => { e.preventDefault(); const q = at(e); p.zoomAt(Math.exp(e.deltaY * 0.0016), q.x, q.y, e.shiftKey || q.x < (p.layout?.frame.x ?? 0)); }, { passive: false });
  c.onkeydown = e => {
    const l = p.layout;
    if (!l || e.ctrlKey || e.metaKey) return;
    const mid = (l.x.low + l.x.high) / 2, d = (l.x.high - l.x.low) * 0.15, t = timeCursor.value ?? mid;
    if (e.key === "f" || e.key === "F") p.fit();
    else if (e.key === "+") p.zoomAt(0.7, p.canvas.clientWidth / 2, 0, false);
    else if (e.key === "-") p.zoomAt(1.4, p.canvas.clientWidth / 2, 0, false);
    else if (e.key === "ArrowLeft") e.shiftKey ? (timeCursor.value = t - d / 15) : p.setX({ low: l.x.low - d, high: l.x.high - d });
    else if (e.key === "ArrowRight") e.shiftKey ? (timeCursor.value = t + d / 15) : p.setX({ low: l.x.low + d, high: l.x.high + d });
    else if (e.key === "a" || e.key === "A") cursors.value = { ...cursors.value, a: timeCursor.value ?? mid };
    else if (e.key === "b" || e.key === "B") cursors.value = { ...cursors.value, b: timeCursor.value ?? mid };
    else if (e.key === "Escape") { cursors.value = { a: null, b: null }; timeCursor.value = null; }
    else return;
    e.preventDefault();
    redrawPlots();
  };
}

function save(name: string, data: Blob) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(data);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 5000);
}
// All plots that are shown, as SVG that stands in a page.
export function exportedPlots(): string {
  return [...plots].map(p => {
    const s = new SvgPainter(p.canvas.clientWidth, p.canvas.clientHeight);
    draw(s, p.canvas.clientWidth, p.canvas.clientHeight, p.shown(), p.view, p.panel, null);
    return s.toString();
  }).join("\n");
}
export function exportPlot(p: Plot, kind: "svg" | "png" | "csv") {
  const base = (place.value.class.split(".").pop() || "plot") + "-" + ([...p.panel.names, ...p.panel.second][0] ?? "plot").replace(/[^\w.]+/g, "_");
  if (kind === "svg") {
    const s = new SvgPainter(p.canvas.clientWidth, p.canvas.clientHeight), css = getComputedStyle(document.documentElement);
    s.rect(0, 0, p.canvas.clientWidth, p.canvas.clientHeight, css.getPropertyValue("--canvas").trim());
    draw(s, p.canvas.clientWidth, p.canvas.clientHeight, p.shown(), p.view, p.panel, null);
    save(base + ".svg", new Blob([s.toString()], { type: "image/svg+xml" }));
  } else if (kind === "png") {
    const out = document.createElement("canvas");
    out.width = p.canvas.width; out.height = p.canvas.height;
    const g = out.getContext("2d")!;
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--canvas").trim();
    g.fillRect(0, 0, out.width, out.height);
    g.drawImage(p.canvas, 0, 0);
    out.toBlob(b => b && save(base + ".png", b));
  } else {
    const lines = ["run,variable,time,value"];
    for (const s of p.shown()) for (let i = 0; i < s.curve.t.length; i++) lines.push(`${s.run.id},"${s.curve.name}",${s.curve.t[i]},${s.curve.y[i]}`);
    save(base + ".csv", new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
  }
}

function PanelView({ panel, at, page }: { panel: Panel; at: number; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null), readout = useRef<HTMLDivElement>(null), plot = useRef<Plot | null>(null);
  const isDark = dark.value, list = overlaid.value, run = current.value, name = place.value.class;
  const pageKey = `${name}|${page}`, key = `${pageKey}|${at}`, shape = JSON.stringify(panel);
  useEffect(() => {
    const p = new Plot(canvas.current!, key, pageKey, panel, readout.current!);
    plot.current = p;
    plots.add(p);
    listen(p);
    const watch = new ResizeObserver(() => p.draw());
    watch.observe(canvas.current!);
    p.load();
    return () => { plots.delete(p); watch.disconnect(); };
  }, [key, shape]);
  useEffect(() => { plot.current?.load(); }, [list.map(r => r.id + r.state).join()]);
  useEffect(() => plot.current?.draw(), [isDark, run?.t, timeCursor.value, cursors.value]);
  const names = [...panel.names, ...panel.second], shown = list.length ? list : run ? [run] : [];
  return (
    <section class={"panel" + (activePanel.value === at ? " active" : "")} onPointerDown={() => (activePanel.value = at)} aria-label={`Plot ${at + 1}`}>
      <div class="legend" ref={readout}>
        {names.map(n => (
          <span class="entry" key={n}>
            <i style={{ background: colourOf(n) }} />
            <button class="plain" title="Click removes it, Shift-click moves it to the other axis" onClick={e => { toggleVariable(n, false); if (e.shiftKey) toggleVariable(n, !panel.second.includes(n)); }}>
              {n}{panel.second.includes(n) ? " ⟩" : ""}
            </button>
            {shown.map(r => <output key={r.id} data-curve={n} data-run={r.id} title={r.label} />)}
          </span>
        ))}
        {!names.length && <span class="quiet">Click a variable to plot it here.</span>}
        <span class="clock" />
        <span class="tools">
          <select aria-label="Horizontal axis" value={panel.x ?? ""} onChange={e => { const v = e.currentTarget.value; changePages(l => { l[page].panels[at].x = v || undefined; return l; }); }}>
            <option value="">over time</option>
            {panel.x && !names.includes(panel.x) && <option value={panel.x}>over {panel.x}</option>}
            {names.map(n => <option key={n} value={n}>over {n}</option>)}
          </select>
          {[...(plot.current?.scales.keys() ?? [])].length > 0 && <button class="small" aria-pressed={displayUnits.value} title="Units for display, as deg, or those of the model" onClick={() => { displayUnits.value = !displayUnits.value; remember("displayUnits", displayUnits.value); plots.forEach(q => q.load()); }}>Units</button>}
          {shown.length > 1 && <button class="small" aria-pressed={!!panel.difference} title="Each run against the first that is kept" onClick={() => changePages(l => { l[page].panels[at].difference = !panel.difference; return l; })}>Δ</button>}
          <button class="small" title="Fit (F, double-click)" onClick={() => plot.current?.fit()}>Fit</button>
          <button class="small" onClick={() => exportPlot(plot.current!, "svg")}>SVG</button>
          <button class="small" onClick={() => exportPlot(plot.current!, "png")}>PNG</button>
          <button class="small" onClick={() => exportPlot(plot.current!, "csv")}>CSV</button>
          <button class="small" aria-label="Remove this panel" title="Remove this panel" onClick={() => changePages(l => { l[page].panels.splice(at, 1); if (!l[page].panels.length) l[page].panels.push({ names: [], second: [] }); return l; })}>×</button>
        </span>
      </div>
      <canvas ref={canvas} tabIndex={0} role="img" aria-label={`Curves of ${names.join(", ") || "nothing yet"}. Arrows move, plus and minus zoom, F fits, Shift and arrows move the time cursor, A and B set cursors.`} />
    </section>
  );
}

export function Plots() {
  const list = pages(), at = Math.min(pageAt.value, list.length - 1);
  return (
    <div class="plots">
      <div class="tabs"><div role="tablist" aria-label="Pages of plots">
        {list.map((p, i) => <button role="tab" aria-selected={i === at} class={i === at ? "on" : ""} key={i} onClick={() => (pageAt.value = i)}>{p.title}</button>)}
        </div><button title="New page" aria-label="New page" onClick={() => { changePages(l => [...l, { title: `Plot ${l.length + 1}`, panels: [{ names: [], second: [] }] }]); pageAt.value = list.length; }}>+</button>
        <span class="gap" />
        <button class="small" onClick={() => { changePages(l => { l[at].panels.push({ names: [], second: [] }); return l; }); activePanel.value = list[at].panels.length; }}>Add panel</button>
        {list.length > 1 && <button class="small" onClick={() => { changePages(l => l.filter((_, i) => i !== at)); pageAt.value = 0; }}>Remove page</button>}
      </div>
      <div class="panels">{list[at].panels.map((p, i) => <PanelView key={`${at}.${i}`} panel={p} at={i} page={at} />)}</div>
    </div>
  );
}
