// Bodies in space: meshes and frames come from the server; three draws them.  Also inside pages that
// `causeway animate -o FILE.html` writes, which is why it knows nothing of the studio.
import * as three from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

export interface RawShape {
  name: string; type: string; missing: boolean; scaled: boolean; base: number[]; specular: number; mesh: string;
  place: string; turn: string; size: string; colour: string;
}
export interface RawScene { start: number; end: number; frames: number; shapes: RawShape[] }

function floats(text: string): Float32Array {
  const bytes = atob(text), data = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) data[i] = bytes.charCodeAt(i);
  return new Float32Array(data.buffer);
}

class Body {
  object: three.Mesh;
  material: three.MeshStandardMaterial;
  place: Float32Array; turn: Float32Array; size: Float32Array; colour: Float32Array;
  private a = new three.Quaternion(); private b = new three.Quaternion();
  constructor(public raw: RawShape, private frames: number, ghost: boolean, public arrowScale: () => number) {
    const data = floats(raw.mesh), n = data.length / 6, points = new Float32Array(n * 3), normals = new Float32Array(n * 3);
    for (let i = 0; i < n; i++) {
      points.set(data.subarray(6 * i, 6 * i + 3), 3 * i);
      normals.set(data.subarray(6 * i + 3, 6 * i + 6), 3 * i);
    }
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(points, 3));
    geometry.setAttribute("normal", new three.BufferAttribute(normals, 3));
    this.place = floats(raw.place); this.turn = floats(raw.turn); this.size = floats(raw.size); this.colour = floats(raw.colour);
    this.material = new three.MeshStandardMaterial({
      roughness: 1 - 0.6 * raw.specular, metalness: 0.08, side: three.DoubleSide, transparent: ghost, opacity: ghost ? 0.3 : 1,
    });
    this.object = new three.Mesh(geometry, this.material);
    this.object.name = raw.name;
    this.object.castShadow = !ghost;
  }
  private at(data: Float32Array, width: number, f: number, out: number[]) {
    const last = data.length / width - 1;
    if (last <= 0) { for (let i = 0; i < width; i++) out[i] = data[i]; return; }
    const k = Math.min(last - 1, Math.floor(f)), p = Math.min(1, f - k);
    for (let i = 0; i < width; i++) out[i] = data[k * width + i] * (1 - p) + data[(k + 1) * width + i] * p;
  }
  show(part: number) { // of the way through the run
    const f = part * (this.frames - 1), v = [0, 0, 0], o = this.object;
    this.at(this.place, 3, f, v);
    o.position.set(v[0], v[1], v[2]);
    const last = this.turn.length / 4 - 1, k = Math.max(0, Math.min(last - 1, Math.floor(f)));
    this.a.fromArray(this.turn, 4 * k);
    if (last > 0) o.quaternion.copy(this.a.slerp(this.b.fromArray(this.turn, 4 * (k + 1)), Math.min(1, f - k)));
    else o.quaternion.copy(this.a);
    this.at(this.size, 3, f, v);
    const b = this.raw.base;
    if (this.raw.type === "arrow") { const s = this.arrowScale(); o.scale.set(Math.max(1e-6, v[0] * s), 1, 1); o.visible = v[0] * s > 1e-3; }
    else if (this.raw.scaled) o.scale.set(Math.max(1e-6, v[0] / b[0]), Math.max(1e-6, v[1] / b[1]), Math.max(1e-6, v[2] / b[2]));
    this.at(this.colour, 3, f, v);
    this.material.color.setRGB(v[0] / 255, v[1] / 255, v[2] / 255, three.SRGBColorSpace);
  }
}

export class View {
  renderer: three.WebGLRenderer;
  scene = new three.Scene();
  camera = new three.PerspectiveCamera(40, 1, 0.001, 1000);
  controls: OrbitControls;
  bodies: Body[] = [];
  ghosts: Body[] = [];
  traces: three.Line[] = [];
  frames = 1; part = 0; drawn = 0;
  follow: Body | null = null;
  chosen: Body | null = null;
  onPick: (name: string) => void = () => undefined;
  private light = new three.DirectionalLight(0xffffff, 2.2);
  private ground = new three.GridHelper(1, 20);
  private shadow = new three.Mesh(new three.PlaneGeometry(1, 1), new three.ShadowMaterial({ opacity: 0.18 }));
  private size = 1;
  private watch: ResizeObserver;
  private waiting = 0;

