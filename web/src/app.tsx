// The window: bar, libraries, views, inspector, results.
import { render } from "preact";
import { signal } from "@preact/signals";
import { connect, connected, disconnectForTest } from "./rpc";
import { Diagram, canvas, enter, up } from "./diagram";
import { Documentation } from "./documentation";
import { Animation } from "./animation";
import { Equations } from "./equations";
import { Inspector, textVersion } from "./inspector";
import { Command, Help, Palette, helpOpen, paletteOpen } from "./palette";
import { Plots, drawn, lastZoomTook } from "./plot";
import { Messages, RunBar, RunList, TimeSlider, canRun } from "./runbar";
import { busy, control, current, experiment, runs, start, timeCursor } from "./runs";
import { Libraries, refreshTree, reveal } from "./tree";
import { Study } from "./study";
import { Variables } from "./variables";
import { TextView, save, unsaved } from "./text";
import { View, back, canGoBack, canGoForward, dark, first, forward, go, info, leftTab, openClass, paper, place, problem, recall, showBelow, showLeft, showRight, sizes, theme } from "./state";

const belowTab = signal<"plots" | "study" | "messages">("plots");
const views: [View, string][] = [["diagram", "Diagram"], ["icon", "Icon"], ["text", "Text"], ["documentation", "Documentation"], ["equations", "Equations"], ["view3d", "3-D"]];

function Split({ side }: { side: "left" | "right" | "below" }) {
  const down = (e: PointerEvent) => {
    const from = side === "below" ? e.clientY : e.clientX, was = sizes.value[side], bar = e.currentTarget as HTMLElement;
    bar.setPointerCapture(e.pointerId);
    bar.onpointermove = m => {
      const d = (side === "below" ? m.clientY : m.clientX) - from;
      sizes.value = { ...sizes.value, [side]: Math.max(140, Math.min(side === "below" ? innerHeight - 220 : 640, was + (side === "left" ? d : -d))) };
    };
    bar.onpointerup = () => (bar.onpointermove = null);
  };
  const key = (e: KeyboardEvent) => {
    const step = { ArrowLeft: side === "left" ? -16 : 16, ArrowRight: side === "left" ? 16 : -16, ArrowUp: 16, ArrowDown: -16 }[e.key];
    if (step) { sizes.value = { ...sizes.value, [side]: Math.max(140, sizes.value[side] + step) }; e.preventDefault(); }
  };
  return <div class={"split split-" + side} role="separator" tabIndex={0} aria-label={`Size of the panel: ${side}`} aria-valuenow={sizes.value[side]} aria-orientation={side === "below" ? "horizontal" : "vertical"} onPointerDown={down} onKeyDown={key} />;
}

function Path() {
  const at = place.value, words = at.class ? at.class.split(".") : [], inner = at.path ? at.path.split(".") : [];
  return (
    <nav class="path" aria-label="Where you are">
      {words.map((w, i) => <button key={i} class={"plain" + (i === words.length - 1 ? " last" : "")} onClick={() => openClass(words.slice(0, i + 1).join("."))}>{w}</button>)}
      {inner.map((w, i) => <button key={"p" + i} class="plain component" onClick={() => go({ path: inner.slice(0, i + 1).join(".") })}>{w}</button>)}
    </nav>
  );
}

function Bar() {
  return (
    <header class="bar">
      <button class="plain brand" title="Libraries" aria-label="Show or hide the libraries" aria-pressed={showLeft.value} onClick={() => (showLeft.value = !showLeft.value)}><img src="/icon.svg" alt="" width="20" height="20" /></button>
      <button class="plain" disabled={!canGoBack.value} aria-label="Back" title="Back (Alt+←)" onClick={back}>←</button>
      <button class="plain" disabled={!canGoForward.value} aria-label="Forward" title="Forward (Alt+→)" onClick={forward}>→</button>
      <button class="plain" disabled={!place.value.path} aria-label="Out of the component" title="Out of the component (Alt+↑)" onClick={up}>↑</button>
      <Path />
      <span class="gap" />
      <RunBar />
      <button class="find" onClick={() => (paletteOpen.value = true)} title="Find anything (Ctrl+K)">Find <kbd>Ctrl K</kbd></button>
      <button class="plain" aria-label={`Colours: ${theme.value}`} title={`Colours: ${theme.value}`} onClick={() => (theme.value = theme.value === "system" ? (dark.value ? "light" : "dark") : theme.value === "dark" ? "light" : "dark")}>{dark.value ? "☾" : "☀"}</button>
      <button class="plain" aria-label="Keys" title="Keys (?)" onClick={() => (helpOpen.value = true)}>?</button>
      <button class="plain" aria-label="Show or hide the inspector" aria-pressed={showRight.value} title="Inspector" onClick={() => (showRight.value = !showRight.value)}>◨</button>
    </header>
  );
}

