// Colours for C, a line at a time. Only comments go beyond a line, so a line is known by whether it
// begins inside one.

const C_WORDS = new Set(("auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef " +
  "union volatile while _Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local alignas alignof bool constexpr nullptr static_assert thread_local typeof true false NULL").split(" "));
const C_TYPES = new Set("char double float int long short signed unsigned void size_t ssize_t ptrdiff_t intptr_t uintptr_t FILE va_list wchar_t off_t time_t".split(" "));
const isType = (word) => C_TYPES.has(word) || /^u?int(8|16|32|64|max|ptr)_t$/.test(word);

// Comment, string or character (also one that is not closed), number, word, or anything else.
const TOKEN = /\/\/.*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b(?:0[xXbB])?[0-9][0-9a-zA-Z_.]*|[A-Za-z_$][A-Za-z0-9_$]*|\s+|[^]/g;

/** For each line, whether it begins inside a comment. */
function lexerStates(lines) {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    inside = endsInside(line, before);
    return before;
  });
}

function endsInside(line, inside) {
  if (!inside && !line.includes("/*")) return false;
  let rest = line;
  if (inside) {
    const end = line.indexOf("*/");
    if (end < 0) return true;
    rest = line.slice(end + 2);
  }
  const tokens = rest.match(TOKEN) || [];
  const last = tokens[tokens.length - 1] || "";
  return last.startsWith("/*") && !(last.length >= 4 && last.endsWith("*/"));
}

function tokenClass(token) {
  if (token.startsWith("//") || token.startsWith("/*")) return "c";
  const first = token[0];
  if (first === '"' || first === "'") return "s";
  if (first >= "0" && first <= "9") return "m";
  if (C_WORDS.has(token)) return "k";
  return isType(token) ? "t" : null;
}

/** A line as a list of texts and coloured elements. */
function coloured(line, inside) {
  const out = [];
  let rest = line, plain = "";
  const flush = () => {
    if (plain) out.push(plain);
    plain = "";
  };
  const add = (kind, text) => {
    flush();
    out.push(el("span", { class: kind }, text));
  };
  if (inside) {
    const end = line.indexOf("*/");
    add("c", end < 0 ? line : line.slice(0, end + 2));
    rest = end < 0 ? "" : line.slice(end + 2);
  }
  const directive = inside ? null : /^\s*#\s*[a-z]+/.exec(rest);
  if (directive) {
    add("p", directive[0]);
    rest = rest.slice(directive[0].length);
    const header = directive[0].endsWith("include") ? /^\s*<[^>]*>/.exec(rest) : null;
    if (header) {
      add("s", header[0]);
      rest = rest.slice(header[0].length);
    }
  }
  for (const token of rest.match(TOKEN) || []) {
    const kind = tokenClass(token);
    if (kind) add(kind, token);
    else plain += token;
  }
  flush();
  return out;
}
