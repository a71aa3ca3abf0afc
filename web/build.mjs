// Builds dist/ from src/: one bundle for the page, two that it loads when they are needed, and the licences.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const out = process.argv[2] ?? "dist";
mkdirSync(out, { recursive: true });
const common = {
  bundle: true, minify: true, format: "esm", target: "es2021", outdir: out, legalComments: "none",
  jsx: "automatic", jsxImportSource: "preact", logLevel: "warning", charset: "utf8",
  define: { "process.env.NODE_ENV": '"production"' },
};
await build({ ...common, entryPoints: { app: "src/app.tsx" }, external: ["/editor.js", "/view3d.js"] });
await build({ ...common, entryPoints: { editor: "src/editor.ts", view3d: "src/view3d.ts" } });
await build({ ...common, entryPoints: { app: "src/style.css" } });
copyFileSync("src/icon.svg", `${out}/icon.svg`);

// Every package whose code is inside a bundle, with its licence.
const inside = ["preact", "@preact/signals", "@preact/signals-core", "dompurify", "three", "@codemirror/autocomplete",
  "@codemirror/commands", "@codemirror/language", "@codemirror/lint", "@codemirror/search", "@codemirror/state",
  "@codemirror/view", "@lezer/common", "@lezer/highlight", "@lezer/lr", "style-mod", "w3c-keyname", "crelt",
  "@marijn/find-cluster-break"];
let text = "The page of Causeway Studio holds code of these packages.\n";
for (const name of inside) {
  const about = JSON.parse(readFileSync(`node_modules/${name}/package.json`));
  let licence = "";
  for (const file of ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"])
    try { licence = readFileSync(`node_modules/${name}/${file}`, "utf8"); break; } catch { continue; }
  if (!licence) throw new Error(`${name} has no licence text`);
  text += `\n${"-".repeat(78)}\n${name} ${about.version} (${about.license})\n\n${licence.trim()}\n`;
}
writeFileSync(`${out}/licenses.txt`, text);
