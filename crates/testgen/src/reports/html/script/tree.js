// The tree of paths: what can be done with it. `layout.js` says where things are, `draw.js` draws.

const TREE = {};

/** How many paths ended in each way. */
function treeCounts(tree, weights) {
  const counts = new Float64Array(tree.ends.length);
  tree.end.forEach((end, node) => (counts[end] += weights.length ? weights[node] : 1));
  return counts;
}

function placeOf(node) {
  const place = PAGE.tree.places[PAGE.tree.place[node]];
  return place && (place.file || place.what) ? place : null;
}

const shortPlace = (place) => (place.file ? `${place.file.split("/").pop()}:${place.line}` : place.what);

function segmentLabel(i) {
  const { layout } = TREE;
  const node = layout.node[i];
  if (layout.tail[i]) {
    const test = PAGE.tree.test[node];
    const info = endInfo(PAGE.tree.ends[PAGE.tree.end[node]]);
    const name = layout.own(node) > 1 ? `${number(layout.own(node))} paths ${info.label}` : info.label;
    return test ? `${name}, test ${test}` : name;
  }
  const place = placeOf(layout.decision[i]);
  return place ? shortPlace(place) : "";
}

const wholeView = () => ({ left: 0, right: Math.max(1, TREE.layout.width), top: 0, bottom: TREE.layout.depth });

/** The part of the tree below a segment, itself included. */
function viewOf(i) {
  const { layout } = TREE;
  let deepest = layout.bottom[i];
  for (let node = 0; node < layout.count; node++) {
    if (layout.own(node) && layout.leaf[node] >= layout.left[i] && layout.leaf[node] < layout.right[i]) deepest = Math.max(deepest, layout.bottom[layout.tailOf[node]]);
  }
  return { left: layout.left[i], right: layout.right[i], top: Math.max(0, layout.top[i] - 0.3), bottom: Math.max(deepest, layout.top[i] + 4) };
}

function clampView(view) {
  const { layout } = TREE;
  const wide = Math.min(Math.max(1, layout.width), Math.max(view.right - view.left, 0.5)), high = Math.min(layout.depth, Math.max(view.bottom - view.top, 1));
  const left = Math.min(Math.max(view.left, 0), Math.max(1, layout.width) - wide), top = Math.min(Math.max(view.top, 0), layout.depth - high);
  return { left, top, right: left + wide, bottom: top + high };
}

function goTo(view, steps) {
  const from = TREE.view, to = clampView(view);
  cancelAnimationFrame(TREE.flight);
  if (steps || matchMedia("(prefers-reduced-motion: reduce)").matches) return ((TREE.view = to), redraw());
  const begun = performance.now();
  const fly = (now) => {
    const t = Math.min(1, (now - begun) / 180), ease = t * (2 - t);
    TREE.view = Object.fromEntries(Object.keys(to).map((key) => [key, from[key] + (to[key] - from[key]) * ease]));
    drawNow();
    if (t < 1) TREE.flight = requestAnimationFrame(fly);
  };
  TREE.flight = requestAnimationFrame(fly);
}

function redraw() {
  if (TREE.waiting) return;
  TREE.waiting = true;
  requestAnimationFrame(() => {
    TREE.waiting = false;
    drawNow();
  });
}

function drawNow() {
  if (TREE.canvas.clientWidth) drawTree(TREE.canvas, PAGE.tree, TREE.layout, TREE.view, TREE);
}

/** Lays the tree out again, with a place for the kinds that are shown. */
function arrange() {
  TREE.layout = layoutTree(PAGE.tree, PAGE.weight, TREE.shown);
  const { layout } = TREE;
  const leaves = Array.from({ length: layout.count }, (_, i) => i).filter((node) => layout.own(node));
  TREE.leaves = leaves.sort((a, b) => layout.leaf[a] - layout.leaf[b]);
  TREE.selected = TREE.hovered = -1;
  TREE.view = wholeView();
  showCrumbs();
  showDetails();
  redraw();
}

function describePlace(place) {
  return [place.what ? `${place.what} at ` : "", place.file ? placeLink(place.file, place.line) : place.what, place.function ? [" in ", el("code", {}, place.function)] : null];
}

