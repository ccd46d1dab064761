// Draws a tree's segments onto a canvas. Kinds that are rare are drawn last, so that one bug among
// thousands of paths is still a line that can be seen.

/** Room at the right for the numbers of depths. */
const GUTTER = 30;

/** The colours of the theme, read once for each drawing. */
function treeColours(ends) {
  return {
    ends: ends.map((name) => colourOf(endInfo(name).variable)),
    striped: ends.map((name) => endInfo(name).striped),
    inner: [colourOf("--tree-inner-1"), colourOf("--tree-inner-2")],
    line: colourOf("--tree-line"), text: colourOf("--text"), on: colourOf("--tree-on"), ground: colourOf("--tree-ground"),
    grid: colourOf("--tree-grid"), quiet: colourOf("--quiet"),
  };
}

function stripes(context, colour, ground) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const c = tile.getContext("2d");
  c.fillStyle = ground;
  c.fillRect(0, 0, 6, 6);
  c.strokeStyle = colour;
  c.lineWidth = 2.6;
  for (const shift of [-6, 0, 6]) {
    c.beginPath();
    c.moveTo(shift - 1, 7);
    c.lineTo(shift + 7, -1);
    c.stroke();
  }
  return context.createPattern(tile, "repeat");
}

function drawTree(canvas, tree, layout, view, state) {
  const ratio = window.devicePixelRatio || 1;
  const full = canvas.clientWidth, high = canvas.clientHeight, wide = full - GUTTER;
  if (canvas.width !== Math.round(full * ratio) || canvas.height !== Math.round(high * ratio)) {
    canvas.width = Math.round(full * ratio);
    canvas.height = Math.round(high * ratio);
  }
  const c = canvas.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  const colours = treeColours(tree.ends);
  c.fillStyle = colours.ground;
  c.fillRect(0, 0, full, high);
  const scaleX = wide / (view.right - view.left), scaleY = high / (view.bottom - view.top);
  const box = (i) => boxOf(layout, i, view, scaleX, scaleY);
  const seen = (b) => b.x < wide && b.x + b.w > 0 && b.y < high && b.y + b.h > 0;
  const label = labels(c, wide);

  drawGrid(c, view, scaleY, full, high, colours);
  c.save();
  c.beginPath();
  c.rect(0, 0, wide, high);
  c.clip();
  const shared = [], tails = tree.ends.map(() => []);
  for (let i = 0; i < layout.node.length; i++) {
    const b = box(i);
    if (seen(b)) (layout.tail[i] ? tails[tree.end[layout.node[i]]] : shared).push([i, b]);
  }
  for (const [i, b] of shared) {
    c.fillStyle = colours.inner[b.h > 3 ? layout.top[i] & 1 : 0];
    c.fillRect(b.x, b.y, b.w, b.h);
    if (b.w > 6 && b.h > 5) outline(c, b, colours.line);
  }
  for (const end of state.order) {
    const plain = colours.ends[end];
    const pattern = colours.striped[end] ? stripes(c, plain, colours.ground) : null;
    // A few bugs are made easy to see; many would hide the rest.
    const widen = tree.ends[end] === "bug" && tails[end].length < wide / 12;
    for (const [, b] of tails[end]) {
      if (widen && b.w < 3) Object.assign(b, { x: b.x - 1, w: 3 });
      c.fillStyle = pattern && b.w > 5 ? pattern : plain;
      c.fillRect(b.x, b.y, b.w, b.h);
      if (b.w > 6 && b.h > 5) outline(c, b, colours.line);
    }
  }
  for (const [i, b] of shared) if (b.w > 56 && b.h > 15) label(state.label(i), b, colours.text);
  tails.forEach((list, end) => {
    for (const [i, b] of list) if (b.w > 40 && b.h > 15) label(state.label(i), b, colours.striped[end] ? colours.text : colours.on, colours.striped[end] ? colours.ground : null);
  });
  if (state.selected >= 0) frame(c, box(state.selected), colours.text, 2.5);
  if (state.hovered >= 0 && state.hovered !== state.selected) frame(c, box(state.hovered), colours.text, 1);
  c.restore();
}

function boxOf(layout, i, view, scaleX, scaleY) {
  const x = (layout.left[i] - view.left) * scaleX, right = (layout.right[i] - view.left) * scaleX;
  const y = (layout.top[i] - view.top) * scaleY, bottom = (layout.bottom[i] - view.top) * scaleY;
  // Whole pixels: edges stay sharp, and nothing is too thin to be seen.
  const x0 = Math.round(x), y0 = Math.round(y);
  return { x: x0, y: y0, w: Math.max(1, Math.round(right) - x0), h: Math.max(layout.tail[i] ? 3 : 1, Math.round(bottom) - y0) };
}

function outline(c, b, colour) {
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.strokeRect(b.x + 0.5, b.y + 0.5, b.w - 1, b.h - 1);
}

function frame(c, b, colour, width) {
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.strokeRect(b.x - 1, b.y - 1, b.w + 2, b.h + 2);
}

/** A function that writes a text into a box, as much as fits and can be seen. */
function labels(c, wide) {
  c.font = "11px system-ui, sans-serif";
  c.textBaseline = "middle";
  return (text, b, colour, ground) => {
    const from = Math.max(b.x, 0) + 4, room = Math.min(b.x + b.w, wide) - from - 4;
    if (room < 24) return;
    let shown = text;
    while (shown.length > 1 && c.measureText(shown).width > room) shown = shown.slice(0, Math.max(1, Math.floor(shown.length * 0.85) - 1)) + "…";
    if (shown.length < 4 && shown !== text) return;
    const y = b.y + Math.min(b.h / 2, 10) + 0.5;
    if (ground) {
      c.fillStyle = ground;
      c.fillRect(from - 2, y - 7, c.measureText(shown).width + 4, 14);
    }
    c.fillStyle = colour;
    c.fillText(shown, from, y);
  };
}

/** Lines at round depths, with numbers at the right edge. */
function drawGrid(c, view, scaleY, wide, high, colours) {
  const span = view.bottom - view.top;
  let step = 1;
  while ((span / step) * 1 > high / 60) step *= String(step)[0] === "2" ? 2.5 : 2;
  c.font = "10px system-ui, sans-serif";
  c.textAlign = "right";
  for (let depth = Math.ceil(view.top / step) * step; depth <= view.bottom; depth += step) {
    const y = Math.round((depth - view.top) * scaleY) + 0.5;
    c.strokeStyle = colours.grid;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(0, y);
    c.lineTo(wide, y);
    c.stroke();
    c.fillStyle = colours.quiet;
    c.fillText(String(depth), wide - 4, y + 9);
  }
  c.textAlign = "left";
}
