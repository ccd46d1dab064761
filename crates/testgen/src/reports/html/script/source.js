// The source with what was covered, and for each side of a branch that was not, why. Lines are made in
// blocks: those near the window at once, the others when the browser has nothing to do.

const BLOCK = 100, ROW_HEIGHT = 19, CONTEXT = 2;

const SOURCE = { view: null, file: -1, onlyMissed: false, blocks: [], missed: [], at: -1 };

function decisionsByLine(file) {
  const map = new Map();
  for (const decision of file.decisions) {
    if (!map.has(decision.line)) map.set(decision.line, []);
    map.get(decision.line).push(decision);
  }
  return map;
}

/** Bugs or losses of a file by their line, each with its position in the list. */
function byLine(list, file) {
  const map = new Map();
  list.forEach((item, index) => {
    if (!item.line || FILES[FILE_INDEX.get(item.path) ?? FILE_INDEX.get(item.file)] !== file) return;
    if (!map.has(item.line)) map.set(item.line, []);
    map.get(item.line).push([index, item]);
  });
  return map;
}

const isMissed = (decision) => decision.sides.some((side) => side.status === NOT_REACHED);

const sideWord = (label) => ({ true: "T", false: "F" })[label] || label;

function sideMark(side) {
  const sign = ["", "∅", "✗"][side.status];
  const title = side.status === COVERED ? `${side.label}: ${coveredBy(side.tests)}` : `${side.label}: ${STATUS_NAMES[side.status]}`;
  return el("span", { class: `side s${side.status}`, title }, sideWord(side.label), sign);
}

/** `T` and `F`, or for a switch how many of its sides were taken. */
function decisionMark(decision, toggle) {
  const covered = decision.sides.filter((side) => side.status === COVERED).length;
  const missed = isMissed(decision) ? NOT_REACHED : covered === decision.sides.length ? COVERED : INFEASIBLE;
  const content = decision.isSwitch || decision.sides.length !== 2
    ? el("span", { class: `side s${missed}`, title: `switch: ${covered} of ${decision.sides.length} sides covered` }, `${covered}/${decision.sides.length}`)
    : decision.sides.map(sideMark);
  const label = decision.sides.map((side) => `${side.label} ${STATUS_NAMES[side.status]}`).join(", ");
  return el("button", { type: "button", class: "decision", "aria-label": `Branch in line ${decision.line}: ${label}`, click: toggle }, content);
}

/** A reason; the place that it names, or that belongs to it, is a link. */
function reasonText(reason) {
  const place = reason.line ? `${reason.file}:${reason.line}` : null;
  const at = place ? reason.text.indexOf(place) : -1;
  if (at < 0) return el("span", {}, reason.text, place ? [" (", placeLink(reason.file, reason.line), ")"] : null);
  return el("span", {}, reason.text.slice(0, at), placeLink(reason.file, reason.line), reason.text.slice(at + place.length));
}

/** Sides that share status and reasons are told together. */
function sideGroups(decision) {
  const groups = new Map();
  for (const side of decision.sides) {
    const key = side.status === COVERED ? side : side.reasons;
    const found = groups.get(key);
    if (found && found.status === side.status) found.labels.push(side.label);
    else groups.set(key, { ...side, labels: [side.label] });
  }
  return [...groups.values()];
}

function groupNote(group, decision, several) {
  const place = several ? ` in column ${decision.col}` : "";
  const head = el("b", {}, group.labels.join(", "));
  if (group.status === COVERED) return el("div", { class: "why s0" }, head, `${place}: ${coveredBy(group.tests)}`);
  const reasons = group.reasons.map((reason, i) => [i ? "; " : " ", reasonText(reason)]);
  const name = group.status === INFEASIBLE ? "∅ proven infeasible" : "✗ not reached";
  return el("div", { class: `why s${group.status}` }, head, `${place}: ${name}${reasons.length ? ":" : ""}`, reasons);
}

