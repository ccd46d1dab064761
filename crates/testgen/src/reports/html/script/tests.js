// The tests, as a table that can be sorted and searched.

const TESTS = { sort: "number", down: false, text: "", verdict: "", all: false, body: null };
const FIRST_ROWS = 300;

const inputText = (test) => test.input.map((input) => (input.name ? `${input.name} = ${input.value}` : input.value)).join("\n");

const TEST_COLUMNS = [
  ["number", "Test", (test) => test.number],
  ["input", "Input", inputText],
  ["end", "Ends with", (test) => test.end],
  ["new_branches", "New branches", (test) => test.new_branches],
  ["time_s", "Found after", (test) => test.time_s],
  ["verdict", "Natively", (test) => test.verdict],
];

const VERDICTS = {
  confirmed: ["as predicted", "ok"], divergence: ["diverges", "warn"], unconfirmed: ["not confirmed", "warn"], "not-replayed": ["not replayed", ""],
};

const inputLines = (inputs) => el("code", {}, inputs.map((input, i) => [i ? "\n" : null, input.name ? el("span", { class: "quiet" }, `${input.name} `) : null, input.value]));

function testRow(test) {
  const [verdict, mood] = VERDICTS[test.verdict] || [test.verdict, ""];
  const files = test.files.map((name) => fileLink(name, name.split("/").pop().replace(/^[^.]*\./, "")));
  const bug = RUN.bugs.findIndex((b) => b.test === test.number);
  return el("tr", { id: `test-${test.number}`, tabindex: "-1" },
    el("td", { class: "n" }, test.number, " ", el("span", { class: "files" }, files)),
    el("td", { class: "input" }, test.input.length ? inputLines(test.input) : el("span", { class: "quiet" }, "no input")),
    el("td", {}, test.end, bug >= 0 ? [" ", el("a", { href: `#bugs/${bug + 1}` }, `bug ${bug + 1}`)] : null),
    el("td", { class: "n" }, test.new_branches || ""), el("td", { class: "n" }, duration(test.time_s)),
    el("td", { title: test.replay_s ? `native replay took ${duration(test.replay_s)}` : null }, el("span", { class: `chip ${mood}` }, verdict), test.why ? el("div", { class: "quiet" }, test.why) : null));
}

function chosenTests() {
  const value = TEST_COLUMNS.find(([key]) => key === TESTS.sort)[2];
  const text = TESTS.text.toLowerCase();
  const list = RUN.tests.filter((test) => (!TESTS.verdict || test.verdict === TESTS.verdict) && (!text || `${test.number} ${inputText(test)} ${test.end} ${test.why}`.toLowerCase().includes(text)));
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return list.sort((a, b) => (TESTS.down ? -1 : 1) * order(value(a), value(b)) || a.number - b.number);
}

function showTests() {
  const list = chosenTests();
  const shown = TESTS.all ? list : list.slice(0, FIRST_ROWS);
  TESTS.body.replaceChildren(...shown.map(testRow));
  TESTS.count.textContent = list.length === RUN.tests.length ? counted(list.length, "test") : `${number(list.length)} of ${counted(RUN.tests.length, "test")}`;
  TESTS.more.hidden = shown.length === list.length;
  TESTS.more.textContent = `Show all ${number(list.length)}`;
  for (const head of TESTS.heads) head.setAttribute("aria-sort", head.dataset.key !== TESTS.sort ? "none" : TESTS.down ? "descending" : "ascending");
}

function sortBy(key) {
  TESTS.down = TESTS.sort === key ? !TESTS.down : key === "new_branches";
  TESTS.sort = key;
  showTests();
}

function testsView(view) {
  if (!RUN.tests.length) return put(view, [el("section", { class: "panel empty" }, heading("No tests"), el("p", {}, "No path became a test. The losses and the limits of the run say why."))]);
  TESTS.body = el("tbody");
  TESTS.count = el("span", { class: "figure" });
  TESTS.more = el("button", { type: "button", click: () => ((TESTS.all = true), showTests()) });
  TESTS.heads = TEST_COLUMNS.map(([key, name]) => el("th", { scope: "col", "data-key": key, class: /number|new|time/.test(key) ? "n" : null }, el("button", { type: "button", class: "sort", click: () => sortBy(key) }, name)));
  const filter = el("input", { type: "search", placeholder: "Search inputs and ends", "aria-label": "Search the tests", input: (event) => ((TESTS.text = event.target.value), showTests()) });
  const verdicts = Object.entries(PAGE.counts.verdicts).map(([name, count]) => el("option", { value: name }, `${(VERDICTS[name] || [name])[0]} (${number(count)})`));
  const select = el("select", { "aria-label": "Natively", change: (event) => ((TESTS.verdict = event.target.value), showTests()) }, el("option", { value: "" }, "all verdicts"), verdicts);
  TESTS.clear = () => {
    filter.value = select.value = TESTS.text = TESTS.verdict = "";
    TESTS.all = true;
    showTests();
  };
  put(view, [cutNotes("tests are"), el("div", { class: "toolbar" }, filter, verdicts.length > 1 ? select : null, TESTS.count),
    el("div", { class: "scroll" }, el("table", { class: "list tests" }, el("thead", {}, el("tr", {}, TESTS.heads)), TESTS.body)), TESTS.more]);
  showTests();
}

/** `#tests/12`. */
function showTest(rest) {
  if (!rest || !TESTS.body) return;
  if (!byId(`test-${rest}`)) TESTS.clear();
  const row = byId(`test-${rest}`);
  if (!row) return announce(`Test ${rest} is not in this page.`);
  for (const old of TESTS.body.querySelectorAll(".target")) old.classList.remove("target");
  row.classList.add("target");
  row.scrollIntoView({ block: "center" });
  row.focus({ preventScroll: true });
}
