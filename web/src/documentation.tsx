// Documentation of a class: data, never script.  The server lets known elements through, DOMPurify looks again, and
// the page stands in a frame that may run nothing.
import DOMPurify from "dompurify";
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask } from "./rpc";
import { ClassRow, dark, info, openClass, place, problem } from "./state";
import { Icon } from "./tree";

const text = signal<{ class: string; info: string; revisions: string } | null>(null);
const inside = signal<{ class: string; rows: ClassRow[] } | null>(null);

const style = (isDark: boolean) => `
  :root { color-scheme: ${isDark ? "dark" : "light"}; }
  body { font: 14px/1.55 system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; margin: 0 24px 24px; max-width: 860px;
    color: ${isDark ? "#e7eaf0" : "#1b1f27"}; background: ${isDark ? "#15181d" : "#fff"}; overflow-wrap: break-word; }
  a { color: ${isDark ? "#7aa8ff" : "#1f5fd0"}; } img { max-width: 100%; ${isDark ? "background: #fff; padding: 4px; border-radius: 4px;" : ""} }
  table { border-collapse: collapse; } td, th { padding: 3px 8px; } table[border="1"] td, table[border="1"] th { border: 1px solid ${isDark ? "#3a414c" : "#cfd4dc"}; }
  [bgcolor] { background: ${isDark ? "#262b33" : "#eef1f5"} !important; } font[color] { color: inherit; }
  pre, code { font: 12.5px/1.5 ui-monospace, "Liberation Mono", monospace; } pre { background: ${isDark ? "#1d2128" : "#f5f6f8"}; padding: 10px 12px; border-radius: 6px; overflow: auto; }
  h1 { font-size: 19px; } h2 { font-size: 17px; } h3, h4 { font-size: 15px; } summary { cursor: pointer; margin-top: 20px; }`;

export function clean(html: string): string {
  return DOMPurify.sanitize(html, { FORBID_TAGS: ["style", "form", "input", "iframe", "object", "embed", "svg", "math"], FORBID_ATTR: ["style"], ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|modelica:|#|data:image\/)/i });
}

export function Documentation() {
  const name = place.value.class, frame = useRef<HTMLIFrameElement>(null), isDark = dark.value;
  useEffect(() => {
    if (!name) return;
    ask("causeway/documentation", { class: name }).then(a => { if (place.peek().class === name) text.value = { class: name, ...a }; }, e => (problem.value = e.message));
    ask("causeway/tree", { class: name }).then(a => { if (place.peek().class === name) inside.value = { class: name, rows: a.classes }; }, () => undefined);
  }, [name]);
  const t = text.value?.class === name ? text.value : null, rows = inside.value?.class === name ? inside.value.rows : [];
  const about = info.value?.class === name ? info.value : null;
  const page = t ? `<!doctype html><meta charset="utf-8"><style>${style(isDark)}</style>${clean(t.info) || "<p>This class has no documentation.</p>"}${t.revisions ? `<details><summary>Revisions</summary>${clean(t.revisions)}</details>` : ""}` : "";
  const listen = () => {
    const doc = frame.current?.contentDocument;
    doc?.addEventListener("click", e => {
      const a = (e.target as Element).closest?.("a");
      if (!a) return;
      const href = a.getAttribute("href") ?? "";
      e.preventDefault();
      const m = /^modelica:\/*([^#]*)/i.exec(href);
      if (m) openClass(decodeURIComponent(m[1]));
      else if (href.startsWith("#")) doc.getElementById(href.slice(1))?.scrollIntoView();
      else if (/^https?:/i.test(href)) window.open(href, "_blank", "noopener,noreferrer");
    });
    const fit = () => { if (frame.current && doc?.body) frame.current.style.height = doc.documentElement.scrollHeight + 16 + "px"; };
    fit();
    setTimeout(fit, 200);
  };
  return (
    <div class="documentation" tabIndex={0} aria-label={`Documentation of ${name}`}>
      {about && <header><Icon name={name} kind={about.kind} /><div><h2>{about.name} <small>{about.partial ? "partial " : ""}{about.kind}</small></h2><p>{about.comment}</p></div></header>}
      {t && <iframe ref={frame} sandbox="allow-same-origin" title={`Documentation of ${name}`} srcdoc={page} onLoad={listen} />}
      {!!rows.length && (
        <table class="contents"><caption>Contents</caption><tbody>
          {rows.map(r => <tr key={r.class}><td><Icon name={r.class} kind={r.kind} /></td><td><button class="plain" onClick={() => openClass(r.class)}>{r.name}</button></td><td class="quiet">{r.comment}</td></tr>)}
        </tbody></table>
      )}
    </div>
  );
}
