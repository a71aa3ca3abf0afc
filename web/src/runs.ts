// Experiments and runs: what is run, how far it is, what came of it.
import { batch, computed, effect, signal } from "@preact/signals";
import { ask, on, onConnect } from "./rpc";
import { place, showBelow, problem } from "./state";

export interface Message { severity: string; code?: string; text: string; hint?: string; instance?: string; file?: string; line?: number; column?: number }
export interface Statistics {
  steps: number; rejected: number; evaluations: number; jacobians: number; stateEvents: number; timeEvents: number;
  rows: number; initialise: number; simulate: number; solver: string;
}
export type RunState = "starting" | "translating" | "initialising" | "running" | "paused" | "done" | "failed" | "stopped";
export interface Run {
  id: number; class: string; label: string; state: RunState; values: Record<string, string>; t: number; start: number;
  end: number; factor: number; events: number; steps: number; messages: Message[]; statistics?: Statistics;
  states: string[]; began: number; took: number; pinned: boolean; live: { names: string[]; rows: number[][] }; file?: string;
}
export interface Panel { names: string[]; second: string[]; x?: string; difference?: boolean }
export interface PlotPage { title: string; panels: Panel[] }
export interface Experiment {
  start?: number; stop?: number; tolerance?: number; interval?: number; solver?: string; inputs?: string[]; values: Record<string, string>;
  ranges: Record<string, [number, number]>; auto: boolean; speed?: number; pages: PlotPage[];
}

const blank = (): Experiment => ({ values: {}, ranges: {}, auto: true, pages: [] });
export const experiment = signal<Experiment>(blank());
export const experimentPath = signal("");
export const runs = signal<Run[]>([]);
export const current = computed(() => {
  const own = runs.value.filter(r => r.class === place.value.class && !r.file);
  return own.length ? own[own.length - 1] : null;
});
export const busy = computed(() => !!current.value && !["done", "failed", "stopped"].includes(current.value.state));
// The run whose result is looked at: the newest with one.
export const shownRun = computed(() => {
  const own = runs.value.filter(r => r.class === place.value.class && !r.file && r.took > 0 && r.t > r.start);
  return own.length ? own[own.length - 1].id : 0;
});
export const overlaid = computed(() => runs.value.filter(r => r.class === place.value.class && r.took > 0 && (r.pinned || r.id === shownRun.value)));
export const timeCursor = signal<number | null>(null);
export const messages = computed(() => current.value?.messages ?? []);

// ---- the experiment of the class that is shown ---------------------------------------------------------------------

let loadedFor = "", saveTimer = 0;

effect(() => {
  const name = place.value.class;
  if (!name || name === loadedFor) return;
  loadedFor = name;
  timeCursor.value = null;
  experiment.value = blank();
  ask<{ path: string; experiment: Partial<Experiment> | null }>("causeway/experiment", { class: name }).then(a => {
    if (loadedFor !== name) return;
    experimentPath.value = a.path;
    if (a.experiment) experiment.value = { ...blank(), ...a.experiment };
  }, () => undefined);
});

export function changeExperiment(change: Partial<Experiment>, rerun = true) {
  experiment.value = { ...experiment.value, ...change };
  clearTimeout(saveTimer);
  const name = place.value.class, set = experiment.value;
  saveTimer = window.setTimeout(() => ask("causeway/experiment", { class: name, set }).catch(e => (problem.value = e.message)), 600);
  if (rerun) rerunSoon();
}
export function setValue(name: string, value: string | null) {
  const values = { ...experiment.value.values };
  if (value === null || value === "") delete values[name];
  else values[name] = value;
  changeExperiment({ values });
}

// Again by itself when the last run was quick.
let rerunTimer = 0;
function rerunSoon() {
  const last = current.value;
  if (!experiment.value.auto || !last || (last.took > 1.5 && !busy.value)) return;
  clearTimeout(rerunTimer);
  rerunTimer = window.setTimeout(start, last.took < 0.3 ? 0 : 150);
}

