// Small charts of the run over time. All share one cursor, moved by the mouse or with the arrow keys.

const CHART = { width: 300, height: 96, left: 4, right: 4, top: 8, bottom: 16 };

function chartPath(points, value, x, y) {
  // A step: a value holds until the next point.
  let d = `M${x(points[0].time_s).toFixed(1)} ${y(value(points[0])).toFixed(1)}`;
  for (const point of points.slice(1)) d += `H${x(point.time_s).toFixed(1)}V${y(value(point)).toFixed(1)}`;
  return d;
}

function chart(points, { title, value, colour, show = number }, cursors) {
  const { width, height, left, right, top, bottom } = CHART;
  const last = points[points.length - 1];
  const most = Math.max(1, ...points.map(value));
  const first = points[0].time_s, span = Math.max(1e-9, last.time_s - first);
  const x = (time) => left + ((time - first) / span) * (width - left - right);
  const y = (v) => height - bottom - (v / most) * (height - top - bottom);
  const line = chartPath(points, value, x, y);
  const base = height - bottom;
  const cursor = svg("line", { class: "cursor", y1: top, y2: base, x1: -9, x2: -9 });
  const mark = svg("circle", { class: "mark", r: 3, cx: -9, cy: -9, fill: colour });
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${number(value(last))} after ${duration(last.time_s)}` },
    svg("path", { class: "area", d: `${line}V${base}H${x(first)}Z`, fill: colour }),
    svg("line", { class: "axis", x1: left, x2: width - right, y1: base, y2: base }),
    svg("path", { class: "line", d: line, stroke: colour }),
    svg("text", { x: left, y: height - 4 }, duration(first)),
    svg("text", { x: width - right, y: height - 4, "text-anchor": "end" }, duration(last.time_s)),
    cursor, mark);
  const now = el("span", { class: "value" }, show(value(last)));
  const figure = el("figure", { class: "chart", tabindex: "0" }, el("figcaption", {}, el("span", {}, title), now), drawing);
  cursors.push((index) => {
    const point = index === null ? last : points[index];
    now.textContent = index === null ? show(value(last)) : `${show(value(point))} at ${duration(point.time_s)}`;
    const at = index === null ? -9 : x(point.time_s);
    cursor.setAttribute("class", index === null ? "cursor" : "cursor on");
    cursor.setAttribute("x1", at);
    cursor.setAttribute("x2", at);
    mark.setAttribute("class", index === null ? "mark" : "mark on");
    mark.setAttribute("cx", at);
    mark.setAttribute("cy", index === null ? -9 : y(value(point)));
  });
  figure.timeAt = (clientX) => {
    const box = drawing.getBoundingClientRect();
    const share = ((clientX - box.left) / box.width) * width;
    return first + ((share - left) / (width - left - right)) * span;
  };
  return figure;
}

/** The point that holds at a time. */
function pointAt(points, time) {
  let low = 0, high = points.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (points[middle].time_s <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function charts() {
  const points = RUN.timeline;
  if (points.length < 2) return el("p", { class: "quiet" }, "The run was too short for a chart over time.");
  const cursors = [];
  let at = null;
  const move = (index) => {
    at = index;
    cursors.forEach((cursor) => cursor(index));
  };
  const kinds = [
    { title: "Sides of branches taken", value: (p) => p.branches, colour: "var(--covered)" },
    { title: "Tests", value: (p) => p.tests, colour: "var(--end-completed)" },
    { title: "Bugs", value: (p) => p.bugs, colour: "var(--bug)" },
    { title: "Paths ended", value: (p) => p.paths, colour: "var(--end-pruned-1)" },
    { title: "Paths pending", value: (p) => p.pending, colour: "var(--end-pending)" },
    { title: "Instructions", value: (p) => p.instructions, colour: "var(--quiet)", show: brief },
  ];
  const row = el("div", { class: "charts" }, kinds.map((kind) => chart(points, kind, cursors)));
  row.addEventListener("mousemove", (event) => {
    const figure = event.target.closest("figure");
    if (figure) move(pointAt(points, figure.timeAt(event.clientX)));
  });
  row.addEventListener("mouseleave", () => move(null));
  row.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[event.key];
    if (event.key === "Escape") move(null);
    if (!step) return;
    event.preventDefault();
    move(Math.max(0, Math.min(points.length - 1, (at ?? points.length - 1) + step)));
  });
  return row;
}
