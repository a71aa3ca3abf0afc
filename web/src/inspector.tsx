// What is selected, with its parameters; without a selection the model's own, and the experiment.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "./rpc";
import { Icon } from "./tree";
import { Experiment, changeExperiment, experiment, experimentPath, setValue } from "./runs";
import { Parameters, Row, first, go, info, openClass, place, problem, selection } from "./state";
import { enter } from "./diagram";
import { showInText } from "./text";

const shown = signal<Parameters | null>(first.parameters ?? null);
export const textVersion = signal(0); // a text has changed: what was read of it is asked for again

function level(r: Row, inComponent: boolean) {
  if (r.value !== undefined) return inComponent ? "component" : "modifier";
  return r.inherited ? "base" : "class";
}

function Value({ row, path }: { row: Row; path: string }) {
  const full = path ? `${path}.${row.name}` : row.name, key = row.parameter ? full : `${full}.start`;
  const varied = experiment.value.values[key];
  const own = row.value ?? row.default ?? row.start ?? "";
  const range = experiment.value.ranges[key], draft = useSignal<string | null>(null);
  const numeric = row.type === "Real" || row.type === "Integer" || row.unit !== "" || (!row.choices.length && !isNaN(Number(own)) && own !== "");
  const current = varied ?? own;
  const commit = (text: string) => {
    draft.value = null;
    const t = text.trim();
    if (t === own || t === "") setValue(key, null);
    else setValue(key, t);
  };
  const vary = () => {
    const v = Number(current) || 1, ranges = { ...experiment.value.ranges };
    if (range) { delete ranges[key]; changeExperiment({ ranges }, false); return; }
    ranges[key] = v > 0 ? [0, 2 * v] : [2 * v, v === 0 ? 1 : 0];
    changeExperiment({ ranges }, false);
  };
  const label = `${row.name}${row.unit ? " in " + row.unit : ""}`, off = !row.enable || row.final;
  return (
    <div class={"row" + (off ? " off" : "") + (varied !== undefined ? " varied" : row.value !== undefined ? " given" : "")} data-name={full}>
      <label title={row.comment || row.name}>
        <b>{row.parameter ? row.name : `${row.name}.start`}</b>
        <small>{row.comment}</small>
      </label>
      <div class="field">
        {row.choices.length ? (
          <select aria-label={label} disabled={off} value={current} onChange={e => commit(e.currentTarget.value)}>
            {!row.choices.some(c => c.value === current) && <option value={current}>{current || "–"}</option>}
            {row.choices.map(c => <option key={c.value} value={c.value}>{c.text}</option>)}
          </select>
        ) : row.type === "Boolean" && (current === "true" || current === "false") ? (
          <input type="checkbox" aria-label={label} disabled={off} checked={current === "true"} onChange={e => commit(String(e.currentTarget.checked))} />
        ) : (
          <input class="value" aria-label={label} disabled={off} spellcheck={false} value={draft.value ?? current} placeholder={own || "not given"}
            onInput={e => (draft.value = e.currentTarget.value)} onBlur={e => draft.value !== null && commit(e.currentTarget.value)}
            onKeyDown={e => { if (e.key === "Enter") commit(e.currentTarget.value); if (e.key === "Escape") draft.value = null; }} />
        )}
        <span class="unit">{row.unit}</span>
        {numeric && !row.choices.length && !row.dims && <button class={"plain" + (range ? " on" : "")} disabled={off} aria-pressed={!!range} aria-label={`Slider for ${row.name}`} title="Slider" onClick={vary}>⟷</button>}
        {varied !== undefined
          ? <button class="chip" title="Set in the experiment. Click to take the model's value." onClick={() => setValue(key, null)}>experiment ×</button>
          : <button class="chip quiet" title={row.value !== undefined ? "Given here. Click shows the text." : `Declared in ${row.declaredIn}. Click shows the text.`}
              onClick={() => showInText(row.givenAt ?? row.declaredAt, row.value !== undefined ? place.value.class : row.declaredIn)}>{level(row, path !== "")}</button>}
      </div>
      {range && <Slider name={key} own={Number(own)} value={Number(current)} range={range} label={label} />}
    </div>
  );
}

function Slider({ name, own, value, range, label }: { name: string; own: number; value: number; range: [number, number]; label: string }) {
  const set = (i: 0 | 1, text: string) => {
    const x = Number(text);
    if (!isFinite(x)) return;
    const r: [number, number] = [...range];
    r[i] = x;
    changeExperiment({ ranges: { ...experiment.value.ranges, [name]: r } }, false);
  };
  const step = (range[1] - range[0]) / 400 || 0.01;
  return (
    <div class="slider">
      <input aria-label={`Least ${label}`} value={range[0]} onChange={e => set(0, e.currentTarget.value)} />
      <input type="range" aria-label={label} min={range[0]} max={range[1]} step={step} value={value}
        onInput={e => { const x = Number(Number(e.currentTarget.value).toPrecision(6)); setValue(name, x === own ? null : String(x)); }} />
      <input aria-label={`Greatest ${label}`} value={range[1]} onChange={e => set(1, e.currentTarget.value)} />
    </div>
  );
}

function groups(rows: Row[]) {
  const out = new Map<string, Row[]>();
  for (const r of rows) {
    const key = (r.tab === "General" ? "" : r.tab + " · ") + r.group;
    out.set(key, [...(out.get(key) ?? []), r]);
  }
  return [...out];
}