function Welcome() {
  const recent = recall<string[]>("recent", []), rows = first.tree?.classes ?? [];
  return (
    <div class="welcome">
      <h1>Causeway Studio</h1>
      <p class="quiet">{first.folder ? `Folder: ${first.folder}` : "Choose a class on the left, or press Ctrl+K."}</p>
      <div class="cards">
        {(rows.some(r => r.runs) ? rows.filter(r => r.runs) : rows.filter(r => r.kind === "model" || r.kind === "package")).slice(0, 9).map(r => (
          <button key={r.class} onClick={() => { openClass(r.class); }}><b>{r.name}</b><span class="quiet">{r.comment || r.kind}</span></button>
        ))}
      </div>
      {!!recent.length && <><h3>Recent</h3><ul>{recent.map(n => <li key={n}><button class="plain" onClick={() => { reveal(n); openClass(n); }}>{n}</button></li>)}</ul></>}
    </div>
  );
}

function Middle() {
  const at = place.value;
  if (!at.class) return <Welcome />;
  const list = views.filter(([v]) => !first.app || v === "diagram" || v === "documentation" || v === "view3d");
  return (
    <>
      <div class="tabs"><div role="tablist" aria-label="Views">
        {list.map(([v, name]) => <button key={v} role="tab" aria-selected={at.view === v} class={at.view === v ? "on" : ""} onClick={() => go({ view: v })}>{name}</button>)}
        </div><span class="gap" />
        {info.value?.readOnly && <span class="chip quiet">read only</span>}
        {(at.view === "diagram" || at.view === "icon") && dark.value && <button class="small" aria-pressed={paper.value} onClick={() => (paper.value = !paper.value)}>Paper</button>}
        {(at.view === "diagram" || at.view === "icon") && <button class="small" title="Fit (F)" onClick={() => canvas?.fit()}>Fit</button>}
      </div>
      <div class="view" role="tabpanel" aria-label={at.view}>
        {(at.view === "diagram" || at.view === "icon") && <Diagram key={at.view} layer={at.view} />}
        {at.view === "text" && <TextView />}
        {at.view === "documentation" && <Documentation />}
        {at.view === "equations" && <Equations />}
        {at.view === "view3d" && <Animation />}
      </div>
    </>
  );
}

function Below() {
  const n = current.value?.messages.length ?? 0, bad = current.value?.messages.some(m => m.severity === "error");
  return (
    <section class="below" style={{ height: `${showBelow.value ? sizes.value.below : 32}px` }} aria-label="Results">
      {showBelow.value && <Split side="below" />}
      <div class="tabs"><div role="tablist" aria-label="Results">
        <button role="tab" aria-selected={belowTab.value === "plots"} class={belowTab.value === "plots" ? "on" : ""} onClick={() => { belowTab.value = "plots"; showBelow.value = true; }}>Plots</button>
        <button role="tab" aria-selected={belowTab.value === "study"} class={belowTab.value === "study" ? "on" : ""} onClick={() => { belowTab.value = "study"; showBelow.value = true; }}>Study</button>
        <button role="tab" aria-selected={belowTab.value === "messages"} class={(belowTab.value === "messages" ? "on" : "") + (bad ? " bad" : "")} onClick={() => { belowTab.value = "messages"; showBelow.value = true; }}>Messages{n ? ` (${n})` : ""}</button>
        </div><TimeSlider />
        <span class="gap" />
        <button class="plain" aria-expanded={showBelow.value} aria-label="Show or hide the results" onClick={() => (showBelow.value = !showBelow.value)}>{showBelow.value ? "▾" : "▴"}</button>
      </div>
      {showBelow.value && <div class="body">{belowTab.value === "plots" ? <><Variables /><Plots /></> : belowTab.value === "study" ? <Study /> : <Messages />}</div>}
    </section>
  );
}

