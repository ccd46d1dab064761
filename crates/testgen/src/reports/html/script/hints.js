// "What to do next", from the facts of the run. Each hint is a sentence, perhaps with a command.

const hint = (weight, ...parts) => ({ weight, parts });

/** The run's command with an option set to a value, or added before the program's files. It gets a folder of its own. */
function commandWith(option, value) {
  const words = [...RUN.command];
  const end = words.indexOf("--");
  const head = end < 0 ? words : words.slice(0, end);
  const tail = end < 0 ? [] : words.slice(end);
  const output = head.findIndex((word) => word === "-o" || word === "--output");
  if (output >= 0) head.splice(output, 2);
  if (head.includes("--force")) head.splice(head.indexOf("--force"), 1);
  const at = head.findIndex((word) => word === option || word.startsWith(option + "="));
  if (at < 0) head.splice(Math.min(2, head.length), 0, option, value);
  else if (head[at] === option) head[at + 1] = value;
  else head[at] = `${option}=${value}`;
  return shell([...head, ...tail]);
}

function bugHints() {
  const bug = RUN.bugs.find((b) => b.confirmed) || RUN.bugs[0];
  if (!bug) return [];
  const how = bug.confirmed ? "It is confirmed natively" : "It is not confirmed natively";
  return [hint(100, el("a", { href: "#bugs/1" }, "Look at the first bug"), `: ${bug.kind} in ${bug.function}. ${how}. Step through it with:`,
    command(`secateur replay --gdb ${quoted(inFolder(bug.folder + "/input.ktest"))}`))];
}

const LIMIT_HINTS = {
  time: () => command(commandWith("--time", `${Math.max(1, Math.ceil(RUN.time_s * 5))}s`)),
  memory: () => command(commandWith("--max-memory", "8GiB")),
};
const LIMIT_WORDS = {
  time: "the limit on time (--time)", memory: "the limit on memory (--max-memory)", paths: "the limit on paths (--max-paths)", tests: "the limit on tests (--max-tests)",
  depth: "the limit on depth (--depth)", steps: "the limit on steps of a path (--path-steps)", partition: "blocks that interfere (--strict)", interrupt: "an interruption",
};
const limitWord = (limit) => LIMIT_WORDS[limit] || limit;

function limitHints() {
  const hints = [];
  for (const limit of RUN.limits.filter((name) => name !== "losses" && name !== "unsupported")) {
    const points = RUN.timeline;
    const most = points.length ? points[points.length - 1].branches : 0;
    const since = points.find((point) => point.branches === most);
    const idle = limit === "time" && since && RUN.time_s - since.time_s > RUN.time_s / 2;
    if (limit === "interrupt" || limit === "partition") continue;
    const text = idle
      ? `The run stopped at ${limitWord(limit)}, but covered nothing new after ${duration(since.time_s)}: more time alone may not help. Look at the branches that were not reached first.`
      : `The run stopped at ${limitWord(limit)} with paths left. Give it more:`;
    hints.push(hint(idle ? 40 : 80, text, idle ? null : LIMIT_HINTS[limit]?.()));
  }
  return hints;
}

function lossHints() {
  if (!RUN.losses.length) return [];
  const worst = RUN.losses.reduce((a, b) => (b.count > a.count ? b : a));
  return [hint(60, el("a", { href: "#losses" }, counted(PAGE.counts.losses, "loss", "losses")), ": parts of the program were not explored fully. The most frequent: ",
    worst.what, worst.file ? [" at ", placeLink(worst.file, worst.line)] : "", `, ${counted(worst.count, "time")}.`)];
}

function reachHints() {
  const hints = [];
  const uncalled = FILES.flatMap((file) => uncalledIn(file).filter((f) => f.name !== "main").map((f) => ({ file, f })));
  if (uncalled.length) {
    const sides = new Map();
    for (const file of FILES) for (const d of file.decisions) sides.set(d.function, (sides.get(d.function) || 0) + d.sides.length);
    uncalled.sort((a, b) => (sides.get(b.f.name) || 0) - (sides.get(a.f.name) || 0));
    const { file, f } = uncalled[0];
    hints.push(hint(50, `${counted(uncalled.length, "function")} ${uncalled.length === 1 ? "was" : "were"} called by no test. Test the one with the most branches, `,
      placeLinkNamed(f.name, file.name, f.line), ", on its own:", command(commandWith("--function", f.name))));
  }
  if (BRANCHES[NOT_REACHED]) {
    hints.push(hint(45, el("a", { href: "#source?missed" }, `${counted(BRANCHES[NOT_REACHED], "side")} of branches not reached`), ": see each with the reason why."));
  }
  return hints;
}

function placeLinkNamed(text, file, line) {
  return el("a", { class: "place", href: sourceHash(file, line) }, text);
}

function partitionHints() {
  const against = RUN.partition?.joins.filter((join) => join.against) || [];
  if (!against.length) return [];
  const name = ([input, offset]) => `${RUN.partition.inputs[input].name}[${offset}]`;
  const [{ a, b, file, line, words }] = against;
  return [hint(85, el("a", { href: "#partition" }, "Blocks of your partition interfere"), `: ${name(a)} and ${name(b)}`, line ? [" at ", placeLink(file, line)] : null, `, since ${words}. Put them into one block, or one of them into none.`)];
}

function otherHints() {
  const hints = [];
  if (PAGE.counts.divergences) {
    hints.push(hint(90, el("a", { href: "#divergences" }, counted(PAGE.counts.divergences, "divergence")),
      ": the native program did something else than Secateur predicted. That is a defect of Secateur, not of your program; please report it with the test."));
  }
  for (const why of RUN.not_native) hints.push(hint(65, `${why[0].toUpperCase()}${why.slice(1)}.`));
  const ended = sumOf(Object.values(RUN.paths), (n) => n);
  if (ended <= 1 && RUN.tests.every((test) => !test.input.length) && RUN.function === "main") {
    hints.push(hint(95, "Nothing in this run was symbolic, so there was one path. Make input symbolic: --sym-stdin N, --sym-arg N, --sym-file NAME N, secateur_symbolic in the program, or --function NAME:",
      command(commandWith("--sym-stdin", "16"))));
  }
  if (RUN.paths["pruned:call-depth"]) {
    hints.push(hint(30, `The pruning call-depth dropped ${counted(RUN.paths["pruned:call-depth"], "path")}. It may hide branches and bugs; the other prunings do not.`));
  }
  if (!RUN.bugs.length && RUN.status === "complete") {
    hints.push(hint(20, "The run is complete and no bug was found. Keep the tests: this runs them again on the native program:", command(`secateur replay ${quoted(FOLDER)}`)));
  } else if (PAGE.counts.tests) {
    hints.push(hint(10, "Run all tests again on the native program:", command(`secateur replay ${quoted(FOLDER)}`)));
  }
  return hints;
}

function allHints() {
  const all = [...bugHints(), ...limitHints(), ...lossHints(), ...reachHints(), ...partitionHints(), ...otherHints()];
  return all.sort((a, b) => b.weight - a.weight).slice(0, 6);
}
