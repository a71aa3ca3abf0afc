// A layer of a class: one composited SVG under a camera, marks on a second layer above it.
//
// While the camera moves only a CSS transform changes; when it rests the SVG is laid out anew for the part that is
// seen, so that it is sharp at every scale.  What is under the pointer is looked up in boxes of our own.
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask } from "./rpc";
import { Box, HitGrid, Paint, Part, Picture, contentOf, partsOf, svgOf } from "./picture";
import { dark, first, go, paper, place, problem, selection } from "./state";
import { timeCursor, shownRun } from "./runs";

export const parts = signal<Part[]>([]);
export const picture = signal<Picture | null>(null);
const SETTLE = 120, MARGIN = 24;

export interface Camera { x: number; y: number; s: number } // world coordinates (y downwards) of the corner, pixels a unit

class Canvas {
  cam: Camera = { x: -100, y: -100, s: 2 };
  laid = { x: 0, y: 0, w: 1, h: 1, s: 1 };
  bounds: Box = { x1: -100, y1: -100, x2: 100, y2: 100 };
  seen = this.bounds; // what is drawn in them
  grid = new HitGrid([]);
  hovered: { part: Part; port?: Part } | null = null;
  frame = 0; timer = 0; fitted = ""; touched = false;
  constructor(public host: HTMLElement, public svg: SVGSVGElement, public layer: HTMLElement, public marks: SVGSVGElement, public tip: HTMLElement) {}

  show(p: Picture, key: string) {
    const paint = new Paint(dark.peek() && !paper.peek());
    this.svg.innerHTML = svgOf(p.items, paint);
    const list = partsOf(p.items);
    parts.value = list;
    this.grid = new HitGrid(list);
    const [x1, y1, x2, y2] = p.bounds, c = contentOf(p.items);
    this.bounds = { x1, y1: -y2, x2, y2: -y1 };
    this.seen = c ? { x1: c.x1 - 8, y1: -c.y2 - 12, x2: c.x2 + 8, y2: -c.y1 + 12 } : this.bounds;
    if (this.fitted !== key) { this.fitted = key; this.fit(); } else this.settle();
  }
  fit() {
    this.touched = false;
    const b = this.seen, w = this.host.clientWidth, h = this.host.clientHeight;
    if (!w || !h) return;
    const s = Math.max(0.05, Math.min((w - 2 * MARGIN) / (b.x2 - b.x1), (h - 2 * MARGIN) / (b.y2 - b.y1), 5));
    this.cam = { s, x: (b.x1 + b.x2) / 2 - w / 2 / s, y: (b.y1 + b.y2) / 2 - h / 2 / s };
    this.settle();
  }
  zoom(factor: number, px: number, py: number) {
    const s = Math.max(0.05, Math.min(80, this.cam.s * factor));
    this.cam.x += px / this.cam.s - px / s;
    this.cam.y += py / this.cam.s - py / s;
    this.cam.s = s;
    this.move();
  }
  pan(dx: number, dy: number) { this.cam.x -= dx / this.cam.s; this.cam.y -= dy / this.cam.s; this.move(); }
  move() {
    this.touched = true;
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.transform(); this.drawMarks(); });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(), SETTLE);
  }
  transform() {
    const { x, y, s } = this.laid, c = this.cam;
    this.layer.style.transform = `translate(${(x - c.x) * c.s}px,${(y - c.y) * c.s}px) scale(${c.s / s})`;
  }
  // The seen part and as much around it.
  settle() {
    clearTimeout(this.timer);
    const c = this.cam, w = this.host.clientWidth / c.s, h = this.host.clientHeight / c.s, b = this.bounds, pad = 20;
    const x1 = Math.max(b.x1 - pad, c.x - w * 0.6), y1 = Math.max(b.y1 - pad, c.y - h * 0.6);
    const x2 = Math.min(b.x2 + pad, c.x + w * 1.6), y2 = Math.min(b.y2 + pad, c.y + h * 1.6);
    this.laid = { x: x1, y: y1, w: Math.max(1, x2 - x1), h: Math.max(1, y2 - y1), s: c.s };
    const l = this.laid;
    this.svg.setAttribute("viewBox", `${l.x} ${l.y} ${l.w} ${l.h}`);
    this.svg.setAttribute("width", String(l.w * l.s));
    this.svg.setAttribute("height", String(l.h * l.s));
    this.transform();
    this.drawMarks();
  }
  world(e: { clientX: number; clientY: number }) {
    const r = this.host.getBoundingClientRect();
    return { x: (e.clientX - r.left) / this.cam.s + this.cam.x, y: -((e.clientY - r.top) / this.cam.s + this.cam.y) };
  }
  hit(e: { clientX: number; clientY: number }) {
    const p = this.world(e);
    return this.grid.at(p.x, p.y, 6 / this.cam.s);
  }
  rect(b: Box, grow: number, cls: string) {
    const c = this.cam;
    return `<rect class="${cls}" x="${(b.x1 - c.x) * c.s - grow}" y="${(-b.y2 - c.y) * c.s - grow}" width="${(b.x2 - b.x1) * c.s + 2 * grow}" height="${(b.y2 - b.y1) * c.s + 2 * grow}" rx="3"/>`;
  }
  drawMarks() {
    let out = "";
    const chosen = new Set(selection.peek());
    for (const p of parts.peek()) if (chosen.has(p.name)) out += this.rect(p.box, 4, "selected");
    if (this.hovered?.port) out += this.rect(this.hovered.port.box, 3, "port");
    else if (this.hovered && !chosen.has(this.hovered.part.name)) out += this.rect(this.hovered.part.box, 4, "hovered");
    this.marks.innerHTML = out;
  }
  hover(e: PointerEvent | null) {
    const hit = e ? this.hit(e) : null;
    if (hit?.part !== this.hovered?.part || hit?.port !== this.hovered?.port) {
      this.hovered = hit;
      this.drawMarks();
    }
    this.tip.hidden = !hit;
    if (!hit || !e) return;
    const r = this.host.getBoundingClientRect(), what = hit.port ?? hit.part;
    this.tip.textContent = "";
    const head = document.createElement("b"), rest = document.createElement("span"), words = document.createElement("small");
    head.textContent = hit.port ? `${hit.part.name}.${hit.port.name}` : what.name;
    rest.textContent = what.class.split(".").slice(-2).join(".");
    words.textContent = what.text;
    this.tip.append(head, rest, words);
    this.tip.style.left = `${Math.min(e.clientX - r.left + 14, r.width - 260)}px`;
    this.tip.style.top = `${Math.min(e.clientY - r.top + 16, r.height - 70)}px`;
    this.host.style.cursor = "default";
  }
}

