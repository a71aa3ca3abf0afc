// What translation made of the model, and why a variable is what it is.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "./rpc";
import { experiment, timeCursor } from "./runs";
import { place } from "./state";
import { textVersion } from "./inspector";

const forms: [string, string][] = [["explain", "Overview"], ["blocks", "Blocks"], ["flat", "Flat equations"], ["incidence:svg", "Incidence"], ["c", "C"], ["linear", "Linear model"], ["rest", "At rest"]];
const form = signal("explain"), text = signal<string | null>(null), bad = signal(""), variable = signal(""), question = signal("why");

export function Equations() {
  const name = place.value.class, asked = variable.value.trim(), version = textVersion.value;
  useEffect(() => {
    if (!name) return;
    let live = true;
    text.value = null;
    bad.value = "";
    const point = !asked && (form.value === "linear" || form.value === "rest");
    ask<{ text: string }>(point ? "causeway/point" : "causeway/explain", point ? { class: name, what: form.value, time: timeCursor.value ?? undefined, values: experiment.value.values } : asked ? { class: name, form: question.value, variable: asked } : { class: name, form: form.value })
      .then(a => { if (live) text.value = a.text; }, e => { if (live) bad.value = e.message; });
    return () => { live = false; };
  }, [name, form.value, question.value, asked, version, form.value === "linear" ? timeCursor.value : null]);
  const picture = !asked && form.value === "incidence:svg" && text.value?.startsWith("<");
  return (
    <div class="equations">
      <div class="head" role="group" aria-label="What is shown">
        {forms.map(([f, t]) => <button key={f} class="small" aria-pressed={form.value === f && !asked} onClick={() => { variable.value = ""; form.value = f; }}>{t}</button>)}
        <span class="gap" />
        <select aria-label="Question" value={question.value} onChange={e => (question.value = e.currentTarget.value)}>
          <option value="why">Why is</option><option value="depends">What decides</option><option value="computes">What is computed from</option>
        </select>
        <input type="search" aria-label="Variable" placeholder="variable, e.g. x" value={variable.value} onChange={e => (variable.value = e.currentTarget.value)} />
      </div>
      {bad.value ? <pre class="bad" tabIndex={0}>{bad.value}</pre> : picture ? <div class="picture" tabIndex={0}><img alt="Incidence of equations and variables" src={"data:image/svg+xml;charset=utf-8," + encodeURIComponent(text.value!)} /></div> : <pre tabIndex={0} aria-label="Explanation">{text.value ?? "Translating…"}</pre>}
    </div>
  );
}