function describeSegment(i) {
  const { layout } = TREE, { tree } = PAGE;
  const node = layout.node[i];
  const rows = [];
  const add = (name, ...value) => rows.push(el("dt", {}, name), el("dd", {}, value));
  const info = endInfo(tree.ends[tree.end[node]]);
  const from = placeOf(layout.top[i] === tree.depth[node] || layout.tail[i] === 0 && i === layout.first[node] ? node : decisionAbove(i));
  if (from) add("begins with", describePlace(from));
  if (layout.tail[i]) {
    if (layout.own(node) === 1) add("ended", el("span", {}, dot(`var(${info.variable})`, info.striped), info.label, el("span", { class: "quiet" }, ` (${info.about})`)));
    add("decisions", `${number(tree.end_depth[node])} in all; its own from ${number(layout.top[i])} on`);
    if (tree.test[node]) add("test", testLink(tree.test[node]));
    if (tree.new_branches[node]) add("new branches", number(tree.new_branches[node]));
  } else {
    const next = placeOf(layout.decision[i]);
    if (next) add("then splits", describePlace(next));
    add("decisions", `${number(layout.top[i])} to ${number(layout.bottom[i])}`);
    const counts = endsBetween(tree, layout, layout.left[i], layout.right[i]);
    const list = [...counts.keys()].filter((end) => counts[end]).sort((a, b) => counts[b] - counts[a]);
    add("ends", el("ul", { class: "key" }, list.map((end) => {
      const about = endInfo(tree.ends[end]);
      return el("li", {}, dot(`var(${about.variable})`, about.striped), `${number(counts[end])} ${about.label}`);
    })));
  }
  const paths = layout.right[i] - layout.left[i];
  const title = !layout.tail[i] ? `Shared by ${counted(paths, "path")}` : layout.own(node) > 1 ? `${number(layout.own(node))} paths that are not shown` : `Path ${number(node + 1)}`;
  return [el("h3", {}, title), el("dl", { class: "facts" }, rows)];
}

/** The node that left where a segment begins. */
function decisionAbove(i) {
  return i > TREE.layout.first[TREE.layout.node[i]] ? TREE.layout.decision[i - 1] : TREE.layout.node[i];
}

function showDetails() {
  const { details, selected, hovered } = TREE;
  const i = hovered >= 0 ? hovered : selected;
  details.replaceChildren(...(i < 0 ? TREE.help : describeSegment(i)));
}

/** The nodes from a root to the one of a segment. */
function showCrumbs() {
  const { crumbs, selected, layout } = TREE;
  const chain = [];
  for (let i = selected; i >= 0; ) {
    const node = layout.node[i];
    chain.unshift(node);
    i = PAGE.tree.parent[node] === node ? -1 : layout.first[PAGE.tree.parent[node]];
  }
  const skip = chain.length > 8 ? chain.length - 7 : 0;
  const shown = skip ? [chain[0], null, ...chain.slice(-6)] : chain;
  crumbs.replaceChildren(el("button", { type: "button", click: () => select(-1, wholeView()) }, "Whole tree"));
  for (const node of shown) {
    const place = node === null ? null : placeOf(node);
    const text = node === null ? `… ${number(skip)} …` : place ? shortPlace(place) : `path ${number(node + 1)}`;
    crumbs.append(" › ", node === null ? text : el("button", { type: "button", click: () => select(layout.first[node], viewOf(layout.first[node])) }, text));
  }
}

function select(i, view) {
  TREE.selected = i;
  TREE.hovered = -1;
  showCrumbs();
  showDetails();
  if (view) goTo(view);
  else redraw();
}