export let canvas: Canvas | null = null;

export function enter(name: string) {
  const part = parts.peek().find(p => p.name === name), at = place.peek();
  if (part) go({ path: at.path ? `${at.path}.${name}` : name, view: "diagram" });
}
export function up() {
  const at = place.peek();
  if (at.path) go({ path: at.path.includes(".") ? at.path.slice(0, at.path.lastIndexOf(".")) : "" });
}
export function walk(step: number) {
  const list = [...parts.peek()].sort((a, b) => b.box.y2 - a.box.y2 || a.box.x1 - b.box.x1);
  if (!list.length) return;
  const now = list.findIndex(p => p.name === selection.peek()[0]);
  selection.value = [list[(now + step + list.length) % list.length].name];
}

function listen(c: Canvas) {
  const host = c.host, pointers = new Map<number, PointerEvent>();
  let panning = false, moved = false, band: { x: number; y: number } | null = null, space = false;
  const key = (e: KeyboardEvent) => {
    if (e.code === "Space") space = e.type === "keydown";
  };
  host.addEventListener("wheel", e => {
    e.preventDefault();
    const r = host.getBoundingClientRect();
    // A trackpad scrolls in small steps in both directions, a wheel in large ones; a pinch comes with Ctrl.
    const pad = !e.ctrlKey && e.deltaMode === 0 && (e.deltaX !== 0 || Math.abs(e.deltaY) < 40);
    if (pad) c.pan(-e.deltaX, -e.deltaY);
    else c.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : e.deltaMode ? 0.05 : 0.0016)), e.clientX - r.left, e.clientY - r.top);
  }, { passive: false });
  host.addEventListener("pointerdown", e => {
    host.focus({ preventScroll: true });
    pointers.set(e.pointerId, e);
    try { host.setPointerCapture(e.pointerId); } catch { /* a pointer that is gone already */ }
    moved = false;
    panning = e.button === 1 || space || e.pointerType === "touch";
    band = !panning && e.button === 0 && !c.hit(e) ? { x: e.clientX, y: e.clientY } : null;
    if (e.button === 1) e.preventDefault();
  });
  host.addEventListener("pointermove", e => {
    const before = pointers.get(e.pointerId);
    if (!before) { c.hover(e); return; }
    if (pointers.size === 2) { // pinch
      const [a, b] = [...pointers.values()];
      const d0 = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      pointers.set(e.pointerId, e);
      const [p, q] = [...pointers.values()], d1 = Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY);
      const r = host.getBoundingClientRect();
      if (d0 > 0) c.zoom(d1 / d0, (p.clientX + q.clientX) / 2 - r.left, (p.clientY + q.clientY) / 2 - r.top);
      moved = true;
      return;
    }
    if (Math.hypot(e.clientX - before.clientX, e.clientY - before.clientY) > 0) moved ||= true;
    if (panning) c.pan(e.clientX - before.clientX, e.clientY - before.clientY);
    else if (band) {
      const a = c.world({ clientX: band.x, clientY: band.y }), b = c.world(e);
      const box: Box = { x1: Math.min(a.x, b.x), x2: Math.max(a.x, b.x), y1: Math.min(a.y, b.y), y2: Math.max(a.y, b.y) };
      selection.value = parts.peek().filter(p => p.box.x1 >= box.x1 && p.box.x2 <= box.x2 && p.box.y1 >= box.y1 && p.box.y2 <= box.y2).map(p => p.name);
      c.drawMarks();
      c.marks.insertAdjacentHTML("beforeend", c.rect(box, 0, "band"));
    }
    pointers.set(e.pointerId, e);
  });
  const end = (e: PointerEvent) => {
    const was = pointers.delete(e.pointerId);
    if (!was || e.type === "pointercancel") return;
    const hit = c.hit(e);
    if (e.button === 0 && (!band || !moved) && !(panning && moved)) {
      if (!hit) { if (!e.shiftKey) selection.value = []; }
      else if (e.shiftKey) {
        const now = selection.peek();
        selection.value = now.includes(hit.part.name) ? now.filter(n => n !== hit.part.name) : [...now, hit.part.name];
      } else selection.value = [hit.part.name];
    }
    band = null;
    panning = false;
    c.drawMarks();
  };
  host.addEventListener("pointerup", end);
  host.addEventListener("pointercancel", end);
  host.addEventListener("pointerleave", () => c.hover(null));
  host.addEventListener("dblclick", e => { const hit = c.hit(e); if (hit) enter(hit.part.name); });
  host.addEventListener("keydown", e => {
    key(e);
    const step = e.shiftKey ? 200 : 40, r = host.getBoundingClientRect();
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const pans: Record<string, [number, number]> = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (pans[e.key]) c.pan(...pans[e.key]);
    else if (e.key === "f" || e.key === "F") c.fit();
    else if (e.key === "+" || e.key === "=") c.zoom(1.25, r.width / 2, r.height / 2);
    else if (e.key === "-") c.zoom(0.8, r.width / 2, r.height / 2);
    else if (e.key === "Enter" && selection.peek()[0]) enter(selection.peek()[0]);
    else if (e.key === "n" || e.key === "N") walk(e.shiftKey ? -1 : 1);
    else if (e.key === "Escape" && selection.peek().length) selection.value = [];
    else if (e.key !== " ") return;
    e.preventDefault();
    c.drawMarks();
  });
  host.addEventListener("keyup", key);
}

