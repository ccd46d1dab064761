// The parts of the input that were explored apart: its bytes, drawn as cells in the colours of their blocks, and
// the lines that brought bytes together.

/** More bytes than this are not drawn. */
const MOST_CELLS = 16384;
/** Rows of the list of blocks. */
const MOST_BLOCKS = 2000;

const PARTITION = RUN.partition || null;

/** What is known of each byte that is drawn: `count` blocks have it, `block` is the first of them. */
const PARTS = { inputs: [], cells: [], on: [], pinned: null, details: null, box: null };

const hueOf = (block) => Math.round((block * 137.508 + 205) % 360);
const byteName = ([input, offset]) => `${PARTITION.inputs[input].name}[${offset}]`;
const spanName = ([input, first, last]) => (first === last ? byteName([input, first]) : `${PARTITION.inputs[input].name}[${first}..${last}]`);
const spanSize = (spans) => sumOf(spans, ([, first, last]) => last - first + 1);
const hasByte = (spans, input, offset) => spans.some(([i, first, last]) => i === input && first <= offset && offset <= last);
const blockTitle = (block) => `Block ${block + 1}`;
const blockLink = (block) => el("a", { href: `#partition/${block + 1}` }, el("span", { class: "swatch", style: `--hue:${hueOf(block)}` }, block + 1));
const byteLink = (byte) => el("a", { class: "place", href: `#partition/${byte[0]}.${byte[1]}` }, byteName(byte));

/** Fills in how many blocks have each byte, and which is the first. */
function countBlocks() {
  let room = MOST_CELLS;
  PARTS.inputs = PARTITION.inputs.map(({ name, size }) => {
    const drawn = Math.min(size, room);
    room -= drawn;
    return { name, size, drawn, count: new Uint32Array(drawn), block: new Int32Array(drawn).fill(-1) };
  });
  PARTITION.blocks.forEach((spans, block) => {
    for (const [input, first, last] of spans) {
      const { drawn, count, block: owner } = PARTS.inputs[input];
      for (let at = first; at <= last && at < drawn; at++) {
        count[at]++;
        if (owner[at] < 0) owner[at] = block;
      }
    }
  });
}

function cell(input, offset) {
  const { count, block } = PARTS.inputs[input];
  const blocks = count[offset];
  const label = blocks === 0 ? "decides nothing" : blocks === 1 ? blockTitle(block[offset]).toLowerCase() : `shared by ${counted(blocks, "block")}`;
  const text = blocks === 0 ? "" : blocks === 1 ? block[offset] + 1 : "+";
  const node = el("span", { class: blocks === 0 ? "cell none" : blocks === 1 ? "cell" : "cell shared", role: "button", tabindex: "-1", "aria-label": `${byteName([input, offset])}, ${label}`, style: blocks === 1 ? `--hue:${hueOf(block[offset])}` : null }, text);
  node.at = [input, offset];
  PARTS.cells.push(node);
  PARTS.inputs[input].nodes.push(node);
  return node;
}

/** Bytes in groups of eight, so that a row has 32, 16 or 8 of them, as there is room. */
function inputRow(input, index) {
  input.nodes = [];
  const groups = [];
  for (let from = 0; from < input.drawn; from += 8) {
    const cells = [];
    for (let at = from; at < Math.min(from + 8, input.drawn); at++) cells.push(cell(index, at));
    groups.push(el("span", { class: "octet" }, el("span", { class: "no" }, input.size > 8 ? from : ""), cells));
  }
  const left = input.size - input.drawn;
  return el("div", { class: input.size > 32 ? "input long" : "input" },
    el("h3", {}, el("code", {}, input.name), el("span", { class: "quiet" }, ` ${counted(input.size, "byte")}`)),
    el("div", { class: "bytes", style: `--label:${String(input.size).length * 7 + 6}px` }, groups, left ? el("span", { class: "quiet" }, `${number(left)} more are not drawn`) : null));
}

/** Shows what is known of the blocks, and draws their bytes in full colour and the others pale. */
function highlight(blocks) {
  for (const node of PARTS.on) node.classList.remove("on");
  PARTS.on = [];
  for (const block of blocks) {
    for (const [input, first, last] of PARTITION.blocks[block]) {
      for (const node of PARTS.inputs[input].nodes.slice(first, last + 1)) {
        node.classList.add("on");
        PARTS.on.push(node);
      }
    }
  }
  PARTS.box.classList.toggle("chosen", blocks.length > 0);
}

function spanList(spans) {
  const shown = spans.slice(0, 60);
  const items = shown.map((span, i) => [i ? " " : null, el("code", {}, spanName(span))]);
  return el("p", { class: "spans" }, items, spans.length > shown.length ? ` and ${number(spans.length - shown.length)} more` : null);
}

