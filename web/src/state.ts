// What the page knows: all of it signals, so that whoever shows something is told when it changes.
import { signal, computed, effect } from "@preact/signals";
import { ask } from "./rpc";

export interface ClassRow {
  name: string; class: string; kind: string; comment: string; children: boolean; readOnly: boolean;
  partial?: boolean; runs?: boolean; obsolete?: boolean;
}
export interface Location { uri: string; range: { start: Position; end: Position } }
export interface Position { line: number; character: number }
export interface ClassInfo {
  class: string; name: string; kind: string; comment: string; preferredView: string; path: string; readOnly: boolean;
  partial: boolean; experiment?: { StartTime?: number; StopTime?: number; Tolerance?: number; Interval?: number };
  at: Location;
}
export interface Row {
  name: string; type: string; tab: string; group: string; comment: string; unit: string; displayUnit: string;
  default?: string; value?: string; start?: string; declaredIn: string; declaredAt?: Location; givenAt?: Location;
  parameter: boolean; inherited: boolean; enable: boolean; final: boolean; dims: number;
  choices: { value: string; text: string }[];
}
export interface Parameters { class: string; name: string; comment: string; kind: string; at?: Location; rows: Row[] }
export type View = "diagram" | "icon" | "text" | "documentation" | "view3d" | "equations";
export interface Place { class: string; path: string; view: View }

export interface First {
  version: string; app: boolean; folder: string; model: string; tree: { classes: ClassRow[] } | null;
  class?: ClassInfo | null; diagram?: any; parameters?: Parameters | null;
}
export const first: First = JSON.parse(document.getElementById("first")?.textContent ?? "null") ??
  { version: "", app: false, folder: "", model: "", tree: null };

// ---- what is kept in the browser ---------------------------------------------------------------------------------

export function remember<T>(key: string, value: T) {
  try { localStorage.setItem("causeway." + key, JSON.stringify(value)); } catch { /* private windows */ }
}
export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem("causeway." + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch { return otherwise; }
}
function kept<T>(key: string, otherwise: T) {
  const s = signal<T>(recall(key, otherwise));
  effect(() => remember(key, s.value));
  return s;
}

export const theme = kept<"system" | "light" | "dark">("theme", "system");
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(systemDark.matches);
systemDark.addEventListener("change", () => (systemIsDark.value = systemDark.matches));
export const dark = computed(() => theme.value === "dark" || (theme.value === "system" && systemIsDark.value));
export const paper = kept("paper", false);
export const sizes = kept("sizes", { left: 264, right: 320, below: 290 });
export const showLeft = kept("showLeft", true);
export const showRight = kept("showRight", true);
export const showBelow = kept("showBelow", false);
// Panels over a narrow window are opened by hand.
for (const [width, panel] of [[1100, showRight], [800, showLeft]] as const) {
  const narrow = matchMedia(`(max-width: ${width - 1}px)`);
  const adapt = () => { if (narrow.matches) panel.value = false; else if (!panel.value) panel.value = true; };
  if (narrow.matches) panel.value = false;
  narrow.addEventListener("change", adapt);
}
export const leftTab = signal<"libraries" | "model" | "runs">("libraries");
effect(() => { document.documentElement.dataset.theme = dark.value ? "dark" : "light"; });

// ---- where we are ------------------------------------------------------------------------------------------------

export const place = signal<Place>({ class: first.model, path: "", view: "diagram" });
export const selection = signal<string[]>([]); // names of components in the diagram
const past = signal<Place[]>([]), future = signal<Place[]>([]);
export const canGoBack = computed(() => past.value.length > 0);
export const canGoForward = computed(() => future.value.length > 0);
export const info = signal<ClassInfo | null>(first.class ?? null);
export const problem = signal("");

const samePlace = (a: Place, b: Place) => a.class === b.class && a.path === b.path && a.view === b.view;

export function go(to: Partial<Place>) {
  const target = { ...place.value, ...to };
  if (samePlace(target, place.value)) return;
  if (place.value.class) past.value = [...past.value.slice(-100), place.value];
  future.value = [];
  show(target);
}
function show(to: Place) {
  if (to.class !== place.value.class || to.path !== place.value.path) selection.value = [];
  place.value = to;
}
export function back() {
  if (!canGoBack.value) return;
  future.value = [place.value, ...future.value];
  const to = past.value[past.value.length - 1];
  past.value = past.value.slice(0, -1);
  show(to);
}
export function forward() {
  if (!canGoForward.value) return;
  past.value = [...past.value, place.value];
  const to = future.value[0];
  future.value = future.value.slice(1);
  show(to);
}
export function openClass(name: string) {
  if (first.app && name !== first.model) return;
  const to: Place = { class: name, path: "", view: "diagram" };
  ask<ClassInfo>("causeway/class", { class: name }).then(c => {
    const wanted = c.preferredView;
    if (wanted === "text") to.view = "text";
    else if (wanted === "info" || c.kind === "package") to.view = "documentation";
    else if (c.kind === "function" || c.kind === "type" || c.kind === "record") to.view = "text";
    else if (place.value.view === "icon") to.view = "icon";
    info.value = c;
    go(to);
    remember("recent", [name, ...recall<string[]>("recent", []).filter(n => n !== name)].slice(0, 12));
  }, e => (problem.value = e.message));
}
effect(() => {
  const name = place.value.class;
  if (name && info.peek()?.class !== name)
    ask<ClassInfo>("causeway/class", { class: name }).then(c => (info.value = c), e => (problem.value = e.message));
  document.title = name ? `${name.split(".").pop()} – Causeway` : "Causeway Studio";
});

// ---- icons: asked for together, kept for ever ---------------------------------------------------------------------

const icons = new Map<string, string>();
// Lines of a small icon are as wide as a screen can show.
const fine = "<style>path{vector-effect:non-scaling-stroke;stroke-width:1px}</style>";
export const iconsSeen = signal(0);
let wanted = new Set<string>(), timer = 0;

export function iconOf(name: string): string | undefined {
  const known = icons.get(name);
  if (known !== undefined) return known;
  if (!wanted.has(name)) wanted.add(name);
  if (!timer) timer = window.setTimeout(askIcons, 0);
  return undefined;
}
function askIcons() {
  timer = 0;
  const classes = [...wanted].slice(0, 60);
  classes.forEach(c => wanted.delete(c));
  if (wanted.size) timer = window.setTimeout(askIcons, 0);
  ask<{ icons: Record<string, string> }>("causeway/icons", { classes }).then(a => {
    for (const [name, svg] of Object.entries(a.icons))
      icons.set(name, svg ? "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg.replace(/(<svg[^>]*>)/, "$1" + fine)) : "");
    iconsSeen.value++;
  }, () => classes.forEach(c => icons.set(c, "")));
}
export function forgetIcons() { icons.clear(); wanted = new Set(); iconsSeen.value++; }