export function Diagram({ layer }: { layer: "diagram" | "icon" }) {
  const host = useRef<HTMLDivElement>(null), svg = useRef<SVGSVGElement>(null), box = useRef<HTMLDivElement>(null);
  const marks = useRef<SVGSVGElement>(null), tip = useRef<HTMLDivElement>(null);
  const at = place.value, isDark = dark.value && !paper.value, chosen = selection.value;
  const key = `${at.class}|${at.path}|${layer}`;
  const shown = picture.value;
  const run = shownRun.value, time = timeCursor.value;

  useEffect(() => {
    const c = new Canvas(host.current!, svg.current!, box.current!, marks.current!, tip.current!);
    canvas = c;
    listen(c);
    const watch = new ResizeObserver(() => (c.touched ? c.settle() : c.fit()));
    watch.observe(host.current!);
    return () => { watch.disconnect(); if (canvas === c) canvas = null; };
  }, []);
  useEffect(() => {
    let live = true;
    const show = (p: Picture) => { if (live && canvas) { picture.value = p; canvas.show(p, key); } };
    const given = first.diagram as Picture | null | undefined;
    if (given && at.class === first.model && !at.path && layer === "diagram" && time === null) show(given);
    else if (at.class)
      ask<Picture>("causeway/diagram", { class: at.class, path: at.path, layer, ...(time !== null && run ? { run, time } : {}) })
        .then(show, e => { if (live) problem.value = e.message; });
    return () => { live = false; };
  }, [key, isDark, time === null ? null : Math.round(time * 1e6), time === null ? 0 : run]);
  useEffect(() => canvas?.drawMarks(), [chosen]);

  return (
    <div class={"canvas" + (paper.value ? " paper" : "")} ref={host} tabIndex={0} role="application"
      aria-label={`${layer === "diagram" ? "Diagram" : "Icon"} of ${at.path || at.class}. N walks through components, Enter opens one, F fits.`}>
      <div class="layer" ref={box}>
        <svg ref={svg} fill="none" stroke-linejoin="round" font-family="Helvetica,Arial,Liberation Sans,sans-serif" />
      </div>
      <svg class="marks" ref={marks} />
      {shown && !shown.items.length && <div class="nothing"><p>This class draws nothing in its {layer}.</p><p class="quiet">Its text says what it is; Run simulates it.</p></div>}
      <div class="tip" ref={tip} hidden />
    </div>
  );
}
