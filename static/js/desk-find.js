// The desk's search: type a name or a board's number, and its board is shown; Enter goes there, where one key is the result,
// and the arrows go on to the next that matches. "/" comes here from everywhere. Boards on another page are found by the
// server, as without this file.

const form = document.querySelector("[data-find]");
const field = form?.querySelector("[type=search]");
const found = form?.querySelector("[data-found]");
const KEY = "/";

let at = 0;

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (text) => folded(text).split(/[\s,]+/u).filter(Boolean);
const rows = () => [...document.querySelectorAll("[data-boards] [data-row]")];

function fits(row, words) {
  const [number] = row.querySelector(".board-number").textContent.trim().split(".");
  if (words.length === 1 && words[0] === number) return true;
  return [...row.querySelectorAll(".seats bdi")].some((name) => {
    const own = wordsOf(name.textContent);
    return words.every((word) => own.some((part) => part.startsWith(word)));
  });
}

function matching() {
  const words = wordsOf(field.value);
  return words.length ? rows().filter((row) => fits(row, words)) : [];
}

function show() {
  const all = matching();
  for (const row of document.querySelectorAll("[data-sought]")) row.removeAttribute("data-sought");
  const row = all.length ? all[((at % all.length) + all.length) % all.length] : null;
  row?.setAttribute("data-sought", "");
  row?.scrollIntoView({ block: "nearest" });
  if (row) found.textContent = row.getAttribute("aria-label");
  else found.textContent = field.value.trim() && !hasMorePages() ? found.dataset.none : "";
  return row;
}

const hasMorePages = () => document.querySelector(".desk-boards .pages") !== null;

function go(event) {
  const row = show();
  if (!row && hasMorePages()) return; // the server looks in all of them
  event.preventDefault();
  if (!row) return;
  row.removeAttribute("data-sought");
  field.value = "";
  at = 0;
  found.textContent = "";
  row.focus();
}

function keys(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    at += step;
    show();
  }
}

function comeHere(event) {
  const isTyping = event.target.closest("input:not([type=hidden]), select, textarea");
  if (event.key !== KEY || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
}

if (form) {
  field.addEventListener("input", () => { at = 0; show(); });
  field.addEventListener("keydown", keys);
  form.addEventListener("submit", go);
  document.addEventListener("keydown", comeHere);
}
