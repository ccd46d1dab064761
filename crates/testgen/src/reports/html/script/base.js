// What every view uses: elements, numbers as people read them, things to copy. Texts become text
// nodes only; nothing here reads a text as HTML.

const byId = (id) => document.getElementById(id);

/** An element. Attributes that are functions are listeners; `null` and `false` are left out. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  put(node, children);
  return node;
}

function put(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  return put(node, children);
}

const number = (value) => Math.round(value).toLocaleString("en-GB");

/** `3 tests`, `1 test`; the plural is given where it is not made with an s. */
const counted = (count, one, many) => `${number(count)} ${count === 1 ? one : many || one + "s"}`;

function duration(seconds) {
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  if (seconds >= 120) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds >= 10) return `${seconds.toFixed(1)} s`;
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  if (seconds >= 0.001) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
  return seconds > 0 ? `${(seconds * 1e6).toFixed(0)} µs` : "0 s";
}

/** A large number in a few characters. */
function brief(value) {
  for (const [size, unit] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e4, "k"]]) {
    if (value >= size) return `${(value / (unit === "k" ? 1e3 : size)).toFixed(value / size < 10 && unit !== "k" ? 1 : 0)} ${unit}`;
  }
  return number(value);
}

function bytes(value) {
  for (const [size, unit] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]) {
    if (value >= size) return `${(value / size).toFixed(value / size < 10 ? 1 : 0)} ${unit}`;
  }
  return `${value} bytes`;
}

/** A share that is 0 % or 100 % only if it really is. */
function percent(part, whole) {
  if (!whole) return "–";
  if (part === whole) return "100 %";
  if (part === 0) return "0 %";
  const share = (100 * part) / whole;
  if (part > 0 && share < 0.1) return "< 0.1 %";
  return `${Math.min(share, 99.9).toFixed(share < 10 || share > 99 ? 1 : 0)} %`;
}

/** A word for a shell. Control characters become `$'…'`, which bash, zsh and ksh read. */
function quoted(word) {
  if (/^[A-Za-z0-9_\-+=:,./@%]+$/.test(word)) return word;
  if (!/[\0-\x1f\x7f]/.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const octal = (c) => "\\" + c.charCodeAt(0).toString(8).padStart(3, "0");
  return `$'${word.replace(/[\\']/g, "\\$&").replace(/[\0-\x1f\x7f]/g, octal)}'`;
}

const shell = (words) => words.map(quoted).join(" ");

function announce(text) {
  byId("announce").textContent = text;
}

/** For where there is no clipboard for scripts. */
function copyByHand(text) {
  const area = el("textarea", { class: "unseen" }, text);
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

function copyButton(text) {
  const button = el("button", { type: "button", class: "copy", "aria-label": `Copy: ${text}` }, "Copy");
  const say = (done) => {
    button.textContent = done ? "Copied" : "Select and copy by hand";
    announce(button.textContent);
    setTimeout(() => (button.textContent = "Copy"), 1500);
  };
  button.addEventListener("click", () => {
    if (!navigator.clipboard) return say(copyByHand(text));
    navigator.clipboard.writeText(text).then(() => say(true), () => say(copyByHand(text)));
  });
  return button;
}

/** A text whose options are not torn at their hyphens. */
const prose = (text) => (typeof text !== "string" ? text : text.split(/(--[a-z]+(?:-[a-z]+)*(?: [A-Z]+)*)/).map((part, i) => (i % 2 ? el("span", { class: "whole-word" }, part) : part)));

/** A command, with a button that copies it. */
const command = (text) => el("div", { class: "command" }, el("code", {}, text.split(" ").map((word) => [el("span", {}, word), " "])), copyButton(text));

const dot = (colour, striped) => el("span", { class: striped ? "dot striped" : "dot", style: `--colour:${colour}` });

/** A bar of parts `{count, colour, label, striped}`. */
function bar(parts, label) {
  const whole = parts.reduce((sum, part) => sum + part.count, 0);
  const node = el("div", { class: "bar", role: "img", "aria-label": label || parts.map((p) => `${p.label}: ${p.count}`).join(", ") });
  for (const part of parts) {
    if (part.count) {
      const style = `--colour:${part.colour};flex-grow:${part.count / whole}`;
      node.append(el("span", { class: part.striped ? "striped" : null, style, title: `${part.label}: ${number(part.count)} (${percent(part.count, whole)})` }));
    }
  }
  return node;
}

const heading = (text, ...more) => el("h2", {}, text, more);

const isTyping = (event) => /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey;