function Left() {
  const tabs: ["libraries" | "runs", string][] = [["libraries", "Libraries"], ["runs", "Runs"]];
  return (
    <aside class="left" style={{ width: `${sizes.value.left}px` }} aria-label="Libraries and runs">
      <div class="tabs"><div role="tablist" aria-label="Left panel">
        {tabs.map(([t, name]) => <button key={t} role="tab" aria-selected={leftTab.value === t} class={leftTab.value === t ? "on" : ""} onClick={() => (leftTab.value = t)}>{name}{t === "runs" && runs.value.length ? ` (${runs.value.filter(r => r.class === place.value.class).length})` : ""}</button>)}
      </div></div>
      {leftTab.value === "libraries" ? <Libraries /> : <RunList />}
      <Split side="left" />
    </aside>
  );
}

const commands: Command[] = [
  { name: "Run", keys: "Ctrl+Enter", run: () => canRun() && start() }, { name: "Stop", keys: "Ctrl+.", run: () => control("stop") },
  { name: "Pause", run: () => control("pause") }, { name: "Go on", run: () => control("resume") },
  ...views.map(([v, name], i) => ({ name: `Show ${name}`, keys: i < 4 ? `Ctrl+${i + 1}` : undefined, run: () => go({ view: v }) })),
  { name: "Fit", keys: "F", run: () => canvas?.fit() }, { name: "Back", keys: "Alt+←", run: back }, { name: "Forward", keys: "Alt+→", run: forward },
  { name: "Save the text", keys: "Ctrl+S", run: save }, { name: "Read libraries again", run: () => { refreshTree(); } },
  { name: "Light colours", run: () => (theme.value = "light") }, { name: "Dark colours", run: () => (theme.value = "dark") }, { name: "Colours of the system", run: () => (theme.value = "system") },
  { name: "Show runs", run: () => { leftTab.value = "runs"; showLeft.value = true; } }, { name: "Keys", keys: "?", run: () => (helpOpen.value = true) },
];

addEventListener("keydown", e => {
  const typing = /INPUT|TEXTAREA|SELECT/.test((e.target as Element)?.tagName ?? "") || (e.target as HTMLElement)?.isContentEditable;
  const ctrl = e.ctrlKey || e.metaKey;
  if (ctrl && (e.key === "k" || e.key === "K" || e.key === "p" || e.key === "P")) paletteOpen.value = true;
  else if ((ctrl && e.key === "Enter") || e.key === "F5") canRun() && start();
  else if (ctrl && e.key === ".") control("stop");
  else if (ctrl && /^[1-4]$/.test(e.key)) go({ view: views[Number(e.key) - 1][0] });
  else if (ctrl && (e.key === "s" || e.key === "S")) save();
  else if (e.altKey && e.key === "ArrowLeft") back();
  else if (e.altKey && e.key === "ArrowRight") forward();
  else if (e.altKey && e.key === "ArrowUp") up();
  else if (!typing && !ctrl && e.key === "?") helpOpen.value = true;
  else return;
  e.preventDefault();
});
addEventListener("beforeunload", e => { if (unsaved.value) e.preventDefault(); });

function App() {
  return (
    <div class={"window" + (first.app ? " app" : "")}>
      <Bar />
      {connected.value === "lost" && <div class="banner" role="alert">The connection to Causeway is lost. You can go on; what you change is sent when it is back.</div>}
      {problem.value && <div class="banner warn" role="alert"><span>{problem.value}</span><button class="plain" aria-label="Close" onClick={() => (problem.value = "")}>×</button></div>}
      <div class="columns">
        {showLeft.value && !first.app && <Left />}
        <main class="middle">
          <div class="top"><Middle /></div>
          {place.value.class && <Below />}
        </main>
        {showRight.value && place.value.class && <aside class="right" style={{ width: `${sizes.value.right}px` }} aria-label="Inspector"><Split side="right" /><Inspector /></aside>}
      </div>
      <Palette commands={commands} />
      <Help />
    </div>
  );
}

(window as any).studio = { drawn, lastZoomTook, runs, place, disconnectForTest, connected, timeCursor, experiment, busy, enter, go, openClass, start, textVersion, began: performance.now() };
render(<App />, document.getElementById("app")!);
connect();