function lineRow(file, context, line) {
  const tests = RUN.native || file.tests.get(line) ? file.tests.get(line) : undefined;
  const decisions = context.decisions.get(line) || [];
  const bugs = context.bugs.get(line) || [];
  const state = bugs.length ? "has-bug" : tests === undefined ? "" : tests ? "hit" : "unhit";
  const row = el("div", { class: `row ${state}`, id: `L${line}` });
  const several = decisions.length > 1;
  let opened = null;
  const toggle = () => {
    if (opened) return (opened.remove(), (opened = null));
    opened = el("div", { class: "whole" }, decisions.flatMap((d) => sideGroups(d).map((group) => groupNote(group, d, several))));
    row.append(opened);
  };
  const uncalled = context.uncalled.get(line);
  const counter = el("span", { class: "tests", title: tests === undefined ? null : tests ? coveredBy(tests) : "no test came by" }, tests === undefined || !RUN.native ? "" : tests || "–");
  put(row, [
    el("a", { class: "no", href: sourceHash(file.name, line) }, line), counter,
    el("span", { class: "marks" }, decisions.map((decision) => decisionMark(decision, toggle)), checkMark(context.checks.get(line))),
    el("code", {}, file.source ? coloured(file.source[line - 1], context.states[line - 1]) : decisions.map((d) => d.function).join(", ")),
    bugs.map(([index, bug]) => el("div", { class: "why bug-here" }, el("a", { href: `#bugs/${index + 1}` }, `bug ${index + 1}`), `: ${bug.kind}: ${bug.message}`)),
    (context.losses.get(line) || []).map(([, loss]) => el("div", { class: "why s2" }, `given up here ${counted(loss.count, "time")}: ${loss.what} (`, el("a", { href: "#losses" }, "losses"), ")")),
    uncalled ? el("div", { class: "why s2" }, el("b", {}, uncalled), ": called by no test") : null,
    decisions.flatMap((d) => sideGroups(d).filter((group) => group.status === NOT_REACHED).map((group) => groupNote(group, d, several))),
  ]);
  return row;
}

/** Whether all that a line checks is proved, some of it, or nothing. */
function checkMark(found) {
  if (!found) return null;
  const [[, { proved, open }]] = found;
  const title = open.length ? `${counted(proved, "check")} proved; not proved: ${open.join(", ")}` : `${counted(proved, "check")} proved: nothing can go wrong here`;
  return el("span", { class: open.length ? "checked open" : "checked", title, "aria-label": title, role: "img" }, open.length ? (proved ? "◐" : "○") : "✓");
}

/** The lines to show, with 0 where some are left out. */
function shownLines(file, decisions) {
  const count = file.source ? file.source.length : 0;
  if (!file.source) return [...decisions.keys()].sort((a, b) => a - b).filter((line) => !SOURCE.onlyMissed || decisions.get(line).some(isMissed));
  if (!SOURCE.onlyMissed) return Array.from({ length: count }, (_, i) => i + 1);
  const keep = new Set();
  for (const [line, list] of decisions) {
    if (list.some(isMissed)) for (let l = line - CONTEXT; l <= line + CONTEXT; l++) if (l >= 1 && l <= count) keep.add(l);
  }
  const lines = [];
  for (const line of [...keep].sort((a, b) => a - b)) {
    if (lines.length ? lines[lines.length - 1] !== line - 1 : line > 1) lines.push(0);
    lines.push(line);
  }
  return lines;
}

function fillBlock(block) {
  if (block.filled) return;
  block.filled = true;
  block.node.style.height = "";
  const { file, context } = block;
  put(block.node, block.lines.map((line) => (line ? lineRow(file, context, line) : el("div", { class: "row gap" }, el("span", { class: "no" }, "⋯")))));
}

/** Makes the blocks that nobody sees yet, so that searching in the page finds everything. */
function fillLater(blocks) {
  const later = window.requestIdleCallback || ((f) => setTimeout(() => f({ timeRemaining: () => 8 }), 30));
  let next = 0;
  const work = (deadline) => {
    if (SOURCE.blocks !== blocks) return;
    do {
      if (next < blocks.length) fillBlock(blocks[next++]);
    } while (next < blocks.length && deadline.timeRemaining() > 6);
    if (next < blocks.length) later(work);
  };
  later(work);
}