function ExperimentForm() {
  const e = experiment.value, own = info.value?.experiment;
  const field = (name: keyof Experiment & ("start" | "stop" | "tolerance" | "interval"), text: string, unit: string, given?: number) => (
    <div class={"row" + (e[name] !== undefined ? " varied" : "")}>
      <label><b>{text}</b></label>
      <div class="field">
        <input class="value" aria-label={text} placeholder={given !== undefined ? String(given) : "default"} value={e[name] ?? ""}
          onChange={x => { const t = x.currentTarget.value.trim(), v = Number(t); if (t === "") changeExperiment({ [name]: undefined }); else if (isFinite(v)) changeExperiment({ [name]: v }); else problem.value = `“${t}” is no number; write 0.5, not 0,5`; }} />
        <span class="unit">{unit}</span>
      </div>
    </div>
  );
  const varied = Object.entries(e.values);
  return (
    <details class="group" open>
      <summary>Experiment</summary>
      {field("start", "Start time", "s", own?.StartTime ?? 0)}
      {field("stop", "Stop time", "s", own?.StopTime)}
      {field("tolerance", "Tolerance", "", own?.Tolerance)}
      {field("interval", "Output interval", "s", own?.Interval)}
      <div class="row"><label><b>Solver</b></label><div class="field">
        <select aria-label="Solver" value={e.solver ?? ""} onChange={x => changeExperiment({ solver: x.currentTarget.value || undefined })}>
          {["", "cvode", "ida", "dopri5", "radau5", "esdirk", "rk4", "euler"].map(s => <option key={s} value={s}>{s || "chosen by the model"}</option>)}
        </select></div></div>
      <div class="row"><label><b>Speed</b><small>times real time</small></label><div class="field">
        <select aria-label="Speed" value={e.speed ?? ""} onChange={x => changeExperiment({ speed: Number(x.currentTarget.value) || undefined }, false)}>
          <option value="">as fast as possible</option>{[0.1, 0.5, 1, 2, 10].map(s => <option key={s} value={s}>{s} ×</option>)}
        </select></div></div>
      <div class={"row" + (e.inputs?.length ? " varied" : "")}><label><b>Inputs from files</b><small>CSV, MAT, HDF5</small></label><div class="field">
        <input class="value" aria-label="Inputs from files" placeholder="none" value={(e.inputs ?? []).join(", ")} onChange={x => { const list = x.currentTarget.value.split(",").map(t => t.trim()).filter(Boolean); changeExperiment({ inputs: list.length ? list : undefined }); }} /></div></div>
      <label class="check"><input type="checkbox" checked={e.auto} onChange={x => changeExperiment({ auto: x.currentTarget.checked }, false)} /> Run again when a value changes</label>
      {!!varied.length && <div class="varied-list"><h4>Values varied</h4>{varied.map(([n, v]) => (
        <div key={n} class="pair"><span>{n}</span><output>{v}</output><button class="plain" aria-label={`Take ${n} back`} onClick={() => setValue(n, null)}>×</button></div>
      ))}</div>}
      {experimentPath.value && <p class="quiet path" title={experimentPath.value}>kept in {experimentPath.value.split("/").pop()}</p>}
    </details>
  );
}

export function Inspector() {
  const at = place.value, one = selection.value.length === 1 ? selection.value[0] : "";
  const path = [at.path, one].filter(Boolean).join(".");
  const version = textVersion.value;
  useEffect(() => {
    if (!at.class) return;
    if (!path && first.parameters && at.class === first.model && !version) { shown.value = first.parameters; return; }
    let live = true;
    ask<Parameters>("causeway/parameters", { class: at.class, path }).then(p => { if (live) shown.value = p; }, () => { if (live) shown.value = null; });
    return () => { live = false; };
  }, [at.class, path, version]);
  if (!at.class) return <p class="quiet pad">Open a class to see its parameters.</p>;
  if (selection.value.length > 1) return <p class="quiet pad">{selection.value.length} components are selected.</p>;
  const p = shown.value;
  return (
    <div class="inspector">
      {p && (
        <header>
          <Icon name={p.class} kind={p.kind} />
          <div>
            <h3>{path || at.class.split(".").pop()}</h3>
            <button class="plain type" onClick={() => openClass(p.class)} title={p.class}>{p.class}</button>
            {p.comment && <p class="quiet">{p.comment}</p>}
          </div>
        </header>
      )}
      {path && (
        <div class="actions">
          {one && <button onClick={() => enter(one)}>Open diagram</button>}
          <button onClick={() => p && openClass(p.class)}>Open class</button>
          {p?.at && <button onClick={() => showInText(p.at, at.class)}>Show in text</button>}
        </div>
      )}
      {!path && info.value && !info.value.partial && ["model", "block", "class"].includes(info.value.kind) && <ExperimentForm />}
      {p && groups(p.rows).map(([name, rows]) => (
        <details class="group" open={!/^Advanced|Start values/.test(name) || rows.length < 6} key={p.class + path + name}>
          <summary>{name}</summary>
          {rows.map(r => <Value key={r.name} row={r} path={path} />)}
        </details>
      ))}
      {p && !p.rows.length && <p class="quiet pad">No parameters.</p>}
      {!first.app && !path && at.view !== "text" && at.class && <p class="pad"><button class="plain" onClick={() => go({ view: "text" })}>Show the text</button></p>}
    </div>
  );
}
