// The run, read from the page. `data.rs` is the other half.

const PAGE = JSON.parse(byId("data").textContent);
const RUN = PAGE.run;

const COVERED = 0, INFEASIBLE = 1, NOT_REACHED = 2;
const STATUS_NAMES = ["covered", "proven infeasible", "not reached"];

const FILES = PAGE.files.map((file) => ({
  ...file,
  source: file.source === null ? null : file.source.split("\n"),
  tests: pairs(file.lines),
  decisions: file.decisions.map(readDecision),
}));

function pairs(list) {
  const map = new Map();
  for (let i = 0; i < list.length; i += 2) map.set(list[i], list[i + 1]);
  return map;
}

function readDecision([line, col, name, isSwitch, reached, sides]) {
  return {
    line, col, isSwitch, reached, function: PAGE.names[name],
    sides: sides.map(([label, tests, status, reasons]) => ({ label: PAGE.names[label], tests, status, reasons: PAGE.reasons[reasons] })),
  };
}

const FILE_INDEX = new Map();
FILES.forEach((file, index) => {
  FILE_INDEX.set(file.path, index);
  FILE_INDEX.set(file.name, index);
});

const sumOf = (list, f) => list.reduce((sum, item) => sum + f(item), 0);

const BRANCHES = [COVERED, INFEASIBLE, NOT_REACHED].map((status) => sumOf(FILES, (file) => file.branches[status]));
const LINES = [0, 1].map((i) => sumOf(FILES, (file) => file.covered_lines[i]));

const BRANCH_PARTS = (counts) => [
  { count: counts[COVERED], label: "covered", colour: "var(--covered)" },
  { count: counts[INFEASIBLE], label: "proven infeasible", colour: "var(--infeasible)", striped: true },
  { count: counts[NOT_REACHED], label: "not reached", colour: "var(--missed)" },
];

/** What ends of paths are called, and how they look. */
const ENDS = {
  completed: ["completed", "ended by itself: by exit or by returning", "--end-completed"],
  bug: ["bug", "ended in a bug", "--end-bug"],
  muted: ["muted", "ended in an error of a kind that was not asked for (--check)", "--end-muted"],
  silent: ["silent", "the program asked for no test there", "--end-silent"],
  infeasible: ["infeasible", "no input leads there", "--end-infeasible"],
  unsupported: ["unsupported", "met something that Secateur does not support", "--end-unsupported"],
  limit: ["cut by a limit", "cut by a limit on single paths", "--end-limit"],
  pending: ["pending", "left to follow when the run stopped", "--end-pending"],
  unknown: ["unknown", "the solver did not know whether an input leads there", "--end-unknown"],
  internal: ["internal error", "a defect of Secateur ended it", "--end-internal"],
  "left-out": ["not shown", "paths that are left out of this page", "--end-left-out"],
};
const PRUNED_COLOURS = ["--end-pruned-1", "--end-pruned-2", "--end-pruned-3", "--end-pruned-4"];
const PRUNED_ORDER = ["rwset", "look-ahead", "call-depth"];

function endInfo(name) {
  if (name.startsWith("pruned:")) {
    const technique = name.slice(7);
    const known = PRUNED_ORDER.indexOf(technique);
    const variable = PRUNED_COLOURS[known < 0 ? 3 : known];
    return { label: `pruned by ${technique}`, about: `dropped by the pruning ${technique}`, variable, striped: true };
  }
  const [label, about, variable] = ENDS[name] || [name, name, "--end-other"];
  return { label, about, variable, striped: name === "left-out" || name === "infeasible" };
}

/** A colour of the theme as a canvas understands it: style sheets know it as a pair, for light and dark. */
function colourOf(variable) {
  const probe = byId("announce");
  probe.style.color = `var(${variable})`;
  return getComputedStyle(probe).color;
}

/** Without native runs it is known what the virtual machine covered, but not by how many tests, nor every line. */
const coveredBy = (tests) => (RUN.native ? `covered by ${counted(tests, "test")}` : "covered in the virtual machine");

const uncalledIn = (file) => (RUN.native ? file.functions.filter((f) => f.tests === 0) : []);

/** Where the run's folder is, if the page was opened from a disk. */
const FOLDER = (() => {
  if (location.protocol !== "file:") return "DIR";
  const path = decodeURIComponent(location.pathname).replace(/\/report\/[^/]*$/, "");
  return path === "" ? "/" : path;
})();
const inFolder = (name) => `${FOLDER}/${name}`;

const fileLink = (name, text) => el("a", { href: "../" + name.split("/").map(encodeURIComponent).join("/") }, text || name);

const sourceHash = (name, line) => `#source/${encodeURIComponent(name).replaceAll("%2F", "/")}${line ? ":" + line : ""}`;

/** `file:line`, a link if the page has the file. */
function placeLink(file, line, path) {
  const index = FILE_INDEX.get(path) ?? FILE_INDEX.get(file);
  const text = line ? `${file}:${line}` : file;
  if (index === undefined) return el("span", { class: "place" }, text);
  return el("a", { class: "place", href: sourceHash(FILES[index].name, line) }, text);
}

const testLink = (test) => el("a", { href: `#tests/${test}` }, `test ${test}`);

/** Sentences about what is not in the page. */
const cutNotes = (word) => PAGE.said.filter((text) => text.includes(word)).map((text) => el("p", { class: "note" }, text));

/** Inputs as a list of names and values. */
function inputList(inputs) {
  if (!inputs.length) return el("p", { class: "quiet" }, "no input: the program does the same each time");
  return el("dl", { class: "inputs" }, inputs.map((input) => [el("dt", {}, input.name), el("dd", {}, el("code", {}, input.value))]));
}
