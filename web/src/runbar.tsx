// The run: its buttons and progress; runs that were kept; messages and statistics.
import { useSignal } from "@preact/signals";
import { Run, busy, compareWith, differences, openResult, control, current, dropRun, messages, overlaid, pin, rename, runs, start, timeCursor } from "./runs";
import { place, info } from "./state";
import { number } from "./painter";
import { exportedPlots } from "./plot";
import { showInText } from "./text";

const words: Record<string, string> = { starting: "Starting", translating: "Translating", initialising: "Initialising", running: "Running", paused: "Paused", done: "Done", failed: "Failed", stopped: "Stopped" };

export function canRun() {
  const i = info.value;
  return !!i && i.class === place.value.class && !i.partial && ["model", "block", "class"].includes(i.kind);
}

export function RunBar() {
  const r = current.value, on = busy.value;
  const part = r && isFinite(r.t) && r.end > r.start ? Math.max(0, Math.min(1, (r.t - r.start) / (r.end - r.start))) : 0;
  return (
    <div class="runbar" role="group" aria-label="Run">
      <button class="primary" disabled={!canRun()} onClick={() => (on && r!.state === "paused" ? control("resume") : start())} title="Run (Ctrl+Enter or F5)">{on && r!.state === "paused" ? "▶ Go on" : "▶ Run"}</button>
      {on && r!.state !== "paused" && <button aria-label="Pause the run" onClick={() => control("pause")} title="Pause">❚❚</button>}
      {on && <button onClick={() => control("stop")} title="Stop (Ctrl+.)">■ Stop</button>}
      {r && (
        <div class={"progress " + r.state} role="status" aria-live="polite">
          {on && <progress aria-label="Progress of the run" max={1} value={part} />}
          <span class="state">{words[r.state]}</span>
          {on && isFinite(r.t) && <span class="figures">t {number(r.t)} s · {number(r.factor)} × · {r.events} events</span>}
          {!on && r.took > 0 && <span class="figures">{r.took < 1 ? Math.round(r.took * 1000) + " ms" : number(r.took) + " s"}{r.statistics ? ` · ${r.statistics.stateEvents + r.statistics.timeEvents} events` : ""}</span>}
        </div>
      )}
    </div>
  );
}

export function RunList() {
  const name = place.value.class, own = runs.value.filter(r => r.class === name), shown = new Set(overlaid.value.map(r => r.id));
  const path = useSignal(""), d = differences.value;
  const file = name && <form class="openresult" onSubmit={e => { e.preventDefault(); if (path.value.trim()) openResult(path.value.trim()); }}>
    <input aria-label="File of a result or a measurement" placeholder="measurement.csv" value={path.value} onInput={e => (path.value = e.currentTarget.value)} /><button class="small">Add file</button></form>;
  if (!own.length) return <div>{file}<p class="quiet pad">Runs of {name ? name.split(".").pop() : "a model"} are kept here. Press Run to make one.</p></div>;
  return (
    <>{file}
    <ul class="runlist" aria-label="Runs">
      {[...own].reverse().map((r: Run) => (
        <li key={r.id} class={r.state + (shown.has(r.id) ? " shown" : "")}>
          <button class={"pin" + (r.pinned ? " on" : "")} aria-pressed={r.pinned} aria-label={`Keep ${r.label} to compare`} title="Keep and overlay" onClick={() => pin(r.id)}>{r.pinned ? "★" : "☆"}</button>
          <input class="label" aria-label={`Name of ${r.label}`} value={r.label} onChange={e => rename(r.id, e.currentTarget.value || `Run ${r.id}`)} />
          <small title={Object.entries(r.values).map(([k, v]) => `${k} = ${v}`).join("\n")}>{Object.entries(r.values).map(([k, v]) => `${k} = ${v}`).join(", ") || "as the model says"}</small>
          {r.pinned && own.length > 1 && <button class="small compare" title="The newest run against this one: inside a tube of 0.2 %?" onClick={() => compareWith(r)}>Compare</button>}
          <span class={"state " + (r.state === "failed" ? "bad" : "quiet")}>{words[r.state]}</span>
          <button class="plain" aria-label={`Remove ${r.label}`} onClick={() => dropRun(r.id)}>×</button>
        </li>
      ))}
    </ul>
    {d && <div class="differences"><h4>{d.run} against {d.reference}</h4><table><tbody>{d.list.map(x => (
      <tr key={x.name}><td>{x.name}</td><td class={!x.known ? "quiet" : x.same ? "good" : "bad"}>{!x.known ? "not in both" : x.same ? "inside" : `${number(x.outside * 100)} % outside`}</td><td class="quiet">{x.known ? `at most ${number(x.deviation)} at ${number(x.time)} s` : ""}</td></tr>
    ))}</tbody></table></div>}</>
  );
}