/** Shows a segment, moving only if it is too small or outside. */
function reveal(i) {
  const { layout, view, canvas } = TREE;
  const b = boxOf(layout, i, view, (canvas.clientWidth - GUTTER) / (view.right - view.left), canvas.clientHeight / (view.bottom - view.top));
  const fits = b.w >= 3 && b.x >= 0 && b.x + b.w <= canvas.clientWidth - GUTTER && b.y >= 0 && b.y < canvas.clientHeight - 4;
  if (fits) return select(i);
  const wide = Math.max(12, layout.right[i] - layout.left[i]), high = Math.max(20, layout.bottom[i] - layout.top[i]);
  select(i, { left: layout.left[i] - wide / 2, right: layout.left[i] + wide / 2, top: layout.top[i] - high / 2, bottom: layout.bottom[i] + high / 4 });
}

function stepPath(step) {
  const { leaves, layout, selected } = TREE;
  if (!leaves.length) return;
  const now = selected < 0 ? -1 : leaves.indexOf(layout.node[selected]);
  const next = now < 0 ? (step > 0 ? 0 : leaves.length - 1) : (now + step + leaves.length) % leaves.length;
  reveal(layout.tailOf[leaves[next]]);
  announce(TREE.details.textContent);
}

function zoom(factor, shareX, shareY, which) {
  const { view } = TREE;
  const wide = (view.right - view.left) * (which === "y" ? 1 : factor), high = (view.bottom - view.top) * (which === "x" ? 1 : factor);
  const x = view.left + (view.right - view.left) * shareX, y = view.top + (view.bottom - view.top) * shareY;
  goTo({ left: x - wide * shareX, right: x + wide * (1 - shareX), top: y - high * shareY, bottom: y + high * (1 - shareY) }, true);
}

function pan(shareX, shareY) {
  const { view } = TREE;
  const x = (view.right - view.left) * shareX, y = (view.bottom - view.top) * shareY;
  goTo({ left: view.left + x, right: view.right + x, top: view.top + y, bottom: view.bottom + y }, true);
}

function up() {
  if (TREE.selected < 0) return select(-1, wholeView());
  const node = TREE.layout.node[TREE.selected], parent = PAGE.tree.parent[node];
  if (parent === node) return select(-1, wholeView());
  const i = TREE.layout.first[parent];
  select(i, viewOf(i));
}

const TREE_KEYS = {
  ArrowLeft: () => pan(-0.15, 0), ArrowRight: () => pan(0.15, 0), ArrowUp: () => pan(0, -0.15), ArrowDown: () => pan(0, 0.15),
  "+": () => zoom(0.7, 0.5, 0.5), "=": () => zoom(0.7, 0.5, 0.5), "-": () => zoom(1 / 0.7, 0.5, 0.5), 0: () => select(-1, wholeView()), Home: () => select(-1, wholeView()),
  n: () => stepPath(1), p: () => stepPath(-1), Enter: () => TREE.selected >= 0 && goTo(viewOf(TREE.selected)), Backspace: up, Escape: () => select(-1),
};

function treeKeys(event) {
  if (event.target !== TREE.canvas && !"np".includes(event.key)) return;
  const action = TREE_KEYS[event.key];
  if (!action || !TREE.layout) return;
  event.preventDefault();
  action();
}

function pointIn(event) {
  const box = TREE.canvas.getBoundingClientRect();
  const { view } = TREE;
  const shareX = (event.clientX - box.left) / (box.width - GUTTER), shareY = (event.clientY - box.top) / box.height;
  const perX = (view.right - view.left) / (box.width - GUTTER), perY = (view.bottom - view.top) / box.height;
  return { shareX, shareY, i: segmentAt(TREE.layout, view.left + shareX * (view.right - view.left), view.top + shareY * (view.bottom - view.top), perX / 2, perY * 3) };
}

function listenToMouse(canvas) {
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag && (event.buttons & 1)) {
      const x = event.clientX - drag.x, y = event.clientY - drag.y;
      if (!drag.moved && Math.hypot(x, y) < 4) return;
      drag = { x: event.clientX, y: event.clientY, moved: true };
      return pan(-x / canvas.clientWidth, -y / canvas.clientHeight);
    }
    const { i } = pointIn(event);
    if (i === TREE.hovered) return;
    TREE.hovered = i;
    canvas.style.cursor = i >= 0 ? "pointer" : "grab";
    showDetails();
    redraw();
  });
  canvas.addEventListener("pointerup", (event) => {
    const moved = drag?.moved;
    drag = null;
    if (moved) return;
    const { i } = pointIn(event);
    if (i < 0) return select(-1);
    select(i, TREE.layout.tail[i] ? null : viewOf(i));
  });
  canvas.addEventListener("pointerleave", () => {
    TREE.hovered = -1;
    showDetails();
    redraw();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { shareX, shareY } = pointIn(event);
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(event.deltaX / canvas.clientWidth, 0);
    zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 200), shareX, shareY, event.shiftKey ? "x" : event.altKey ? "y" : null);
  }, { passive: false });
}

