// Display lists as SVG, in the colours of the theme; where components and their connectors are.

export interface Item {
  kind: string; items?: Item[]; name?: string; class?: string; description?: string; connector?: boolean;
  path?: (string | number)[][]; pattern?: string; line?: number[]; fill?: number[]; fillPattern?: string;
  thickness?: number; gradient?: number[]; hatch?: number; text?: string; at?: number[]; angle?: number; size?: number;
  width?: number; align?: string; color?: number[]; font?: string; bold?: boolean; italic?: boolean;
  underline?: boolean; squeezed?: boolean; place?: number[]; type?: string; data?: string; from?: string; to?: string;
}
export interface Picture { layer: string; class: string; description: string; extent: number[]; bounds: number[]; items: Item[] }
export interface Box { x1: number; y1: number; x2: number; y2: number }
export interface Part { name: string; class: string; text: string; connector: boolean; box: Box; ports: Part[]; index: number }

// ---- colours: on a dark canvas lightness is turned over and hue kept (OKLab) --------------------------------------

function toLinear(c: number) { const x = c / 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; }
function toByte(x: number) {
  const y = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return Math.max(0, Math.min(255, Math.round(y * 255)));
}
function luminance([r, g, b]: number[]) { return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b); }
function contrast(a: number[], b: number[]) {
  const x = luminance(a), y = luminance(b);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
const canvas = [0x15, 0x18, 0x1d];

export function turned(c: number[]): number[] {
  const [r, g, b] = c.map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const L = 0.96 - 0.75 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s);
  let A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  let B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  for (let k = 0; k < 12; k++) { // less colourful until it can be shown
    const l3 = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3;
    const m3 = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3;
    const s3 = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
    const out = [4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
      -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
      -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3];
    if (k === 11 || out.every(x => x > -0.001 && x < 1.001)) return out.map(x => toByte(Math.max(0, x)));
    A *= 0.88; B *= 0.88;
  }
  return c;
}

export class Paint {
  private known = new Map<number, string>();
  constructor(public dark: boolean) {}
  private css(c: number[], line: boolean) {
    if (!this.dark) return `#${((1 << 24) | (c[0] << 16) | (c[1] << 8) | c[2]).toString(16).slice(1)}`;
    let to = turned(c);
    if (line && contrast(to, canvas) < 3 && contrast(c, canvas) > contrast(to, canvas)) to = c;
    return `rgb(${to[0]},${to[1]},${to[2]})`;
  }
  colour(c: number[], line: boolean): string {
    const key = (c[0] << 16) | (c[1] << 8) | c[2] | (line ? 1 << 24 : 0);
    let out = this.known.get(key);
    if (!out) this.known.set(key, (out = this.css(c, line)));
    return out;
  }
}

// ---- SVG ---------------------------------------------------------------------------------------------------------

const dashes: Record<string, number[]> = { Dash: [16, 8], Dot: [4, 4], DashDot: [16, 4, 4, 4], DashDotDot: [16, 4, 4, 4, 4, 4] };
const strokes: Record<string, string> = {
  Horizontal: "M0 2H4", Vertical: "M2 0V4", Cross: "M0 2H4M2 0V4", Forward: "M-1 1L1 -1M0 4L4 0M3 5L5 3",
  Backward: "M-1 3L1 5M0 0L4 4M3 -1L5 1", CrossDiag: "M-1 1L1 -1M0 4L4 0M3 5L5 3M-1 3L1 5M0 0L4 4M3 -1L5 1",
};
const escape = (s: string) => s.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
const num = (x: number) => String(Math.round(x * 1000) / 1000);
const matrix = (m: number[]) => `matrix(${num(m[0])} ${num(-m[1])} ${num(m[2])} ${num(-m[3])} ${num(m[4])} ${num(-m[5])})`;
let serial = 0;

function pathOf(steps: (string | number)[][]) {
  let d = "";
  for (const s of steps) {
    d += s[0];
    for (let i = 1; i < s.length; i += 2) d += `${i > 1 ? " " : ""}${num(s[i] as number)} ${num(-(s[i + 1] as number))}`;
  }
  return d;
}

