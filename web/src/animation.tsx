// The 3-D view: play, scrub, speed; one time cursor for plots, diagram and space; two runs over each other.
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask } from "./rpc";
import { number } from "./painter";
import { redrawPlots } from "./plot";
import { overlaid, shownRun, timeCursor } from "./runs";
import { dark, place, problem, selection } from "./state";

const playing = signal(false), speed = signal(1), trace = signal(false), follow = signal(false);
const bounds = signal<{ start: number; end: number; shapes: number; missing: string[] } | null>(null);
let view: any = null, shownFor = "";

function stop() { playing.value = false; }
export function Animation() {
  const host = useRef<HTMLDivElement>(null), run = shownRun.value, isDark = dark.value, t = timeCursor.value, b = bounds.value;
  const other = overlaid.value.filter(r => r.id !== run && r.pinned).slice(-1)[0]?.id ?? 0, name = place.value.class;
  useEffect(() => {
    let live = true;
    (async () => {
      const module = await import(/* @vite-ignore */ "/view3d.js" as string);
      if (!live || !host.current) return;
      view = new module.View(host.current, dark.peek());
      (window as any).studio.view3d = view;
      view.onPick = (shape: string) => (selection.value = [shape.split(".")[0]]);
      shownFor = "";
      await load(run, other);
    })().catch(e => (problem.value = e.message));
    return () => { live = false; stop(); view?.free(); view = null; };
  }, []);
  const load = async (id: number, second: number) => {
    if (!view || !id) { bounds.value = null; return; }
    try {
      const [scene, ghost] = await Promise.all([ask("causeway/scene", { run: id, frames: 400 }), second ? ask("causeway/scene", { run: second, frames: 400 }) : undefined]);
      if (!view) return;
      view.load(scene, shownFor === name, ghost);
      shownFor = name;
      bounds.value = { start: scene.start, end: scene.end, shapes: scene.shapes.length, missing: scene.shapes.filter((s: any) => s.missing).map((s: any) => s.type) };
      apply();
    } catch (e) { problem.value = (e as Error).message; }
  };
  const apply = () => {
    const l = bounds.peek();
    if (view && l) view.show(l.end > l.start ? Math.max(0, Math.min(1, ((timeCursor.peek() ?? l.start) - l.start) / (l.end - l.start))) : 0);
  };
  useEffect(() => { load(run, other); }, [run, other]);
  useEffect(() => view?.colours(isDark), [isDark]);
  useEffect(() => apply(), [t]);
  useEffect(() => view?.choose(selection.value[0] ?? null), [selection.value]);
  useEffect(() => view?.trace(trace.value), [trace.value, selection.value]);
  useEffect(() => { if (view) view.follow = follow.value ? view.chosen : null; }, [follow.value, selection.value]);
  useEffect(() => {
    if (!playing.value || !b) return;
    let before = performance.now(), frame = 0;
    const tick = (now: number) => {
      const next = (timeCursor.peek() ?? b.start) + ((now - before) / 1000) * speed.peek();
      before = now;
      timeCursor.value = next > b.end ? b.start : next;
      redrawPlots();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing.value, b]);
  return (
    <div class="scene" onKeyDown={e => { if (e.key === " " && (e.target as Element).tagName !== "BUTTON") { playing.value = !playing.value; e.preventDefault(); } if (e.key === "f") view?.fit(); }} tabIndex={0} aria-label="Animation. Space plays, F fits.">
      <div class="stage" ref={host} />
      {!run && <p class="quiet pad over">Run the model to see it move.</p>}
      {!!run && b && !b.shapes && <p class="quiet pad over">This model has nothing to show in space: no component with a shape.</p>}
      {b && b.missing.length > 0 && <p class="warn pad over">Files of shapes that were not found: {b.missing.slice(0, 3).join(", ")}</p>}
      <div class="scenebar">
        <button class="primary" disabled={!b?.shapes} aria-label={playing.value ? "Pause" : "Play"} onClick={() => (playing.value = !playing.value)}>{playing.value ? "❚❚" : "▶"}</button>
        <input type="range" aria-label="Time" disabled={!b} min={b?.start ?? 0} max={b?.end ?? 1} step={b ? (b.end - b.start) / 1000 || 0.001 : 0.001} value={t ?? b?.start ?? 0} onInput={e => { stop(); timeCursor.value = Number(e.currentTarget.value); redrawPlots(); }} />
        <output>{b ? `${number(t ?? b.start)} s` : ""}</output>
        <select aria-label="Speed of the animation" value={speed.value} onChange={e => (speed.value = Number(e.currentTarget.value))}>{[0.1, 0.25, 0.5, 1, 2, 5, 10].map(s => <option key={s} value={s}>{s} ×</option>)}</select>
        <button class="small" aria-pressed={trace.value} onClick={() => (trace.value = !trace.value)} title="The way of the body that is selected">Trace</button>
        <button class="small" aria-pressed={follow.value} onClick={() => (follow.value = !follow.value)} title="The camera follows the body that is selected">Follow</button>
        <button class="small" onClick={() => view?.fit()}>Fit</button>
        <button class="small" onClick={() => { const a = document.createElement("a"); a.href = view.picture(); a.download = (name.split(".").pop() || "scene") + ".png"; a.click(); }}>PNG</button>
      </div>
    </div>
  );
}