function legend(counts) {
  const order = [...counts.keys()].filter((end) => counts[end]).sort((a, b) => counts[b] - counts[a]);
  return el("div", { class: "kinds", role: "group", "aria-label": "Kinds of ends" }, order.map((end) => {
    const info = endInfo(PAGE.tree.ends[end]);
    const button = el("button", { type: "button", "aria-pressed": String(TREE.shown[end]), title: `${info.about}; click to hide or show` }, dot(`var(${info.variable})`, info.striped), info.label, " ", el("b", {}, number(counts[end])));
    button.addEventListener("click", () => {
      TREE.shown[end] = !TREE.shown[end];
      button.setAttribute("aria-pressed", String(TREE.shown[end]));
      arrange();
    });
    return button;
  }));
}

function treeHelp() {
  return [el("h3", {}, "How to read it"),
    el("p", {}, "Each column is a path, from its first symbolic decision at the top to its end. Where a column splits, inputs took different ways. Its width is the share of paths below."),
    el("p", {}, "Click on a grey part to zoom into it. Drag to move, turn the wheel to zoom (with Shift: across only, with Alt: down only)."),
    el("p", {}, el("kbd", {}, "←↑↓→"), " move, ", el("kbd", {}, "+"), " ", el("kbd", {}, "−"), " zoom, ", el("kbd", {}, "0"), " whole tree, ", el("kbd", {}, "n"), " ", el("kbd", {}, "p"),
      " next and previous path of the kinds that are shown, ", el("kbd", {}, "Enter"), " zoom into it, ", el("kbd", {}, "Backspace"), " out again.")];
}

function treeView(view) {
  const { tree } = PAGE;
  if (!tree.parent.length) return put(view, [el("p", { class: "quiet" }, "This run kept no tree of paths.")]);
  const counts = treeCounts(tree, PAGE.weight);
  // Sides that no input takes are no paths; who wants to see them can.
  TREE.shown = tree.ends.map((name) => name !== "infeasible" || tree.ends.length === 1);
  TREE.order = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  TREE.label = segmentLabel;
  TREE.help = treeHelp();
  TREE.canvas = el("canvas", { tabindex: "0", role: "application", "aria-label": `Tree of ${number(tree.parent.length)} paths. Arrow keys move, plus and minus zoom, n and p go from path to path.` });
  TREE.crumbs = el("nav", { class: "crumbs", "aria-label": "Where you are in the tree" });
  TREE.details = el("aside", { class: "panel details" });
  const left = tree.left_out ? el("p", { class: "note" }, `${counted(tree.left_out, "path")} ${tree.left_out === 1 ? "is" : "are"} not shown one by one, because there were too many; paths with tests and bugs were kept first.`) : null;
  const button = (text, title, action) => el("button", { type: "button", title, click: action }, text);
  put(view, [left,
    el("div", { class: "toolbar" }, legend(counts), el("span", { class: "spring" }),
      el("span", { class: "buttons" }, button("−", "Zoom out (-)", () => zoom(1 / 0.7, 0.5, 0.5)), button("+", "Zoom in (+)", () => zoom(0.7, 0.5, 0.5)),
        button("◀ Path", "Previous path (p)", () => stepPath(-1)), button("Path ▶", "Next path (n)", () => stepPath(1)))),
    TREE.crumbs, el("div", { class: "treebox" }, el("div", { class: "canvasbox" }, TREE.canvas), TREE.details)]);
  listenToMouse(TREE.canvas);
  new ResizeObserver(redraw).observe(TREE.canvas);
  arrange();
}