function codeList(file) {
  const decisions = decisionsByLine(file);
  const context = {
    decisions, states: file.source ? lexerStates(file.source) : [],
    bugs: byLine(RUN.bugs, file), losses: byLine(RUN.losses, file), checks: byLine(RUN.checks?.lines || [], file),
    uncalled: new Map(uncalledIn(file).map((f) => [f.line, f.name])),
  };
  SOURCE.missed = [...decisions].filter(([, list]) => list.some(isMissed)).map(([line]) => line).sort((a, b) => a - b);
  SOURCE.at = -1;
  const lines = shownLines(file, decisions);
  const blocks = [];
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) fillBlock(entry.target.block);
  }, { rootMargin: "800px" });
  for (let i = 0; i < lines.length; i += BLOCK) {
    const part = lines.slice(i, i + BLOCK);
    const node = el("div", { class: "block", style: `height:${part.length * ROW_HEIGHT}px` });
    node.block = { node, lines: part, filled: false, file, context };
    blocks.push(node.block);
    watcher.observe(node);
  }
  SOURCE.blocks = blocks;
  fillLater(blocks);
  const empty = !lines.length && el("p", { class: "quiet" }, SOURCE.onlyMissed ? "Nothing in this file was left unreached." : "There is nothing to show.");
  return el("div", { class: "code listing" }, empty, blocks.map((block) => block.node));
}

function showLine(line) {
  const block = SOURCE.blocks.findIndex((b) => b.lines.includes(line));
  if (block < 0) return;
  for (const near of [block - 1, block, block + 1]) if (SOURCE.blocks[near]) fillBlock(SOURCE.blocks[near]);
  for (const old of SOURCE.view.querySelectorAll(".target")) old.classList.remove("target");
  const row = byId(`L${line}`);
  row.classList.add("target");
  row.scrollIntoView({ block: "center" });
}

/** To the next (1) or the previous (-1) line with something that was not reached. */
function stepMissed(step) {
  if (!SOURCE.missed.length) return announce("Everything in this file was reached or is infeasible.");
  SOURCE.at = (SOURCE.at + step + SOURCE.missed.length + (SOURCE.at < 0 && step < 0 ? 1 : 0)) % SOURCE.missed.length;
  const line = SOURCE.missed[SOURCE.at];
  byId("missed-position").textContent = `${SOURCE.at + 1} of ${SOURCE.missed.length}`;
  showLine(line);
  history.replaceState(null, "", sourceHash(FILES[SOURCE.file].name, line));
}

function fileTable() {
  const rows = FILES.map((file) => {
    const whole = sumOf(file.branches, (n) => n);
    return el("tr", {}, el("td", {}, el("a", { href: sourceHash(file.name) }, file.name)), el("td", { class: "wide" }, bar(BRANCH_PARTS(file.branches))),
      el("td", { class: "n" }, `${number(file.branches[COVERED])} of ${number(whole)}`), el("td", { class: "n" }, percent(file.branches[COVERED], whole)),
      el("td", { class: "n" }, file.branches[INFEASIBLE] || ""), el("td", { class: "n" }, file.branches[NOT_REACHED] || ""),
      el("td", { class: "n" }, `${file.covered_lines[0]} of ${file.covered_lines[1]}`));
  });
  const names = ["File", "Branches", "covered", "", "infeasible", "not reached", "Lines"];
  return el("div", { class: "scroll" }, el("table", { class: "list" }, el("thead", {}, el("tr", {}, names.map((name, i) => el("th", { scope: "col", class: i > 1 ? "n" : null }, name)))), el("tbody", {}, rows)));
}

