// Ctrl+K: classes and commands by a few letters.  "?" shows the keys.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "./rpc";
import { ClassRow, openClass } from "./state";
import { Icon } from "./tree";

export interface Command { name: string; keys?: string; run(): void }
export const paletteOpen = signal(false);
export const helpOpen = signal(false);
const query = signal(""), hits = signal<ClassRow[]>([]), at = signal(0);
let turn = 0;

async function look(text: string) {
  query.value = text;
  at.value = 0;
  const own = ++turn;
  if (text.trim().length < 2) { hits.value = []; return; }
  const a = await ask<{ classes: ClassRow[] }>("causeway/search", { text: text.trim(), in: "name" }).catch(() => ({ classes: [] }));
  if (own === turn) hits.value = a.classes.slice(0, 30);
}

export function Palette({ commands }: { commands: Command[] }) {
  const input = useRef<HTMLInputElement>(null), dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (paletteOpen.value) { dialog.current?.showModal(); input.current?.focus(); input.current?.select(); }
    else dialog.current?.close();
  }, [paletteOpen.value]);
  const text = query.value.toLowerCase(), fits = commands.filter(c => c.name.toLowerCase().includes(text));
  const list = [...fits.map(c => ({ command: c, row: null as ClassRow | null })), ...hits.value.map(row => ({ command: null as Command | null, row }))];
  const choose = (i: number) => {
    const l = list[i];
    paletteOpen.value = false;
    if (l?.command) l.command.run();
    else if (l?.row) openClass(l.row.class);
  };
  return (
    <dialog class="palette" ref={dialog} aria-label="Find anything" onClose={() => (paletteOpen.value = false)} onClick={e => { if (e.target === e.currentTarget) paletteOpen.value = false; }}>
      <input ref={input} type="text" role="searchbox" aria-label="Find a class or a command" placeholder="Find a class or a command" value={query.value} onInput={e => look(e.currentTarget.value)}
        onKeyDown={e => {
          if (e.key === "ArrowDown") at.value = Math.min(list.length - 1, at.value + 1);
          else if (e.key === "ArrowUp") at.value = Math.max(0, at.value - 1);
          else if (e.key === "Enter") choose(at.value);
          else return;
          e.preventDefault();
        }} />
      <ul role="listbox" aria-label="Found">
        {list.slice(0, 40).map((l, i) => (
          <li key={l.command?.name ?? l.row!.class} role="option" aria-selected={i === at.value} class={i === at.value ? "on" : ""} onClick={() => choose(i)} onPointerEnter={() => (at.value = i)}>
            {l.row ? <><Icon name={l.row.class} kind={l.row.kind} /><span>{l.row.name}</span><small>{l.row.class}</small></> : <><span class="icon" aria-hidden="true">⌘</span><span>{l.command!.name}</span>{l.command!.keys && <kbd>{l.command!.keys}</kbd>}</>}
          </li>
        ))}
      </ul>
    </dialog>
  );
}

const keyHelp: [string, string][] = [
  ["Ctrl+K", "Find a class or a command"], ["Ctrl+Enter, F5", "Run"], ["Ctrl+.", "Stop"], ["Alt+←, Alt+→", "Back, forward"], ["Alt+↑", "Out of a component"],
  ["Ctrl+1 … 4", "Diagram, Icon, Text, Documentation"], ["F", "Fit the diagram or the plot"], ["+ −", "Zoom"], ["N, Shift+N", "Next, previous component"], ["Enter", "Open the component"],
  ["Shift+click on a variable", "Plot it on the second axis"], ["Drag in a plot", "Zoom in time; with Shift in value"], ["A, B in a plot", "Set cursors"], ["Esc", "One step back"],
];
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => { if (helpOpen.value) dialog.current?.showModal(); else dialog.current?.close(); }, [helpOpen.value]);
  return (
    <dialog class="help" ref={dialog} aria-label="Keys" onClose={() => (helpOpen.value = false)}>
      <h2>Keys</h2>
      <table><tbody>{keyHelp.map(([k, t]) => <tr key={k}><td><kbd>{k}</kbd></td><td>{t}</td></tr>)}</tbody></table>
      <p class="quiet"><a href="/licenses.txt" target="_blank" rel="noreferrer">Licences of what is inside</a></p>
      <button onClick={() => (helpOpen.value = false)}>Close</button>
    </dialog>
  );
}
