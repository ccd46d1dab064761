// Each bug with what is needed to understand it, see it happen and mend it.

function frameLine(frame, index) {
  return el("li", { class: frame.library ? "library" : null }, el("span", { class: "n" }, `#${index}`), " ", el("code", {}, frame.function), " at ",
    placeLink(frame.file, frame.line, frame.path), frame.col ? el("span", { class: "quiet" }, `:${frame.col}`) : null, frame.library ? el("span", { class: "quiet" }, " (library)") : null);
}

function noteLine(note) {
  return el("li", {}, note.text.replace(/ at$/, ""), note.place ? [" at ", placeLink(note.place.file, note.place.line, note.place.path), note.place.function ? [" in ", el("code", {}, note.place.function)] : ""] : null);
}

/** The lines around a bug. */
function excerpt(bug) {
  const index = FILE_INDEX.get(bug.path) ?? FILE_INDEX.get(bug.file);
  const source = index === undefined ? null : FILES[index].source;
  if (!source || !bug.line || bug.line > source.length) return null;
  const from = Math.max(1, bug.line - 3), to = Math.min(source.length, bug.line + 2);
  const states = lexerStates(source.slice(0, to));
  const rows = [];
  for (let line = from; line <= to; line++) {
    rows.push(el("div", { class: line === bug.line ? "row here" : "row" }, el("span", { class: "no" }, line), el("code", {}, coloured(source[line - 1], states[line - 1]))));
  }
  return el("div", { class: "excerpt code", tabindex: "0" }, rows);
}

function bugBlock(bug, index) {
  const verdict = bug.confirmed
    ? el("span", { class: "chip ok", title: "The native program, built with sanitizers, showed the same error" }, "confirmed natively")
    : el("span", { class: "chip warn" }, "not confirmed");
  const input = inFolder(`${bug.folder}/input.ktest`);
  return el("article", { class: "panel bug", id: `bug-${index + 1}`, tabindex: "-1" },
    el("h2", {}, el("span", { class: "kind" }, bug.kind), " ", verdict),
    el("p", { class: "message" }, bug.message, " — ", placeLink(bug.file, bug.line, bug.path), bug.col ? el("span", { class: "quiet" }, `:${bug.col}`) : null, bug.function ? [" in ", el("code", {}, bug.function)] : null),
    bug.confirmed || !bug.why_not ? null : el("p", { class: "note" }, `Not confirmed: ${bug.why_not}`),
    excerpt(bug),
    el("div", { class: "columns" },
      el("div", {},
        bug.stack.length ? [el("h3", {}, "Stack"), el("ol", { class: "stack" }, bug.stack.map(frameLine))] : null,
        bug.notes.length ? [el("h3", {}, "Notes"), el("ul", { class: "notes" }, bug.notes.map(noteLine))] : null),
      el("div", {}, el("h3", {}, "Input"), inputList(bug.input),
        el("p", {}, el("a", { href: `#tests/${bug.test}` }, `test ${bug.test}`), ": ", fileLink(bug.test_file)))),
    el("h3", {}, "See it happen"), command(`secateur replay ${quoted(input)}`), command(`secateur replay --gdb ${quoted(input)}`),
    bug.native ? el("details", {}, el("summary", {}, "What the sanitizers printed"), el("pre", { tabindex: "0" }, bug.native)) : null);
}

function bugsView(view) {
  put(view, [cutNotes("bugs")]);
  if (!RUN.bugs.length) {
    const scope = RUN.status === "complete" ? "Every path that could show one was explored." : "The run is not complete, so there may be some on paths that were not followed.";
    put(view, [el("section", { class: "panel empty" }, heading("No bugs found"), el("p", {}, scope))]);
    return;
  }
  if (RUN.bugs.length > 1) {
    const rows = RUN.bugs.map((bug, index) => el("tr", {},
      el("td", { class: "n" }, index + 1), el("td", {}, el("a", { href: `#bugs/${index + 1}` }, bug.kind)), el("td", {}, placeLink(bug.file, bug.line, bug.path)),
      el("td", {}, el("code", {}, bug.function)), el("td", {}, bug.confirmed ? "confirmed" : "not confirmed")));
    put(view, [el("div", { class: "scroll" }, el("table", { class: "list" }, el("thead", {}, el("tr", {}, ["", "Kind", "Place", "Function", "Natively"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows)))]);
  }
  put(view, RUN.bugs.map(bugBlock));
}

/** `#bugs/3`. */
function showBug(rest) {
  const block = byId(`bug-${rest}`);
  if (!block) return;
  block.scrollIntoView();
  block.focus({ preventScroll: true });
}
