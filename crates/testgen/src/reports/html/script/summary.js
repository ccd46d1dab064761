// The first screen: what the run came to, what to do next, and how to repeat it.

function headline() {
  const leftOut = RUN.paths["pruned:look-ahead"] || 0;
  const apart = RUN.partition?.left_out || 0;
  const pieces = [apart ? "only combines parts of the input that do not interfere" : null, leftOut ? "leads to nothing new: to no new branch and no possible error" : null].filter(Boolean);
  if (RUN.status === "complete" && apart > 0) return ["Complete", "ok", `What was left out ${pieces.join(", or ")}, and nothing was given up.`];
  if (RUN.status === "complete" && leftOut > 0) return ["Complete", "ok", "Nothing that was left out leads to a new branch or a possible error, and nothing was given up."];
  if (RUN.status === "complete") return ["Complete", "ok", "Every path was explored, and nothing was given up."];
  const pending = RUN.paths.pending || 0;
  const limits = RUN.limits.filter((limit) => limit !== "losses" && limit !== "unsupported");
  if (limits.length) {
    const left = pending ? ` ${counted(pending, "path")} ${pending === 1 ? "is" : "are"} left to follow.` : "";
    return ["Not complete", "warn", `The run was stopped by ${limits.map(limitWord).join(" and ")}.${left}`];
  }
  const why = RUN.limits.includes("unsupported") ? "some paths met something that is not supported" : "something was given up on the way";
  return ["Not complete", "warn", `Explored to the end, but ${why}: see the losses.`];
}

function coverageBlock() {
  const whole = sumOf(BRANCHES, (n) => n);
  const possible = BRANCHES[COVERED] + BRANCHES[NOT_REACHED];
  const parts = BRANCH_PARTS(BRANCHES);
  const lines = [
    { count: LINES[0], label: "covered", colour: "var(--covered)" },
    { count: LINES[1] - LINES[0], label: "not covered", colour: "var(--missed)" },
  ];
  const key = parts.map((part) => el("li", {}, dot(part.colour, part.striped), el("b", {}, number(part.count)), ` ${part.label}`));
  const how = RUN.native ? "measured on native runs of the tests" : "seen in the virtual machine; there was no native run";
  const infeasible = BRANCHES[INFEASIBLE] && possible ? `, ${percent(BRANCHES[COVERED], possible)} of those that are not infeasible` : "";
  return el("section", { class: "panel coverage" },
    heading("Branches", el("span", { class: "figure" }, `${number(BRANCHES[COVERED])} of ${number(whole)} sides covered (${percent(BRANCHES[COVERED], whole)}${infeasible})`)),
    bar(parts), el("ul", { class: "key" }, key, el("li", { class: "quiet" }, how)),
    heading("Lines", el("span", { class: "figure" }, `${RUN.native ? "" : "at least "}${number(LINES[0])} of ${number(LINES[1])} covered (${percent(LINES[0], LINES[1])})`)), bar(lines));
}

const tile = (name, value, detail, href, mood) =>
  el(href ? "a" : "div", { class: `tile ${mood || ""}`, href }, el("span", { class: "name" }, name), el("span", { class: "number" }, value), el("span", { class: "detail" }, detail));