function shape(i: Item, p: Paint): string {
  let defs = "", fill = "none";
  const kind = i.fillPattern ?? "None", line = p.colour(i.line ?? [0, 0, 0], true);
  const inside = i.fill ? p.colour(i.fill, false) : "none";
  if (kind === "Solid") fill = inside;
  else if (kind !== "None") {
    const id = "f" + ++serial;
    fill = `url(#${id})`;
    if (i.gradient) {
      const at = matrix(i.gradient), flat = kind === "HorizontalCylinder";
      const stops = kind === "Sphere"
        ? `<stop offset="0" stop-color="${inside}"/><stop offset="1" stop-color="${line}"/>`
        : `<stop offset="0" stop-color="${line}"/><stop offset=".5" stop-color="${inside}"/><stop offset="1" stop-color="${line}"/>`;
      defs = kind === "Sphere"
        ? `<radialGradient id="${id}" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="${at}">${stops}</radialGradient>`
        : `<linearGradient id="${id}" x1="0" y1="0" x2="${flat ? 0 : 1}" y2="${flat ? 1 : 0}" gradientUnits="userSpaceOnUse" gradientTransform="${at}">${stops}</linearGradient>`;
    } else {
      const scale = num(Math.max(i.hatch ?? 1, 0.5));
      defs = `<pattern id="${id}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})"><path d="M0 0H4V4H0Z" fill="${inside}"/><path d="${strokes[kind] ?? ""}" stroke="${line}" stroke-width=".25"/></pattern>`;
    }
  }
  let stroke = "";
  if (i.pattern !== "None") {
    const t = i.thickness ?? 0.25, d = dashes[i.pattern ?? ""];
    stroke = ` stroke="${line}" stroke-width="${num(t)}"` + (d ? ` stroke-dasharray="${d.map(x => num(x * t)).join(" ")}"` : "");
  }
  const joins = i.from !== undefined ? ` data-from="${escape(i.from)}" data-to="${escape(i.to ?? "")}"` : "";
  return `${defs}<path d="${pathOf(i.path ?? [])}" fill="${fill}"${stroke}${joins}/>`;
}

function text(i: Item, p: Paint): string {
  const lines = (i.text ?? "").split("\n"), size = i.size ?? 10, [x, y] = i.at ?? [0, 0];
  const anchor = { Left: "start", Center: "middle", Right: "end" }[i.align ?? "Center"];
  let head = `<g fill="${p.colour(i.color ?? [0, 0, 0], true)}" font-size="${num(size)}" text-anchor="${anchor}"`;
  if (i.font) head += ` font-family="${escape(i.font)}"`;
  if (i.bold) head += ' font-weight="bold"';
  if (i.italic) head += ' font-style="italic"';
  if (i.underline) head += ' text-decoration="underline"';
  if (i.angle) head += ` transform="rotate(${num(-i.angle)} ${num(x)} ${num(-y)})"`;
  let at = -y + (0.36 - ((lines.length - 1) * 1.15) / 2) * size, out = head + ">";
  const squeeze = i.squeezed && lines.length === 1 ? ` textLength="${num(i.width ?? 0)}" lengthAdjust="spacingAndGlyphs"` : "";
  for (const line of lines) {
    out += `<text x="${num(x)}" y="${num(at)}"${squeeze}>${escape(line)}</text>`;
    at += 1.15 * size;
  }
  return out + "</g>";
}

function bitmap(i: Item): string {
  const m = [...(i.place ?? [1, 0, 0, 1, 0, 0])]; // an image hangs down from its corner
  m[4] += m[2]; m[5] += m[3]; m[2] = -m[2]; m[3] = -m[3];
  if (!/^image\/(png|jpeg|gif|bmp|svg\+xml)$/.test(i.type ?? "")) return "";
  return `<image width="1" height="1" preserveAspectRatio="none" transform="${matrix(m)}" href="data:${i.type};base64,${(i.data ?? "").replace(/[^A-Za-z0-9+/=]/g, "")}"/>`;
}