function fileBar(file) {
  const select = el("select", { "aria-label": "File", change: (event) => (location.hash = sourceHash(FILES[event.target.value].name)) },
    FILES.map((f, i) => el("option", { value: i, selected: f === file }, f.name)));
  const only = el("input", { type: "checkbox", change: (event) => ((SOURCE.onlyMissed = event.target.checked), openFile(SOURCE.file)) });
  only.checked = SOURCE.onlyMissed;
  const whole = sumOf(file.branches, (n) => n);
  return el("div", { class: "toolbar" },
    FILES.length > 1 ? [el("a", { href: "#source" }, "All files"), select] : el("b", {}, file.name),
    el("span", { class: "figure" }, `${number(file.branches[COVERED])} of ${number(whole)} sides of branches, ${number(file.covered_lines[0])} of ${number(file.covered_lines[1])} lines`),
    el("span", { class: "spring" }),
    el("label", {}, only, " only not reached"),
    el("span", { class: "buttons" },
      el("button", { type: "button", title: "Previous not reached (p)", click: () => stepMissed(-1) }, "↑ Previous"),
      el("span", { id: "missed-position", class: "quiet" }, `${number(new Set(file.decisions.filter(isMissed).map((d) => d.line)).size)} not reached`),
      el("button", { type: "button", title: "Next not reached (n)", click: () => stepMissed(1) }, "↓ Next")));
}

const sourceKey = () => el("p", { class: "legend" },
  el("span", { class: "side s0" }, "T"), " covered ", el("span", { class: "side s1" }, "T∅"), " proven infeasible ", el("span", { class: "side s2" }, "T✗"),
  " not reached. ", RUN.native ? "The number beside a line says how many tests came by. " : "There were no native runs: marked lines are those that the virtual machine is known to have come by. ", "Click on a branch for its sides.");

function openFile(index) {
  const file = FILES[index];
  SOURCE.file = index;
  const missing = file.source ? null : el("p", { class: "note" }, `The source is not shown: ${file.no_source}. It is ${file.path}. These are its lines with branches.`);
  SOURCE.view.replaceChildren();
  put(SOURCE.view, [cutNotes("branches of"), el("h2", { class: "print-only" }, file.name), fileBar(file), sourceKey(), missing, codeList(file)]);
}

function sourceView(view) {
  SOURCE.view = view;
}

/** `#source`, `#source/FILE` or `#source/FILE:LINE`; `#source?missed` shows only what was not reached. */
function showSource(rest) {
  if (!FILES.length) return SOURCE.view.replaceChildren(el("p", { class: "quiet" }, "No code of yours was found in the program's debug information."));
  if (rest === "?missed") {
    SOURCE.onlyMissed = true;
    SOURCE.file = -1;
    rest = encodeURIComponent(FILES.reduce((a, b) => (b.branches[NOT_REACHED] > a.branches[NOT_REACHED] ? b : a)).name);
  }
  if (!rest && FILES.length > 1) {
    SOURCE.file = -1;
    SOURCE.blocks = [];
    return SOURCE.view.replaceChildren(...cutNotes("files"), fileTable());
  }
  const text = decodeURIComponent(rest);
  const parts = /^(.*?)(?::(\d+))?$/.exec(text);
  const index = rest ? FILE_INDEX.get(text) ?? FILE_INDEX.get(parts[1]) : 0;
  if (index === undefined) return SOURCE.view.replaceChildren(el("p", { class: "note" }, `The page has no file ${text}.`), fileTable());
  const line = FILE_INDEX.has(text) ? 0 : Number(parts[2] || 0);
  if (line && SOURCE.onlyMissed && !(SOURCE.file === index && SOURCE.blocks.some((b) => b.lines.includes(line)))) {
    SOURCE.onlyMissed = false;
    SOURCE.file = -1;
  }
  if (SOURCE.file !== index) openFile(index);
  if (line) showLine(line);
}

function sourceKeys(event) {
  if (event.key === "n") stepMissed(1);
  else if (event.key === "p") stepMissed(-1);
}

window.addEventListener("beforeprint", () => SOURCE.blocks.forEach(fillBlock));