function tiles() {
  const { counts } = PAGE;
  const ended = sumOf(Object.entries(RUN.paths), ([name, n]) => (name === "pending" || name === "infeasible" || name.startsWith("pruned:") ? 0 : n));
  const pruned = sumOf(Object.entries(RUN.paths), ([name, n]) => (name.startsWith("pruned:") ? n : 0));
  const unconfirmed = counts.bugs - counts.confirmed;
  const bugs = !counts.bugs ? "none found" : unconfirmed ? `${number(counts.confirmed)} confirmed, ${number(unconfirmed)} not` : "confirmed natively";
  const confirmed = counts.verdicts.confirmed || 0;
  return el("div", { class: "tiles" },
    tile("Bugs", number(counts.bugs), bugs, "#bugs", counts.bugs ? "bad" : "good"),
    tile("Tests", number(counts.tests), RUN.native ? `${confirmed === counts.tests ? "all" : number(confirmed)} as predicted natively` : "not replayed", "#tests"),
    tile("Paths", brief(ended), pruned ? `ended; ${brief(pruned)} pruned` : "ended", "#tree"),
    RUN.partition ? tile("Partition", counted(counts.blocks, "block"), `${brief(RUN.partition.left_out)} ${RUN.partition.left_out === 1 ? "side" : "sides"} left out`, "#partition") : null,
    RUN.sliced ? tile("Sliced", percent(RUN.sliced.cut, RUN.sliced.sides), `${number(RUN.sliced.cut)} of ${number(RUN.sliced.sides)} sides of branches cannot affect a check that is not proved, and were not explored${RUN.sliced.contradicted ? "; then the whole program was, since the rest alone was misleading" : ""}`, "#source") : null,
    RUN.checks ? tile("Proved", percent(RUN.checks.proved, RUN.checks.total), `${number(RUN.checks.proved)} of ${number(RUN.checks.total)} checks cannot fail${RUN.checks.note ? `; ${RUN.checks.note}` : ""}`, "#source") : null,
    tile("Losses", number(counts.losses), counts.losses ? "something was given up" : "nothing was given up", "#losses", counts.losses ? "warn" : ""),
    tile("Divergences", RUN.native || counts.divergences ? number(counts.divergences) : "–", counts.divergences ? "defects of Secateur itself" : RUN.native ? "natively as predicted" : "not known without native runs", counts.divergences ? "#divergences" : null, counts.divergences ? "warn" : ""),
    tile("Time", duration(RUN.time_s), `${brief(RUN.instructions)} instructions, ${bytes(RUN.peak_rss_bytes)}`));
}

function endsBlock() {
  const entries = Object.entries(RUN.paths).filter(([, count]) => count).sort((a, b) => b[1] - a[1]);
  const whole = sumOf(entries, ([, count]) => count);
  const rows = entries.map(([name, count]) => {
    const info = endInfo(name);
    const style = `--colour:var(${info.variable});width:${(100 * count) / entries[0][1]}%`;
    return el("tr", { title: info.about }, el("th", { scope: "row" }, info.label), el("td", { class: "n" }, number(count)), el("td", { class: "n quiet" }, percent(count, whole)),
      el("td", { class: "meter" }, el("span", { class: info.striped ? "striped" : null, style })));
  });
  return el("section", { class: "panel" }, heading("Paths, by how they ended"), rows.length ? el("table", { class: "ends" }, rows) : el("p", { class: "quiet" }, "no path ended"));
}

const fact = (name, value) => (value ? el("div", {}, el("dt", {}, name), el("dd", {}, value)) : null);

function repeatBlock() {
  const date = new Date(RUN.started);
  const when = Number.isNaN(date.getTime()) ? RUN.started : `${RUN.started.slice(0, 19).replace("T", " ")} UTC`;
  return el("section", { class: "panel" }, heading("Repeat this run"),
    command(shell(RUN.command)),
    el("dl", { class: "facts flow" },
      fact("in", el("code", {}, RUN.directory)), fact("function", el("code", {}, RUN.function)), fact("seed", String(RUN.seed)), fact("search", RUN.search.join(", ")),
      fact("prune", RUN.prune.join(", ") || "none"), fact("partition", RUN.partition?.kind), fact("started", when), fact("Secateur", RUN.version)));
}

function divergenceBlock() {
  if (!RUN.divergences.length) return null;
  return el("section", { class: "panel warn", id: "divergence-list" }, heading("Divergences: defects of Secateur"),
    el("p", {}, "For these tests the native program did something else than Secateur predicted. Your program is not to blame; what is said above about these paths may be wrong."),
    cutNotes("divergences"), el("ul", { class: "divergences" }, RUN.divergences.map((text) => el("li", {}, text))));
}

function summaryView(view) {
  const [status, mood, sentence] = headline();
  const hints = allHints();
  put(view, [
    el("div", { class: "headline" }, el("span", { class: `chip ${mood}` }, status), el("p", {}, prose(sentence))),
    tiles(),
    el("div", { class: "columns" },
      el("div", {}, coverageBlock(), endsBlock()),
      el("div", {}, repeatBlock(), hints.length ? el("section", { class: "panel" }, heading("What to do next"), el("ol", { class: "hints" }, hints.map((h) => el("li", {}, h.parts.map(prose))))) : null)),
    divergenceBlock(),
    el("section", { class: "panel" }, heading("Over time"), charts()),
    PAGE.said.length ? el("section", { class: "panel" }, heading("Left out of this page"), PAGE.said.map((text) => el("p", { class: "note" }, text))) : null,
  ]);
}