// ---- runs --------------------------------------------------------------------------------------------------------

function patch(id: number, change: Partial<Run> | ((r: Run) => Partial<Run>)) {
  runs.value = runs.value.map(r => (r.id === id ? { ...r, ...(typeof change === "function" ? change(r) : change) } : r));
}
export function watchedNames(): string[] {
  const names = new Set<string>();
  for (const page of experiment.value.pages)
    for (const p of page.panels) { [...p.names, ...p.second].forEach(n => names.add(n)); if (p.x) names.add(p.x); }
  return [...names].slice(0, 64);
}
let queued = false, asked = false;
export async function start() {
  const name = place.value.class;
  if (!name) return;
  if (asked) { queued = true; return; }
  asked = true;
  const e = experiment.value, names = watchedNames(), began = performance.now();
  const { values, start: from, stop, tolerance, interval, solver, speed, inputs } = e;
  try {
    const { run } = await ask<{ run: number }>("causeway/run", {
      class: name, values, watch: names, ...(speed ? { speed } : {}),
      experiment: { start: from, stop, tolerance, interval, solver, inputs },
    });
    const fresh: Run = {
      id: run, class: name, label: `Run ${run}`, state: "starting", values, t: NaN, start: NaN, end: NaN, factor: 0,
      events: 0, steps: 0, messages: [], states: [], began, took: 0, pinned: false, live: { names, rows: [] },
    };
    batch(() => { runs.value = [...runs.value, fresh]; showBelow.value = true; });
    early.splice(0).forEach(told);
  } catch (error) { problem.value = (error as Error).message; }
  asked = false;
  if (queued) { queued = false; start(); }
}
export function control(what: string, more: object = {}) {
  if (current.value) ask("causeway/control", { run: current.value.id, do: what, ...more });
}
export function floats(text: string): Float64Array {
  const bytes = atob(text), data = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) data[i] = bytes.charCodeAt(i);
  return new Float64Array(data.buffer);
}

const early: any[] = []; // what is told before the answer with its number
function told(p: any) {
  const known = runs.value.find(r => r.id === p.run);
  if (!known) { early.push(p); return; }
  if (p.ended) {
    const took = (performance.now() - known.began) / 1000;
    patch(p.run, r => ({
      state: p.stopped ? "stopped" : p.ok ? "done" : "failed", messages: p.messages ?? [], statistics: p.statistics, took,
      states: p.states ?? [], t: p.t ?? r.t, start: p.start ?? r.start, end: p.end ?? r.end,
    }));
    remember(p.run);
    if (p.result && !experiment.value.pages.length && p.states?.length) firstPlot(p.states);
    tidy(known.class);
    return;
  }
  patch(p.run, r => {
    const live = r.live;
    if (p.rows) {
      const all = floats(p.rows), width = p.width as number;
      for (let i = 0; i + width <= all.length; i += width) live.rows.push(Array.from(all.subarray(i, i + width)));
      if (live.rows.length > 6000) live.rows = live.rows.filter((_, i) => i % 2 === 0);
    }
    return { state: p.phase, t: p.t ?? r.t, start: p.start ?? r.start, end: p.end ?? r.end, factor: p.factor ?? r.factor, events: p.events ?? r.events, steps: p.steps ?? r.steps, live: { ...live } };
  });
}
on("causeway/run", told);