function joinLine(join) {
  return el("li", {}, byteLink(join.a), " and ", byteLink(join.b), join.line ? [" at ", placeLink(join.file, join.line)] : null, `: ${join.words}`);
}

function joinList(joins) {
  if (!joins.length) return null;
  return [el("h3", {}, "Why together"), el("ul", { class: "notes" }, joins.slice(0, 8).map(joinLine)), joins.length > 8 ? el("p", { class: "quiet" }, `and ${number(joins.length - 8)} more, in the list`) : null];
}

function describeBlock(block) {
  const spans = PARTITION.blocks[block];
  const inside = PARTITION.joins.filter((join) => hasByte(spans, ...join.a) && hasByte(spans, ...join.b));
  return [el("h3", {}, el("span", { class: "swatch", style: `--hue:${hueOf(block)}` }, block + 1), ` ${blockTitle(block)}: ${counted(spanSize(spans), "byte")}`), spanList(spans), joinList(inside)];
}

function describeByte([input, offset]) {
  const having = PARTITION.blocks.map((spans, block) => block).filter((block) => hasByte(PARTITION.blocks[block], input, offset));
  if (having.length === 1) return [el("p", {}, el("b", {}, byteName([input, offset]))), describeBlock(having[0])];
  const about = PARTITION.joins.filter((join) => [join.a, join.b].some(([i, o]) => i === input && o === offset));
  const text = having.length ? `is shared by ${counted(having.length, "block")}: ` : "is in no block: nothing that was decided depends on it.";
  return [el("p", {}, el("b", {}, byteName([input, offset])), ` ${text}`, having.slice(0, 24).map((block) => [blockLink(block), " "]), having.length > 24 ? `and ${number(having.length - 24)} more` : null), joinList(about)];
}

const HELP = () => [
  el("h3", {}, "How to read it"),
  el("ul", { class: "notes" },
    el("li", {}, el("span", { class: "swatch", style: `--hue:${hueOf(0)}` }, 1), " a byte of block 1: bytes of one number were explored together"),
    el("li", {}, el("span", { class: "cell shared" }, "+"), " a byte that several blocks share, such as a guard in front of them"),
    el("li", {}, el("span", { class: "cell none" }), " a byte that nothing was decided by")),
  el("p", { class: "quiet" }, "Point at a byte, or go through them with the arrow keys, to see its block. Click, or press ", el("kbd", {}, "Enter"), ", to keep it chosen; ", el("kbd", {}, "Esc"), " lets it go."),
];

/** What a byte or a block is, beside the bytes. Without either: how to read them. */
function tell(what) {
  const blocks = !what ? [] : what.block !== undefined ? [what.block] : PARTITION.blocks.map((spans, i) => i).filter((i) => hasByte(PARTITION.blocks[i], ...what.byte));
  highlight(blocks);
  PARTS.details.replaceChildren();
  put(PARTS.details, [!what ? HELP() : what.block !== undefined ? describeBlock(what.block) : describeByte(what.byte)]);
}

function focusCell(node) {
  for (const other of PARTS.box.querySelectorAll('.cell[tabindex="0"]')) other.tabIndex = -1;
  node.tabIndex = 0;
  node.focus();
}

/** Arrow keys go to the next byte, or to the nearest one of the row above or below. */
function moveFocus(event) {
  const here = PARTS.cells.indexOf(document.activeElement);
  if (here < 0) return;
  let next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: PARTS.cells.length - 1 }[event.key];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const step = event.key === "ArrowDown" ? 1 : -1;
    const from = PARTS.cells[here].getBoundingClientRect();
    let best = Infinity, row = null;
    for (let i = here + step; PARTS.cells[i]; i += step) {
      const box = PARTS.cells[i].getBoundingClientRect();
      if (Math.abs(box.top - from.top) < 4) continue;
      if (row !== null && Math.abs(box.top - row) >= 4) break;
      row = box.top;
      const away = Math.abs(box.left - from.left);
      if (away < best) [best, next] = [away, i];
    }
  }
  if (PARTS.cells[next] === undefined) return;
  event.preventDefault();
  focusCell(PARTS.cells[next]);
}

function pin(byte) {
  const hash = byte ? `#partition/${byte[0]}.${byte[1]}` : "#partition";
  if (location.hash === hash) showPartition(byte ? hash.slice(11) : "");
  else location.hash = hash;
}

const cellOf = (event) => event.target.closest?.(".bytes .cell")?.at;

function partitionKeys(event) {
  if (event.key === "Escape") pin(null);
  else if (event.key === "Enter" && cellOf(event)) pin(cellOf(event));
  else moveFocus(event);
}

