// The variables of a result as a tree of components, with search and units.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "./rpc";
import { colourOf, isPlotted, toggleVariable } from "./plot";
import { shownRun } from "./runs";
import { place, problem } from "./state";

interface Names { rows: number; names: string[]; units: string[]; displayUnits: string[]; texts: string[] }
interface Node { name: string; full: string; children: Map<string, Node>; at: number }
const list = signal<Names | null>(null);
const root = signal<Node | null>(null);
const open = signal<Set<string>>(new Set());
const filter = signal("");
let recentOf = "";

// "der(a.b.c)" belongs to a.b; dots inside brackets part nothing.
function pathOf(name: string): string[] {
  const m = /^(der\()+(.*?)(\)+)$/.exec(name), inner = m ? m[2] : name;
  const words: string[] = [];
  let depth = 0, word = "";
  for (const c of inner) {
    if (c === "[") depth++;
    if (c === "]") depth--;
    if (c === "." && !depth) { words.push(word); word = ""; } else word += c;
  }
  words.push(m ? name.slice(0, name.length - inner.length - m[3].length) + word + m[3] : word);
  return words;
}
function build(names: string[]): Node {
  const top: Node = { name: "", full: "", children: new Map(), at: -1 };
  names.forEach((name, at) => {
    let node = top, full = "";
    for (const word of pathOf(name)) {
      full = full ? full + "." + word : word;
      let next = node.children.get(word);
      if (!next) node.children.set(word, (next = { name: word, full, children: new Map(), at: -1 }));
      node = next;
    }
    node.at = at;
  });
  return top;
}
function lines(node: Node, depth: number, out: { node: Node; depth: number }[]) {
  for (const n of node.children.values()) {
    out.push({ node: n, depth });
    if (n.children.size && open.value.has(n.full)) lines(n, depth + 1, out);
  }
  return out;
}
function toggle(full: string) {
  const next = new Set(open.value);
  if (!next.delete(full)) next.add(full);
  open.value = next;
}

export function Variables() {
  const run = shownRun.value;
  useEffect(() => {
    filter.value = recentOf === place.value.class ? filter.value : "";
    recentOf = place.value.class;
    if (!run) { list.value = root.value = null; return; }
    ask<Names>("causeway/results", { run }).then(a => {
      if (list.value && a.names.length === list.value.names.length && a.names.every((n, i) => n === list.value!.names[i])) return;
      list.value = a;
      root.value = build(a.names);
    }, e => (problem.value = e.message));
  }, [run]);
  const all = list.value, text = filter.value.trim().toLowerCase();
  let shown: { node: Node; depth: number }[] = [];
  if (all && root.value) {
    if (!text) shown = lines(root.value, 0, []);
    else for (let i = 0; i < all.names.length && shown.length < 400; i++)
      if (all.names[i].toLowerCase().includes(text) || all.texts[i].toLowerCase().includes(text))
        shown.push({ node: { name: all.names[i], full: all.names[i], children: new Map(), at: i }, depth: 0 });
  }
  const key = (e: KeyboardEvent) => {
    const rows = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".line")], at = rows.indexOf(document.activeElement as HTMLElement);
    if (e.key === "ArrowDown") rows[Math.min(rows.length - 1, at + 1)]?.focus();
    else if (e.key === "ArrowUp") rows[Math.max(0, at - 1)]?.focus();
    else if ((e.key === "Enter" || e.key === " ") && at >= 0) rows[at].click();
    else if (e.key === "ArrowRight" && at >= 0 && !open.value.has(rows[at].dataset.name!)) toggle(rows[at].dataset.name!);
    else if (e.key === "ArrowLeft" && at >= 0 && open.value.has(rows[at].dataset.name!)) toggle(rows[at].dataset.name!);
    else return;
    e.preventDefault();
  };
  return (
    <div class="variables">
      <input type="search" aria-label="Search variables" placeholder="Search variables" value={filter.value} onInput={e => (filter.value = e.currentTarget.value)} />
      <div class="tree" role="tree" aria-label="Variables of the result" tabIndex={0} onKeyDown={key}
        onFocus={e => { if (e.target === e.currentTarget) (e.currentTarget.querySelector(".line") as HTMLElement)?.focus(); }}>
        {shown.slice(0, 1500).map(({ node, depth }) => {
          const leaf = node.at >= 0 && !node.children.size, on = leaf && isPlotted(all!.names[node.at]);
          return (
            <div key={node.full} class={"line" + (on ? " chosen" : "")} role="treeitem" tabIndex={-1} data-name={node.full} aria-level={depth + 1} aria-selected={on}
              aria-expanded={node.children.size ? open.value.has(node.full) : undefined} style={{ paddingLeft: `${6 + depth * 14}px` }}
              title={leaf ? `${all!.names[node.at]}\n${all!.texts[node.at]}` : node.full}
              onClick={e => (leaf ? toggleVariable(all!.names[node.at], e.shiftKey) : toggle(node.full))}>
              <span class={"arrow" + (open.value.has(node.full) ? " open" : "")}>{node.children.size ? "›" : ""}</span>
              {leaf && <i class="swatch" style={{ background: on ? colourOf(all!.names[node.at]) : undefined }} />}
              <span class="name">{node.name}</span>
              {leaf && all!.units[node.at] && <small>{all!.units[node.at]}</small>}
            </div>
          );
        })}
        {!all && <p class="quiet pad">Run the model to see its variables.</p>}
        {all && text && !shown.length && <p class="quiet pad">No variable fits “{filter.value}”.</p>}
      </div>
    </div>
  );
}