interface Figure { title: string; preferred: boolean; plots: { title: string; curves: { y: string; x?: string }[] }[] }
// What the class itself says that is plotted, else its states.
async function firstPlot(states: string[]) {
  const name = place.value.class;
  const { figures } = await ask<{ figures: Figure[] }>("causeway/figures", { class: name }).catch(() => ({ figures: [] as Figure[] }));
  if (place.value.class !== name || experiment.value.pages.length) return;
  const pages = [...figures].sort((a, b) => Number(b.preferred) - Number(a.preferred)).map((f, i) => ({
    title: f.title || `Plot ${i + 1}`,
    panels: f.plots.filter(p => p.curves.length).map(p => ({ names: p.curves.map(c => c.y), second: [], x: p.curves[0].x === "time" ? undefined : p.curves[0].x })),
  })).filter(p => p.panels.length);
  if (pages.length) { changeExperiment({ pages }, false); return; }
  const names = states.filter(n => !n.includes("$")).slice(0, 4);
  changeExperiment({ pages: [{ title: "Plot 1", panels: [{ names: names.length ? names : states.slice(0, 1), second: [] }] }] }, false);
}
function remember(id: number) {
  const r = runs.value.find(q => q.id === id)!;
  const { live, began, ...kept } = r;
  ask("causeway/runs", { run: id, note: JSON.stringify(kept) });
}
// Unpinned runs are dropped when there are many: those a slider has made.
function tidy(name: string) {
  const loose = runs.value.filter(r => r.class === name && !r.pinned && ["done", "failed", "stopped"].includes(r.state));
  const drop = new Set(loose.slice(0, Math.max(0, loose.length - 12)).map(r => r.id));
  if (!drop.size) return;
  runs.value = runs.value.filter(r => !drop.has(r.id));
  for (const run of drop) ask("causeway/runs", { run, drop: true });
}
export function pin(id: number) { patch(id, r => ({ pinned: !r.pinned })); remember(id); }
export function rename(id: number, label: string) { patch(id, { label }); remember(id); }
export function dropRun(id: number) {
  runs.value = runs.value.filter(r => r.id !== id);
  ask("causeway/runs", { run: id, drop: true });
}

// A result or a measurement from a file, beside the runs.
export async function openResult(path: string) {
  const name = place.value.class;
  try {
    const { run } = await ask<{ run: number }>("causeway/open", { class: name, path });
    const about = await ask<{ start: number; end: number }>("causeway/results", { run });
    const r: Run = {
      id: run, class: name, label: path.split("/").pop() ?? path, state: "done", values: {}, t: about.end, start: about.start, end: about.end, factor: 0,
      events: 0, steps: 0, messages: [], states: [], began: 0, took: 1e-3, pinned: true, live: { names: [], rows: [] }, file: path,
    };
    runs.value = [r, ...runs.value];
    remember(run);
  } catch (e) { problem.value = (e as Error).message; }
}
export interface Difference { name: string; known: boolean; same: boolean; outside: number; deviation: number; time: number; range: number }
export const differences = signal<{ run: string; reference: string; list: Difference[] } | null>(null);
// The newest run against one that is kept: does each plotted curve stay inside a tube around the other?
export async function compareWith(reference: Run) {
  const last = runs.value.filter(r => r.class === reference.class && r.id !== reference.id && !r.file).pop();
  if (!last) return;
  try {
    const a = await ask<{ differences: Difference[] }>("causeway/compare", { run: last.id, reference: reference.id, names: watchedNames().slice(0, 32) });
    differences.value = { run: last.label, reference: reference.label, list: a.differences };
  } catch (e) { problem.value = (e as Error).message; }
}

// What the server has kept, after the page was loaded or the connection was lost; what ran then is over.
onConnect(async () => {
  const { runs: list } = await ask<{ runs: { run: number; note: string }[] }>("causeway/runs");
  const known = new Map(runs.value.map(r => [r.id, r]));
  for (const { run, note } of list) {
    if (known.has(run) || !note) continue;
    try { known.set(run, { ...JSON.parse(note), live: { names: [], rows: [] }, began: 0 }); } catch { continue; }
  }
  runs.value = [...known.values()].sort((a, b) => Number(!a.file) - Number(!b.file) || a.id - b.id).map(r =>
    ["done", "failed", "stopped"].includes(r.state) ? r
      : { ...r, state: "stopped" as const, messages: [{ severity: "warning", text: "the connection was lost while it ran" }] });
});
