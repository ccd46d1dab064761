// Navigation: which view is shown follows from the part of the address behind the `#`. A view is made
// when it is first looked at.

const VIEWS = [
  { name: "summary", title: "Summary", make: summaryView },
  { name: "bugs", title: "Bugs", count: PAGE.counts.bugs, make: bugsView, show: showBug },
  { name: "source", title: "Source", make: sourceView, show: showSource, keys: sourceKeys },
  { name: "tree", title: "Tree", make: treeView, show: () => TREE.layout && redraw(), keys: treeKeys },
  ...(PARTITION ? [{ name: "partition", title: "Partition", count: PAGE.counts.blocks, make: partitionView, show: showPartition, keys: partitionKeys }] : []),
  { name: "tests", title: "Tests", count: PAGE.counts.tests, make: testsView, show: showTest },
  { name: "losses", title: "Losses", count: PAGE.counts.losses, make: lossesView },
  { name: "solver", title: "Solver", make: solverView },
];

let current = null;

function navigate() {
  const [, name, rest] = /^#?([a-z]*)[/]?(.*)$/.exec(location.hash);
  const wanted = name === "divergences" ? "summary" : name;
  const view = VIEWS.find((v) => v.name === wanted) || VIEWS[0];
  if (!view.node) {
    view.node = el("section", { class: `view ${view.name}`, "aria-label": view.title });
    byId("main").append(view.node);
    view.make(view.node);
  }
  for (const other of VIEWS) {
    if (other.node) other.node.hidden = other !== view;
    if (other === view) other.tab.setAttribute("aria-current", "page");
    else other.tab.removeAttribute("aria-current");
  }
  if (view !== current) window.scrollTo(0, 0);
  current = view;
  document.title = `${view.title}: ${RUN.program.join(", ")}: Secateur`;
  view.show?.(rest);
  if (name === "divergences") byId("divergence-list")?.scrollIntoView();
}

/** The theme that was chosen, or the system's. Storage may be forbidden for files. */
const theme = {
  read: () => {
    try { return localStorage.getItem("secateur-theme"); } catch { return null; }
  },
  write: (value) => {
    try { localStorage.setItem("secateur-theme", value); } catch { /* it lasts as long as the page */ }
  },
  change: () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    theme.write(root.dataset.theme);
    if (TREE.layout) redraw();
  },
};

function onKey(event) {
  if (isTyping(event)) return;
  const view = VIEWS[Number(event.key) - 1];
  if (view && event.target !== TREE.canvas) location.hash = `#${view.name}`;
  else if (event.key === "t") theme.change();
  else current.keys?.(event);
}

function start() {
  const saved = theme.read();
  if (saved === "light" || saved === "dark") document.documentElement.dataset.theme = saved;
  byId("program").title = RUN.program.join(", ");
  byId("program").textContent = RUN.program.map((name) => name.split("/").pop()).join(", ") + (RUN.function && RUN.function !== "main" ? ` (${RUN.function})` : "");
  for (const [i, view] of VIEWS.entries()) {
    view.tab = el("a", { href: `#${view.name}`, title: `${view.title} (${i + 1})` }, view.title, view.count ? el("span", { class: "count" }, number(view.count)) : null);
    byId("tabs").append(view.tab);
  }
  byId("theme").addEventListener("click", theme.change);
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => TREE.layout && redraw());
  window.addEventListener("hashchange", navigate);
  document.addEventListener("keydown", onKey);
  navigate();
}

start();
