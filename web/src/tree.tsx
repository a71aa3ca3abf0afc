// The package browser: classes one level at a time, with icons; search by name and in texts.
import { effect, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "./rpc";
import { ClassRow, first, iconOf, iconsSeen, openClass, place, problem } from "./state";

const children = new Map<string, ClassRow[]>([["", first.tree?.classes ?? []]]);
const open = signal<Set<string>>(new Set());
const version = signal(0);
export const searchText = signal("");
const found = signal<ClassRow[] | null>(null);
const searchIn = signal<"name" | "text">("name");

export async function expand(name: string, want = !open.value.has(name)) {
  const next = new Set(open.value);
  if (want) next.add(name);
  else next.delete(name);
  open.value = next;
  if (!want || children.has(name)) return;
  try {
    const a = await ask<{ classes: ClassRow[] }>("causeway/tree", { class: name });
    children.set(name, a.classes);
    version.value++;
  } catch (e) { problem.value = (e as Error).message; }
}
export async function reveal(name: string) {
  const words = name.split(".");
  for (let i = 1; i < words.length; i++) await expand(words.slice(0, i).join("."), true);
}
// The class that is shown is in sight.
let revealed = "";
effect(() => {
  const name = place.value.class;
  if (!name || name === revealed) return;
  revealed = name;
  reveal(name).then(() => setTimeout(() => document.querySelector(".libraries .line.chosen")?.scrollIntoView({ block: "nearest" }), 30));
});
export async function refreshTree() {
  children.clear();
  for (const name of ["", ...open.value]) {
    try { children.set(name, (await ask("causeway/tree", { class: name })).classes); } catch { children.set(name, []); }
  }
  version.value++;
}

export function Icon({ name, kind }: { name: string; kind: string }) {
  iconsSeen.value;
  const ref = useRef<HTMLSpanElement>(null), seen = useSignal(false);
  useEffect(() => {
    const watch = new IntersectionObserver(e => { if (e.some(x => x.isIntersecting)) { seen.value = true; watch.disconnect(); } });
    watch.observe(ref.current!);
    return () => watch.disconnect();
  }, [name]);
  const icon = seen.value ? iconOf(name) : undefined;
  return (
    <span class="icon" ref={ref} aria-hidden="true">
      {icon ? <img src={icon} alt="" draggable={false} /> : <i class={"kind " + kind.split(" ")[0]}>{kind[0]}</i>}
    </span>
  );
}

function rows(name: string, depth: number, out: { row: ClassRow; depth: number }[]) {
  for (const row of children.get(name) ?? []) {
    out.push({ row, depth });
    if (open.value.has(row.class)) rows(row.class, depth + 1, out);
  }
  return out;
}

function Line({ row, depth, list }: { row: ClassRow; depth: number; list: boolean }) {
  const chosen = place.value.class === row.class, isOpen = open.value.has(row.class);
  const where = list ? row.class.slice(0, -row.name.length - 1) : "";
  return (
    <div class={"line" + (chosen ? " chosen" : "") + (row.obsolete ? " obsolete" : "")} role="treeitem" aria-level={depth + 1}
      aria-selected={chosen} aria-expanded={row.children && !list ? isOpen : undefined} tabIndex={-1} data-class={row.class}
      style={{ paddingLeft: `${6 + depth * 14}px` }} title={row.comment ? `${row.class}\n${row.comment}` : row.class}
      onClick={() => { if (row.children && !list && (chosen || row.kind === "package")) expand(row.class); openClass(row.class); }}>
      <span class={"arrow" + (isOpen ? " open" : "")} onClick={e => { e.stopPropagation(); expand(row.class); }}>{row.children && !list ? "›" : ""}</span>
      <Icon name={row.class} kind={row.kind} />
      <span class={"name" + (row.partial ? " partial" : "")}>{row.name}</span>
      {row.runs && <span class="runs" title="can be simulated">▸</span>}
      {where && <small>{where}</small>}
    </div>
  );
}

function keys(e: KeyboardEvent) {
  const lines = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".line")];
  const at = lines.indexOf(document.activeElement as HTMLElement), name = lines[at]?.dataset.class ?? "";
  const to = (i: number) => lines[Math.max(0, Math.min(lines.length - 1, i))]?.focus();
  if (e.key === "ArrowDown") to(at + 1);
  else if (e.key === "ArrowUp") to(at - 1);
  else if (e.key === "Home") to(0);
  else if (e.key === "End") to(lines.length - 1);
  else if (e.key === "ArrowRight" && name) open.value.has(name) ? to(at + 1) : expand(name, true);
  else if (e.key === "ArrowLeft" && name) {
    if (open.value.has(name)) expand(name, false);
    else { const parent = name.slice(0, name.lastIndexOf(".")); lines.find(l => l.dataset.class === parent)?.focus(); }
  } else if ((e.key === "Enter" || e.key === " ") && name) openClass(name);
  else return;
  e.preventDefault();
}

let timer = 0, turn = 0;
export function search(text: string) {
  searchText.value = text;
  clearTimeout(timer);
  if (!text.trim()) { found.value = null; return; }
  timer = window.setTimeout(async () => {
    const own = ++turn;
    try {
      const a = await ask<{ classes: ClassRow[] }>("causeway/search", { text: text.trim(), in: searchIn.value });
      if (own === turn) found.value = a.classes;
    } catch (e) { problem.value = (e as Error).message; }
  }, 80);
}

export function Libraries() {
  version.value;
  const hits = found.value, list = hits ? hits.map(row => ({ row, depth: 0 })) : rows("", 0, []);
  return (
    <div class="libraries">
      <div class="searchbar">
        <input type="search" aria-label="Search classes" placeholder={searchIn.value === "name" ? "Search classes" : "Search in texts and parameters"}
          value={searchText.value} onInput={e => search(e.currentTarget.value)}
          onKeyDown={e => { if (e.key === "Escape") search(""); if (e.key === "ArrowDown") (document.querySelector(".tree .line") as HTMLElement)?.focus(); }} />
        <button class={"small" + (searchIn.value === "text" ? " on" : "")} aria-pressed={searchIn.value === "text"} title="Search in texts: documentation, parameters, everything"
          onClick={() => { searchIn.value = searchIn.value === "name" ? "text" : "name"; search(searchText.value); }}>Aa</button>
      </div>
      <div class="tree" role="tree" aria-label="Libraries" tabIndex={0} onKeyDown={keys}
        onFocus={e => { if (e.target === e.currentTarget) (e.currentTarget.querySelector(".line.chosen, .line") as HTMLElement)?.focus(); }}>
        {list.map(l => <Line key={l.row.class} {...l} list={!!hits} />)}
        {hits && !hits.length && <p class="quiet pad">No class fits “{searchText.value}”.</p>}
        {!hits && !list.length && <p class="quiet pad">No library was found. Start with a folder: causeway studio FOLDER, or -L DIR.</p>}
      </div>
    </div>
  );
}
