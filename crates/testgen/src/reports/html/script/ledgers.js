// The loss ledger, and the solver's tiers.

/** What a kind of loss means, by words that its entry has. */
const LOSS_KINDS = [
  [/solver gave up|unknown|could not be decided/, "The solver could not say whether an input exists in the time it had. The side was not followed; a bug may hide there."],
  [/one value|one size|concret|tried with/, "A value that depends on input was fixed to one of its values, because there is no model for all of them. Other values were not tried."],
  [/more than \d+ objects|address/, "A pointer may point to very many objects. One was followed, the others were not."],
  [/memory/, "The run was short of memory. What would have happened with more is not known."],
  [/unsupported|not supported|unmodelled|no model|system call|inline assembly/, "The path met something that Secateur cannot execute, and ended there. What follows on these paths was not explored."],
  [/limit|steps|depth|long/, "The path was cut by a limit on single paths, and what follows was not explored. A larger limit goes further."],
  [/fork/, "The program switched forking off, so only one side was followed."],
  [/internal|defect|panic/, "A defect of Secateur ended the path. Please report it."],
];

const lossMeaning = (what) => (LOSS_KINDS.find(([words]) => words.test(what)) || [null, ""])[1];

function lossesView(view) {
  if (!RUN.losses.length) {
    const text = RUN.status === "complete" ? "The run is complete: every path was followed with every input." : "What was followed, was followed with every input. The run is not complete only because paths are left.";
    return put(view, [el("section", { class: "panel empty" }, heading("Nothing was given up"), el("p", {}, text))]);
  }
  const rows = [...RUN.losses].sort((a, b) => b.count - a.count).map((loss) => el("tr", {},
    el("td", { class: "n" }, number(loss.count)),
    el("td", {}, el("div", {}, el("b", {}, loss.what)), el("div", { class: "quiet" }, lossMeaning(loss.what))),
    el("td", {}, loss.file ? placeLink(loss.file, loss.line) : "–", loss.function ? [" in ", el("code", {}, loss.function)] : null),
    el("td", {}, loss.cost)));
  const names = ["Times", "What", "Where", "What it may cost"];
  put(view, [
    el("p", {}, "Everything that was given up on the way is listed here, so that nothing is lost in silence. Only if this list is empty can a run be complete."), cutNotes("losses"),
    el("div", { class: "scroll" }, el("table", { class: "list losses" }, el("thead", {}, el("tr", {}, names.map((name, i) => el("th", { scope: "col", class: i ? null : "n" }, name)))), el("tbody", {}, rows)))]);
}

function solverView(view) {
  const { solver } = RUN;
  const answers = sumOf(solver.tiers, (tier) => tier.answers), times = sumOf(solver.tiers, (tier) => tier.time_s);
  const most = Math.max(1, ...solver.tiers.map((tier) => tier.answers)), slowest = Math.max(1e-9, ...solver.tiers.map((tier) => tier.time_s));
  const meter = (share, colour) => el("td", { class: "meter" }, el("span", { style: `--colour:${colour};width:${100 * share}%` }));
  const rows = solver.tiers.map((tier) => el("tr", { class: tier.answers ? null : "unused" },
    el("th", { scope: "row" }, tier.name), el("td", { class: "quiet" }, tier.summary),
    el("td", { class: "n" }, number(tier.answers)), el("td", { class: "n" }, percent(tier.answers, answers)), meter(tier.answers / most, "var(--covered)"),
    el("td", { class: "n" }, duration(tier.time_s)), el("td", { class: "n" }, times ? percent(tier.time_s, times) : "–"), meter(tier.time_s / slowest, "var(--missed)")));
  const share = RUN.time_s ? ` (${percent(Math.min(solver.time_s, RUN.time_s), RUN.time_s)} of the run)` : "";
  put(view, [
    el("div", { class: "tiles" },
      tile("Questions", brief(solver.queries), "asked in all"), tile("Checks", brief(solver.checks), "of them for an input of another side"),
      tile("SAT calls", brief(solver.sat_calls), `${percent(solver.sat_calls, solver.queries)} of all`), tile("Unknown", number(solver.unknown), solver.unknown ? "each is a loss" : "every question was answered", solver.unknown ? "#losses" : null, solver.unknown ? "warn" : ""),
      tile("Time", duration(solver.time_s), `in the solver${share}`)),
    el("p", { class: "legend" }, "Tiers are asked from top to bottom; each answers what it can and passes the rest on. Cheap ones come first. Time is measured for checks; other questions are too short for that."),
    el("div", { class: "scroll" }, el("table", { class: "list tiers" }, el("thead", {}, el("tr", {}, ["Tier", "How it answers", "Answers", "", "", "Time", "", ""].map((name, i) => el("th", { scope: "col", class: i % 3 === 2 ? "n" : null }, name)))), el("tbody", {}, rows)))]);
}