export function svgOf(items: Item[], p: Paint): string {
  let out = "";
  for (const i of items) {
    if (i.kind === "Component") out += `<g data-component="${escape(i.name ?? "")}">${svgOf(i.items ?? [], p)}</g>`;
    else if (i.kind === "Text") out += text(i, p);
    else if (i.kind === "Bitmap") out += bitmap(i);
    else out += shape(i, p);
  }
  return out;
}

// ---- places ------------------------------------------------------------------------------------------------------

export const emptyBox = (): Box => ({ x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity });
export function include(b: Box, x: number, y: number) {
  b.x1 = Math.min(b.x1, x); b.y1 = Math.min(b.y1, y);
  b.x2 = Math.max(b.x2, x); b.y2 = Math.max(b.y2, y);
}
function measure(items: Item[], b: Box, deep: boolean) {
  for (const i of items) {
    if (i.items) { if (deep) measure(i.items, b, true); }
    else if (i.path) for (const s of i.path) for (let k = 1; k + 1 < s.length; k += 2) include(b, s[k] as number, s[k + 1] as number);
    else if (i.place) { const m = i.place; include(b, m[4], m[5]); include(b, m[0] + m[2] + m[4], m[1] + m[3] + m[5]); }
  }
}

export function contentOf(items: Item[]): Box | null {
  const b = emptyBox();
  measure(items, b, true);
  for (const i of items) if (i.at) include(b, i.at[0], i.at[1]);
  return b.x1 <= b.x2 ? b : null;
}

// Components of a picture, outermost ones; the box of one is that of its body, without texts around it.
export function partsOf(items: Item[]): Part[] {
  const out: Part[] = [];
  items.forEach((i, index) => {
    if (i.kind !== "Component") return;
    const box = emptyBox();
    measure(i.items ?? [], box, false);
    const ports = partsOf(i.items ?? []).filter(q => q.connector);
    if (box.x1 > box.x2) measure(i.items ?? [], box, true);
    if (box.x1 > box.x2) for (const t of i.items ?? []) if (t.at) include(box, t.at[0], t.at[1]);
    if (box.x1 > box.x2) return;
    out.push({ name: i.name ?? "", class: i.class ?? "", text: i.description ?? "", connector: !!i.connector, box, ports, index });
  });
  return out;
}

// What is under a point: boxes on a grid of 40 units.
export class HitGrid {
  private cells = new Map<string, Part[]>();
  constructor(parts: Part[]) {
    for (const p of parts) {
      this.add(p, p.box);
      for (const q of p.ports) this.add(p, q.box);
    }
  }
  private add(p: Part, b: Box) {
    for (let x = Math.floor(b.x1 / 40); x <= Math.floor(b.x2 / 40); x++)
      for (let y = Math.floor(b.y1 / 40); y <= Math.floor(b.y2 / 40); y++) {
        const key = x + "," + y, list = this.cells.get(key);
        if (!list) this.cells.set(key, [p]);
        else if (list[list.length - 1] !== p) list.push(p);
      }
  }
  at(x: number, y: number, slack: number): { part: Part; port?: Part } | null {
    const list = this.cells.get(Math.floor(x / 40) + "," + Math.floor(y / 40)) ?? [];
    const within = (b: Box, s: number) => x >= b.x1 - s && x <= b.x2 + s && y >= b.y1 - s && y <= b.y2 + s;
    for (let k = list.length; k-- > 0;)
      for (const port of list[k].ports) if (within(port.box, slack)) return { part: list[k], port };
    let best: Part | null = null, area = Infinity;
    for (const p of list) {
      const a = (p.box.x2 - p.box.x1) * (p.box.y2 - p.box.y1);
      if (within(p.box, slack) && a <= area) { best = p; area = a; }
    }
    return best ? { part: best } : null;
  }
}