// A page about all runs of the model: values, statistics, messages.
function saveLog(last: Run) {
  const text = (s: string) => s.replace(/[&<>]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]!);
  const own = runs.value.filter(r => r.class === last.class);
  const part = (r: Run) => `<h2>${text(r.label)}: ${words[r.state]}</h2><p>${text(Object.entries(r.values).map(([k, v]) => `${k} = ${v}`).join(", ") || "as the model says")}</p>` +
    (r.statistics ? `<table>${Object.entries(r.statistics).map(([k, v]) => `<tr><td>${text(k)}</td><td>${text(String(v))}</td></tr>`).join("")}</table>` : "") +
    `<ul>${r.messages.map(m => `<li><b>${text(m.severity)}</b> ${text(m.text)}${m.file ? ` (${text(m.file)}:${m.line})` : ""}</li>`).join("")}</ul>`;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text(last.class)}</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:32px;max-width:800px}td{padding-right:24px}</style><h1>${text(last.class)}</h1>${own.map(part).join("")}${exportedPlots()}</html>`;
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  a.download = (last.class.split(".").pop() || "log") + ".html";
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 5000);
}

export function Messages() {
  const list = messages.value, r = current.value, s = r?.statistics;
  return (
    <div class="messages">
      {s && (
        <table class="statistics"><caption>Statistics of {r!.label}</caption><tbody>
          {([["Solver", s.solver], ["Steps", s.steps], ["Rejected steps", s.rejected], ["Evaluations", s.evaluations], ["Jacobians", s.jacobians], ["State events", s.stateEvents], ["Time events", s.timeEvents], ["Rows", s.rows],
            ["Initialisation", (s.initialise * 1000).toFixed(1) + " ms"], ["Simulation", (s.simulate * 1000).toFixed(1) + " ms"], ["Until the page had it", Math.round(r!.took * 1000) + " ms"]] as [string, string | number][]).map(([k, v]) => <tr key={k}><th scope="row">{k}</th><td>{v}</td></tr>)}
        </tbody></table>
      )}
      <div class="logside">
        {r && <button class="small" onClick={() => saveLog(r)}>Save as HTML</button>}
      <ul class="log" aria-label="Messages">
        {list.map((m, i) => (
          <li key={i} class={m.severity}>
            <b>{m.severity}</b> <span>{m.text}</span>
            {m.instance && <small>in {m.instance}</small>}
            {m.hint && <p class="quiet">{m.hint}</p>}
            {m.file && m.line && <button class="plain" onClick={() => showInText({ uri: "file://" + m.file, range: { start: { line: m.line! - 1, character: 0 }, end: { line: m.line! - 1, character: 200 } } }, place.value.class)}>{m.file.split("/").pop()}:{m.line}</button>}
          </li>
        ))}
        {!list.length && <li class="quiet">{r ? "No messages." : "Messages of runs appear here."}</li>}
      </ul></div>
    </div>
  );
}
export function TimeSlider() {
  const r = overlaid.value[overlaid.value.length - 1];
  if (!r || !(r.end > r.start)) return null;
  const t = timeCursor.value ?? r.t;
  return (
    <div class="timebar">
      <input type="range" aria-label="Time cursor" min={r.start} max={r.t} step={(r.t - r.start) / 1000} value={t} onInput={e => (timeCursor.value = Number(e.currentTarget.value))} />
      <output>{timeCursor.value === null ? "no time chosen" : `t = ${number(t)} s`}</output>
      {timeCursor.value !== null && <button class="plain" aria-label="Let the time cursor go" onClick={() => (timeCursor.value = null)}>×</button>}
    </div>
  );
}