  constructor(private host: HTMLElement, dark: boolean) {
    this.renderer = new three.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    host.append(this.renderer.domElement);
    this.renderer.domElement.setAttribute("aria-label", "Animation in space");
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", () => this.draw());
    this.scene.add(new three.HemisphereLight(0xffffff, 0x8891a0, 1.5), this.light, this.light.target);
    this.light.castShadow = true;
    this.light.shadow.mapSize.set(1024, 1024);
    this.shadow.rotation.x = -Math.PI / 2;
    this.shadow.receiveShadow = true;
    this.scene.add(this.shadow);
    this.colours(dark);
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(host);
    let down = { x: 0, y: 0 };
    this.renderer.domElement.addEventListener("pointerdown", e => (down = { x: e.clientX, y: e.clientY }));
    this.renderer.domElement.addEventListener("pointerup", e => { if (Math.hypot(e.clientX - down.x, e.clientY - down.y) < 4) this.pick(e); });
    this.resize();
  }
  colours(dark: boolean) {
    this.scene.background = new three.Color(dark ? 0x15181d : 0xf2f4f7);
    this.scene.remove(this.ground);
    this.ground = new three.GridHelper(1, 20, dark ? 0x4a5260 : 0xb4bbc6, dark ? 0x2b313b : 0xd9dee5);
    this.scene.add(this.ground);
    this.lay();
    this.draw();
  }
  load(raw: RawScene, keepCamera: boolean, ghost?: RawScene) {
    for (const b of [...this.bodies, ...this.ghosts]) { this.scene.remove(b.object); b.object.geometry.dispose(); b.material.dispose(); }
    this.traces.forEach(t => this.scene.remove(t));
    this.traces = [];
    this.frames = raw.frames;
    const longest = Math.max(1e-9, ...raw.shapes.filter(s => s.type === "arrow").map(s => Math.max(...floats(s.size).filter((_, i) => i % 3 === 0))));
    const scale = () => (this.size * 0.25) / longest;
    const make = (r: RawScene, faint: boolean) => r.shapes.filter(s => s.mesh).map(s => new Body(s, r.frames, faint, scale));
    this.bodies = make(raw, false);
    this.ghosts = ghost ? make(ghost, true) : [];
    for (const b of [...this.bodies, ...this.ghosts]) this.scene.add(b.object);
    this.show(this.part);
    if (!keepCamera) this.fit();
    this.draw();
  }
  box(all: boolean): three.Box3 {
    const box = new three.Box3(), one = new three.Box3(), steps = all ? 12 : 1;
    for (let k = 0; k < steps; k++) {
      if (all) this.show(k / (steps - 1), true);
      for (const b of this.bodies) { b.object.updateMatrixWorld(true); one.setFromObject(b.object); if (isFinite(one.min.x) && b.raw.type !== "arrow") box.union(one); }
    }
    if (all) this.show(this.part, true);
    return box;
  }
  fit() {
    const box = this.box(true);
    if (box.isEmpty()) box.set(new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1));
    const center = box.getCenter(new three.Vector3()), s = box.getSize(new three.Vector3());
    this.size = Math.max(s.x, s.y, s.z, 1e-3);
    const distance = (this.size * 0.6) / Math.tan((this.camera.fov * Math.PI) / 360);
    this.camera.near = this.size / 200; this.camera.far = this.size * 60;
    this.camera.position.copy(center).add(new three.Vector3(0.55, 0.42, 1).normalize().multiplyScalar(distance));
    this.controls.target.copy(center);
    this.low = box.min.y;
    this.center = center;
    this.lay();
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }
  private low = 0;
  private center = new three.Vector3();
  private lay() {
    const step = 10 ** Math.round(Math.log10(this.size / 4)), wide = step * 20;
    this.ground.scale.setScalar(wide);
    this.ground.position.set(Math.round(this.center.x / step) * step, this.low - this.size * 0.002, Math.round(this.center.z / step) * step);
    this.shadow.scale.set(wide, wide, 1);
    this.shadow.position.set(this.center.x, this.low - this.size * 0.001, this.center.z);
    this.light.position.copy(this.center).add(new three.Vector3(this.size, this.size * 2.5, this.size * 1.5));
    this.light.target.position.copy(this.center);
    const c = this.light.shadow.camera as three.OrthographicCamera, r = this.size * 1.6;
    c.left = c.bottom = -r; c.right = c.top = r; c.near = 0.01 * this.size; c.far = this.size * 8;
    c.updateProjectionMatrix();
  }
  show(part: number, quiet = false) {
    if (!quiet) this.part = part;
    const before = this.follow?.object.position.clone();
    for (const b of this.bodies) b.show(part);
    for (const b of this.ghosts) b.show(part);
    if (before && this.follow && !quiet) {
      const d = this.follow.object.position.clone().sub(before);
      this.camera.position.add(d);
      this.controls.target.add(d);
    }
    if (!quiet) this.draw();
  }
  choose(name: string | null) {
    this.chosen = this.bodies.find(b => name && (b.raw.name === name || b.raw.name.startsWith(name + "."))) ?? null;
    for (const b of this.bodies) b.material.emissive.setHex(this.chosen && b.raw.name.split(".")[0] === this.chosen.raw.name.split(".")[0] ? 0x1f3f80 : 0);
    this.draw();
  }
  trace(on: boolean) { // the way of the chosen body
    this.traces.forEach(t => this.scene.remove(t));
    this.traces = [];
    const b = this.chosen ?? this.bodies[this.bodies.length - 1];
    if (!on || !b) { this.draw(); return; }
    const points: three.Vector3[] = [];
    for (let i = 0; i < b.place.length; i += 3) points.push(new three.Vector3(b.place[i], b.place[i + 1], b.place[i + 2]));
    const line = new three.Line(new three.BufferGeometry().setFromPoints(points), new three.LineBasicMaterial({ color: 0xc4420b }));
    this.traces.push(line);
    this.scene.add(line);
    this.draw();
  }
  private pick(e: PointerEvent) {
    const r = this.renderer.domElement.getBoundingClientRect(), ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2(((e.clientX - r.left) / r.width) * 2 - 1, 1 - ((e.clientY - r.top) / r.height) * 2), this.camera);
    const hit = ray.intersectObjects(this.bodies.map(b => b.object).filter(o => o.visible), false)[0];
    this.choose(hit ? hit.object.name : null);
    if (hit) this.onPick(hit.object.name);
  }
  private resize() {
    const w = this.host.clientWidth, h = this.host.clientHeight;
    if (!w || !h) return;
    this.renderer.setSize(w, h);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.draw();
  }
  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.renderer.render(this.scene, this.camera); this.drawn++; });
  }
  picture(): string { this.renderer.render(this.scene, this.camera); return this.renderer.domElement.toDataURL("image/png"); }
  free() { cancelAnimationFrame(this.waiting); this.watch.disconnect(); this.controls.dispose(); this.renderer.dispose(); this.renderer.domElement.remove(); }
}

// A page of its own.
export function standalone(host: HTMLElement, raw: RawScene, slider: HTMLInputElement, button: HTMLButtonElement, clock: HTMLElement) {
  const view = new View(host, matchMedia("(prefers-color-scheme: dark)").matches);
  let playing = true, began = performance.now(), from = 0;
  const length = raw.end - raw.start || 1;
  view.load(raw, false);
  const set = (part: number) => { view.show(part); slider.value = String(part); clock.textContent = `${(raw.start + part * length).toFixed(2)} s`; };
  slider.oninput = () => { playing = false; button.textContent = "▶"; set(Number(slider.value)); };
  button.onclick = () => { playing = !playing; button.textContent = playing ? "❚❚" : "▶"; began = performance.now(); from = view.part >= 1 ? 0 : view.part; };
  const tick = () => {
    if (playing) set((from + (performance.now() - began) / 1000 / length) % 1.0001);
    requestAnimationFrame(tick);
  };
  tick();
}