function joinTable() {
  // What goes against the user's file comes first.
  const joins = [...PARTITION.joins].sort((a, b) => b.against - a.against);
  if (!joins.length) return el("p", { class: "quiet" }, "No two bytes had to be explored together.");
  const rows = joins.map((join) => el("tr", {},
    el("td", {}, byteLink(join.a)), el("td", {}, byteLink(join.b)),
    el("td", {}, join.words, join.against ? [" ", el("span", { class: "chip warn", title: "Your partition has them in different blocks" }, "against your file")] : null),
    el("td", {}, join.line ? placeLink(join.file, join.line) : "–", join.function ? [" in ", el("code", {}, join.function)] : null)));
  return el("div", { class: "scroll" }, el("table", { class: "list joins" }, el("thead", {}, el("tr", {}, ["Byte", "and byte", "Why", "Where"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows)));
}

function blockTable() {
  const rows = PARTITION.blocks.slice(0, MOST_BLOCKS).map((spans, block) => el("tr", {}, el("td", { class: "n" }, blockLink(block)), el("td", { class: "n" }, number(spanSize(spans))), el("td", {}, spanList(spans))));
  const more = PARTITION.blocks.length - rows.length;
  return [
    el("div", { class: "scroll blocks", tabindex: "0" }, el("table", { class: "list" }, el("thead", {}, el("tr", {}, ["Block", "Bytes", "Which"].map((name, i) => el("th", { scope: "col", class: i < 2 ? "n" : null }, name)))), el("tbody", {}, rows))),
    more > 0 ? el("p", { class: "note" }, `${counted(more, "block")} more are not listed here; run.json has them all.`) : null];
}

function partitionTiles() {
  const { counts } = PAGE;
  const against = PARTITION.joins.filter((join) => join.against).length;
  const largest = Math.max(0, ...PARTITION.blocks.map(spanSize));
  return el("div", { class: "tiles" },
    tile("Blocks", number(counts.blocks), `the largest has ${counted(largest, "byte")}`),
    tile("Shared", counted(counts.shared, "byte"), counts.shared ? "in several blocks" : "no byte is in two blocks"),
    tile("Left out", counted(PARTITION.left_out, "side"), "they only combine what does not interfere"),
    tile("Joins", number(counts.joins), against ? `${number(against)} against your file` : "places that brought bytes together", null, against ? "warn" : ""),
    tile("Conditions", number(PARTITION.decisions), `on the input; ${counted(PARTITION.again, "path")} followed once more`));
}

function partitionView(view) {
  countBlocks();
  const whose = PARTITION.kind === "file" ? "The blocks began as your file says" : "The run found the blocks itself";
  PARTS.details = el("aside", { class: "panel details", "aria-live": "polite" });
  PARTS.box = el("div", { class: "inputs-drawn", mouseover: (event) => !PARTS.pinned && cellOf(event) && tell({ byte: cellOf(event) }), mouseleave: () => !PARTS.pinned && tell(null),
    focusin: (event) => cellOf(event) && tell({ byte: cellOf(event) }), click: (event) => pin(cellOf(event)) }, PARTS.inputs.map(inputRow));
  if (PARTS.cells[0]) PARTS.cells[0].tabIndex = 0;
  put(view, [
    partitionTiles(),
    PARTITION.gave_up ? el("p", { class: "note" }, `Given up: ${PARTITION.gave_up}. From then on all sides were explored.`) : null,
    el("p", { class: "legend" }, `${whose}. A block is what was explored together; bytes of different blocks do not interfere, so not every combination of them was tried.`),
    cutNotes("partition"),
    el("div", { class: "partbox" },
      el("div", {},
        el("section", { class: "panel" }, heading("The input, byte by byte"), PARTS.cells.length ? PARTS.box : el("p", { class: "quiet" }, "no input")),
        el("section", { class: "panel" }, heading("Why bytes are together"), joinTable()),
        el("section", { class: "panel" }, heading("Blocks"), blockTable())),
      PARTS.details)]);
  tell(null);
}

/** `12`: block 12. `0.12`: byte 12 of the first input. */
function showPartition(rest) {
  const [, first, second] = /^(\d+)(?:\.(\d+))?$/.exec(rest) || [];
  const isByte = second !== undefined && Number(second) < (PARTITION.inputs[first]?.size ?? 0);
  const isBlock = second === undefined && PARTITION.blocks[Number(first) - 1];
  PARTS.pinned = isByte ? { byte: [Number(first), Number(second)] } : isBlock ? { block: Number(first) - 1 } : null;
  tell(PARTS.pinned);
  const node = isByte ? PARTS.inputs[first].nodes[second] : PARTS.on[0];
  if (PARTS.pinned && node && document.activeElement !== node) node.scrollIntoView({ block: "nearest" });
}
