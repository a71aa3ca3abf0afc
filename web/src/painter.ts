// One painter for curves on the screen and in files: a canvas, or SVG text.

export interface Painter {
  line(points: number[], colour: string, width: number, dash?: number[]): void; // x, y pairs; NaN parts strokes
  rect(x: number, y: number, w: number, h: number, fill: string): void;
  text(s: string, x: number, y: number, colour: string, align: "left" | "center" | "right", size?: number, turned?: boolean): void;
  dot(x: number, y: number, r: number, colour: string): void;
  clip(x: number, y: number, w: number, h: number): void;
  unclip(): void;
}
const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

export class CanvasPainter implements Painter {
  constructor(private c: CanvasRenderingContext2D) {}
  line(p: number[], colour: string, width: number, dash: number[] = []) {
    const c = this.c;
    c.beginPath();
    let up = true;
    for (let i = 0; i < p.length; i += 2) {
      if (Number.isNaN(p[i + 1]) || Number.isNaN(p[i])) { up = true; continue; }
      if (up) c.moveTo(p[i], p[i + 1]);
      else c.lineTo(p[i], p[i + 1]);
      up = false;
    }
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineJoin = "round";
    c.setLineDash(dash);
    c.stroke();
  }
  rect(x: number, y: number, w: number, h: number, fill: string) { this.c.fillStyle = fill; this.c.fillRect(x, y, w, h); }
  text(s: string, x: number, y: number, colour: string, align: CanvasTextAlign, size = 12, turned = false) {
    const c = this.c;
    c.save();
    c.font = `${size}px ${FONT}`;
    c.fillStyle = colour;
    c.textAlign = align;
    c.textBaseline = "middle";
    c.translate(x, y);
    if (turned) c.rotate(-Math.PI / 2);
    c.fillText(s, 0, 0);
    c.restore();
  }
  dot(x: number, y: number, r: number, colour: string) {
    this.c.beginPath();
    this.c.arc(x, y, r, 0, 7);
    this.c.fillStyle = colour;
    this.c.fill();
  }
  clip(x: number, y: number, w: number, h: number) { this.c.save(); this.c.beginPath(); this.c.rect(x, y, w, h); this.c.clip(); }
  unclip() { this.c.restore(); }
}

const escape = (s: string) => s.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
const n = (x: number) => String(Math.round(x * 100) / 100);

export class SvgPainter implements Painter {
  private out = "";
  private clips = 0;
  constructor(private w: number, private h: number) {}
  line(p: number[], colour: string, width: number, dash?: number[]) {
    let d = "", up = true;
    for (let i = 0; i < p.length; i += 2) {
      if (Number.isNaN(p[i + 1]) || Number.isNaN(p[i])) { up = true; continue; }
      d += (up ? "M" : "L") + n(p[i]) + " " + n(p[i + 1]);
      up = false;
    }
    this.out += `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linejoin="round"${dash?.length ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`;
  }
  rect(x: number, y: number, w: number, h: number, fill: string) { this.out += `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`; }
  text(s: string, x: number, y: number, colour: string, align: "left" | "center" | "right", size = 12, turned = false) {
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    this.out += `<text x="${n(x)}" y="${n(y)}" dy=".35em" fill="${colour}" font-size="${size}" text-anchor="${anchor}"${turned ? ` transform="rotate(-90 ${n(x)} ${n(y)})"` : ""}>${escape(s)}</text>`;
  }
  dot(x: number, y: number, r: number, colour: string) { this.out += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${colour}"/>`; }
  clip(x: number, y: number, w: number, h: number) {
    const id = "c" + ++this.clips;
    this.out += `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/></clipPath><g clip-path="url(#${id})">`;
  }
  unclip() { this.out += "</g>"; }
  toString() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.w}" height="${this.h}" viewBox="0 0 ${this.w} ${this.h}" font-family="${escape(FONT)}">${this.out}</svg>\n`;
  }
}

// ---- axes --------------------------------------------------------------------------------------------------------

export interface Range { low: number; high: number }

// Round numbers, so many that they stand about `room` pixels apart.
export function ticks(r: Range, pixels: number, room: number): number[] {
  const span = r.high - r.low;
  if (!(span > 0) || !isFinite(span)) return [r.low];
  const raw = span / Math.max(1, pixels / room), power = 10 ** Math.floor(Math.log10(raw)), f = raw / power;
  const step = power * (f <= 1 ? 1 : f <= 2 ? 2 : f <= 5 ? 5 : 10), out: number[] = [];
  for (let k = Math.ceil(r.low / step - 1e-9); k * step <= r.high + step * 1e-9 && out.length < 100; k++) out.push(k * step);
  return out;
}
export function label(x: number, step: number): string {
  const size = Math.max(Math.abs(x), step);
  if (Math.abs(x) < step * 1e-6) return "0";
  if (size >= 1e6 || step < 1e-4) {
    const digits = Math.max(0, Math.min(12, Math.round(Math.log10(Math.abs(x) / step))));
    return x.toExponential(digits).replace(/\.?0+e/, "e").replace("e+", "e").replace("-", "−");
  }
  return x.toFixed(Math.max(0, Math.min(8, -Math.floor(Math.log10(step) + 1e-9)))).replace("-", "−");
}
export function number(x: number): string {
  if (!isFinite(x)) return "–";
  const a = Math.abs(x);
  return (a !== 0 && (a >= 1e6 || a < 1e-4) ? x.toExponential(4) : String(Number(x.toPrecision(6)))).replace("-", "−");
}
